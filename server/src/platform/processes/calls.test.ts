import { afterEach, expect, test } from 'vitest';
import { type Calls, type CallsOptions, callsTo } from './calls.ts';

const open: Calls[] = [];

function start(options: Partial<CallsOptions> = {}): Calls {
  const calls = callsTo({
    module: new URL('./testing/odd-process.ts', import.meta.url),
    timeout: 20_000,
    recycleAfter: 100,
    ...options,
  });
  open.push(calls);
  return calls;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((calls) => calls.close()));
});

const call = (calls: Calls, method: string, args: unknown = null): Promise<unknown> =>
  calls.run((target) => target.call(method, args));

test('values travel there and back, bytes included', async () => {
  const calls = start();
  expect(await call(calls, 'echo', { bytes: Buffer.from('abc'), list: [1, 2] })).toEqual({
    bytes: Buffer.from('abc'),
    list: [1, 2],
  });
});

test('a refusal keeps its code, any other error only that it happened', async () => {
  const calls = start();
  await expect(call(calls, 'refuse')).rejects.toMatchObject({
    kind: 'thrown',
    code: 'no-thanks',
    message: 'said so',
  });
  await expect(call(calls, 'fail')).rejects.toMatchObject({
    kind: 'thrown',
    code: 'failed',
    message: 'failed',
  });
  await expect(call(calls, 'unheard-of')).rejects.toMatchObject({ kind: 'thrown', code: 'unknown-method' });
});

test('after a crash the next call has a new process', async () => {
  const calls = start();
  await expect(call(calls, 'die')).rejects.toMatchObject({ kind: 'crashed' });
  expect(await call(calls, 'echo', 1)).toBe(1);
});

test('a call that hangs is ended with its process, and those behind it still get their turn', async () => {
  const calls = start({ timeout: 1500 });
  const hanging = call(calls, 'hang');
  const behind = call(calls, 'echo', 'still here');
  await expect(hanging).rejects.toMatchObject({ kind: 'timeout' });
  expect(await behind).toBe('still here');
});

test('the process is replaced after as many uses as told', async () => {
  const calls = start({ recycleAfter: 2 });
  const use = (): Promise<unknown> =>
    calls.run((target) => {
      target.used();
      return target.call('pid', null);
    });
  const pids = [await use(), await use(), await use()];
  expect(pids[0]).toBe(pids[1]);
  expect(pids[2]).not.toBe(pids[0]);
});

test('the settings and secrets of the server stay out of the process', async () => {
  process.env['BALIE_TEST_SECRET'] = 'x';
  expect(await call(start(), 'names')).not.toContain('BALIE_TEST_SECRET');
});

test('what waits at closing is told so', async () => {
  const calls = start();
  const running = call(calls, 'hang');
  const waiting = call(calls, 'echo');
  const both = Promise.allSettled([running, waiting]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await calls.close();
  expect(await both).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected', reason: { kind: 'closed' } },
  ]);
});

test('groups take turns on one process', async () => {
  const calls = start();
  const order: string[] = [];
  const run = (name: string, group: string) =>
    calls.run(async (target) => {
      order.push(name);
      await target.call('echo', { bytes: Buffer.from(name), list: [] });
    }, group);
  await Promise.all([
    run('a1', 'a'),
    run('a2', 'a'),
    run('a3', 'a'),
    run('b1', 'b'),
    run('b2', 'b'),
    run('c1', 'c'),
  ]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});
