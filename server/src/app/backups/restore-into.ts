import type { Readable } from 'node:stream';
import type { ConnectionSettings } from '#server/platform/db/database.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { readSnapshot, type SnapshotTarget } from '#server/platform/db/restore.ts';
import { opened } from '#server/platform/db/snapshot/seal.ts';
import type { SnapshotReport } from '#server/platform/db/snapshot.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { jobKinds } from '../job-kinds.ts';

/** Restores an archive, sealed or not, into the schema that it came from; newer migrations are the caller's. */
export async function restoreInto(
  { owner, appRole }: { readonly owner: ConnectionSettings; readonly appRole: string },
  files: SnapshotTarget['files'],
  from: Pick<SnapshotTarget, 'onKey' | 'onProgress'> & {
    readonly archive: Readable;
    readonly key: Uint8Array | undefined;
  },
): Promise<SnapshotReport> {
  return readSnapshot(opened(from.archive, from.key), {
    database: owner,
    files,
    knownMigrations: await migrationNames(),
    prepare: async (migrations) => {
      await migrate(owner, appRole, migrations.at(-1));
      await installJobs(owner, appRole, jobKinds);
    },
    onKey: from.onKey,
    onProgress: from.onProgress,
  });
}
