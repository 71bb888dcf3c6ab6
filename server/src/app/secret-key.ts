import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from '#server/platform/start-problem.ts';

/**
 * The key that seals secrets in the database, stored outside it (§J1): `BALIE_SECRET_KEY`, else a file of mode 0600
 * in the data folder, made on first use.
 */
export async function readSecretKey(dataFolder: string, given: string | undefined): Promise<Uint8Array> {
  if (given !== undefined) return createHash('sha256').update(given).digest();
  return Buffer.from(
    await secretFile(dataFolder, 'secret-key', () => randomBytes(32).toString('hex')),
    'hex',
  );
}

/** A text in the data folder that only its owner can read, made on first use. */
export async function secretFile(dataFolder: string, name: string, make: () => string): Promise<string> {
  const path = join(dataFolder, name);
  try {
    // Others may pass through, as the database's account must under root; each file guards itself.
    await mkdir(dataFolder, { recursive: true, mode: 0o711 });
    // `wx`: of two processes that start together, one makes it and the other reads it.
    await writeFile(path, make(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await chmod(path, 0o600);
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartProblem('data-unwritable', { folder: dataFolder, why });
  }
}
