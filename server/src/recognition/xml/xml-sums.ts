import type { XmlInvoice } from './xml-invoice.ts';

/** Each sum may be rounded by itself. */
const tolerance = 2;

/** Whether the sums of an electronic invoice cannot be right: net and VAT are not the total, or the rates not the VAT. */
export function hasWrongSums({ totalInCents, exclInCents, vatInCents, sums, taxes }: XmlInvoice): boolean {
  if (totalInCents === null || exclInCents === null || vatInCents === null) return false;
  const gross = exclInCents + vatInCents;
  // A file without a total of its own gives what is left to pay.
  const payable = gross - (sums.prepaidInCents ?? 0) + (sums.roundingInCents ?? 0);
  if (!isNear(totalInCents, gross) && !isNear(totalInCents, payable)) return true;
  const rates = taxes.map((tax) => tax.vatInCents);
  const isWhole = rates.length > 0 && rates.every((cents) => cents !== null);
  const ofRates = rates.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  return isWhole && !isNear(ofRates, vatInCents, tolerance + rates.length);
}

function isNear(one: number, other: number, within = tolerance): boolean {
  return Math.abs(one - other) <= within;
}
