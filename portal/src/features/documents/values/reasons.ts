import type { Text } from '#portal/kit/text.ts';

/** Codes with a detail behind a colon. */
const detailed = new Set([
  'label',
  'repeated',
  'days-before-due',
  'days-after-date',
  'kvk',
  'vat-id',
  'iban',
  'name',
  'memory',
  'usual-term',
  'trigger',
  'user',
]);
/** Codes without a detail. */
const plain = new Set([
  'xml',
  'sum',
  'sum-untaxed',
  'sums-differ',
  'two-rates',
  'largest-amount',
  'number-shape',
  'reference-shape',
  'near-the-top',
  'beside-number',
  'known-creditor',
  'legal-form',
  'large-letters',
  'first-line',
  'near-contact',
  'domain',
  'no-currency',
  'period',
  'term',
  'new-layout',
  'shared-layout',
  'trigger',
  'user',
  'conflict',
  'agreement',
]);

/**
 * Why a value was read so, in words: `label:Factuurnummer` is 'bij ‘Factuurnummer’'. An unknown code gives an empty
 * text instead of the code.
 */
export function reasonWords(code: string, text: Text): string {
  const colon = code.indexOf(':');
  const [kind, of] = colon < 0 ? [code, ''] : [code.slice(0, colon), code.slice(colon + 1)];
  if (of !== '' && detailed.has(kind)) {
    const key = `documentsWork.reason.about.${kind}`;
    const count = Number(of);
    return text(key, { of, ...(Number.isInteger(count) && /^\d{1,3}$/.test(of) ? { count } : {}) });
  }
  return plain.has(kind) ? text(`documentsWork.reason.${kind}`) : '';
}

/** The strongest reasons come first; nobody reads more. */
const maxReasons = 3;

/** The reasons of a value in one line. */
export function reasonsLine(codes: readonly string[], text: Text): string {
  return [...new Set(codes.map((code) => reasonWords(code, text)).filter(Boolean))]
    .slice(0, maxReasons)
    .join(', ');
}
