/**
 * Whether an error says that there is no room: the disk, the quota of the user or the disk of the database. Also where it
 * is the cause of another one.
 */
export function isStorageFull(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && codes.has(each.code)) return true;
  }
  return false;
}

// The last one is PostgreSQL's `disk_full`.
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);
