import { sql, type SqlBool } from 'kysely';
import type { SubscriptionType, UsageKind } from '#contract/billing/codes.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import '#server/features/core/index.ts';
import '#server/features/documents/index.ts';
import '../billing.tables.ts';
import type { PeriodDays } from '#contract/billing/periods.ts';
import type { Agreement, Billable, UsageDay } from './costs.rules.ts';

/** A customer with everything that determines their costs. */
export interface Customer extends Billable {
  readonly companyId: string;
  readonly name: string;
  readonly fmCustomerId: number;
  readonly isInactive: boolean;
}

/** Which customers: one, the next so many, or all within the scope. */
export interface Which {
  readonly companyId?: string;
  readonly companyIds?: readonly string[];
}

/** Customers in the order of their names, with the use of these days. The provider is no customer of itself. */
export async function listBillable(
  db: Db,
  scope: Scope,
  over: PeriodDays,
  which: Which = {},
): Promise<Customer[]> {
  if (which.companyId !== undefined && !isId(which.companyId)) return [];
  const ids = which.companyId === undefined ? which.companyIds : [which.companyId];
  const companies = await db
    .selectFrom('companies')
    .leftJoin('customer_settings as s', 's.company_id', 'companies.id')
    .where('companies.deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .where(
      ids === undefined
        ? sql<SqlBool>`not companies.is_provider`
        : sql<SqlBool>`companies.id = any(${[...ids]}::uuid[])`,
    )
    .orderBy(sql`companies.name collate natural_order`)
    .orderBy('companies.id')
    .select([
      'companies.id as companyId',
      'companies.name',
      sql<number>`companies.fm_customer_id`.as('fmCustomerId'),
      sql<boolean>`not companies.is_active`.as('isInactive'),
      sql<SubscriptionType | null>`s.subscription`.as('subscription'),
      's.start_on as startOn',
    ])
    .execute();
  const found = companies.map(({ companyId }) => companyId);
  const agreements = Map.groupBy(await listAgreements(db, found), ({ companyId }) => companyId);
  const customers = companies.map((company) => ({
    ...company,
    agreements: agreements.get(company.companyId) ?? [],
  }));
  const usage = Map.groupBy(
    await listUsage(db, customers, over, ids !== undefined),
    ({ companyId }) => companyId,
  );
  return customers.map((customer) => ({ ...customer, usage: usage.get(customer.companyId) ?? [] }));
}

async function listAgreements(
  db: Db,
  companyIds: readonly string[],
): Promise<(Agreement & { companyId: string })[]> {
  return db
    .selectFrom('customer_agreements')
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`company_id = any(${[...companyIds]}::uuid[])`)
    .orderBy('company_id')
    .orderBy('name')
    .orderBy('starts_on', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .select([
      'company_id as companyId',
      'id',
      'price_agreement_id as priceAgreementId',
      'name',
      'kind as type',
      'price_in_cents as priceInCents',
      'quantity',
      'is_variable as isVariable',
      'invoice_type as invoiceType',
      'cycle_in_months as cycleInMonths',
      'starts_on as startsOn',
      'ends_on as endsOn',
    ])
    .execute();
}

type Dated = Pick<Customer, 'companyId' | 'startOn' | 'agreements'>;

/**
 * Uses by day; by month, on its first day, if no price or start changes within the month: for a thousand customers
 * that is a hundredth of the rows.
 */
async function listUsage(
  db: Db,
  customers: readonly Dated[],
  over: PeriodDays,
  isFew: boolean,
): Promise<(UsageDay & { companyId: string })[]> {
  const detailed = customers
    .filter((customer) => hasBorders(customer, over))
    .map(({ companyId }) => companyId);
  const companyIds = customers.map(({ companyId }) => companyId);
  // For all customers the index of days suffices.
  const whose = isFew ? sql`company_id = any(${companyIds}::uuid[])` : sql`true`;
  const { rows } = await sql<UsageDay & { companyId: string; kind: UsageKind }>`
    select company_id as "companyId", kind, day, sum(total)::integer as total, sum(marked)::integer as marked, sum(trial)::integer as trial
    from (select company_id, kind, total, marked, trial,
        case when company_id = any(${detailed}::uuid[]) then day else date_trunc('month', day)::date end as day
      from usage_days where ${whose} and day between ${over.from}::date and ${over.to}::date and total <> 0) d
    group by company_id, kind, day`.execute(db);
  return rows;
}

function hasBorders({ startOn, agreements }: Dated, { from, to }: PeriodDays): boolean {
  const isWithin = (day: string | null) => day !== null && day >= from && day <= to;
  const isBorder = (day: string | null) => isWithin(day) && day?.slice(8) !== '01';
  return (
    isBorder(startOn) ||
    agreements.some(
      ({ isVariable, startsOn, endsOn }) => isVariable && (isBorder(startsOn) || isWithin(endsOn)),
    )
  );
}

/** Whose use: of one customer, or of those in whose name every word occurs. */
export interface WhoseUse {
  readonly companyId: string | undefined;
  readonly words: readonly string[];
}

/** Uses per month and kind, of customers within the scope. */
export async function listMonthlyUse(db: Db, scope: Scope, over: PeriodDays, { companyId, words }: WhoseUse) {
  // Without a company: of those that the report lists.
  const listed = companyId === undefined ? sql`not c.is_provider` : sql`c.id = ${companyId}::uuid`;
  const conditions = [
    sql`c.deleted_at is null`,
    listed,
    ...words.map((word) => sql`position(norm(${word}) in norm(c.name)) > 0`),
  ];
  const { rows } = await sql<{ month: string; kind: UsageKind; total: number }>`
    select to_char(day, 'YYYY-MM') as month, kind, sum(total)::integer as total from usage_days
    where day between ${over.from}::date and ${over.to}::date and ${within(scope, 'usage_days.company_id')}
      and company_id in (select c.id from companies c where ${sql.join(conditions, sql` and `)})
    group by 1, 2`.execute(db);
  return rows;
}
