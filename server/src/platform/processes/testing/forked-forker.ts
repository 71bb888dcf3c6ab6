import { fork } from 'node:child_process';

// A parent for tests: forks a child that shares its output, and says so when the child is up.
const child = fork(new URL('stuck-at-exit.ts', import.meta.url), {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
child.once('message', () => process.send?.(child.pid));
