import { sql } from 'kysely';
import type { SubscriptionType } from '#contract/billing/codes.ts';
import { allSettings } from '#contract/billing/customer-settings.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { asTakenField, changedBy, madeBy } from '#server/platform/db/record.ts';
import '#server/features/core/index.ts';
import { finalInvoices } from '../billing-runs/final-invoices.repository.ts';
import '../billing.tables.ts';

const columns = listColumns(allSettings.fields, {
  id: 'customer_settings.company_id',
  companyId: 'customer_settings.company_id',
  startDate: { sql: 'customer_settings.start_on', nullable: true },
  subscriptionType: { sql: 'customer_settings.subscription', nullable: false },
});

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('customer_settings')
    .innerJoin('companies', 'companies.id', 'customer_settings.company_id')
    .where('companies.deleted_at', 'is', null)
    .where(within(scope, 'customer_settings.company_id'))
    .select([
      'customer_settings.company_id as id',
      'customer_settings.company_id as companyId',
      'customer_settings.start_on as startDate',
      'customer_settings.subscription as subscriptionType',
      'customer_settings.row_version as rowVersion',
      sql<number>`(select count(*) from users u where u.company_id = customer_settings.company_id and u.deleted_at is null and u.is_active)`.as(
        'users',
      ),
      sql<number>`(select count(*) from administrations a where a.company_id = customer_settings.company_id and a.deleted_at is null)`.as(
        'administrations',
      ),
    ]);
}

export function list(db: Db, scope: Scope, companyId: string | undefined, query: ListQuery) {
  const base = visible(db, scope);
  return listPage(query, {
    base: companyId === undefined ? base : base.where('customer_settings.company_id', '=', companyId),
    columns,
  });
}

export async function findById(db: Db, scope: Scope, id: string) {
  return isId(id)
    ? visible(db, scope).where('customer_settings.company_id', '=', id).executeTakeFirst()
    : undefined;
}

/** Locks the row until the transaction ends. */
export async function lock(tx: Tx, id: string): Promise<void> {
  if (isId(id))
    await tx
      .selectFrom('customer_settings')
      .where('company_id', '=', id)
      .select('company_id')
      .forUpdate()
      .execute();
}

/** What is stored. */
export interface SettingsValues {
  readonly start_on: string | null;
  readonly subscription: SubscriptionType;
}

export async function insert(tx: Tx, ctx: Context, companyId: string, values: SettingsValues): Promise<void> {
  await tx
    .insertInto('customer_settings')
    .values({ company_id: companyId, ...values, ...madeBy(ctx) })
    .execute()
    .catch(asTakenField({ customer_settings_pkey: 'company_id' }));
}

export async function update(tx: Tx, ctx: Context, companyId: string, values: SettingsValues): Promise<void> {
  await tx
    .updateTable('customer_settings')
    .set({ ...values, ...changedBy(ctx) })
    .where('company_id', '=', companyId)
    .where(within(ctx.scope, 'customer_settings.company_id'))
    .execute();
}

/** Whether a final run has an invoice to this customer. */
export async function isBilled(tx: Tx, companyId: string): Promise<boolean> {
  const found = await finalInvoices(tx, companyId).select('billing_invoices.id').limit(1).executeTakeFirst();
  return found !== undefined;
}
