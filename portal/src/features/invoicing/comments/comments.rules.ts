import { formatStamp } from '#contract/dates.ts';
import { maxCommentCharacters } from '#contract/invoicing/invoices.ts';

/** The line before a person's comment: `21-11-2026 14:05 CET Sanne de Wit` (§C7). */
export function stampOf(now: Date, name: string): string {
  return `${formatStamp(now)} ${name}`;
}

/** The text with a stamp on a new line, and an empty line below it. */
export function withStamp(original: string, stamp: string): string {
  const start = original === '' || original.endsWith('\n') ? original : `${original}\n`;
  return `${start}${stamp}\n`;
}

/**
 * The content of the field after a change. What is typed first goes behind a new stamp at the end of the original,
 * wherever the caret was; deleting adds no stamp (product 1.4).
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

/** What to do when the field is left. */
export type LeaveResult = 'unchanged' | 'too-long' | 'save';

/** Checks the text when the field is left. A stamp without words below it is no change. */
export function checkOnLeave(original: string, text: string, stamp: string | undefined): LeaveResult {
  const bare = text.trimEnd();
  const isOnlyStamp = stamp !== undefined && bare === withStamp(original, stamp).trimEnd();
  if (bare === '' || text === original || isOnlyStamp) return 'unchanged';
  return text.length > maxCommentCharacters ? 'too-long' : 'save';
}

/** Characters that may still be added; negative when there are too many. Counted as browsers do. */
export function remaining(text: string): number {
  return maxCommentCharacters - text.length;
}

/** Appends the person's own part to what somebody else saved in the meantime (§C7). */
export function appendOwn(original: string, text: string, stored: string): string {
  const own = ownPart(original, text);
  if (stored === '') return own;
  return stored.endsWith('\n') ? stored + own : `${stored}\n${own}`;
}

function ownPart(original: string, text: string): string {
  if (text.startsWith(original)) return text.slice(original.length).replace(/^\n/, '');
  // Older text was changed as well: everything from the first changed line counts as their own.
  let same = 0;
  while (same < original.length && original[same] === text[same]) same += 1;
  return text.slice(text.lastIndexOf('\n', same) + 1);
}

const stampLine = /^\d{2}-\d{2}-\d{4} \d{2}:\d{2} CES?T \S.*$/;

/** The number of comments in a text: its stamps, or one for text without any. */
export function commentCount(text: string): number {
  const stamps = text.split('\n').filter((line) => stampLine.test(line)).length;
  return stamps === 0 && text.trim() !== '' ? 1 : stamps;
}
