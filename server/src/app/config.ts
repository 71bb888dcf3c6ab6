import { resolve } from 'node:path';
import { z } from 'zod';
import { type BrandName, isBrandName } from '#contract/brands.ts';
import { readBucketPlace } from '#server/platform/files/bucket-place.ts';
import type { FilesPlace, FilesPlaces } from '#server/platform/files/open-files.ts';
import { isNetwork } from '#server/platform/mail/addresses.ts';
import { StartProblem } from '#server/platform/start-problem.ts';
import { samplers, type TracingSettings } from '#server/platform/tracing/settings.ts';
import type { BackupSettings } from './backups/backup-jobs.ts';
import type { PointInTimeSettings } from './backups/point-in-time.ts';
import { type TrustedProxies, trustedProxies } from './trusted-proxies.ts';
import type { MailSettings } from './world.ts';

const flag = z
  .enum(['true', 'false', '1', '0', 'on', 'off', ''])
  .transform((text) => ['true', '1', 'on'].includes(text));
const portHint = 'a port number, 0 to 65535';
const port = z.coerce.number(portHint).int(portHint).min(0, portHint).max(65_535, portHint);
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'of the form postgres://user:password@host/database',
});
const hostAndPort = /^[a-z0-9.-]+(?::(\d{1,5}))?$/;
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const filesPlace = z.string().transform((text, context): FilesPlace => {
  const place = text === 'folder' ? text : readBucketPlace(text);
  if (place !== undefined) return place;
  context.addIssue('folder, or s3://bucket/prefix?endpoint=https://…&region=…');
  return z.NEVER;
});

// A bucket, or any path that a folder may have.
const backupPlace = z
  .string()
  .transform((text) => (text.startsWith('s3:') ? (readBucketPlace(text) ?? '') : resolve(text)))
  .refine((place) => place !== '', 's3://bucket/prefix?endpoint=https://…&region=…, or a folder');
const backupKey = z.string().transform((text, context) => {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length === 32) return bytes.toString('hex');
  context.addIssue('32 bytes in base64 or hexadecimal: openssl rand -base64 32');
  return z.NEVER;
});

// `afas=/srv/afas,archief=/mnt/in`: a name that people choose, and the folder of the server that it stands for.
const deliveryFolders = z.string().transform((text, context) => {
  const pairs = text.split(',').map((part) => /^\s*([a-z\d][a-z\d-]{0,30})=(\/.+?)\s*$/.exec(part));
  if (pairs.every((pair) => pair !== null))
    return Object.fromEntries(pairs.map(([, name = '', path = '']) => [name, resolve(path)]));
  context.addIssue('names and absolute paths such as afas=/srv/afas, with commas between');
  return z.NEVER;
});

const networks = list
  .refine(
    (networks) => networks.every(isNetwork),
    'addresses or networks such as 10.1.0.0/16, with commas between',
  )
  .default([]);

const contacts = list
  .refine(
    (given) => given.every((one) => /^(mailto:\S+@\S+|https:\/\/\S+)$/.test(one)),
    'mailto:… or https://…, with commas between',
  )
  .default([]);

const settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  BALIE_DATA: z.string().min(1).default('./data'),
  BALIE_FILES: filesPlace.default('folder'),
  BALIE_FILES_FROM: filesPlace.optional(),
  BALIE_BACKUP: backupPlace.optional(),
  BALIE_BACKUP_KEY: backupKey.optional(),
  BALIE_BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time as 02:15')
    .default('02:15'),
  BALIE_BACKUP_KEEP: z.coerce.number().int().min(1).default(14),
  BALIE_PITR: backupPlace.optional(),
  BALIE_PITR_KEEP: z.coerce.number().int().min(1).default(7),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  BALIE_MIGRATE: flag.default(true),
  BALIE_DEMO: flag.optional(),
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('balie-portal'),
  OIDC_AUDIENCE: z.string().min(1).default('balie-api'),
  OIDC_PERMISSIONS_CLAIM: z.string().min(1).default('permissions'),
  BALIE_HOSTS: z.string().default('fm=fm.localhost,carpetline=carpetline.localhost,generic=localhost'),
  PUBLIC_SCHEME: z.enum(['http', 'https']).default('http'),
  TRUST_PROXY: trustedProxies.default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  BALIE_MAIL_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d{1,5})?$/i)
    .default(''),
  BALIE_MAIL_ALLOW: networks,
  BALIE_WEBHOOK_ALLOW: networks,
  BALIE_DELIVERY_FOLDERS: deliveryFolders.default({}),
  BALIE_SECRET_KEY: z.string().min(16).optional(),
  BALIE_BUILD_SECRET: z.string().min(16).optional(),
  BALIE_SECURITY_CONTACT: contacts,
  METRICS_PORT: port.optional(),
  RATE_LIMIT: z.coerce.number().int().min(1).default(3000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The settings of one start, checked and completed (README, Settings). */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
  readonly files: FilesPlaces;
  /** Absent: no scheduled backups. */
  readonly backup: BackupSettings | undefined;
  /** Absent: no archive for recovery to a moment. */
  readonly pointInTime: PointInTimeSettings | undefined;
  /** What opens backups. */
  readonly backupKey: Uint8Array | undefined;
  /** Absent: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  /** Whether a start brings the database up to date, or `npm run migrate` does. */
  readonly migrates: boolean;
  readonly isDemo: boolean;
  readonly oidc: {
    /** Absent: the embedded sign-in. */
    readonly issuer: string | undefined;
    readonly clientId: string;
    readonly audience: string;
    readonly permissionsClaim: string;
  };
  /** `host` or `host:port` → brand. */
  readonly hosts: ReadonlyMap<string, BrandName>;
  readonly publicScheme: 'http' | 'https';
  readonly trustedProxies: TrustedProxies;
  readonly mail: MailSettings;
  /** Folders below which deliveries may be written, by the names that people choose. */
  readonly deliveryFolders: Readonly<Record<string, string>>;
  /** Private networks in which webhooks may be called. */
  readonly callAllowed: readonly string[];
  readonly secretKey: string | undefined;
  readonly buildSecret: string | undefined;
  /** Where vulnerabilities are reported, as `security.txt` names it. */
  readonly securityContacts: readonly string[];
  readonly metricsPort: number | undefined;
  /** Absent: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
  /** Requests a minute of one user. */
  readonly requestsPerMinute: number;
  readonly logLevel: string;
}

