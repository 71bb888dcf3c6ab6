/** A moment to the second as names of files have it, so that they sort by time: `20261126T180005Z`. */
export function stampOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
