import { companies } from '#contract/core/companies.ts';
import { administrations } from '#contract/core/administrations.ts';
import { formatDay } from '#contract/dates.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { formatMoney } from '#contract/money.ts';
import { noteUsage } from '#server/features/documents/index.ts';
import { type HistoryOptions, slice } from '#server/platform/resource/slice.ts';
import { invoicesOfAdministration, invoiceUse } from './company-use.repository.ts';
import { assertSameFirstMonth, assertStaysRealEstate } from '../retention/kept-until.ts';
import { invoiceExport } from './invoices.export.ts';
import { companyOf, documentOf, find } from './invoices.repository.ts';
import { invoiceRoutes } from './invoices.routes.ts';
import { findInvoice } from './invoices.service.ts';

const companyOfInvoice: HistoryOptions['companyOf'] = ({ db, scope }, id) => companyOf(db, scope, id);

export const invoiceSlice = slice({
  resource: invoices,
  service: { find: (ctx, id) => findInvoice(ctx, id) },
  routes: invoiceRoutes,
  history: { companyOf: companyOfInvoice },
  // An invoice is withdrawn with its document, never deleted by itself.
  trash: 'none',
  exports: invoiceExport,
  owner: {
    companyOf: companyOfInvoice,
    // Each extra file is billed once, with the invoice's document (§I6).
    async onAttached(tx, ctx, { id, entityId, companyId }) {
      const documentId = await documentOf(tx, companyId, entityId);
      if (documentId === undefined) return;
      await noteUsage(tx, 'attachment', { companyId, documentId, subjectId: id }, ctx.now());
    },
  },
  // By document, number, supplier and description, in any state.
  search: {
    rank: 6,
    async find({ db, scope, language }, words, max) {
      const found = await find(db, scope, words, max);
      return found.map(({ id, companyId, documentId, creditorName, invoiceDate, totalAmount, currency }) => ({
        id,
        companyId,
        parentId: null,
        title: [creditorName, documentId].filter((text) => text !== '').join(' · '),
        subtitle: `${formatDay(invoiceDate)} · ${formatMoney(totalAmount, currency, language)}`,
      }));
    },
  },
  // What is kept is never kept shorter (§C9).
  onChanged: [
    { target: administrations, fields: ['isRealEstate'], run: assertStaysRealEstate },
    { target: administrations, fields: ['firstMonth'], run: assertSameFirstMonth },
  ],
  blocks: [
    { target: companies, findUse: invoiceUse },
    { target: administrations, findUse: invoicesOfAdministration },
  ],
});
