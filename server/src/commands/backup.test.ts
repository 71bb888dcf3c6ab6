import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { jobKinds } from '#server/app/job-kinds.ts';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { joinEmbedded, startEmbedded } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#server/platform/testing/database.ts';
import { startSwift, swiftIsThere, swiftKeys, swiftMissing } from '#server/platform/files/testing/swift.ts';
import { leftOut } from '#server/app/backups/left-out.ts';

const folder = mkdtempSync(join(tmpdir(), 'balie-backup-'));
chmodSync(folder, 0o711);
const log = { error: () => {} };
const files = [Buffer.from('an original'), Buffer.alloc(3_000_000, 'scan'), Buffer.alloc(0)];
const made: TestDatabase[] = [];
/** The database of the folder `first`, which commands join as they do beside a product that runs. */
let source: Awaited<ReturnType<typeof startEmbedded>>;
/** What the command said that wrote `plain.tar`. */
let written: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  source = await startEmbedded({ dataFolder: join(folder, 'first'), log });
  await migrate(source.ownerConfig, 'balie_app');
  await installJobs(source.ownerConfig, 'balie_app', jobKinds);
  await fill(source.ownerConfig);
  const store = filesInFolder(join(folder, 'first/files'));
  for (const bytes of files) await store.put(bytes);
  writeFileSync(join(folder, 'first/secret-key'), 'f00d'.repeat(16));
  written = await run('backup', ['plain.tar'], first());
}, 300_000);

afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
});
afterAll(async () => {
  await source.stop();
  rmSync(folder, { recursive: true, force: true });
});

const companies = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

/** Rows of every type that the schema knows, with everything that COPY text must escape. */
async function fill(settings: ConnectionSettings): Promise<void> {
  const client = new pg.Client(settings);
  await client.connect();
  for (const [index, id] of companies.entries()) {
    const awkward = `tab\there, line\nbreak, back\\slash \\N \\. "quotes", één 🍦 ${index}`;
    await client.query(`insert into companies (id, name, domain_name, license) values ($1, $2, $3, $4)`, [
      id,
      awkward,
      `company-${index}.example`,
      `licence-${index}`,
    ]);
    const document = '33333333-3333-4333-8333-333333333333';
    await client.query(
      `insert into documents (company_id, id, number, sha256, filename, bytes, source, reasons)
       values ($1, $2, $3, '', $4, 12, 'upload', $5)`,
      [id, document, '2026-11-0001', awkward, ['a,b', '{"c"}', awkward]],
    );
    await client.query(
      `insert into document_pages (company_id, document_id, id, number, width_px, height_px, image_sha256,
         thumbnail_sha256, text_source, words) values ($1, $2, $2, 1, 10, 10, '', '', 'pdf', $3)`,
      [id, document, Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    );
    await client.query(
      `insert into document_lines (company_id, document_id, line_number, description, quantity, vat_percent, box)
       values ($1, $2, 1, '', 0.1, 20.999, array[0.1, 1e-7, 12345.678]::real[])`,
      [id, document],
    );
    await client.query(
      `insert into history (company_id, id, entity, entity_id, at, user_name, verb, changes)
       values ($1, $1, 'company', $1, '2026-03-29 01:59:59.123456+00', $2, 'create', $3)`,
      [id, awkward, JSON.stringify({ name: [null, awkward] })],
    );
  }
  await client.query(
    `insert into history (company_id, id, entity, entity_id, at, user_name, verb, changes)
     select $1, gen_random_uuid(), 'noise', gen_random_uuid(), now(), repeat('x', 200), 'update', '{}'
       from generate_series(1, 30000)`,
    [companies[0]],
  );
  await client.query("insert into login_attempts (key, last_at) values ('somebody', now())");
  await client.query(
    `insert into signing_keys (kid, public_jwk, private_jwk_encrypted) values ('k', '{}', '')`,
  );
  await client.query(
    `insert into jobs.job (name, data, state) select name, '{"documentId":"7"}', state::jobs.job_state
       from jobs.queue, (values ('created'), ('active'), ('completed')) as states(state)`,
  );
  await client.end();
}

/** Every row of every table as text, and where every sequence stands. */
async function contentsOf(settings: ConnectionSettings): Promise<Record<string, unknown>> {
  const client = new pg.Client(settings);
  await client.connect();
  await client.query("set timezone = 'UTC'; set extra_float_digits = 3");
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables.rows) {
    const rows = await client.query(
      `select count(*)::int as count, md5(string_agg(t::text, E'\\n' order by t::text collate "C")) as md5 from ${name} t`,
    );
    found[name] = rows.rows[0];
  }
  const customer = await client.query(
    "select last_value from pg_sequences where schemaname = 'public' order by sequencename",
  );
  found['sequences'] = customer.rows;
  await client.end();
  return found;
}

async function embedded<T>(name: string, work: (owner: ConnectionSettings) => Promise<T>): Promise<T> {
  const database = await joinEmbedded({ dataFolder: join(folder, name), log });
  try {
    return await work(database.ownerConfig);
  } finally {
    await database.stop();
  }
}

