import { offers } from '#contract/workorders/offers.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { offerRoutes } from './offers.routes.ts';
import { createOffer, findOffer } from './offers.service.ts';

/** Offers are in the history of their order, and are never deleted. */
export const offerSlice = slice({
  resource: offers,
  service: {
    find: (ctx, id, { workOrderId }) => findOffer(ctx, workOrderId, id),
    create: (ctx, body, { workOrderId }) => createOffer(ctx, workOrderId, body),
  },
  routes: offerRoutes,
  history: 'none',
  trash: 'none',
  exports: 'none',
});
