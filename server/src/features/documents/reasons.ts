import { documentReasons, type DocumentReason } from '#contract/documents/documents.ts';
import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';

/** The reasons in sentences, for people; empty without any. A stored one may name what it speaks of. */
export function reasonText(language: Language, reasons: readonly string[]): string {
  return reasons
    .filter((reason) => knownReasons([reason]).length > 0)
    .map((reason) => {
      const names = /^several-triggers:(.+)$/.exec(reason)?.[1];
      return names === undefined
        ? sentence(language, `document-${reason}`)
        : sentence(language, 'several-triggers-named', { names });
    })
    .join(' ');
}

/** The stored codes that this version knows. */
export function knownReasons(stored: readonly string[]): DocumentReason[] {
  return documentReasons.filter((reason) =>
    stored.some((code) => code === reason || code.startsWith(`${reason}:`)),
  );
}

/** The sentence of a code of the intake log; empty for none. */
export function intakeReasonText(language: Language, code: string): string {
  if (code === '') return '';
  return sentence(
    language,
    documentReasons.some((reason) => reason === code) ? `document-${code}` : `intake-${code}`,
  );
}
