import { randomUUID } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { newClient } from '#server/platform/db/client.ts';
import { joinEmbedded } from '#server/platform/db/embedded.ts';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { diskCheck } from '#server/platform/files/disk-check.ts';
import { sizeText } from '#server/platform/size-text.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { checkSmtp } from '#server/platform/mail/mail.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { openPaper } from '#server/platform/pdf/paper.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { openBackupPlace } from '../backups/backup-place.ts';
import { readArchiveState } from '../backups/point-in-time.ts';
import type { Config } from '../config.ts';

/** What one check found; `advice` is what to do. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'wrong';
  readonly said: string;
  readonly advice?: string;
}

/** One check, and what to do where it fails with an error of its own. */
type Check = readonly [name: string, check: (config: Config) => Promise<Finding>, advice?: string];

/** Everything that a product of these settings needs, each asked apart: a check that fails keeps no other from running. */
export const checks: readonly Check[] = [
  ['Addresses', checkAddresses],
  ['Data folder', checkDataFolder, 'Let the account of the product write there, or set BALIE_DATA.'],
  ['Database', checkDatabase, 'See whether PostgreSQL runs, and look at DATABASE_URL.'],
  ['Files', checkFiles, 'See whether BALIE_FILES can be reached and written with the keys of this account.'],
  ['Backups', checkBackups, 'See whether BALIE_BACKUP is there and can be written by this account.'],
  [
    'Recovery to a moment',
    checkPointInTime,
    'See whether BALIE_PITR is there and can be written by this account.',
  ],
  ['Fonts and PDF', checkPdf, 'Install the packages again: npm ci.'],
  ['OCR', checkOcr, 'Install the packages again: npm ci.'],
  ['Mail', checkMail, 'See whether SMTP_URL names the right server, port, user and password.'],
  ['Traces', checkTraces],
];

/** Runs one check; whatever it throws is what is wrong. */
export async function findingOf([, check, advice]: Check, config: Config): Promise<Finding> {
  return check(config).catch((error: unknown) => ({
    state: 'wrong' as const,
    said: error instanceof Error ? error.message || error.name : String(error),
    ...(advice === undefined ? {} : { advice }),
  }));
}

const ok = (said: string): Finding => ({ state: 'ok', said });

async function checkAddresses({ hosts, publicScheme, host, port, trustedProxies }: Config): Promise<Finding> {
  const said = `${publicScheme}, ${[...hosts.keys()].join(', ')}; listens on ${host}:${port}`;
  const isOutside = [...hosts.keys()].some((name) => !/localhost(:\d+)?$/.test(name));
  if (isOutside && publicScheme === 'http')
    return {
      state: 'warning',
      said,
      advice:
        'Put a proxy with TLS in front and set PUBLIC_SCHEME=https: passwords travel in the open otherwise.',
    };
  if (publicScheme === 'https' && trustedProxies === 0)
    return {
      state: 'warning',
      said,
      advice: 'Set TRUST_PROXY=1, else every visitor seems to come from the proxy and shares its limits.',
    };
  return ok(said);
}

async function checkDataFolder({ dataFolder }: Config): Promise<Finding> {
  if (!existsSync(dataFolder)) {
    await access(nearestFolder(dataFolder), constants.W_OK);
    return { state: 'warning', said: `${dataFolder} is not there yet`, advice: 'npm start makes it.' };
  }
  await access(dataFolder, constants.W_OK);
  const hasRoom = await diskCheck(dataFolder)();
  const { bavail, blocks, bsize } = await statfs(dataFolder);
  const said = `${dataFolder}, ${sizeText(bavail * bsize)} of ${sizeText(blocks * bsize)} free`;
  const advice = 'Make room, or move BALIE_DATA to a larger disk: without room nothing can be saved.';
  if (!hasRoom) return { state: 'wrong', said, advice };
  return bavail / blocks < 0.1 ? { state: 'warning', said, advice } : ok(said);
}

// With the slash a file on the way is refused too.
function nearestFolder(path: string): string {
  return existsSync(path) ? join(path, '/') : nearestFolder(dirname(path));
}

async function checkDatabase(config: Config): Promise<Finding> {
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl === undefined && !existsSync(join(dataFolder, 'secret-key')))
    return { state: 'warning', said: 'the embedded one is not made yet', advice: 'npm start makes it.' };
  const log = { error: () => undefined };
  const database =
    databaseUrl === undefined
      ? await joinEmbedded({ dataFolder, log })
      : { appConfig: { connectionString: databaseUrl }, stop: async () => undefined };
  const client = newClient({ ...database.appConfig, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect().catch((error: unknown) => {
      const why = error instanceof Error ? error.message || error.name : String(error);
      throw new Error(`cannot be reached (${why})`);
    });
    const before = Date.now();
    const { rows } = await client.query<Facts>(facts);
    const halfway = (before + Date.now()) / 2;
    const [row] = rows;
    if (row === undefined) throw new Error('the database does not answer');
    const said = `PostgreSQL ${row.version}, ${sizeText(Number(row.bytes))}, ${row.used} of ${row.max} connections`;
    return (await problemOf(row, halfway, client)) ?? ok(said);
  } finally {
    await client.end();
    await database.stop();
  }
}

interface Facts {
  readonly version: string;
  readonly bytes: string;
  readonly used: number;
  readonly max: number;
  readonly now: Date;
  readonly has_schema: boolean;
}

const facts = `select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
  (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
  current_setting('max_connections')::integer as max, clock_timestamp() as now,
  to_regclass('schema_migrations') is not null as has_schema`;

const maxClockMs = 5000;

