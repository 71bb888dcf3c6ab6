import type { StoredLine } from '../stored-invoices.ts';

/** A line of an invoice: two licences of € 100,00 for October 2026. */
export const buildLine = (change: Partial<StoredLine> = {}): StoredLine => ({
  customerAgreementId: 'a',
  priceAgreementId: 'p',
  description: 'Licentie, oktober 2026',
  invoiceType: 0,
  cycleInMonths: 1,
  from: '2026-10-01',
  to: '2026-10-31',
  kind: null,
  quantity: 2,
  price: 10_000,
  days: 31,
  periodDays: 31,
  amount: 20_000,
  ...change,
});
