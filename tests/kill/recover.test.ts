import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { familyOf, haveEnded } from './processes.ts';
import { freePort } from '#server/platform/processes/free-port.ts';

// The product as `npm start` runs it: under its supervisor, on a port that stays the same.

const root = fileURLToPath(new URL('../..', import.meta.url));
const patience = { timeout: 60_000, interval: 100 };
let folder: string;
let port: number;
let running: Started | undefined;

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly said: () => string;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-recover-'));
  port = await freePort();
});
afterEach(async () => {
  if (!running) return;
  const family = familyOf(running.pid);
  running.child.kill('SIGTERM');
  await haveEnded(family);
  running = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function start(command: string, args: readonly string[]): Promise<Started> {
  const env = {
    ...process.env,
    BALIE_DATA: folder,
    PORT: String(port),
    BALIE_DEMO: 'false',
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
  };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  running = { child, pid: child.pid ?? 0, said: () => said };
  await expect.poll(() => said, { timeout: 300_000 }).toContain('Ready in');
  return running;
}

const byNode = () => start(process.execPath, [join(root, 'scripts/start.js')]);

/** The status of readiness, or 0 where nobody listens. */
async function readiness(): Promise<number> {
  return fetch(`http://localhost:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
}

async function postmaster(): Promise<number> {
  return Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
}

// The supervisor, its server, and what that one started.
function serverOf({ pid }: Started): number {
  const server = familyOf(pid)[1];
  if (server === undefined) throw new Error('no server');
  return server;
}

test('a server that is killed outright comes back on its port, with its data, and nothing of the old one is left', async () => {
  const started = await byNode();
  const [, ...family] = familyOf(started.pid);
  process.kill(serverOf(started), 'SIGKILL');
  await expect.poll(started.said, patience).toContain('Ready again');
  await expect.poll(readiness, patience).toBe(200);
  expect(started.said()).toContain('The server ended with SIGKILL; it starts again in 0.5 s.');
  // Addresses and logins are shown once.
  expect(started.said().split(`localhost:${port}/`)).toHaveLength(4);
  await haveEnded(family);
});

test('the database is started again under a server that stays, and its worker works on', async () => {
  const started = await byNode();
  const server = serverOf(started);
  const before = await postmaster();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => postmaster().catch(() => before), patience).not.toBe(before);
  await expect.poll(readiness, patience).toBe(200);
  expect(serverOf(started)).toBe(server);
  expect(started.said()).toContain('The database ended by itself (SIGKILL).');
  expect(started.said()).not.toContain('Ready again');
});

test('a product whose output nobody reads any more goes on, and starts what ends', async () => {
  const started = await byNode();
  for (const output of [started.child.stdout, started.child.stderr]) output?.destroy();
  const server = serverOf(started);
  const before = await postmaster();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => postmaster().catch(() => before), patience).not.toBe(before);
  await expect.poll(readiness, patience).toBe(200);
  expect(serverOf(started)).toBe(server);
  process.kill(server, 'SIGKILL');
  await expect.poll(() => familyOf(started.pid)[1], patience).not.toBe(server);
  await expect.poll(readiness, patience).toBe(200);
});

test.runIf(process.platform !== 'win32')(
  'SIGTERM to npm start, and its npm killed outright, leave nothing behind',
  async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const { child, pid } = await start('npm', ['start']);
      const family = familyOf(pid);
      expect(family.length).toBeGreaterThan(5);
      child.kill(signal);
      await haveEnded(family);
      running = undefined;
      expect(await readiness()).toBe(0);
    }
  },
);

test('SIGTERM to its node ends everything in order, with exit code 0', async () => {
  const { child, pid } = await byNode();
  const family = familyOf(pid);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await haveEnded(family);
  running = undefined;
});
