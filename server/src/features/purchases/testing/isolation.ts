import type { Isolation } from '#server/app/testing/isolation-types.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { buildOrder } from '#server/features/workorders/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';

export const purchaseIsolation: Isolation = {
  foreign: {
    '/api/fmmodule/order-links/:id': async ({ db }, { companyId }) =>
      (await buildInvoice(db, { companyId, documentId: newId() })).id,
    '/api/comceptum/work-order-purchases/:id': async ({ db }, { companyId }) =>
      (await buildOrder(db, { companyId })).id,
  },
  bodies: { '/api/fmmodule/order-links': { links: [] } },
  also: {
    'fmmodule.invoices': ['comceptum.orderlines.readpurchase'],
    'comceptum.workorders': ['comceptum.orderlines.readpurchase'],
  },
};
