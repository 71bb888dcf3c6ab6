import { type SelectQueryBuilder, sql } from 'kysely';
import type { Row } from '#contract/resource.ts';
import { type workOrders, WorkOrderStatus, workOrderStatus } from '#contract/workorders/work-orders.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/schema.ts';
import { ownOrder } from './reach.ts';
import { administrationOf, companyOf, contactPersonsOf, relationOf, usersOf } from './work-orders.columns.ts';

type WorkOrderRow = Row<typeof workOrders>;

/** Orders within a scope: what lists and records start from. */
export function ordersWithin(db: Db, scope: Scope) {
  return db
    .selectFrom('work_orders')
    .where('work_orders.deleted_at', 'is', null)
    .where(within(scope, 'work_orders.company_id', ownOrder));
}

const incompleteAfter = '10 minutes';

/** Orders as a list shows them. Names come by subqueries, which run for the rows of the page only. */
export function shownOf(orders: SelectQueryBuilder<Tables, 'work_orders', unknown>, now: string) {
  return orders.select([
    'work_orders.id',
    'work_orders.company_id as companyId',
    companyOf.as('company'),
    'work_orders.year',
    'work_orders.number',
    'work_orders.year_number as yearNumber',
    'work_orders.created_at as createdAt',
    'work_orders.administration_id as administrationId',
    administrationOf.as('administration'),
    'work_orders.invoice_number as invoiceNumber',
    'work_orders.reference',
    'work_orders.customer_relation_id as customerRelationId',
    relationOf.as('customerRelation'),
    contactPersonsOf.as('contactPersons'),
    usersOf.as('assignedUsers'),
    'work_orders.status',
    'work_orders.first_test_date as firstTestDate',
    'work_orders.printing_company_date as printingCompanyDate',
    'work_orders.diffuser_date as diffuserDate',
    'work_orders.delivery_date as deliveryDate',
    'work_orders.row_version as rowVersion',
    // Without lines for a while: the client that adds them one by one did not finish (§E7).
    sql<boolean>`(work_orders.created_at < ${now}::timestamptz - interval ${sql.lit(incompleteAfter)} and not exists (
        select from order_lines l where l.company_id = work_orders.company_id and l.work_order_id = work_orders.id
          and l.deleted_at is null))`.as('isIncomplete'),
  ]);
}

/** Orders as their own page shows them, but without who changed them last. */
export function detailedOf(orders: Parameters<typeof shownOf>[0], now: string) {
  return shownOf(orders, now).select([
    'work_orders.printing_company as printingCompany',
    'work_orders.diffuser',
    'work_orders.publisher',
    'work_orders.number_of_offers_sent as numberOfOffersSent',
    'work_orders.estimated_minutes as estimatedMinutes',
    'work_orders.discount_percentage as discountPercentage',
  ]);
}

/** A row of the database as `shownOf` gives it. */
export type Shown = Awaited<ReturnType<ReturnType<typeof shownOf>['executeTakeFirstOrThrow']>>;

/** The warnings of an order (see `workOrderWarnings`). */
export function warningsOf(
  status: number,
  invoiceNumber: string,
  isIncomplete: boolean,
): WorkOrderRow['warnings'] {
  const warnings: WorkOrderRow['warnings'] = [];
  if (isIncomplete) warnings.push('incomplete');
  if (status === WorkOrderStatus.Invoiced && invoiceNumber === '') warnings.push('no-invoice-number');
  return warnings;
}

/** A shown order as it travels. */
export function asRow({ isIncomplete, ...shown }: Shown): WorkOrderRow {
  return {
    ...shown,
    status: workOrderStatus.parse(shown.status),
    warnings: warningsOf(shown.status, shown.invoiceNumber, isIncomplete),
  };
}
