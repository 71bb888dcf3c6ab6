import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'balie-supervise-'));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

const library = JSON.stringify(new URL('./lib/supervise.js', import.meta.url).href);
const follow = JSON.stringify(new URL('./lib/follow-parent.js', import.meta.url).href);

interface Supervised {
  readonly child: ChildProcess;
  readonly said: () => string;
  /** How often the program was started. */
  readonly starts: () => number;
  readonly ended: Promise<unknown[]>;
}

/** A supervisor over a program whose start number is `n`; it stays until it ends itself. */
function supervised(program: string, pauseMs = 20): Supervised {
  const name = join(folder, `${running.length}-${Math.random()}`);
  const [file, counter] = [`${name}.mjs`, `${name}.count`];
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(${JSON.stringify(counter)}, '.');
     const n = readFileSync(${JSON.stringify(counter)}, 'utf8').length;
     const ready = () => new Promise((done) => process.send('ready', done));
     setInterval(() => {}, 1000);
     ${program}`,
  );
  const supervisor = `
    const { supervise } = await import(${library});
    const args = ['--import', ${follow}, ${JSON.stringify(file)}];
    const warn = (text) => console.log('warned:', text);
    process.exitCode = await supervise(process.execPath, args, { restartArgs: ['--restarted'], pauseMs: ${pauseMs}, warn });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', supervisor], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  const starts = () => (existsSync(counter) ? readFileSync(counter, 'utf8').length : 0);
  return { child, said: () => said, starts, ended: once(child, 'close') };
}

const patience = { timeout: 15_000 };

test('a program that crashes is started again, and told so; one that ends with 0 is not', async () => {
  const { said, starts, ended } = supervised(
    `console.log('start', n, process.argv.slice(2).join());
     await ready();
     if (n === 1) process.exit(9);
     if (n === 2) process.kill(process.pid, 'SIGKILL');
     process.exit(0);`,
  );
  expect(await ended).toEqual([0, null]);
  expect(starts()).toBe(3);
  expect(said().trim().split('\n')).toEqual([
    'start 1 ',
    'warned: The server ended with exit code 9; it starts again in 0.02 s.',
    'start 2 --restarted',
    'warned: The server ended with SIGKILL; it starts again in 0.04 s.',
    'start 3 --restarted',
  ]);
});

test('what cannot start is never started again, and its exit code comes back', async () => {
  const first = supervised(`process.exit(7);`);
  expect(await first.ended).toEqual([7, null]);
  expect([first.starts(), first.said()]).toEqual([1, '']);

  const killed = supervised(`process.kill(process.pid, 'SIGKILL');`);
  expect(await killed.ended).toEqual([137, null]);
  expect(killed.starts()).toBe(1);

  const later = supervised(`if (n === 1) await ready(); process.exit(n + 2);`);
  expect(await later.ended).toEqual([4, null]);
  expect(later.starts()).toBe(2);
});

test('a restart that is killed before it is ready is tried again', async () => {
  const { starts, ended } = supervised(
    `if (n === 2) process.kill(process.pid, 'SIGKILL');
     await ready();
     process.exit(n === 1 ? 1 : 0);`,
  );
  expect(await ended).toEqual([0, null]);
  expect(starts()).toBe(3);
});

test('after five deaths within a minute it gives up with the exit code', async () => {
  const { said, starts, ended } = supervised(`await ready(); process.exit(10 + n);`);
  expect(await ended).toEqual([15, null]);
  expect(starts()).toBe(5);
  expect(said()).toContain('warned: The server ended 5 times within a minute');
});

test.runIf(process.platform !== 'win32')(
  'signals are passed on once each, and the program ends in its own time',
  async () => {
    const { child, said, starts, ended } = supervised(
      `const heard = [];
     for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => heard.push(signal));
     await ready();
     console.log('ready');
     while (heard.length < 2) await new Promise((done) => setTimeout(done, 20));
     await new Promise((done) => setTimeout(done, 200));
     console.log('heard', heard.join());
     process.exit(3);`,
    );
    await expect.poll(said, patience).toContain('ready');
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM', 'SIGTERM'] as const) {
      child.kill(signal);
      await new Promise((done) => setTimeout(done, 50));
    }
    expect(await ended).toEqual([3, null]);
    expect(said()).toContain('heard SIGINT,SIGTERM\n');
    expect(starts()).toBe(1);
  },
);

test('a signal during the pause before a restart ends it at once', async () => {
  const { child, said, starts, ended } = supervised(`await ready(); process.exit(1);`, 60_000);
  await expect.poll(said, patience).toContain('it starts again');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(starts()).toBe(1);
});

test.runIf(process.platform !== 'win32')(
  'when the supervisor itself is killed outright the program stops in order',
  async () => {
    const { child, said } = supervised(
      `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); });
     await ready();
     console.log('ready');`,
    );
    await expect.poll(said, patience).toContain('ready');
    child.kill('SIGKILL');
    await expect.poll(said, patience).toContain('stopped');
  },
);

test.runIf(process.platform !== 'win32')(
  'what npm started asks itself to stop when that npm is gone',
  async () => {
    const module = JSON.stringify(new URL('./lib/follow-npm.js', import.meta.url).href);
    const program = `
    const { followNpm } = await import(${module});
    process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); });
    followNpm();
    setInterval(() => {}, 1000);
    console.log('ready');`;
    const parent = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(program)}], { stdio: 'inherit' })`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, npm_lifecycle_event: 'start' } },
    );
    running.push(parent);
    let said = '';
    parent.stdout.on('data', (chunk) => (said += String(chunk)));
    await expect.poll(() => said, patience).toContain('ready');
    parent.kill('SIGKILL');
    await expect.poll(() => said, patience).toContain('stopped');
  },
);
