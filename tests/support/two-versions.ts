import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readSecretKey } from '#server/app/secret-key.ts';
import { directoryOf } from '#server/app/sign-in.ts';
import { issueOwnToken } from '#server/features/identity/index.ts';
import { type ConnectionSettings, createDb, createPool } from '#server/platform/db/database.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// What the rules of migrations allow, on tables that every request uses (decision 0172).
const nextMigration = `alter table groups add column next_note text not null default '';
alter table users add column next_code text;
create unique index on users (next_code);
create table next_things (id uuid primary key, name text not null);
`;

const bare = 'bare';
const nothing = async () => undefined;

interface Server {
  readonly child: ChildProcess;
  readonly said: string;
  readonly origin: string;
  readonly token: string;
}

/** How long answers took, in ms. */
interface Times {
  readonly count: number;
  readonly p99: number;
}

/** Of the same load: while one version runs alone and nothing happens, and in each step of an upgrade and back. */
export interface UpgradeTimes {
  readonly bare: Times;
  readonly steps: Readonly<Record<string, Times>>;
}

/**
 * This version, then the next one beside it, then the next one alone, then this one again on the newer schema, under a
 * constant number of requests a second. Expects that no request fails, and that each acknowledged write is there once.
 * What one version alone does with that load is measured in between, so that a busy machine slows down both alike.
 */
export async function upgradeAndBack(options: {
  readonly requestsPerSecond: number;
  readonly phaseMs: number;
}): Promise<UpgradeTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'balie-versions-'));
  await chmod(folder, 0o711);
  const database = await startEmbedded({ dataFolder: join(folder, 'database'), log: console });
  const { ownerConfig: owner, appConfig: app } = database;
  const dataFolder = join(folder, 'data');
  const env = {
    ...process.env,
    BALIE_DATA: dataFolder,
    DATABASE_URL: urlOf(app),
    DATABASE_OWNER_URL: urlOf(owner),
    PORT: '0',
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
  };
  const servers: Server[] = [];
  const start = async (from: string, isDemo = false): Promise<Server> => {
    const child = spawn(process.execPath, [join(from, 'server/src/main.ts')], {
      env: { ...env, BALIE_DEMO: String(isDemo) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await untilReady(child);
    const origin = /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '';
    const token = await tokenFor(app, dataFolder, origin);
    const server = { child, said, origin, token };
    servers.push(server);
    return server;
  };
  const stop = async (server: Server): Promise<void> => {
    // As a proxy does: new requests go elsewhere first.
    servers.splice(servers.indexOf(server), 1);
    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await ended;
  };
  try {
    const next = await nextVersion(join(folder, 'next'));
    const old = await start(root, true);
    const load = keepAsking(servers, options.requestsPerSecond);
    try {
      const during = async (name: string, step: () => Promise<void>) => {
        load.phase(name);
        await step();
        await pause(options.phaseMs);
      };
      await during(bare, nothing);
      let newer = old;
      await during('next starts', async () => {
        newer = await start(next);
        expect(newer.said).toContain('1 migrations applied');
      });
      await during('old stops', () => stop(old));
      await during(bare, nothing);
      await during('old starts', async () => {
        const back = await start(root);
        expect(back.said).toContain(
          'upgraded by a newer Balie (9000_next.sql), beside which this version works',
        );
      });
      await during('next stops', () => stop(newer));
      await during(bare, nothing);
    } finally {
      await load.stop();
    }
    expect(load.failures).toEqual([]);
    const db = createDb(createPool({ ...owner, max: 1 }));
    const saved = await db.selectFrom('groups').select(['name']).where('name', 'like', 'load %').execute();
    await db.destroy();
    const rows = saved.map(({ name }) => name);
    expect(rows.toSorted()).toEqual(load.written.toSorted());
    expect(rows.length).toBeGreaterThan(0);
    const { [bare]: alone, ...steps } = load.phases();
    if (alone === undefined) throw new Error('nothing was asked');
    return { bare: alone, steps };
  } finally {
    while (servers[0] !== undefined) await stop(servers[0]);
    await database.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** This version with one more migration, in a folder of its own. */
async function nextVersion(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of ['server', 'contract', 'package.json'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) await symlink(join(root, name), join(folder, name));
  await writeFile(join(folder, 'server/src/platform/db/migrations/9000_next.sql'), nextMigration);
  return folder;
}

function keepAsking(servers: readonly Server[], requestsPerSecond: number) {
  const failures: string[] = [];
  const written: string[] = [];
  const times: Record<string, number[]> = {};
  const running = new Set<Promise<void>>();
  let phase = '';
  let number = 0;
  const ask = async (): Promise<void> => {
    number += 1;
    const mine = number;
    const server = servers[mine % servers.length];
    if (server === undefined) return;
    const isWrite = mine % 10 === 0;
    const name = `load ${mine}`;
    const began = performance.now();
    const of = phase;
    try {
      const answer = await fetch(`${server.origin}/api/core/groups${isWrite ? '' : '?$top=10'}`, {
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        ...(isWrite ? { method: 'POST', body: JSON.stringify({ name, permissions: [], users: [] }) } : {}),
      });
      await answer.arrayBuffer();
      if (!answer.ok) failures.push(`${of}: ${answer.status}`);
      else if (isWrite) written.push(name);
    } catch (error) {
      failures.push(`${of}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`);
    }
    (times[of] ??= []).push(performance.now() - began);
  };
  const timer = setInterval(() => {
    const asking = ask();
    running.add(asking);
    void asking.finally(() => running.delete(asking));
  }, 1000 / requestsPerSecond);
  return {
    failures,
    written,
    phase: (name: string) => (phase = name),
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
    phases: () =>
      Object.fromEntries(
        Object.entries(times).map(([name, all]) => {
          const sorted = all.toSorted((a, b) => a - b);
          return [name, { count: all.length, p99: Math.round(sorted[Math.floor(all.length * 0.99)] ?? 0) }];
        }),
      ),
  };
}

function untilReady(child: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('Ready in')) resolve(said);
    });
    child.once('close', () => reject(new Error(`a server does not start: ${said}`)));
  });
}

async function tokenFor(app: ConnectionSettings, dataFolder: string, origin: string): Promise<string> {
  const db = createDb(createPool({ ...app, max: 1 }));
  try {
    const token = await issueOwnToken(
      {
        db,
        directory: directoryOf(db),
        secretKey: await readSecretKey(dataFolder, undefined),
        issuer: `${origin}/oidc`,
        clientId: 'balie-portal',
        audience: 'balie-api',
        permissionsClaim: 'permissions',
        lifetimeSeconds: 3600,
      },
      'beheer@balie.example',
    );
    if (token === null) throw new Error('no such user');
    return token;
  } finally {
    await db.destroy();
  }
}

function urlOf(settings: ConnectionSettings): string {
  const url = new URL(`postgresql://localhost:${settings.port}/${settings.database}`);
  url.username = settings.user ?? '';
  if (typeof settings.password === 'string') url.password = settings.password;
  if (settings.host !== undefined) url.searchParams.set('host', settings.host);
  return url.href;
}
