import { formatStamp } from '#contract/dates.ts';
import { maxCommentCharacters } from '#contract/invoicing/invoices.ts';

/** The line before a person's comment: `21-11-2026 14:05 CET Sanne de Wit` (§C7). */
export function stampOf(now: Date, name: string): string {
  return `${formatStamp(now)} ${name}`;
}

/** The whole text with a comment added: the stamp on a new line, the words below it (§C7). */
export function withComment(stored: string, stamp: string, words: string): string {
  const start = stored === '' || stored.endsWith('\n') ? stored : `${stored}\n`;
  return `${start}${stamp}\n${words}`;
}

/** What to do when the field is left. */
export type LeaveResult = 'unchanged' | 'too-long' | 'save';

/** Checks a comment when its field is left; `whole` is the text that it would make. */
export function checkOnLeave(words: string, whole: string): LeaveResult {
  if (words.trim() === '') return 'unchanged';
  return whole.length > maxCommentCharacters ? 'too-long' : 'save';
}

/** Characters that may still be added; negative when there are too many. Counted as browsers do. */
export function remaining(text: string): number {
  return maxCommentCharacters - text.length;
}

const stampLine = /^\d{2}-\d{2}-\d{4} \d{2}:\d{2} CES?T \S.*$/;

/** The number of comments in a text: its stamps, or one for text without any. */
export function commentCount(text: string): number {
  const stamps = text.split('\n').filter((line) => stampLine.test(line)).length;
  return stamps === 0 && text.trim() !== '' ? 1 : stamps;
}

/** The words that a draft adds: a draft of before there were entries holds the whole text, with a stamp. */
export function wordsOfDraft(stored: string, draft: string): string {
  const lines = draft.split('\n');
  const last = lines.findLastIndex((line) => stampLine.test(line));
  if (last >= 0) return lines.slice(last + 1).join('\n');
  return stored !== '' && draft.startsWith(stored) ? draft.slice(stored.length).trimStart() : draft;
}
