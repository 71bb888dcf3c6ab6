import type { Readable } from 'node:stream';
import type { BucketPlace } from '#server/platform/files/bucket-place.ts';
import { openObjectPlace } from '#server/platform/files/object-place.ts';
import { stampOf } from '#server/platform/stamp.ts';

/** Where scheduled backups are kept. */
export interface BackupPlace {
  /** The names of complete backups, the newest first. */
  list(): Promise<string[]>;
  /** Keeps a backup under a name, whole or not at all; gives its size. */
  write(name: string, from: Readable): Promise<number>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
}

const nameShape = /^balie-\d{8}T\d{6}Z\.backup$/;

/** The name of a backup that begins at a moment: names sort by time. */
export function backupName(at: Date): string {
  return `balie-${stampOf(at)}.backup`;
}

/** Opens a folder (its path) or a bucket. */
export async function openBackupPlace(place: string | BucketPlace): Promise<BackupPlace> {
  const objects = await openObjectPlace(place);
  return {
    async list() {
      const names = (await objects.list('')).map(({ name }) => name);
      return names.filter((name) => nameShape.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
    },
    async write(name, from) {
      // One backup is made at a time.
      await objects.removeUnfinished('');
      return objects.write(name, from);
    },
    read: (name) => objects.read(name),
    remove: (name) => objects.remove(name),
  };
}