async function waitingJobs(settings: ConnectionSettings): Promise<unknown> {
  const client = new pg.Client(settings);
  await client.connect();
  const { rows } = await client.query('select name, data, state from jobs.job order by name, id');
  await client.end();
  return rows;
}

/** Runs a command as npm does, with only these settings. */
async function run(
  command: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const file = fileURLToPath(new URL(`./${command}.ts`, import.meta.url));
  try {
    const options = { env: { PATH: process.env['PATH'], INIT_CWD: folder, ...env } };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args], options);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error && 'code' in error)) throw error;
    return { code: Number(error.code), said: [error.stdout, error.stderr].join('') };
  }
}

function urlOf(settings: ConnectionSettings): string {
  const url = new URL(`postgresql://localhost:${settings.port}/${settings.database}`);
  url.username = settings.user ?? '';
  if (typeof settings.password === 'string') url.password = settings.password;
  if (settings.host !== undefined) url.searchParams.set('host', settings.host);
  return url.href;
}

function withoutLeftOut(contents: Record<string, unknown>): Record<string, unknown> {
  const ours = Object.entries(contents).filter(([name]) => !leftOut.some((table) => table === name));
  // When a migration ran is a fact of the installation.
  return Object.fromEntries(ours.filter(([name]) => name !== 'schema_migrations'));
}

/** An empty PostgreSQL of a company's own, which starts in a fraction of an embedded one, and a data folder. */
async function ownDatabase(
  name: string,
): Promise<{ owner: ConnectionSettings; there: Record<string, string> }> {
  const own = await createEmptyDatabase();
  made.push(own);
  return { owner: own.owner, there: { BALIE_DATA: join(folder, name), DATABASE_URL: urlOf(own.owner) } };
}

const first = () => ({ BALIE_DATA: join(folder, 'first') });

test('a company moves to a PostgreSQL of its own and back, with every row and every file', async () => {
  expect(written).toMatchObject({ code: 0, said: expect.stringContaining('3 files are in') });
  expect(statSync(join(folder, 'plain.tar')).mode & 0o777).toBe(0o600);

  const { owner, there } = await ownDatabase('second');
  expect(await run('restore', ['plain.tar'], there)).toMatchObject({ code: 0 });
  const before = await contentsOf(source.ownerConfig);
  const after = await contentsOf(owner);
  expect(withoutLeftOut(after)).toEqual(withoutLeftOut(before));
  expect(before['history']).toMatchObject({ count: 30_002 });

  expect(await run('backup', ['back.tar'], there)).toMatchObject({ code: 0 });
  expect(await run('restore', ['back.tar'], { BALIE_DATA: join(folder, 'third') })).toMatchObject({
    code: 0,
  });
  expect(withoutLeftOut(await embedded('third', contentsOf))).toEqual(withoutLeftOut(before));
  for (const name of ['second', 'third']) {
    const store = filesInFolder(join(folder, name, 'files'));
    for (const bytes of files) {
      const { createHash } = await import('node:crypto');
      expect(await store.get(createHash('sha256').update(bytes).digest('hex'))).toEqual(bytes);
    }
  }
}, 300_000);

const hasSwift = swiftIsThere();
if (!hasSwift) process.stdout.write(`${swiftMissing}\n`);

test.skipIf(!hasSwift)(
  'a backup is restored into a bucket, and a backup from there into a folder',
  async () => {
    const swift = await startSwift();
    try {
      const bucket = {
        ...swiftKeys,
        ...(await ownDatabase('bucket')).there,
        BALIE_FILES: `s3://${swift.bucket}/here?endpoint=${swift.endpoint}`,
      };
      expect(await run('restore', ['plain.tar'], bucket)).toMatchObject({
        code: 0,
        said: expect.stringContaining('3 files are back'),
      });
      expect(existsSync(join(folder, 'bucket/files'))).toBe(false);
      expect(await run('backup', ['from-bucket.tar'], bucket)).toMatchObject({ code: 0 });
      const { there } = await ownDatabase('from-bucket');
      expect(await run('restore', ['from-bucket.tar'], there)).toMatchObject({
        code: 0,
        said: expect.stringContaining('3 files are back'),
      });
    } finally {
      await swift.close();
    }
  },
  300_000,
);

test('sessions, keys and attempts stay behind, waiting work comes along', async () => {
  const bytes = readFileSync(join(folder, 'plain.tar'));
  // A migration may be named after such a table; the table itself would be listed with its columns.
  for (const name of [
    ...leftOut.map((table) => `"name":"${table}"`),
    ...leftOut.map((table) => `tables/${table}/`),
    'secret-key',
    'f00df00d',
  ]) {
    expect(bytes.includes(name)).toBe(false);
  }
  const { owner, there } = await ownDatabase('plain');
  await run('restore', ['plain.tar'], there);
  expect(existsSync(join(folder, 'plain/secret-key'))).toBe(false);
  const back = await contentsOf(owner);
  for (const name of leftOut) expect(back[name]).toMatchObject({ count: 0 });
  const jobs = await waitingJobs(owner);
  const waiting = jobKinds.flatMap(({ name }) =>
    Array.from({ length: 2 }, () => ({ name, data: { documentId: '7' }, state: 'created' })),
  );
  expect(jobs).toEqual(waiting.toSorted((a, b) => a.name.localeCompare(b.name)));
}, 300_000);

