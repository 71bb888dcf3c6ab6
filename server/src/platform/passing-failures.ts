import { ConnectionLost } from './db/connection-lost.ts';
import { FilesUnreachable } from './files/bucket-place.ts';
import { isStorageFull } from './storage-full.ts';

/**
 * Whether work failed by what passes without anybody changing the work: no room on a disk, a database or a bucket that
 * is away.
 * Jobs wait for its end however often they were tried (§J11).
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof FilesUnreachable || isStorageFull(error);
}
