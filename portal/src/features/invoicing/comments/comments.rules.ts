import { formatStamp } from '#contract/dates.ts';
import { maxCommentCharacters } from '#contract/invoicing/invoices.ts';

/** What stands before one's own words: `21-11-2026 14:05 CET Sanne de Wit` (§C7). */
export function stampOf(now: Date, name: string): string {
  return `${formatStamp(now)} ${name}`;
}

/** The text with a stamp on a new line, and room for the words below it. */
export function withStamp(original: string, stamp: string): string {
  const start = original === '' || original.endsWith('\n') ? original : `${original}\n`;
  return `${start}${stamp}\n`;
}

/**
 * What stands in the field after a change. The first thing typed in a text that is still the original goes behind a
 * new stamp at its end, wherever the caret stood; taking letters away adds none (product 1.4).
 */
export function afterTyping(original: string, before: string, now: string, stamp: string): string {
  if (before !== original || now.length <= before.length) return now;
  return withStamp(original, stamp) + insertedIn(before, now);
}

function insertedIn(before: string, now: string): string {
  let start = 0;
  while (start < before.length && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before[before.length - 1 - end] === now[now.length - 1 - end])
    end += 1;
  return now.slice(start, now.length - end);
}

/** What leaving the field means: nothing new, too much, or something to save. */
export type Verdict = 'unchanged' | 'too-long' | 'save';

/** Judges the text when the field is left. A stamp without words below it is nothing new. */
export function judge(original: string, text: string, stamp: string | undefined): Verdict {
  const bare = text.trimEnd();
  const isOnlyStamp = stamp !== undefined && bare === withStamp(original, stamp).trimEnd();
  if (bare === '' || text === original || isOnlyStamp) return 'unchanged';
  return text.length > maxCommentCharacters ? 'too-long' : 'save';
}

/** Characters that may still be added; negative when there are too many. Counted as browsers do. */
export function remaining(text: string): number {
  return maxCommentCharacters - text.length;
}

/** The person's own part put behind what somebody else saved in the meantime (§C7). */
export function rejoin(original: string, text: string, stored: string): string {
  const own = ownPart(original, text);
  if (stored === '') return own;
  return stored.endsWith('\n') ? stored + own : `${stored}\n${own}`;
}

function ownPart(original: string, text: string): string {
  if (text.startsWith(original)) return text.slice(original.length).replace(/^\n/, '');
  // Old text was changed as well: all from the first line that differs is taken as own.
  let same = 0;
  while (same < original.length && original[same] === text[same]) same += 1;
  return text.slice(text.lastIndexOf('\n', same) + 1);
}

const stampLine = /^\d{2}-\d{2}-\d{4} \d{2}:\d{2} CES?T \S.*$/;

/** How many remarks a text holds: its stamps, and one more for text without any. */
export function remarkCount(text: string): number {
  const stamps = text.split('\n').filter((line) => stampLine.test(line)).length;
  return stamps === 0 && text.trim() !== '' ? 1 : stamps;
}
