import { documentReasons, type DocumentReason } from '#contract/documents/documents.ts';
import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';

/** The reasons in sentences, for people; empty without any. */
export function reasonText(language: Language, reasons: readonly DocumentReason[]): string {
  return reasons.map((reason) => sentence(language, `document-${reason}`)).join(' ');
}

/** The stored codes that this version knows. */
export function knownReasons(stored: readonly string[]): DocumentReason[] {
  return documentReasons.filter((reason) => stored.includes(reason));
}
