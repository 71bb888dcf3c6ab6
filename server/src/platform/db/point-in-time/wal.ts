import { readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

/** Finished WAL comes in segments of this size, the usual one of PostgreSQL. */
const segmentBytes = 16 * 1024 * 1024;
const segmentShape = /^[0-9A-F]{24}$/;
const segmentsInLog = 0x1_0000_0000 / segmentBytes;

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)];
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Whether this is the name of a segment. */
export function isSegment(name: string): boolean {
  return segmentShape.test(name);
}

/** The name of the segment that follows, on the same timeline. */
export function nextSegment(name: string): string {
  const number =
    Number.parseInt(name.slice(8, 16), 16) * segmentsInLog + Number.parseInt(name.slice(16), 16) + 1;
  const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, '0');
  return name.slice(0, 8) + hex(Math.floor(number / segmentsInLog)) + hex(number % segmentsInLog);
}

/** The names of what the server finished and nobody archived yet, the oldest first. */
export async function listFinished(cluster: string): Promise<string[]> {
  const names = await readdir(statusFolder(cluster));
  return names
    .filter((name) => name.endsWith('.ready'))
    .map((name) => name.slice(0, -'.ready'.length))
    .toSorted();
}

const statusFolder = (cluster: string) => join(cluster, 'pg_wal/archive_status');

/** Tells the server that it may use the room of a segment again, as its own archiver does. */
export async function markArchived(cluster: string, name: string): Promise<void> {
  const path = join(statusFolder(cluster), name);
  await rename(`${path}.ready`, `${path}.done`);
}

/** A finished segment, compressed. One that ended early has zeros at its end: they are left out. */
export async function readSegment(cluster: string, name: string): Promise<Buffer> {
  const bytes = await readFile(join(cluster, 'pg_wal', name));
  if (bytes.length !== segmentBytes) throw new Error(`${name} of the WAL has ${bytes.length} bytes`);
  return compress(bytes.subarray(0, usedBytes(bytes)), level);
}

const zeros = Buffer.alloc(64 * 1024);

function usedBytes(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes.subarray(end - zeros.length, end).equals(zeros)) end -= zeros.length;
  return end;
}

/** Lays a segment where a recovery finds it; zeros at its end take no room. */
export async function placeSegment(cluster: string, name: string, compressed: Uint8Array): Promise<void> {
  const path = join(cluster, 'pg_wal', name);
  await writeFile(path, await decompress(compressed), { mode: 0o600 });
  await truncate(path, segmentBytes);
}