async function problemOf(
  row: Facts,
  halfway: number,
  client: ReturnType<typeof newClient>,
): Promise<Finding | null> {
  if (!row.has_schema)
    return {
      state: 'warning',
      said: 'the database is empty',
      advice: 'npm start or npm run migrate fills it.',
    };
  const off = Math.abs(row.now.getTime() - halfway);
  if (off > maxClockMs)
    return {
      state: 'wrong',
      said: `its clock is ${Math.round(off / 1000)} s away from this machine's`,
      advice: 'Keep both by NTP (timedatectl set-ntp true): tokens and links end by the clock.',
    };
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const done = new Set(rows.map(({ name }) => name));
  const pending = (await migrationNames()).filter((name) => !done.has(name));
  if (pending.length > 0)
    return {
      state: 'warning',
      said: `${pending.length} migrations of this version are not applied`,
      advice: 'npm start or npm run migrate applies them.',
    };
  if (row.used > row.max * 0.8)
    return {
      state: 'warning',
      said: `${row.used} of ${row.max} connections are in use`,
      advice: 'Raise max_connections of PostgreSQL, or run fewer servers.',
    };
  return null;
}

async function checkFiles({ dataFolder, files: places }: Config): Promise<Finding> {
  if (!existsSync(dataFolder)) return ok('wait for the data folder');
  const files = await openFiles(dataFolder, places);
  const bytes = Buffer.from(randomUUID());
  const sha256 = await files.put(bytes);
  try {
    if (!(await files.get(sha256))?.equals(bytes))
      throw new Error('a file did not come back as it was stored');
  } finally {
    await files.remove(sha256);
  }
  return ok(
    `${places.to === 'folder' ? 'in the data folder' : `in the bucket ${places.to.bucket}`}: stored, read, removed`,
  );
}

const oldBackupMs = 36 * 3600 * 1000;

async function checkBackups({ backup }: Config): Promise<Finding> {
  if (backup === undefined)
    return {
      state: 'warning',
      said: 'none are scheduled',
      advice:
        'Set BALIE_BACKUP and BALIE_BACKUP_KEY (docs/operating.md), or see that something else makes them.',
    };
  const [newest] = await (await openBackupPlace(backup.place)).list();
  if (newest === undefined)
    return { state: 'warning', said: 'there is none yet', advice: `The first one is made at ${backup.at}.` };
  const [, year, month, day, hour, minute] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(newest) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  return Date.now() - at < oldBackupMs
    ? ok(`the newest is ${newest}`)
    : {
        state: 'wrong',
        said: `the newest is ${newest}`,
        advice: 'Look in the log for "backup failed", and in the table backup_runs.',
      };
}

const oldArchiveMs = 10 * 60_000;

async function checkPointInTime({ pointInTime, dataFolder }: Config): Promise<Finding> {
  if (pointInTime === undefined) return ok('no archive is kept (BALIE_PITR)');
  const state = await readArchiveState(dataFolder);
  if (state?.until === undefined)
    return { state: 'warning', said: 'nothing is archived yet', advice: 'npm start begins with it.' };
  const { until, baseAt, problem } = state;
  const said = `archived until ${until}, the last base backup is ${baseAt === undefined ? 'not made yet' : `of ${baseAt}`}`;
  const isOld = Date.now() - Date.parse(until) > oldArchiveMs;
  if (problem !== '' || isOld)
    return {
      state: problem === '' ? 'warning' : 'wrong',
      said: problem === '' ? said : `${said}; ${problem}`,
      advice:
        'See that the product runs and that BALIE_PITR can be written to: what is not archived waits in the data folder.',
    };
  return ok(said);
}

async function checkPdf(): Promise<Finding> {
  const paper = await openPaper({ title: 'x', author: 'x', language: 'nl', at: new Date(0) });
  paper.pdf.font('semibold').fontSize(20).text('Reëel', 56, 200);
  const bytes = await paper.finish();
  const pdf = startPdf();
  try {
    const document = await pdf.open(bytes);
    const { characters } = await document.text(1);
    if (!characters.join('').includes('Reëel')) throw new Error('a page that was written reads otherwise');
    return ok('a page was written and read');
  } finally {
    await pdf.close();
  }
}

async function checkOcr(): Promise<Finding> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400"><rect width="100%" height="100%" fill="white"/>
    <text x="60" y="220" font-size="110" font-family="sans-serif">Factuur 2026</text></svg>`;
  const ocr = startOcr({ processes: 1 });
  try {
    const page = await ocr.read(await sharp(Buffer.from(svg)).png().toBuffer());
    const words = page.words.map(({ text }) => text).join(' ');
    return words.includes('2026')
      ? ok(`read "${words}"`)
      : {
          state: 'warning',
          said: `read "${words}" where "Factuur 2026" stands`,
          advice: 'The machine may lack any font for the picture of this check (Debian: fonts-dejavu-core).',
        };
  } finally {
    await ocr.close();
  }
}

async function checkMail({ mail: { smtp } }: Config): Promise<Finding> {
  if (smtp === undefined)
    return {
      state: 'warning',
      said: 'goes nowhere',
      advice: 'Set SMTP_URL and MAIL_FROM: invitations and forgotten passwords need mail.',
    };
  await checkSmtp(smtp);
  return ok(`${new URL(smtp.url).hostname} lets us in`);
}

async function checkTraces({ tracing }: Config): Promise<Finding> {
  if (tracing === undefined) return ok('off');
  const { url } = tracing;
  const advice =
    'See whether the collector runs, and takes OTLP over HTTP in JSON at OTEL_EXPORTER_OTLP_ENDPOINT.';
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok) return ok(`${url} takes them`);
    return { state: 'warning', said: `${url} answers ${answer.status}`, advice };
  } catch {
    return { state: 'warning', said: `${url} does not answer`, advice };
  }
}
