import { formatMoney } from '#contract/money.ts';
import { formatDay } from '#contract/dates.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { HistoryKind, Searcher } from '#server/features/core/index.ts';
import { companyOf, find } from './invoices/invoices.repository.ts';

/** The records of this area that have a history. */
export const invoiceHistory: readonly HistoryKind[] = [
  { entity: invoices.permission, companyOf: ({ db, scope }, id) => companyOf(db, scope, id) },
];

/** Invoices by document, number, supplier and description, whatever their state, for the one search. */
export const invoiceSearchers: readonly Searcher[] = [
  {
    kind: invoices.permission,
    async find({ db, scope, language }, words, most) {
      const found = await find(db, scope, words, most);
      return found.map(({ id, documentId, creditorName, invoiceDate, totalAmount, currency }) => ({
        id,
        parentId: null,
        title: [creditorName, documentId].filter((text) => text !== '').join(' · '),
        subtitle: `${formatDay(invoiceDate)} · ${formatMoney(totalAmount, currency, language)}`,
      }));
    },
  },
];
