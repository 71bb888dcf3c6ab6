const holds = new Set<() => boolean>();

/** Says that a reload would lose something as long as `isBusy` says so, until the returned function is called. */
export function holdPage(isBusy: () => boolean): () => void {
  holds.add(isBusy);
  return () => void holds.delete(isBusy);
}

/** Whether something that was typed, or is being sent, would be lost by a reload. */
export function isPageHeld(): boolean {
  return [...holds].some((isBusy) => isBusy());
}
