import type { PickedPage } from '#server/platform/pdf/pages.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const picked = (page: number, turn = 0): PickedPage => ({ file: 0, page, turn });

/** The pages of each part when a new one starts at each of these; null when one of them is not a page to start at. */
export function splitPages(pageCount: number, before: readonly number[]): PickedPage[][] | null {
  const starts = [...new Set(before)].toSorted((a, b) => a - b);
  if (starts.some((start) => start < 2 || start > pageCount)) return null;
  return [1, ...starts].map((start, at) =>
    range(start, (starts[at] ?? pageCount + 1) - 1).map((page) => picked(page)),
  );
}

/** All pages, some of them turned; null when one of these is not there. */
export function turnedPages(
  pageCount: number,
  pages: readonly number[],
  degrees: number,
): PickedPage[] | null {
  if (pages.some((page) => page > pageCount)) return null;
  return range(1, pageCount).map((page) => picked(page, pages.includes(page) ? degrees : 0));
}

/** What stays when these go; null when one of them is not there. */
export function remainingPages(pageCount: number, removed: readonly number[]): PickedPage[] | null {
  if (removed.some((page) => page > pageCount)) return null;
  return range(1, pageCount)
    .filter((page) => !removed.includes(page))
    .map((page) => picked(page));
}

/** The name of a part: `bundel.pdf`, `bundel (2).pdf`. What page work makes is a PDF, whatever it was made of. */
export function partName(filename: string, part: number): string {
  const stem = filename.replace(/\.[^.]{1,5}$/, '');
  return part === 1 ? `${stem}.pdf` : `${stem} (${part}).pdf`;
}
