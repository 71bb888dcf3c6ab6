/**
 * The rows of a list with those that left it while it was open, each still behind the row that it stood behind; what the
 * person decided themselves is gone at once.
 */
export function withGone<R extends { readonly id: string }>(
  before: readonly R[],
  now: readonly R[],
  own: ReadonlySet<string>,
): { readonly rows: readonly R[]; readonly gone: ReadonlySet<string> } {
  const listed = new Set(now.map(({ id }) => id));
  const rows = [...now];
  const gone = new Set<string>();
  for (const [index, row] of before.entries()) {
    if (listed.has(row.id) || own.has(row.id)) continue;
    gone.add(row.id);
    const behind = before.slice(0, index).findLast(({ id }) => rows.some((one) => one.id === id));
    rows.splice(behind ? rows.findIndex(({ id }) => id === behind.id) + 1 : 0, 0, row);
  }
  return { rows, gone };
}
