import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** What a look at all bytes of a file found. */
export interface FileCheck {
  readonly state: 'whole' | 'damaged' | 'missing';
  readonly bytes: number;
}

/** Originals and page images by the SHA-256 of their bytes, in a folder or in a bucket (decision 0170). */
export interface Files {
  /**
   * Keeps the bytes and gives their SHA-256 in hexadecimal; keeping the same bytes twice is one file. The record that
   * points at it must hold the hash in a column whose name ends in `sha256`, or in JSON: the sweep looks only there.
   */
  put(bytes: Uint8Array): Promise<string>;
  /** As `put`, for bytes that come one piece after the other, however many there are; gives their number too. */
  putStream(pieces: AsyncIterable<Uint8Array>): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** The bytes, or null when there is no such file. */
  get(sha256: string): Promise<Buffer | null>;
  /** The bytes as a stream with their length, or null when there is no such file. */
  stream(sha256: string): Promise<{ readonly stream: Readable; readonly bytes: number } | null>;
  /** Reads the whole file and holds its bytes against its name. Fails where the place itself does not answer. */
  check(sha256: string): Promise<FileCheck>;
  /** Removes a file that no record points to any more; nothing if it is deleted already. */
  remove(sha256: string): Promise<void>;
  /** The SHA-256 of all files, in no order; those stored meanwhile may lack. */
  list(): AsyncIterable<string>;
  /** The SHA-256 of the files that were last stored before a moment, in no order. Removes what was left half written. */
  listBefore(moment: Date): AsyncIterable<string>;
  /** Removes a file unless it was stored again since that moment; gives whether it did. */
  removeBefore(sha256: string, moment: Date): Promise<boolean>;
}

/** The name of a file. */
export const sha256Shape = /^[0-9a-f]{64}$/;

/**
 * Files in a folder: written under a temporary name, synced, renamed, so that a name always means complete bytes,
 * also after a power cut.
 */
export function filesInFolder(folder: string): Files {
  const pathOf = (sha256: string): string => {
    if (!sha256Shape.test(sha256)) throw new Error('not a SHA-256');
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  async function store(
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<{ sha256: string; bytes: number }> {
    const temporary = join(folder, `.${randomUUID()}`);
    const hash = createHash('sha256');
    let bytes = 0;
    // Also when it is there already: a fresh one is safe from the sweep until its record is written.
    const file = await inFolder(folder, () => open(temporary, 'wx', 0o600));
    try {
      try {
        for await (const piece of pieces) {
          hash.update(piece);
          bytes += piece.length;
          await file.writeFile(piece);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      const sha256 = hash.digest('hex');
      const path = pathOf(sha256);
      const parent = join(path, '..');
      await inFolder(parent, () => rename(temporary, path));
      await syncFolder(parent);
      return { sha256, bytes };
    } catch (error) {
      // On a full disk half a file would take the space that is needed to recover.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  return {
    async put(bytes) {
      return (await store([bytes])).sha256;
    },
    putStream: store,
    async get(sha256) {
      return readFile(pathOf(sha256)).catch(absent);
    },
    async stream(sha256) {
      const path = pathOf(sha256);
      const present = await stat(path).catch(absent);
      return present && { stream: createReadStream(path), bytes: present.size };
    },
    async check(sha256) {
      const path = pathOf(sha256);
      try {
        return await checkBytes(sha256, createReadStream(path));
      } catch (error) {
        // A sector that the disk cannot read any more is damage of this file only.
        if (isUnreadable(error)) return { state: 'damaged', bytes: 0 };
        absent(error);
        return missingFile;
      }
    },
    async remove(sha256) {
      await rm(pathOf(sha256), { force: true });
    },
    async *list() {
      const names = await readdir(folder, { recursive: true }).catch(absent);
      for (const name of names ?? []) {
        const last = name.split(/[\\/]/).at(-1) ?? '';
        if (sha256Shape.test(last)) yield last;
      }
    },
    async *listBefore(moment) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent);
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const isOld = await isKeptBefore(path, moment);
        if (isOld && sha256Shape.test(entry.name)) yield entry.name;
        if (isOld && entry.name.startsWith('.')) await rm(path, { force: true });
      }
    },
    async removeBefore(sha256, moment) {
      // Nobody may miss a young file for as long as it is aside.
      if (!(await isKeptBefore(pathOf(sha256), moment))) return false;
      // Renamed first: what is stored from now on is a file of its own, which this cannot remove.
      const aside = join(folder, `.${randomUUID()}`);
      const isThere = await rename(pathOf(sha256), aside).then(() => true, absent);
      if (isThere === null) return false;
      if (await isKeptBefore(aside, moment)) {
        await rm(aside);
        return true;
      }
      await rename(aside, pathOf(sha256));
      return false;
    },
  };
}

/** A file that is not there. */
export const missingFile: FileCheck = { state: 'missing', bytes: 0 };

/** Holds bytes against the name that they should have. */
export async function checkBytes(sha256: string, pieces: AsyncIterable<Uint8Array>): Promise<FileCheck> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { state: hash.digest('hex') === sha256 ? 'whole' : 'damaged', bytes };
}

function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EIO';
}

async function isKeptBefore(path: string, moment: Date): Promise<boolean> {
  const found = await stat(path).catch(absent);
  return found !== null && found.mtime < moment;
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

// Folders are made when they are first missed: after a while all of them are there.
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    absent(error);
  }
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  // A folder is on disk once the one that names it is.
  if (first !== undefined) await syncUpTo(join(first, '..'), join(folder, '..'));
  return work();
}

async function syncUpTo(top: string, folder: string): Promise<void> {
  await syncFolder(folder);
  if (folder.length > top.length) await syncUpTo(top, join(folder, '..'));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; there the rename itself is journalled.
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
