/** Where the open item stands among those that are shown, and which ones are beside it. */
export interface Place<R> {
  /** Its index, or where it stood when it left the list. */
  readonly at: number;
  readonly isListed: boolean;
  readonly next: R | undefined;
  readonly previous: R | undefined;
  /** From 1. */
  readonly page: number;
}

/**
 * Finds an item and its neighbours; one that left the list keeps its place, so that 'next' goes on where one was.
 */
export function placeOf<R extends { readonly id: string }>(
  rows: readonly R[],
  id: string | undefined,
  lastAt: number,
  size: number,
): Place<R> {
  const index = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  const isListed = index >= 0;
  const at = isListed ? index : Math.min(lastAt, rows.length);
  return {
    at,
    isListed,
    next: id === undefined ? rows[0] : rows[isListed ? at + 1 : at],
    previous: id === undefined ? undefined : rows[at - 1],
    page: Math.floor(Math.min(at, Math.max(0, rows.length - 1)) / size) + 1,
  };
}
