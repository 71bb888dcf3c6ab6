import type { SystemStatus } from '#contract/core/status.ts';
import type { TextValues } from '#portal/kit/text.ts';

/** What needs the attention of whoever keeps the product running; `key` is a text below `core.status.concern`. */
export interface Concern {
  readonly key: string;
  readonly isBad: boolean;
  /** In seconds; for the text. */
  readonly age?: number;
  /** In bytes; for the text. */
  readonly free?: number;
  readonly holds?: SystemStatus['disks'][number]['holds'];
  readonly values?: TextValues;
}

const minFreeShare = 0.1;
const maxWaitSeconds = 15 * 60;
const maxArchiveAgeSeconds = 10 * 60;
const maxBackupAgeSeconds = 36 * 3600;

/** The concerns, those that stop something first. The limits are those of the alerts (docs/operating.md). */
export function concernsOf(status: SystemStatus): readonly Concern[] {
  const { processes, jobs, disks, mailboxes, exports, version } = status;
  const found: (Concern | false)[] = [
    !processes.some(({ kind }) => kind === 'worker') && { key: 'noWorker', isBad: true },
    ...disks.map(
      ({ freeBytes, totalBytes, holds }) =>
        freeBytes < totalBytes * minFreeShare && { key: 'disk', isBad: true, free: freeBytes, holds },
    ),
    standing(jobs),
    ...backupConcerns(status),
    counted('failed', sum(jobs.map(({ failed }) => failed))),
    counted('exports', exports.length),
    counted('mailboxes', mailboxes.filter(({ verdict }) => verdict !== '').length),
    version.schema !== version.databaseSchema && { key: 'schema', isBad: false },
    areDifferent(processes.map((one) => `${one.version} ${one.build}`)) && { key: 'versions', isBad: false },
  ];
  return found.filter((concern) => concern !== false).toSorted((a, b) => Number(b.isBad) - Number(a.isBad));
}

function standing(jobs: SystemStatus['jobs']): Concern | false {
  const age = Math.max(0, ...jobs.map(({ oldestSeconds }) => oldestSeconds ?? 0));
  return age > maxWaitSeconds && { key: 'stands', isBad: true, age };
}

function backupConcerns({ at, backups }: SystemStatus): (Concern | false)[] {
  const { isScheduled, lastBackup, lastRehearsal, pointInTime } = backups;
  const age = lastBackup === null ? 0 : (Date.parse(at) - Date.parse(lastBackup.startedAt)) / 1000;
  return [
    !isScheduled && { key: 'noBackup', isBad: false },
    lastBackup?.outcome === 'failed' && { key: 'backupFailed', isBad: true },
    isScheduled && age > maxBackupAgeSeconds && { key: 'backupOld', isBad: true, age },
    lastRehearsal?.outcome === 'failed' && { key: 'rehearsalFailed', isBad: true },
    archiveConcern(at, pointInTime),
  ];
}

function archiveConcern(at: string, archive: SystemStatus['backups']['pointInTime']): Concern | false {
  if (archive === null) return false;
  if (archive.problem !== '')
    return { key: 'archiveFailed', isBad: true, values: { problem: archive.problem } };
  const age = archive.until === null ? 0 : (Date.parse(at) - Date.parse(archive.until)) / 1000;
  return age > maxArchiveAgeSeconds && { key: 'archiveOld', isBad: true, age };
}

const counted = (key: string, count: number): Concern | false =>
  count > 0 && { key, isBad: false, values: { count } };
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const areDifferent = (texts: readonly string[]) => new Set(texts).size > 1;
