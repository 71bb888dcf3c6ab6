import { stat, statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type JobFailure, statusPlace, type SystemStatus } from '#contract/core/status.ts';
import { sentence } from '#contract/problem-texts.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { isId, noCompany } from '#server/platform/db/ids.ts';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { BackupSettings } from '../backups/backup-jobs.ts';
import { type PointInTimeSettings, readArchiveState } from '../backups/point-in-time.ts';
import type { FilesPlaces } from '#server/platform/files/open-files.ts';
import * as repository from './status.repository.ts';
import { portalBuild, productVersion, readApplicationName } from './version.ts';

/** What of the settings the status tells about. */
export interface Operated {
  readonly dataFolder: string;
  readonly files: FilesPlaces;
  readonly backup: Pick<BackupSettings, 'place'> | undefined;
  readonly pointInTime: Pick<PointInTimeSettings, 'place'> | undefined;
}

/** Everything that whoever keeps the product running wants to know (§J10). */
export async function readStatus(ctx: Context, operated: Operated): Promise<SystemStatus> {
  staffOnly(ctx);
  const { db } = ctx;
  const asked = performance.now();
  const database = await repository.readDatabase(db);
  const answeredInMs = performance.now() - asked;
  if (database === undefined) throw new Error('the database does not answer');
  const { schema: databaseSchema, ...aboutDatabase } = database;
  const [connected, runs, jobs, companies, failures, retries, exports, mailboxes, disks, migrations] =
    await Promise.all([
      repository.listConnected(db),
      repository.lastRuns(db),
      repository.countJobs(db),
      repository.listWaitingCompanies(db),
      repository.listFailures(db),
      repository.listRetries(db, statusPlace.permission),
      repository.listFailedExports(db),
      repository.listMailboxes(db),
      readDisks(operated),
      migrationNames(),
    ]);
  return {
    at: ctx.now().toISOString(),
    version: {
      version: productVersion,
      build: portalBuild,
      schema: migrations.at(-1) ?? '',
      databaseSchema,
    },
    processes: processesOf(connected),
    database: { ...aboutDatabase, answeredInMs: Math.round(answeredInMs * 10) / 10 },
    disks,
    bucket: operated.files.to === 'folder' ? null : operated.files.to.bucket,
    backups: {
      isScheduled: operated.backup !== undefined,
      ...runs,
      pointInTime: await readPointInTime(operated),
    },
    jobs,
    waitingCompanies: companies,
    failures,
    retries: retries.map(({ changes, ...line }) => ({ ...line, ...retried(changes) })),
    exports: exports
      .map(({ createdAt, finishedAt, error, ...row }) => ({
        ...row,
        at: finishedAt ?? createdAt,
        reason: row.kind === 'delivery' ? sentence(ctx.language, `delivery-${error}`) : '',
      }))
      .toSorted((a, b) => b.at.localeCompare(a.at)),
    mailboxes: mailboxes.map(({ verdict, mailbox, host, ...row }) => ({
      ...row,
      verdict:
        verdict === '' || verdict === 'ok'
          ? ''
          : sentence(ctx.language, `mailbox-${verdict}`, { mailbox, host }),
    })),
  };
}

/** Has a job that failed for good tried once more, and keeps who wanted that. */
export async function retryJob(ctx: Context, kind: string, id: string): Promise<void> {
  staffOnly(ctx);
  if (!isId(id)) throw problem.notFound();
  await ctx.transaction(async (tx) => {
    const failure = orNotFound(await repository.findFailure(tx, kind, id));
    await ctx.jobs.retry(tx, kind, id);
    await recordChange(tx, ctx, {
      entity: statusPlace.permission,
      entityId: id,
      companyId: noCompany,
      verb: 'retry',
      after: { kind, reason: failure.reason, company: failure.companyName },
    });
    await ctx.events.publish(tx, { resource: statusPlace.path, companyId: noCompany, id });
  });
}

async function readPointInTime({
  dataFolder,
  pointInTime,
}: Operated): Promise<SystemStatus['backups']['pointInTime']> {
  if (pointInTime === undefined) return null;
  const { until = null, baseAt = null, problem } = (await readArchiveState(dataFolder)) ?? { problem: '' };
  return { until, baseAt, problem };
}

// The permission is only given for all companies, and only the provider's people can use that.
function staffOnly({ scope }: Context): void {
  if (scope.reach !== 'system') throw problem.forbidden();
}

const change = z.object({ new: z.string() }).catch({ new: '' });
const changes = z.object({ kind: change, reason: change });

function retried(written: unknown): Pick<JobFailure, 'kind' | 'reason'> {
  const { kind, reason } = changes.parse(written);
  return { kind: kind.new, reason: reason.new };
}

function processesOf(names: readonly string[]): SystemStatus['processes'] {
  return names
    .flatMap((name) => readApplicationName(name) ?? [])
    .map((found) => ({
      ...found,
      isThis: found.kind === 'server' && found.pid === process.pid && hostname().startsWith(found.host),
    }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || a.startedAt.localeCompare(b.startedAt));
}

type Holds = SystemStatus['disks'][number]['holds'][number];

// Of folders on one disk its room is told once.
async function readDisks({
  dataFolder,
  files,
  backup,
  pointInTime,
}: Operated): Promise<SystemStatus['disks']> {
  const folders: [Holds, string][] = [['data', dataFolder]];
  if (files.to === 'folder') folders.push(['files', join(dataFolder, 'files')]);
  for (const kept of [backup, pointInTime])
    if (typeof kept?.place === 'string') folders.push(['backups', kept.place]);
  const disks = new Map<number, { holds: Holds[]; freeBytes: number; totalBytes: number }>();
  for (const [holds, folder] of folders) {
    const found = await Promise.all([stat(folder), statfs(folder)]).catch(() => undefined);
    // Made when it is first written to.
    if (found === undefined) continue;
    const [{ dev }, { bavail, blocks, bsize }] = found;
    const known = disks.get(dev);
    if (known?.holds.includes(holds)) continue;
    if (known) known.holds.push(holds);
    else disks.set(dev, { holds: [holds], freeBytes: bavail * bsize, totalBytes: blocks * bsize });
  }
  return [...disks.values()];
}
