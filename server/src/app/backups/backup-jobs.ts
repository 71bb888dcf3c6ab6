import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '#server/platform/context.ts';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { sealing } from '#server/platform/db/snapshot/seal.ts';
import { writeSnapshot } from '#server/platform/db/snapshot.ts';
import type { BucketPlace } from '#server/platform/files/bucket-place.ts';
import { defineJob, type JobKind } from '#server/platform/jobs/jobs.ts';
import { backupName, openBackupPlace } from './backup-place.ts';
import { leftOut } from './left-out.ts';
import { rehearse } from './rehearse.ts';

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    backup_runs: {
      id: string;
      kind: 'backup' | 'rehearsal';
      started_at: string;
      ended_at: string | null;
      outcome: 'done' | 'failed' | 'skipped' | null;
      name: string | null;
      bytes: number | null;
      row_count: number | null;
      file_count: number | null;
      counts: string | null;
      reason: string | null;
    };
  }
}

/** The schedule of backups (README, Settings). Plain data: it travels to the worker. */
export interface BackupSettings {
  /** A folder, or a bucket. */
  readonly place: string | BucketPlace;
  /** The operator's key in hexadecimal. */
  readonly keyHex: string;
  /** Every day at this time in Amsterdam, `HH:MM`. */
  readonly at: string;
  readonly keep: number;
}

const backupJob = defineJob<object>('backup', { retries: 2, expireSeconds: 12 * 3600 });
const rehearsalJob = defineJob<object>('backup-rehearsal', { retries: 0, expireSeconds: 12 * 3600 });

/** Backups every day at the time of the settings, a rehearsal every Sunday three hours later; none without settings. */
export function backupKinds(settings: BackupSettings | undefined): readonly JobKind<object>[] {
  if (settings === undefined) return [backupJob, rehearsalJob];
  const [hour = 0, minute = 0] = settings.at.split(':').map(Number);
  return [
    { ...backupJob, cron: `${minute} ${hour} * * *` },
    { ...rehearsalJob, cron: `${minute} ${(hour + 3) % 24} * * 0` },
  ];
}

/** What backups work with. */
export interface BackupWorld extends Pick<Services, 'db' | 'files' | 'now' | 'log'> {
  readonly database: ConnectionSettings;
  readonly dataFolder: string;
  /** Goes along, sealed with everything else; absent where the operator keeps it. */
  readonly secretKey: () => Promise<Buffer | undefined>;
}

/** Takes the jobs of the schedule; they do nothing where none is set. */
export async function workOnBackups(
  { jobs }: Pick<Services, 'jobs'>,
  world: BackupWorld,
  settings: BackupSettings | undefined,
): Promise<void> {
  if (settings === undefined) return;
  await jobs.work(backupJob, () => makeBackup(world, settings));
  await jobs.work(rehearsalJob, () => rehearseBackup(world, settings));
}

/** Makes a backup, and removes the oldest ones beyond those that are kept. */
export async function makeBackup(world: BackupWorld, settings: BackupSettings): Promise<void> {
  await recorded(world, 'backup', async () => {
    const place = await openBackupPlace(settings.place);
    const name = backupName(world.now());
    const secretKey = await world.secretKey();
    const [archive, sealed] = [new PassThrough(), sealing(Buffer.from(settings.keyHex, 'hex'))];
    const source = {
      database: world.database,
      files: world.files,
      leaveOut: leftOut,
      now: world.now(),
      onProgress: () => undefined,
      ...(secretKey === undefined ? {} : { secretKey }),
    };
    const parts = [
      writeSnapshot(source, archive).catch((error: unknown) => {
        archive.destroy(error instanceof Error ? error : new Error(String(error)));
        throw error;
      }),
      pipeline(archive, sealed),
      place.write(name, sealed),
    ] as const;
    // All of them first: what was half written is then away.
    await Promise.allSettled(parts);
    const [report, , bytes] = await Promise.all(parts);
    for (const old of (await place.list()).slice(settings.keep)) await place.remove(old);
    return { outcome: 'done', name, bytes, row_count: report.rows, file_count: report.files };
  });
}

/** Restores the newest backup beside the product and counts what came back. */
export async function rehearseBackup(world: BackupWorld, settings: BackupSettings): Promise<void> {
  await recorded(world, 'rehearsal', async () => {
    const place = await openBackupPlace(settings.place);
    const [name] = await place.list();
    if (name === undefined) return { outcome: 'skipped', reason: 'there is no backup yet' };
    const result = await rehearse(world, await place.read(name), Buffer.from(settings.keyHex, 'hex'));
    if ('skipped' in result) return { outcome: 'skipped', name, reason: result.skipped };
    const { rows, files, counts } = result;
    return { outcome: 'done', name, row_count: rows, file_count: files, counts: JSON.stringify(counts) };
  });
}

interface Outcome {
  readonly outcome: 'done' | 'skipped';
  readonly name?: string;
  readonly bytes?: number;
  readonly row_count?: number;
  readonly file_count?: number;
  readonly counts?: string;
  readonly reason?: string;
}

async function recorded(
  { db, now, log }: BackupWorld,
  kind: 'backup' | 'rehearsal',
  work: () => Promise<Outcome>,
): Promise<void> {
  const id = newId(now().getTime());
  const none = { name: null, bytes: null, row_count: null, file_count: null, counts: null, reason: null };
  const begun = { id, kind, started_at: now().toISOString(), ended_at: null, outcome: null, ...none };
  await db.insertInto('backup_runs').values(begun).execute();
  const end = (how: Outcome | { outcome: 'failed'; reason: string }) =>
    db
      .updateTable('backup_runs')
      .set({ ...how, ended_at: now().toISOString() })
      .where('id', '=', id)
      .execute();
  try {
    const how = await work();
    await end(how);
    if (how.outcome === 'skipped') log.warn(how, `${kind} skipped`);
    else log.info(how, `${kind} done`);
  } catch (err) {
    log.error({ err }, `${kind} failed`);
    await end({ outcome: 'failed', reason: err instanceof Error ? err.message : String(err) });
    throw err;
  }
}
