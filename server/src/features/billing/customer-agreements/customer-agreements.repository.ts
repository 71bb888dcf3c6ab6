import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { allCustomerAgreements, customerAgreements } from '#contract/billing/customer-agreements.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, violatedConstraint } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import { spreadOver } from '#server/platform/db/spread.ts';
import { problem } from '#server/platform/http/problem.ts';
import '#server/features/core/index.ts';
import type { Agreement } from '../costs/costs.rules.ts';
import '../billing.tables.ts';

/** The copy of a price agreement in a customer agreement (§I2). */
export type Copy = Omit<Agreement, 'id' | 'priceAgreementId' | keyof Terms>;

/** What users enter. */
export type Terms = Pick<Agreement, 'quantity' | 'startsOn' | 'endsOn'>;

// The last day that a final run has billed; null without. Rows of one agreement never share a day, so the agreement and
// the days of a line identify its row, also after a row was split.
const billedUntil = sql<
  string | null
>`(select max(line ->> 'to') from billing_invoices i, jsonb_array_elements(i.lines) line
  where i.company_id = customer_agreements.company_id and line ->> 'priceAgreementId' = customer_agreements.price_agreement_id::text
    and (customer_agreements.starts_on is null or line ->> 'to' >= customer_agreements.starts_on::text)
    and (customer_agreements.ends_on is null or line ->> 'from' <= customer_agreements.ends_on::text))`;

const stored = customerAgreements.record
  .omit({ typeName: true, isBilled: true })
  .extend({ billedUntil: z.string().nullable() });

/** An agreement of a customer as it is stored. */
export type StoredAgreement = z.output<typeof stored>;

export const { list, findById } = recordReaders(
  { ...allCustomerAgreements, row: stored, record: stored },
  {
    table: 'customer_agreements',
    rows: (db, scope) =>
      rowsOf('customer_agreements')(db, scope).innerJoin(
        'price_agreements as master',
        'master.id',
        'customer_agreements.price_agreement_id',
      ),
    columns: {
      'priceAgreement/id': 'master.id',
      'priceAgreement/name': 'master.name',
      'priceAgreement/price': 'master.price_in_cents',
      quantity: { nullable: false },
      name: { natural: true, nullable: false },
      type: 'customer_agreements.kind',
      price: { sql: 'customer_agreements.price_in_cents', nullable: false },
      isVariable: { nullable: false },
      startdate: { sql: 'customer_agreements.starts_on', nullable: true },
      enddate: { sql: 'customer_agreements.ends_on', nullable: true },
      billedUntil,
    },
    search: ['customer_agreements.name'],
  },
);

/** What a customer's copy takes over from an agreement. */
const termColumns = [
  'name',
  'kind as type',
  'price_in_cents as priceInCents',
  'is_variable as isVariable',
  'invoice_type as invoiceType',
  'cycle_in_months as cycleInMonths',
  'starts_on as startsOn',
  'ends_on as endsOn',
] as const;

/** The agreement that is to be copied, with its own days. */
export async function findMaster(tx: Tx, id: string) {
  if (!isId(id)) return undefined;
  return tx
    .selectFrom('price_agreements')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(termColumns)
    .forShare()
    .executeTakeFirst();
}

/** Adds an agreement to a customer; 400 if it overlaps another of the same. */
export function insert(tx: Tx, ctx: Context, { type: kind, ...values }: CopyOf & Copy & Terms) {
  return insertRow(tx, ctx, 'customer_agreements', { kind, ...values }).catch(refuseOverlap);
}

/** Whose agreement it is, and of what it is a copy. */
interface CopyOf {
  readonly companyId: string;
  readonly priceAgreementId: string;
}

export function update(
  tx: Tx,
  ctx: Context,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  { type: kind, ...values }: Partial<Copy & Terms>,
) {
  return updateRow(tx, ctx, 'customer_agreements', { companyId, id }, { kind, ...values }).catch(
    refuseOverlap,
  );
}

/** The rows of an agreement that run on or after a day, of every customer, locked customer by customer. */
export async function lockRunning(tx: Tx, priceAgreementId: string, day: string) {
  const running = tx
    .selectFrom('customer_agreements')
    .where('price_agreement_id', '=', priceAgreementId)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`(ends_on is null or ends_on >= ${day}::date)`);
  const locked = running
    .orderBy('company_id')
    .orderBy('starts_on')
    .select(['id', 'company_id as companyId', 'quantity', ...termColumns])
    .forUpdate();
  if (spreadOver() === 0) return locked.execute();
  // A lock is taken on one server.
  const customers = await running
    .select('company_id as companyId')
    .distinct()
    .orderBy('company_id')
    .execute();
  const rows: Awaited<ReturnType<typeof locked.execute>> = [];
  for (const { companyId } of customers)
    rows.push(...(await locked.where('company_id', '=', companyId).execute()));
  return rows;
}

function refuseOverlap(error: unknown): never {
  if (violatedConstraint(error) === 'customer_agreements_overlap')
    throw problem.validation({ price_agreement_id: ['overlaps'] });
  throw error;
}
