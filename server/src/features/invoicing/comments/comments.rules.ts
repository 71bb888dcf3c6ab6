import { formatStamp } from '#contract/dates.ts';
import type { FieldCode } from '#contract/problem.ts';
import { maxCommentCharacters } from '#contract/invoicing/invoices.ts';

/** What is wrong with a text that replaces another, or undefined (§C7). Counted in UTF-16 units, as browsers do. */
export function commentsProblem(stored: string, sent: string): FieldCode | undefined {
  if (sent.length > maxCommentCharacters) return 'too-long';
  return sent.trim() === '' || sent === stored ? 'unchanged' : undefined;
}

const stampLine = /^\n?\d{2}-\d{2}-\d{4} \d{2}:\d{2} CES?T \S.*\n/;

/**
 * What a text that replaces another comes to as an entry: the words that were added behind what was there, without their
 * stamp, or the whole text where older words were changed too (§C7).
 */
export function entryOf(stored: string, sent: string): { readonly isEdited: boolean; readonly text: string } {
  if (!sent.startsWith(stored)) return { isEdited: true, text: sent };
  const added = sent.slice(stored.length);
  return { isEdited: false, text: added.replace(stampLine, '').trim() || added.trim() };
}

/** The remarks with one more, stamped like those that people type: `21-11-2026 14:05 CET Naam` (§C7). */
export function withRemark(
  stored: string,
  remark: { readonly at: Date; readonly name: string; readonly text: string },
): string {
  const stamped = `${formatStamp(remark.at)} ${remark.name}\n${remark.text.trim()}`;
  return stored === '' ? stamped : `${stored}\n${stamped}`;
}
