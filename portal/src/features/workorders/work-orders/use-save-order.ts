import type { UpdateInput } from '#contract/resource.ts';
import type { workOrders, WorkOrderStatus } from '#contract/workorders/work-orders.ts';
import { orderHooks, type Order, type OrderRow } from './order.ts';

type OrderWrite = UpdateInput<typeof workOrders>;

/** The whole write payload of an order as it is (§B5); the number of offers is the server's to count. */
export function writeOf(order: Order): OrderWrite {
  const { administrationId, invoiceNumber, reference, printingCompany, diffuser, publisher, status } = order;
  const { firstTestDate, printingCompanyDate, diffuserDate, deliveryDate } = order;
  const { estimatedMinutes, rowVersion } = order;
  return {
    administrationId,
    invoiceNumber,
    reference,
    contactPersonIds: order.contactPersons.map(({ id }) => id),
    assignedUserIds: order.assignedUsers.map(({ id }) => id),
    printingCompany,
    diffuser,
    publisher,
    status,
    firstTestDate,
    printingCompanyDate,
    diffuserDate,
    deliveryDate,
    estimatedMinutes,
    rowVersion,
  };
}

/** Saves one field of an order in its place: the others go along as they are. */
export function useSaveField(order: Order): (change: Partial<OrderWrite>) => Promise<Order> {
  const update = orderHooks.useUpdate({});
  return (change) => update.mutateAsync({ id: order.id, body: { ...writeOf(order), ...change } });
}

/** Gives an order another status; a row of a list says no more than it must, the rest stays (§B5). */
export function useSetStatus(): (order: OrderRow, status: WorkOrderStatus) => Promise<Order> {
  const update = orderHooks.useUpdate({});
  return ({ id, administrationId, reference, rowVersion }, status) =>
    update.mutateAsync({ id, body: { administrationId, reference, status, rowVersion } });
}
