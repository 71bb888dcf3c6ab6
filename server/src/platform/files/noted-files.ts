import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Files, sha256Shape } from './files.ts';

/**
 * Leaves an empty file with the name of each file that is stored, in a folder where an archive finds what is new. It is
 * there before the caller knows that its file is stored, so before any record names that.
 */
export function notingFiles<F extends Files>(files: F, folder: string): F {
  const note = async (sha256: string): Promise<void> => {
    const write = () => writeFile(join(folder, sha256), '', { mode: 0o600 });
    await write().catch(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write();
    });
  };
  return {
    ...files,
    async put(bytes) {
      const sha256 = await files.put(bytes);
      await note(sha256);
      return sha256;
    },
    async putStream(pieces) {
      const stored = await files.putStream(pieces);
      await note(stored.sha256);
      return stored;
    },
  };
}

/** The SHA-256 of the files that were noted and not forgotten, in no order. */
export async function listNoted(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return (await readdir(folder)).filter((name) => sha256Shape.test(name));
}

/** Takes a note away, as its file is archived. */
export async function forgetNote(folder: string, sha256: string): Promise<void> {
  await rm(join(folder, sha256), { force: true });
}
