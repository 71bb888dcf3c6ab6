// Loaded into the server before its own code: when the bootstrap is killed outright, the kernel closes the channel
// between them, and the server stops in order instead of living on unseen with its port taken.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
