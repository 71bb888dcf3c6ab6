import type { Invoice } from '../invoices/invoice.ts';

/** What is held against the earlier invoice, by the names of properties of documents. */
export const compared = ['number', 'date', 'total', 'iban', 'creditor'] as const;
/** One of them. */
export type Compared = (typeof compared)[number];

type Values = Pick<
  Invoice,
  'invoiceNumber' | 'invoiceDate' | 'totalAmount' | 'currency' | 'iban' | 'creditor' | 'creditorId'
>;

/** Which values of two invoices are not the same; of creditors that are known, which one it is and not how it is spelt. */
export function differing(one: Values, other: Values): ReadonlySet<Compared> {
  const isSame: Readonly<Record<Compared, boolean>> = {
    number: one.invoiceNumber === other.invoiceNumber,
    date: one.invoiceDate === other.invoiceDate,
    total: one.totalAmount === other.totalAmount && one.currency === other.currency,
    iban: one.iban === other.iban,
    creditor:
      one.creditorId === null || other.creditorId === null
        ? one.creditor.name === other.creditor.name
        : one.creditorId === other.creditorId,
  };
  return new Set(compared.filter((name) => !isSame[name]));
}
