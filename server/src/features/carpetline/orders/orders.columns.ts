import { sql } from 'kysely';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';

/** Where the fields of a carpet order are. */
export const columns = listColumns(carpetOrders.fields, {
  id: 'carpet_orders.id',
  companyId: 'carpet_orders.company_id',
  number: { sql: 'carpet_orders.number', nullable: false },
  reference: { sql: 'carpet_orders.reference', natural: true, nullable: false },
  deliveredBy: { sql: 'carpet_orders.delivered_by', natural: true, nullable: false },
  orderDate: { sql: 'carpet_orders.order_date', nullable: false },
  receivedDate: { sql: 'carpet_orders.received_date', nullable: true },
  deliveryDate: { sql: 'carpet_orders.delivery_date', nullable: true },
  status: { sql: 'carpet_orders.status', nullable: false },
  createdAt: { sql: 'carpet_orders.created_at', nullable: false },
  'customerRelation/id': { sql: 'carpet_orders.customer_relation_id', nullable: true },
  'customerRelation/tag': { sql: 'carpet_orders.customer_relation_tag', natural: true, nullable: false },
  'customerRelation/name': { sql: 'carpet_orders.customer_relation_name', natural: true, nullable: false },
});

/** What `query` looks in. */
export const search = searchColumns([
  sql`carpet_orders.number::text`,
  'carpet_orders.reference',
  'carpet_orders.delivered_by',
  'carpet_orders.customer_relation_tag',
  'carpet_orders.customer_relation_name',
]);
