// Loaded into the server before its own code: when the supervisor is killed outright, the kernel closes the channel
// between them, and the server stops in order instead of living on unseen with its port taken.
process.once('disconnect', () => {
  // Before the server listens to signals nothing has been started. Emitted, as Windows has no signals to send.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
});
