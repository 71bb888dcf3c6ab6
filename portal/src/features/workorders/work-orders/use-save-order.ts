import type { UpdateInput } from '#contract/resource.ts';
import type { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { idsOf, orderHooks, type Order, type OrderRow } from './order.ts';

type OrderWrite = UpdateInput<typeof workOrders>;

/** Saves one field of an order in its place: the whole write payload is sent, the rest as it is (§B5). */
export function useSaveField(order: Order): (change: Partial<OrderWrite>) => Promise<Order> {
  const update = orderHooks.useUpdate({});
  // The number of offers is counted by the server.
  const { numberOfOffersSent: _, ...fields } = order;
  return (change) => update.mutateAsync({ id: order.id, body: { ...fields, ...idsOf(order), ...change } });
}

/** Gives an order another status; a row of a list sends no more than it must, the rest stays (§B5). */
export function useSetStatus(): (order: OrderRow, status: WorkOrderStatus) => Promise<Order> {
  const update = orderHooks.useUpdate({});
  return ({ id, administrationId, reference, rowVersion }, status) =>
    update.mutateAsync({ id, body: { administrationId, reference, status, rowVersion } });
}
