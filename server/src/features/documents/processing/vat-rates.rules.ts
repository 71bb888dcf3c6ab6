import type { FoundVatRate } from '#contract/documents/properties.ts';
import type { RecognisedVatRate } from '#server/recognition/index.ts';

/**
 * VAT by rate as it was read, while it comes to the VAT of the document in cents: a person may have corrected that one
 * since.
 */
export function ratesOf(read: readonly RecognisedVatRate[] | null, vat: string | undefined): FoundVatRate[] {
  const sum = (read ?? []).reduce((cents, { vatInCents }) => cents + vatInCents, 0);
  if (read === null || vat === undefined || sum !== Number(vat)) return [];
  return read.map((one) => ({ ...one, box: one.box && [...one.box] }));
}

/** The chosen VAT among values that were read. */
export function vatOf(
  properties: readonly { readonly property: string; readonly value: string }[],
): string | undefined {
  return properties.find(({ property }) => property === 'vat')?.value || undefined;
}
