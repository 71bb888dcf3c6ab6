import type { FastifyInstance } from 'fastify';
import { invoices } from '#contract/invoicing/invoices.ts';
import { linkCommand, orderLinks, orderPurchases, purchaseLinks } from '#contract/purchases/order-links.ts';
import { orderLines, workOrderLines } from '#contract/workorders/order-lines.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import type { RecordUse } from '#server/platform/resource/record-links.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { listUses } from './links.repository.ts';
import { findLinks, findPurchases, saveLinks } from './links.service.ts';

/** The links of invoices to orders: neither invoicing nor work orders know the other (decision 0156). */
export const purchaseLinkSlice = slice({
  resource: purchaseLinks,
  service: {},
  routes: purchaseRoutes,
  history: 'none',
  trash: 'none',
  exports: 'none',
  blocks: [
    { target: workOrders, findUse: usedBy((id) => ({ workOrderId: id })) },
    { target: orderLines, findUse: usedBy((id) => ({ orderLineId: id })) },
    { target: workOrderLines, findUse: usedBy((id) => ({ orderLineId: id })) },
  ],
});

function usedBy(of: (id: string) => Parameters<typeof listUses>[2]): RecordUse {
  return async (tx, ctx, { id, companyId }) => {
    const found = await listUses(tx, companyId, of(id));
    const first = ctx.reach(`${invoices.permission}.read`) ? found.slice(0, 5) : [];
    return { count: found.length, first: first.map((one) => ({ resource: invoices.path, ...one })) };
  };
}

function purchaseRoutes(app: FastifyInstance, services: Services): void {
  const ofInvoice = actionsOf(app, services, purchaseLinks);
  ofInvoice('GET', '/:id', { right: 'read', result: orderLinks }, (ctx, { id }) => findLinks(ctx, id));
  ofInvoice('PUT', '/:id', { right: 'update', body: linkCommand, result: orderLinks }, (ctx, { id, body }) =>
    saveLinks(ctx, id, body),
  );
  const ofOrder = actionsOf(app, services, {
    path: 'comceptum/work-order-purchases',
    permission: workOrders.permission,
    name: 'purchases of a work order',
  });
  ofOrder('GET', '/:id', { right: 'read', result: orderPurchases }, (ctx, { id }) => findPurchases(ctx, id));
}
