import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import type { ExportedFile } from './exported-batch.ts';
import type { Delivered } from './targets.ts';

/** A place where files lie under names: a folder of the server, or one of another machine. */
export interface FileStore {
  /** What the place is called, for people. */
  readonly name: string;
  /** A rename whose answer was lost may have happened: it is on another machine. */
  readonly isRemote: boolean;
  /** Makes the folder where it is not there. */
  prepare(): Promise<void>;
  /** The bytes of a file; null where there is none. */
  read(name: string): Promise<Buffer | null>;
  /** Writes a new file whole; fails where one has the name. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A file that is not there is fine. */
  remove(name: string): Promise<void>;
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
export async function writeFiles(store: FileStore, files: readonly ExportedFile[]): Promise<Delivered> {
  const state = { inPlace: 0, isRenaming: false };
  try {
    await store.prepare();
    const present = new Map<string, boolean>();
    for (const file of files) present.set(file.name, await isThere(store, file));
    for (const file of files) {
      if (present.get(file.name) !== true) await writeWhole(store, file, state);
      state.inPlace += 1;
    }
    return { outcome: 'delivered', receipt: `${store.name} (${files.length})` };
  } catch (error) {
    const receipt = error instanceof Error ? error.message.slice(0, 500) : '';
    const isOpen = state.inPlace > 0 || (store.isRemote && state.isRenaming);
    if (error instanceof OtherContent) return { outcome: isOpen ? 'unknown' : 'refused', receipt };
    return { outcome: isOpen ? 'unknown' : 'not-reached', receipt };
  }
}

/** Whether every file lies there with its bytes: then a delivery that was interrupted has arrived. */
export async function areThere(store: FileStore, files: readonly ExportedFile[]): Promise<boolean> {
  try {
    for (const file of files) if (!(await isThere(store, file))) return false;
    return true;
  } catch {
    return false;
  }
}

class OtherContent extends Error {}

async function isThere(store: FileStore, { name, bytes }: ExportedFile): Promise<boolean> {
  const present = await store.read(name);
  if (present === null) return false;
  if (!present.equals(bytes)) throw new OtherContent(`${name}: another file has this name`);
  return true;
}

async function writeWhole(
  store: FileStore,
  { name, bytes }: ExportedFile,
  state: { isRenaming: boolean },
): Promise<void> {
  const temporary = `.${name}.${randomBytes(6).toString('hex')}.part`;
  state.isRenaming = false;
  try {
    await store.write(temporary, bytes);
    state.isRenaming = true;
    await store.rename(temporary, name);
    state.isRenaming = false;
  } catch (error) {
    await store.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/** Writes a small text file, reads it back and removes it; the error of the system where that fails. */
export async function tryStore(store: FileStore): Promise<string> {
  const name = `balie-test-${randomBytes(6).toString('hex')}.txt`;
  const bytes = Buffer.from('Balie\n');
  try {
    await store.prepare();
    await writeWhole(store, { name, bytes }, { isRenaming: false });
    const isSame = (await store.read(name))?.equals(bytes) === true;
    await store.remove(name);
    return isSame ? '' : name;
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : String(error);
  }
}
