import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Services } from '#server/platform/context.ts';
import type { ExportedFile } from './exported-batch.ts';
import type { Delivered } from './targets.ts';

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

/**
 * The files of a delivery as they lie in a folder, in their order: a receiver may take a UBL as soon as it is there, so
 * that its picture comes first. Those of a second version have names of their own.
 */
export function filesIn(filename: string, bytes: Uint8Array, version: number): ExportedFile[] {
  if (!filename.endsWith('.zip')) return [{ name: filename, bytes }];
  const suffix = version === 1 ? '' : `-${version}`;
  return Object.entries(unzipSync(bytes)).map(([name, content]) => {
    const end = name.lastIndexOf('.');
    return { name: `${name.slice(0, end)}${suffix}${name.slice(end)}`, bytes: content };
  });
}

/**
 * Writes files under temporary names and renames each when it is whole. What is there with the same bytes stays; with
 * others nothing is written over it. Once one file is in place a failure leaves open what arrived.
 */
export async function writeFiles(path: string, files: readonly ExportedFile[]): Promise<Delivered> {
  let inPlace = 0;
  try {
    await mkdir(path, { recursive: true });
    const present = new Map<string, boolean>();
    for (const file of files) present.set(file.name, await isThere(path, file));
    for (const file of files) {
      if (present.get(file.name) !== true) await writeWhole(path, file);
      inPlace += 1;
    }
    return { outcome: 'delivered', receipt: `${path} (${files.length})` };
  } catch (error) {
    const receipt = error instanceof Error ? error.message.slice(0, 500) : '';
    if (error instanceof OtherContent) return { outcome: inPlace > 0 ? 'unknown' : 'refused', receipt };
    return { outcome: inPlace > 0 ? 'unknown' : 'not-reached', receipt };
  }
}

/** Whether every file lies there with its bytes: then a delivery that was interrupted has arrived. */
export async function areThere(path: string, files: readonly ExportedFile[]): Promise<boolean> {
  try {
    for (const file of files) if (!(await isThere(path, file))) return false;
    return true;
  } catch {
    return false;
  }
}

class OtherContent extends Error {}

async function isThere(path: string, { name, bytes }: ExportedFile): Promise<boolean> {
  const present = await readFile(join(path, name)).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (present === null) return false;
  if (!present.equals(bytes)) throw new OtherContent(`${name}: another file has this name`);
  return true;
}

async function writeWhole(path: string, { name, bytes }: ExportedFile): Promise<void> {
  const temporary = join(path, `.${name}.${randomBytes(6).toString('hex')}.part`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(path, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes a small text file, reads it back and removes it; the error of the system where that fails. */
export async function tryFolder(path: string): Promise<string> {
  const name = `balie-test-${randomBytes(6).toString('hex')}.txt`;
  const bytes = Buffer.from('Balie\n');
  try {
    await mkdir(path, { recursive: true });
    await writeWhole(path, { name, bytes });
    const isSame = (await readFile(join(path, name))).equals(bytes);
    await rm(join(path, name));
    return isSame ? '' : name;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : String(error);
  }
}
