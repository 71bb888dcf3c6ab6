import type { EInvoiceDifference } from '#contract/invoicing/deliveries.ts';
import { bareCode } from '#contract/identifiers.ts';
import { type EInvoice, nameKey } from '#server/features/documents/index.ts';
import { centsToDecimal } from '#server/platform/xml/ubl.ts';
import { type ExportedInvoice, exclOf } from '../exports/exported-invoice.ts';

/**
 * Where an invoice as approved differs from the e-invoice that came in: number, day, currency, amounts, IBAN and
 * supplier. Without any the file goes on as it came.
 */
export function differencesOf(invoice: ExportedInvoice, eInvoice: EInvoice): EInvoiceDifference[] {
  const { creditor, totalInCents, exclInCents, vatInCents } = invoice;
  const money = (cents: number | null) => (cents === null ? '' : centsToDecimal(cents));
  const excl = exclOf(invoice);
  const pairs: readonly (readonly [EInvoiceDifference['field'], approved: string, original: string])[] = [
    ['number', invoice.invoiceNumber.trim(), (eInvoice.number ?? '').trim()],
    ['date', invoice.invoiceDate, eInvoice.date ?? ''],
    ['currency', invoice.currency, eInvoice.currency ?? ''],
    ['total', money(totalInCents), money(eInvoice.totalInCents)],
    // Without amounts of its own the invoice says nothing else.
    ['excl', money(exclInCents ?? eInvoice.exclInCents), money(eInvoice.exclInCents)],
    [
      'vat',
      money(vatInCents ?? (exclInCents === null ? eInvoice.vatInCents : totalInCents - excl)),
      money(eInvoice.vatInCents),
    ],
    ['iban', bareCode(creditor.iban ?? ''), bareCode(eInvoice.iban ?? '')],
  ];
  const differences = pairs.flatMap(([field, approved, original]) =>
    approved === original ? [] : [{ field, approved, original }],
  );
  if (isSameSupplier(creditor, eInvoice.seller)) return differences;
  return [
    ...differences,
    { field: 'supplier', approved: creditor.name, original: eInvoice.seller.names[0] ?? '' },
  ];
}

// By number where both have one, else by name.
function isSameSupplier(
  { name, kvk, vatId }: ExportedInvoice['creditor'],
  seller: EInvoice['seller'],
): boolean {
  if (kvk !== null && seller.kvk !== null) return kvk === seller.kvk;
  if (vatId !== null && seller.vatId !== null) return bareCode(vatId) === bareCode(seller.vatId);
  return seller.names.some((one) => nameKey(one) === nameKey(name));
}
