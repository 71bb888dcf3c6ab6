import { documentReasons, type DocumentReason } from '#contract/documents/documents.ts';
import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';

/** The stored reason of a rejected document, with the values that a person named. */
export function rejectedReason(wrong: readonly DocumentProperty[]): string {
  const named = documentProperty.options.filter((property) => wrong.includes(property));
  return named.length === 0 ? 'rejected' : `rejected:${named.join(',')}`;
}

/** The reasons in sentences, for people; empty without any. A stored one may name what it speaks of. */
export function reasonText(language: Language, reasons: readonly string[]): string {
  const known = reasons.filter((reason) => knownReasons([reason]).length > 0);
  // A blank page explains why nothing was found on it.
  const isBlank = known.includes('no-text');
  const missing = missingParts.filter(({ reason }) => known.includes(reason));
  const others = known.filter((one) => missingParts.every(({ reason }) => reason !== one));
  if (isBlank || missing.length < 2) return sentencesOf(language, isBlank ? others : known);
  const names = new Intl.ListFormat(language).format(missing.map(({ name }) => sentence(language, name)));
  return [sentencesOf(language, others), sentence(language, 'document-not-found', { names })]
    .filter(Boolean)
    .join(' ');
}

/** What an invoice lacks is named in one sentence. */
const missingParts = [
  { reason: 'no-number', name: 'part-number' },
  { reason: 'no-date', name: 'part-date' },
  { reason: 'no-total', name: 'part-total' },
  { reason: 'no-administration', name: 'part-administration' },
] as const;

function sentencesOf(language: Language, reasons: readonly string[]): string {
  return reasons
    .map((reason) => {
      const colon = reason.indexOf(':');
      if (colon < 0) return sentence(language, `document-${reason}`);
      const [code, about] = [reason.slice(0, colon), reason.slice(colon + 1)];
      const names =
        code === 'rejected'
          ? about
              .split(',')
              .map((property) => sentence(language, `property-${property}`))
              .join(', ')
          : about;
      return sentence(language, `${code}-named`, { names });
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