/**
 * Reads the settings from the environment.
 *
 * @throws StartProblem `settings-invalid` naming every setting that is wrong, all at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
    throw new StartProblem('settings-invalid', { problems: problems.join('; ') });
  }
  const s = parsed.data;
  refuseContradictions(s);
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(s.HOST);
  return {
    port: s.PORT,
    host: s.HOST,
    dataFolder: resolve(s.BALIE_DATA),
    files: {
      to: s.BALIE_FILES,
      ...(s.BALIE_FILES_FROM === undefined ? {} : { from: s.BALIE_FILES_FROM }),
    },
    backup: readBackup(s),
    pointInTime: readPointInTime(s),
    backupKey: s.BALIE_BACKUP_KEY === undefined ? undefined : Buffer.from(s.BALIE_BACKUP_KEY, 'hex'),
    databaseUrl: s.DATABASE_URL,
    databaseOwnerUrl: s.DATABASE_OWNER_URL,
    migrates: s.BALIE_MIGRATE,
    // Demo logins never stand on a reachable address unless somebody asked for them.
    isDemo: s.BALIE_DEMO ?? (s.DATABASE_URL === undefined && isLocal),
    oidc: {
      issuer: s.OIDC_ISSUER,
      clientId: s.OIDC_CLIENT_ID,
      audience: s.OIDC_AUDIENCE,
      permissionsClaim: s.OIDC_PERMISSIONS_CLAIM,
    },
    hosts: readHosts(s.BALIE_HOSTS),
    publicScheme: s.PUBLIC_SCHEME,
    trustedProxies: s.TRUST_PROXY,
    mail: {
      smtp: readSmtp(s.SMTP_URL, s.MAIL_FROM),
      defaultHost: s.BALIE_MAIL_HOST,
      allowed: s.BALIE_MAIL_ALLOW,
    },
    deliveryFolders: s.BALIE_DELIVERY_FOLDERS,
    callAllowed: s.BALIE_WEBHOOK_ALLOW,
    secretKey: s.BALIE_SECRET_KEY,
    buildSecret: s.BALIE_BUILD_SECRET,
    securityContacts: s.BALIE_SECURITY_CONTACT,
    metricsPort: s.METRICS_PORT,
    tracing: readTracing(s),
    requestsPerMinute: s.RATE_LIMIT,
    logLevel: s.LOG_LEVEL,
  };
}

// Each setting may be right and the two together not.
function refuseContradictions(s: z.output<typeof settings>): void {
  const problems = [
    s.DATABASE_OWNER_URL !== undefined &&
      s.DATABASE_URL === undefined &&
      'DATABASE_OWNER_URL (goes with DATABASE_URL)',
    s.METRICS_PORT !== undefined &&
      s.METRICS_PORT !== 0 &&
      s.METRICS_PORT === s.PORT &&
      'METRICS_PORT (PORT is another one)',
    s.BALIE_BACKUP !== undefined &&
      s.BALIE_BACKUP_KEY === undefined &&
      'BALIE_BACKUP_KEY (needed with BALIE_BACKUP: openssl rand -base64 32)',
    s.BALIE_PITR !== undefined &&
      s.BALIE_BACKUP_KEY === undefined &&
      'BALIE_BACKUP_KEY (needed with BALIE_PITR: openssl rand -base64 32)',
    s.BALIE_PITR !== undefined &&
      JSON.stringify(s.BALIE_PITR) === JSON.stringify(s.BALIE_BACKUP) &&
      'BALIE_PITR (BALIE_BACKUP is another place)',
    s.BALIE_PITR !== undefined &&
      s.DATABASE_URL !== undefined &&
      'BALIE_PITR (of the embedded database only; archive the one of DATABASE_URL, spread or not, with pgbackrest: docs/operating.md)',
    s.BALIE_FILES_FROM !== undefined &&
      JSON.stringify(s.BALIE_FILES_FROM) === JSON.stringify(s.BALIE_FILES) &&
      'BALIE_FILES_FROM (BALIE_FILES is another one)',
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new StartProblem('settings-invalid', { problems: problems.join('; ') });
}

function readBackup(s: z.output<typeof settings>): BackupSettings | undefined {
  if (s.BALIE_BACKUP === undefined || s.BALIE_BACKUP_KEY === undefined) return undefined;
  return {
    place: s.BALIE_BACKUP,
    keyHex: s.BALIE_BACKUP_KEY,
    at: s.BALIE_BACKUP_AT,
    keep: s.BALIE_BACKUP_KEEP,
  };
}

function readPointInTime(s: z.output<typeof settings>): PointInTimeSettings | undefined {
  if (s.BALIE_PITR === undefined || s.BALIE_BACKUP_KEY === undefined) return undefined;
  return {
    place: s.BALIE_PITR,
    keyHex: s.BALIE_BACKUP_KEY,
    at: s.BALIE_BACKUP_AT,
    keep: s.BALIE_PITR_KEEP,
  };
}

function readTracing(s: z.output<typeof settings>): TracingSettings | undefined {
  const endpoint = s.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const sampler = s.OTEL_TRACES_SAMPLER;
  const share = sampler.endsWith('_on') ? 1 : sampler.endsWith('_off') ? 0 : s.OTEL_TRACES_SAMPLER_ARG;
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    sampler,
    share,
    delayMs: s.OTEL_BSP_SCHEDULE_DELAY,
  };
}

function readSmtp(url: string | undefined, from: string | undefined): MailSettings['smtp'] {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new StartProblem('settings-invalid', {
      problems: 'MAIL_FROM (needed with SMTP_URL: the address that mail comes from)',
    });
  return { url, from };
}

function readHosts(text: string): ReadonlyMap<string, BrandName> {
  const hosts = new Map<string, BrandName>();
  for (const part of text.split(',')) {
    const [variant = '', host] = part.split('=').map((side) => side.trim().toLowerCase());
    const [site, port = '1'] = hostAndPort.exec(host ?? '') ?? [];
    if (!isBrandName(variant) || !host || site === undefined || Number(port) < 1 || Number(port) > 65_535) {
      throw new StartProblem('settings-invalid', {
        problems: `BALIE_HOSTS (fm=host,carpetline=host:port,generic=host; "${part}" is not of that form)`,
      });
    }
    hosts.set(host, variant);
  }
  return hosts;
}
