import { workOrders } from '#contract/workorders/work-orders.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { findById } from './work-orders.repository.ts';

/** Work orders have notes and attachments. */
export const workOrderOwner: OwnerKind = {
  entity: workOrders.permission,
  companyOf: async (ctx, id) => (await findById(ctx.db, ctx.scope, ctx.now(), id))?.companyId,
};
