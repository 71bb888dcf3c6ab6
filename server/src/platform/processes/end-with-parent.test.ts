import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

test('a process ends when the one that forked it is killed outright, though its exit would hang', async () => {
  const parent = fork(new URL('testing/forked-forker.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [pid] = z
    .tuple([z.number()])
    .rest(z.unknown())
    .parse(await once(parent, 'message'));
  let hasEnded = false;
  onTestFinished(() => {
    if (!hasEnded) process.kill(pid, 'SIGKILL');
  });
  parent.kill('SIGKILL');
  // Both have closed the output that they share.
  await once(parent, 'close', { signal: AbortSignal.timeout(10_000) });
  hasEnded = true;
  expect(parent.signalCode).toBe('SIGKILL');
});
