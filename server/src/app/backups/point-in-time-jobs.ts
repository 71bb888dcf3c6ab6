import type { Services } from '#server/platform/context.ts';
import { defineJob, type JobKind } from '#server/platform/jobs/jobs.ts';
import {
  type ArchiveState,
  type Archiver,
  type ArchiveWorld,
  openArchiver,
  type PointInTimeSettings,
  readArchiveState,
  writeArchiveState,
} from './point-in-time.ts';

const baseJob = defineJob<object>('backup-base', { retries: 2, expireSeconds: 24 * 3600 });

/** So often the archive follows the database. */
const roundEveryMs = 60_000;

/** A base backup every day at the time of the settings; none without settings. */
export function pointInTimeKinds(settings: PointInTimeSettings | undefined): readonly JobKind<object>[] {
  if (settings === undefined) return [baseJob];
  const [hour = 0, minute = 0] = settings.at.split(':').map(Number);
  return [{ ...baseJob, cron: `${minute} ${hour} * * *` }];
}

/** Archives until closed: a round every minute, and a base backup where this series of the WAL has none. */
export async function workOnArchive(
  { jobs, db, log }: Pick<Services, 'jobs' | 'db' | 'log'>,
  world: ArchiveWorld,
  settings: PointInTimeSettings,
): Promise<{ close(): Promise<void> }> {
  const archiver = await openArchiver(world, settings);
  const state = await keepState(world.dataFolder);
  await jobs.work(baseJob, async () => {
    const bytes = await archiver.makeBase();
    await state.change({ baseAt: world.now().toISOString() });
    log.info({ bytes }, 'base backup done');
  });
  let isComplete = false;
  const work = async () => {
    try {
      if (!isComplete) {
        // What a power cut left unnoted, or was stored before this archive began.
        await archiver.completeFiles();
        if (await archiver.lacksBase()) await jobs.send(db, baseJob, {}, { key: world.cluster.series });
        isComplete = true;
      }
      const until = await archiver.round();
      await state.change({ until: until.toISOString(), problem: '' });
    } catch (err) {
      log.error({ err }, 'archive of the database');
      await state.change({ problem: err instanceof Error ? err.message || err.name : String(err) });
    }
  };
  let running = work();
  const timer = setInterval(() => {
    running = running.then(work);
  }, roundEveryMs);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

async function keepState(dataFolder: string) {
  let state: ArchiveState = (await readArchiveState(dataFolder).catch(() => undefined)) ?? { problem: '' };
  return {
    // A full disk must not end the archive.
    async change(change: Partial<ArchiveState>) {
      state = { ...state, ...change };
      await writeArchiveState(dataFolder, state).catch(() => undefined);
    },
  };
}

/** Archives what the database wrote until it stopped, within the time; what is left follows at the next start. */
export async function archiveLast(
  world: ArchiveWorld,
  settings: PointInTimeSettings,
  withinMs: number,
): Promise<void> {
  const work = async (): Promise<void> => {
    const archiver: Archiver = await openArchiver(world, settings);
    const until = (await archiver.round({ isStopped: true })).toISOString();
    const before = (await readArchiveState(world.dataFolder)) ?? { problem: '' };
    await writeArchiveState(world.dataFolder, { ...before, until, problem: '' });
  };
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    patience = setTimeout(resolve, withinMs);
  });
  await Promise.race([work(), late]).finally(() => clearTimeout(patience));
}
