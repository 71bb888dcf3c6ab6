import { z } from 'zod';
import { id, instant } from '../resource.ts';

/** NEW: where the state of the product is, for the provider's staff (§J10). */
export const statusPlace = { path: 'core/status', permission: 'core.status', name: 'status' } as const;

/** How often screens ask again, in milliseconds. */
export const statusEveryMs = 10_000;
/** So many failed jobs are shown, the newest first. */
export const shownFailures = 50;

const run = z.object({
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Null while it runs, or where its process was killed. */
  outcome: z.enum(['done', 'failed', 'skipped']).nullable(),
  /** The name of the backup; empty where none was made. */
  name: z.string(),
  bytes: z.int().nullable(),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  reason: z.string(),
});

const disk = z.object({
  /** What is on it: the data folder with its files, either of them, or the scheduled backups. */
  holds: z.array(z.enum(['data', 'files', 'backups'])),
  freeBytes: z.int(),
  totalBytes: z.int(),
});

const jobKind = z.object({
  kind: z.string(),
  /** Could run now. */
  waiting: z.int(),
  /** Of which the oldest waits for so many seconds; null without any. */
  oldestSeconds: z.number().nullable(),
  /** Waits for its time, or for another try. */
  later: z.int(),
  running: z.int(),
  failed: z.int(),
});
/** The jobs of one kind. */
export type JobKindStatus = z.output<typeof jobKind>;

const failure = z.object({
  id,
  kind: z.string(),
  companyId: id.nullable(),
  companyName: z.string(),
  failedAt: instant,
  /** How often it was tried. */
  tries: z.int(),
  reason: z.string(),
});
/** A job that failed for good. */
export type JobFailure = z.output<typeof failure>;

const process = z.object({
  /** A worker takes jobs. */
  kind: z.enum(['server', 'worker']),
  version: z.string(),
  /** Of the portal that it gives; empty without one. */
  build: z.string(),
  host: z.string(),
  pid: z.int(),
  startedAt: instant,
  /** Whether it gave this answer. */
  isThis: z.boolean(),
});
/** A process of the product. */
export type ProcessStatus = z.output<typeof process>;

/** `GET core/status`: what whoever keeps the product running wants to know. Disks are those of the server that answers. */
export const systemStatus = z.object({
  at: instant,
  version: z.object({
    version: z.string(),
    build: z.string(),
    /** The newest migration that this version knows, and the newest in the database. */
    schema: z.string(),
    databaseSchema: z.string(),
  }),
  /** Of all servers, as they are connected to the database. */
  processes: z.array(process),
  database: z.object({
    version: z.string(),
    bytes: z.int(),
    answeredInMs: z.number(),
    connections: z.int(),
    maxConnections: z.int(),
  }),
  disks: z.array(disk),
  /** The bucket that files are in; null for a folder. */
  bucket: z.string().nullable(),
  backups: z.object({
    isScheduled: z.boolean(),
    lastBackup: run.nullable(),
    lastRehearsal: run.nullable(),
    /** The archive for recovery to a moment; null where none is kept. */
    pointInTime: z
      .object({
        /** Everything until then is archived; null during the first round. */
        until: instant.nullable(),
        /** The last base backup; null before the first one. */
        baseAt: instant.nullable(),
        /** Why the last round failed; empty where it did not. */
        problem: z.string(),
      })
      .nullable(),
  }),
  jobs: z.array(jobKind),
  /** Whose jobs wait, the longest first. */
  waitingCompanies: z.array(
    z.object({
      companyId: id.nullable(),
      companyName: z.string(),
      waiting: z.int(),
      oldestSeconds: z.number(),
    }),
  ),
  failures: z.array(failure),
  /** What was tried again by hand, the newest first. */
  retries: z.array(z.object({ id, kind: z.string(), reason: z.string(), at: instant, by: z.string() })),
  exports: z.array(
    z.object({
      id,
      /** A delivery to bookkeeping, or the files of a period. */
      kind: z.enum(['delivery', 'period']),
      companyName: z.string(),
      at: instant,
      reason: z.string(),
    }),
  ),
  mailboxes: z.array(
    z.object({
      id,
      companyName: z.string(),
      administrationName: z.string(),
      lastReadAt: instant.nullable(),
      /** The outcome of its last reading; empty where it went well. */
      verdict: z.string(),
    }),
  ),
});
/** The state of the product. */
export type SystemStatus = z.output<typeof systemStatus>;
