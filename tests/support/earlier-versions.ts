import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { readSnapshot } from '#server/platform/db/restore.ts';
import { complete, readArchive } from '#server/platform/db/snapshot/archive.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import type { Product } from './product.ts';

const about = z.object({
  commit: z.string(),
  demoPassword: z.string(),
  /** The queues of that version. */
  queues: z.array(z.string()),
  /** How many jobs of which queue were waiting. */
  waiting: z.record(z.string(), z.number()),
});

/** What is known of a kept data folder of an earlier version (tests/fixtures/earlier-versions). */
export type EarlierVersion = z.output<typeof about> & {
  readonly archive: string;
  /** How many rows each table had. */
  readonly rows: Readonly<Record<string, number>>;
};

const unpack = (archive: string) => createReadStream(archive).pipe(createGunzip());

/** The fixture of this name: the short hash of the commit that made it. */
export async function findEarlierVersion(name: string): Promise<EarlierVersion> {
  const file = (ending: string) => new URL(`../fixtures/earlier-versions/${name}.${ending}`, import.meta.url);
  const parsed = about.parse(JSON.parse(await readFile(file('json'), 'utf8')));
  const archive = fileURLToPath(file('tar.gz'));
  let rows = {};
  for await (const entry of readArchive(unpack(archive))) {
    if (entry.name === 'complete.json')
      ({ rows } = complete.parse(JSON.parse((await entry.read()).toString('utf8'))));
  }
  return { ...parsed, archive, rows };
}

/** Makes the data folder as that version left it: its migrations only, its queues, its files, key and demo password. */
export async function buildEarlierFolder(version: EarlierVersion): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-earlier-'));
  // As root the database runs under another account, which must get through.
  await chmod(dataFolder, 0o711);
  const database = await startEmbedded({ dataFolder, log: console });
  try {
    const { ownerConfig, appConfig } = database;
    const queues = version.queues.map((name) => ({ name, retries: 2, expireSeconds: 600 }));
    await readSnapshot(unpack(version.archive), {
      database: ownerConfig,
      files: filesInFolder(join(dataFolder, 'files')),
      knownMigrations: await migrationNames(),
      prepare: async (migrations) => {
        await migrate(ownerConfig, appConfig.user, migrations.at(-1));
        await installJobs(ownerConfig, appConfig.user, queues);
      },
      onKey: (key) => writeFile(join(dataFolder, 'secret-key'), key, { mode: 0o600 }),
      onProgress: () => undefined,
    });
  } finally {
    await database.stop();
  }
  await writeFile(join(dataFolder, 'demo-password'), version.demoPassword, { mode: 0o600 });
  return dataFolder;
}

const answers = z.object({ result: z.array(z.unknown()) });
const lists: Readonly<Record<string, readonly string[]>> = {
  'beheer@balie.example': [
    'core/companies',
    'core/users',
    'core/groups',
    'core/modules',
    'core/trash',
    'fm/companies',
    'fm/releases',
    'fm/price-agreements',
    'fm/billing-runs',
    'fmmanagement/triggers',
    'fmmanagement/documenten/onbekend',
  ],
  'fm@balie.example': ['fmmodule/documents', 'fmmodule/invoices'],
  'werk@balie.example': [
    'comceptum/workorders',
    'comceptum/orderlines',
    'comceptum/ordertimes',
    'core/customer-relations',
    'core/saved-views',
  ],
  'tapijt@balie.example': ['carpetline/orders', 'carpetline/semi-finishes', 'core/customer-relations'],
};

/** Reads every main list as the demo person who has it; throws on anything but 200. Gives how many rows each has. */
export async function readLists(product: Product): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [email, paths] of Object.entries(lists)) {
    const token = await product.token(email);
    for (const path of paths) {
      const reply = await fetch(`${product.at('generic')}/api/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const body: unknown = await reply.json();
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(body)}`);
      found[path] = answers.parse(body).result.length;
    }
  }
  return found;
}

/** Types e-mail and password on the login page; gives the address at which the portal is called back. */
export async function logIn(product: Product, email: string): Promise<URL> {
  const origin = product.at('generic');
  const jar = new Map<string, string>();
  const ask = async (path: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const init: RequestInit = { redirect: 'manual', headers: { cookie, origin } };
    const reply = await fetch(
      new URL(path, origin),
      form === undefined ? init : { ...init, method: 'POST', body: new URLSearchParams(form) },
    );
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    return reply.headers.get('location') ?? '';
  };
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: 'balie-portal',
    response_type: 'code',
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email',
    audience: 'balie-api',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await ask(`/oidc/auth?${query.toString()}`);
  const resumed = await ask(page, { email, password: await product.password() });
  return new URL(await ask(resumed), origin);
}

/** How many rows every table has, and the jobs that are not done, by queue. */
export async function readFolder(
  owner: ConnectionSettings,
): Promise<{ counts: Record<string, number>; waiting: Record<string, number> }> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from ${pg.escapeIdentifier(name)}`,
      );
      counts[name] = rows[0]?.count ?? -1;
    }
    const jobs = await client.query<{ name: string; count: number }>(
      "select name, count(*)::int as count from jobs.job where state <> 'completed' and name not like '\\_\\_%' group by name order by name",
    );
    return { counts, waiting: Object.fromEntries(jobs.rows.map(({ name, count }) => [name, count])) };
  } finally {
    await client.end();
  }
}
