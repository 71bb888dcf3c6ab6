import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '#server/platform/context.ts';
import type { FileStore } from './file-store.ts';

/** A folder of the server below one that the operator named; each company has its own (decision 0144). */
export interface FolderPlace {
  readonly companyId: string;
  readonly folderRoot: string;
  /** Checked by the contract: nothing that leads out of it. */
  readonly folder: string;
}

/** The path of a place; undefined where the operator named no such folder. */
export function pathOf(
  { deliveryFolders }: Pick<Services, 'deliveryFolders'>,
  { companyId, folderRoot, folder }: FolderPlace,
): string | undefined {
  const root = Object.hasOwn(deliveryFolders, folderRoot) ? deliveryFolders[folderRoot] : undefined;
  return root === undefined ? undefined : join(root, companyId, folder);
}

/** A folder of the server. */
export function folderStore(path: string): FileStore {
  return {
    name: path,
    isRemote: false,
    async prepare() {
      await mkdir(path, { recursive: true });
    },
    read: (name) =>
      readFile(join(path, name)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }),
    async write(name, bytes) {
      const file = await open(join(path, name), 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    rename: (from, to) => rename(join(path, from), join(path, to)),
    remove: (name) => rm(join(path, name), { force: true }),
  };
}
