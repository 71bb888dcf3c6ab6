import { sql, type SqlBool } from 'kysely';
import type { AgreementType, BillingCycle, InvoiceType } from '#contract/billing/codes.ts';
import { allCustomerAgreements } from '#contract/billing/customer-agreements.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { type Db, type Tx, violatedConstraint } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import { problem } from '#server/platform/http/problem.ts';
import '#server/features/core/index.ts';
import { RunStateNumber } from '../billing-runs/run-state-numbers.ts';
import '../billing.tables.ts';

/** What a customer agreement keeps of what is sold: a copy (§I2). */
export interface Copy {
  readonly name: string;
  readonly kind: AgreementType;
  readonly price_in_cents: number;
  readonly is_variable: boolean;
  readonly invoice_type: InvoiceType;
  readonly cycle_in_months: BillingCycle;
}

/** What people say of it. */
export interface Terms {
  readonly quantity: number;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
}

const columns = listColumns(allCustomerAgreements.fields, {
  id: 'customer_agreements.id',
  companyId: 'customer_agreements.company_id',
  priceAgreementId: 'customer_agreements.price_agreement_id',
  name: { sql: 'customer_agreements.name', natural: true, nullable: false },
  quantity: { sql: 'customer_agreements.quantity', nullable: false },
  price: { sql: 'customer_agreements.price_in_cents', nullable: false },
  isVariable: { sql: 'customer_agreements.is_variable', nullable: false },
  startdate: { sql: 'customer_agreements.starts_on', nullable: true },
  enddate: { sql: 'customer_agreements.ends_on', nullable: true },
});
const search = searchColumns(['customer_agreements.name']);

// The last day of it that a final run has billed; null without. Rows of one agreement never share a day, so the agreement
// and the days of a line tell whose line it is, also after a row was cut in two.
const billedUntil = sql<string | null>`(select max(line ->> 'to') from billing_invoices i
    join billing_runs r on r.id = i.run_id and r.state = ${RunStateNumber.final}, jsonb_array_elements(i.lines) line
  where i.company_id = customer_agreements.company_id and line ->> 'priceAgreementId' = customer_agreements.price_agreement_id::text
    and (customer_agreements.starts_on is null or line ->> 'to' >= customer_agreements.starts_on::text)
    and (customer_agreements.ends_on is null or line ->> 'from' <= customer_agreements.ends_on::text))`;

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('customer_agreements')
    .innerJoin('price_agreements as master', 'master.id', 'customer_agreements.price_agreement_id')
    .where('customer_agreements.deleted_at', 'is', null)
    .where(within(scope, 'customer_agreements.company_id'))
    .select([
      'customer_agreements.id',
      'customer_agreements.company_id as companyId',
      'customer_agreements.price_agreement_id as priceAgreementId',
      'master.name as masterName',
      'master.price_in_cents as masterPrice',
      'customer_agreements.quantity',
      'customer_agreements.name',
      'customer_agreements.kind as type',
      'customer_agreements.price_in_cents as price',
      'customer_agreements.is_variable as isVariable',
      'customer_agreements.invoice_type as invoiceType',
      'customer_agreements.cycle_in_months as cycleInMonths',
      'customer_agreements.starts_on as startdate',
      'customer_agreements.ends_on as enddate',
      'customer_agreements.created_at as createdAt',
      'customer_agreements.row_version as rowVersion',
      billedUntil.as('billedUntil'),
    ]);
}

export function list(db: Db, scope: Scope, companyId: string | undefined, query: ListQuery) {
  const base = visible(db, scope);
  return listPage(query, {
    base: companyId === undefined ? base : base.where('customer_agreements.company_id', '=', companyId),
    columns,
    search,
  });
}

export async function findById(db: Db, scope: Scope, companyId: string | undefined, id: string) {
  if (!isId(id) || (companyId !== undefined && !isId(companyId))) return undefined;
  const found = visible(db, scope).where('customer_agreements.id', '=', id);
  return (
    companyId === undefined ? found : found.where('customer_agreements.company_id', '=', companyId)
  ).executeTakeFirst();
}

/** The agreement that is to be copied, with its own days. */
export async function findMaster(tx: Tx, id: string) {
  if (!isId(id)) return undefined;
  return tx
    .selectFrom('price_agreements')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'name',
      'kind',
      'price_in_cents',
      'is_variable',
      'invoice_type',
      'cycle_in_months',
      'starts_on',
      'ends_on',
    ])
    .forShare()
    .executeTakeFirst();
}

export async function companyExists(db: Db, scope: Scope, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const found = await db
    .selectFrom('companies')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string,
  priceAgreementId: string,
  values: Copy & Terms,
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('customer_agreements')
    .values({
      company_id: companyId,
      id,
      price_agreement_id: priceAgreementId,
      ...values,
      deleted_at: null,
      deleted_by: null,
      ...madeBy(ctx),
    })
    .execute()
    .catch(refuseOverlap);
  return id;
}

export async function update(tx: Tx, ctx: Context, id: string, values: Partial<Copy & Terms>): Promise<void> {
  await tx
    .updateTable('customer_agreements')
    .set({ ...values, ...changedBy(ctx) })
    .where('id', '=', id)
    .where(within(ctx.scope, 'customer_agreements.company_id'))
    .execute()
    .catch(refuseOverlap);
}

/** The rows of an agreement that run on or after a day, of every customer, locked. */
export async function lockRunning(tx: Tx, priceAgreementId: string, day: string) {
  return tx
    .selectFrom('customer_agreements')
    .where('price_agreement_id', '=', priceAgreementId)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`(ends_on is null or ends_on >= ${day}::date)`)
    .orderBy('company_id')
    .orderBy('starts_on')
    .select(['id', 'company_id as companyId', 'quantity', 'starts_on as startsOn', 'ends_on as endsOn'])
    .forUpdate()
    .execute();
}

function refuseOverlap(error: unknown): never {
  if (violatedConstraint(error) === 'customer_agreements_overlap')
    throw problem.validation({ price_agreement_id: ['overlaps'] });
  throw error;
}