test('the key of the secrets goes along when asked for, and only its owner can read it', async () => {
  await run('backup', ['keys.tar', '--with-keys'], first());
  await run('restore', ['keys.tar'], (await ownDatabase('keys')).there);
  expect(readFileSync(join(folder, 'keys/secret-key'), 'utf8')).toBe('f00d'.repeat(16));
  expect(statSync(join(folder, 'keys/secret-key')).mode & 0o777).toBe(0o600);
}, 300_000);

test('a backup while the product writes is one moment, not several', async () => {
  const client = new pg.Client(source.ownerConfig);
  await client.connect();
  const pen = new AbortController();
  let count = 0;
  // Each company gets its counter in the same transaction: one without the other is a torn picture.
  const writing = (async () => {
    while (!pen.signal.aborted) {
      count += 1;
      await client.query('begin');
      await client.query(
        `insert into companies (id, name, domain_name, license) values (gen_random_uuid(), $1, $1, $1)`,
        [`w${count}`],
      );
      await client.query(`insert into counters (company_id, name, value) values ($1, $2, 1)`, [
        companies[0],
        `w${count}`,
      ]);
      await client.query('commit');
    }
  })();
  const backup = await run('backup', ['busy.tar'], first());
  pen.abort();
  await writing;
  await client.end();
  expect(backup).toMatchObject({ code: 0 });
  const { owner, there } = await ownDatabase('busy');
  await run('restore', ['busy.tar'], there);
  const reader = new pg.Client(owner);
  await reader.connect();
  const { rows } = await reader.query<{ companies: number; counters: number }>(
    `select (select count(*)::int from companies where name like 'w%') as companies,
            (select count(*)::int from counters where name like 'w%') as counters`,
  );
  await reader.end();
  const torn = rows[0];
  expect(torn?.companies).toBe(torn?.counters);
  expect(torn?.companies).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(torn?.companies ?? 0);
}, 300_000);

test('restore refuses a database that is not empty, and leaves it as it is', async () => {
  const full = await createTestDatabase();
  made.push(full);
  const before = await contentsOf(full.owner);
  const there = { BALIE_DATA: join(folder, 'full'), DATABASE_URL: urlOf(full.owner) };
  expect(await run('restore', ['plain.tar'], there)).toEqual({
    code: 1,
    said: expect.stringContaining('not empty'),
  });
  expect(await contentsOf(full.owner)).toEqual(before);
}, 300_000);

test('a backup that was cut short or changed restores nothing, and the same database takes a whole one afterwards', async () => {
  const whole = readFileSync(join(folder, 'plain.tar'));
  const there = { BALIE_DATA: join(folder, 'retry') };
  writeFileSync(join(folder, 'short.tar'), whole.subarray(0, Math.floor(whole.byteLength * 0.9)));
  expect(await run('restore', ['short.tar'], there)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/whole backup|cut short/),
  });
  const changed = Buffer.from(whole);
  changed.write('SCAN', changed.indexOf('scanscan'));
  writeFileSync(join(folder, 'changed.tar'), changed);
  expect(await run('restore', ['changed.tar'], there)).toMatchObject({
    code: 1,
    said: expect.stringContaining('damaged'),
  });
  writeFileSync(join(folder, 'other.tar'), 'not a backup at all');
  expect(await run('restore', ['other.tar'], there)).toMatchObject({
    code: 1,
    said: expect.stringContaining('backup of Balie'),
  });
  expect(await run('restore', ['plain.tar'], there)).toMatchObject({ code: 0 });
}, 300_000);

test('a backup of a newer product is refused', async () => {
  const bytes = readFileSync(join(folder, 'plain.tar'), 'latin1');
  writeFileSync(join(folder, 'newer.tar'), bytes.replace('0001_base.sql', '9999_base.sql'), 'latin1');
  const said = await run('restore', ['newer.tar'], { BALIE_DATA: join(folder, 'newer') });
  expect(said).toMatchObject({ code: 1, said: expect.stringContaining('newer Balie') });
}, 300_000);

test('a backup never replaces a file, and says what is missing', async () => {
  writeFileSync(join(folder, 'taken.tar'), 'precious');
  expect(await run('backup', ['taken.tar'], first())).toMatchObject({
    code: 1,
    said: expect.stringContaining('exists already'),
  });
  expect(readFileSync(join(folder, 'taken.tar'), 'utf8')).toBe('precious');
  expect(await run('backup', [], first())).toMatchObject({ code: 1, said: expect.stringContaining('Usage') });
  mkdirSync(join(folder, 'none'));
  const nowhere = { BALIE_DATA: join(folder, 'nowhere') };
  expect(await run('backup', ['x.tar'], nowhere)).toMatchObject({
    code: 1,
    said: expect.stringContaining('no data folder'),
  });
}, 300_000);
