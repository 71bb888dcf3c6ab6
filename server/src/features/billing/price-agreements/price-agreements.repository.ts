import { sql, type SqlBool } from 'kysely';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { readers } from '#server/platform/db/readers.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import type { AgreementType, BillingCycle, InvoiceType } from '#contract/billing/codes.ts';
import '../billing.tables.ts';

/** What is stored of an agreement. */
export interface AgreementValues {
  readonly name: string;
  readonly kind: AgreementType;
  readonly price_in_cents: number;
  readonly is_variable: boolean;
  readonly invoice_type: InvoiceType;
  readonly cycle_in_months: BillingCycle;
  readonly starts_on: string | null;
  readonly ends_on: string | null;
}

const columns = listColumns(priceAgreements.fields, {
  id: 'price_agreements.id',
  name: { sql: 'price_agreements.name', natural: true, nullable: false },
  priceAgreementType: { sql: 'price_agreements.kind', nullable: false },
  price: { sql: 'price_agreements.price_in_cents', nullable: false },
  isVariable: { sql: 'price_agreements.is_variable', nullable: false },
  invoiceType: { sql: 'price_agreements.invoice_type', nullable: false },
  cycleInMonths: { sql: 'price_agreements.cycle_in_months', nullable: false },
  createdAt: { sql: 'price_agreements.created_at', nullable: false },
});
const search = searchColumns(['price_agreements.name']);

// The provider sees all, a customer those that they have.
function reachable(scope: Scope) {
  if (scope.reach === 'system') return sql<SqlBool>`true`;
  return sql<SqlBool>`exists (select from customer_agreements ca where ca.price_agreement_id = price_agreements.id
    and ca.deleted_at is null and ca.company_id = ${scope.reach === 'company' ? scope.companyId : null}::uuid)`;
}

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('price_agreements')
    .where('price_agreements.deleted_at', 'is', null)
    .where(reachable(scope))
    .leftJoin('users as editor', 'editor.id', 'price_agreements.updated_by')
    .select([
      'price_agreements.id',
      'price_agreements.name',
      'price_agreements.kind as priceAgreementType',
      'price_agreements.price_in_cents as price',
      'price_agreements.starts_on as startdate',
      'price_agreements.ends_on as enddate',
      'price_agreements.is_variable as isVariable',
      'price_agreements.invoice_type as invoiceType',
      'price_agreements.cycle_in_months as cycleInMonths',
      'price_agreements.created_at as createdAt',
      'price_agreements.updated_at as updatedAt',
      'price_agreements.row_version as rowVersion',
      sql<string | null>`trim(editor.first_name || ' ' || editor.last_name)`.as('updatedBy'),
      sql<number>`(select count(distinct ca.company_id) from customer_agreements ca
        where ca.price_agreement_id = price_agreements.id and ca.deleted_at is null)`.as('customerCount'),
    ]);
}

export const { list, stream, findById } = readers({ base: visible, columns, search });

export async function insert(tx: Tx, ctx: Context, values: AgreementValues): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('price_agreements')
    .values({ id, ...values, deleted_at: null, deleted_by: null, ...madeBy(ctx) })
    .execute();
  return id;
}

export async function update(tx: Tx, ctx: Context, id: string, values: AgreementValues): Promise<void> {
  await tx
    .updateTable('price_agreements')
    .set({ ...values, ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}

/** The customers that have it: how many, and the first five. */
export async function listCustomers(tx: Tx, id: string) {
  return tx
    .selectFrom('companies')
    .where(sql<SqlBool>`exists (select from customer_agreements ca where ca.company_id = companies.id
      and ca.price_agreement_id = ${id}::uuid and ca.deleted_at is null)`)
    .orderBy('name')
    .limit(5)
    .select(['id', 'name'])
    .execute();
}
