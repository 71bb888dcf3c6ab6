/**
 * Ends this process outright when the one that forked it is gone. It does not exit in order: `process.exit` runs what
 * libraries do at the end and waits for native threads, and a thread that compiles can wait for the main thread
 * meanwhile, so that both wait for good (nodejs/node#54918). Whoever forks a process here may kill it at any moment anyway.
 */
export function endWithParent(): void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
