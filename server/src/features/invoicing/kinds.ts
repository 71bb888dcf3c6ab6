import { formatMoney } from '#contract/money.ts';
import { formatDay } from '#contract/dates.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { OwnerKind } from '#server/features/annotations/index.ts';
import type { HistoryKind, Searcher } from '#server/features/core/index.ts';
import { noteUsage } from '#server/features/documents/index.ts';
import { companyOf, documentOf, find } from './invoices/invoices.repository.ts';

/** The records of this area that have a history. */
export const invoiceHistory: readonly HistoryKind[] = [
  { entity: invoices.permission, companyOf: ({ db, scope }, id) => companyOf(db, scope, id) },
];

/** Notes and attachments hang on invoices. Each extra file is billed once, with the invoice's document (§I6). */
export const invoiceOwner: OwnerKind = {
  permission: invoices.permission,
  companyOf: ({ db, scope }, id) => companyOf(db, scope, id),
  async onAttached(tx, ctx, { id, entityId, companyId }) {
    const documentId = await documentOf(tx, companyId, entityId);
    if (documentId !== undefined)
      await noteUsage(tx, 'attachment', { companyId, documentId, subjectId: id }, ctx.now());
  },
};

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
