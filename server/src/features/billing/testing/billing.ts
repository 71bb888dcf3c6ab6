import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type {
  AgreementType,
  BillingCycle,
  InvoiceType,
  SubscriptionType,
  UsageKind,
} from '#contract/billing/codes.ts';
import { checkDays } from '#server/features/documents/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../billing.tables.ts';

/** The values of a price agreement that a test sets; the others have defaults. */
export interface AgreementSeed {
  readonly name?: string;
  readonly type?: AgreementType;
  readonly priceInCents?: number;
  readonly invoiceType?: InvoiceType;
  readonly cycleInMonths?: BillingCycle;
  readonly quantity?: number;
  readonly startsOn?: string | null;
  readonly endsOn?: string | null;
}

let made = 0;

const at = '2026-01-01T00:00:00.000Z';
const audit = {
  created_at: at,
  created_by: null,
  updated_at: at,
  updated_by: null,
  deleted_at: null,
  deleted_by: null,
};

function copyOf({
  name = 'Basis',
  type = 1,
  priceInCents = 10_000,
  invoiceType = 0,
  cycleInMonths = 1,
}: AgreementSeed) {
  return {
    name,
    kind: type,
    price_in_cents: priceInCents,
    is_variable: invoiceType !== 0,
    invoice_type: invoiceType,
    cycle_in_months: cycleInMonths,
  };
}

/** A price agreement that nobody has yet. */
export async function buildPriceAgreement(db: Db, seed: AgreementSeed = {}): Promise<{ id: string }> {
  const id = newId();
  await db
    .insertInto('price_agreements')
    .values({ id, ...copyOf(seed), starts_on: null, ends_on: null, ...audit })
    .execute();
  return { id };
}

/** A price agreement that this customer has. */
export async function buildCustomerAgreement(
  db: Db,
  companyId: string,
  seed: AgreementSeed = {},
): Promise<{ id: string; priceAgreementId: string }> {
  const { id: priceAgreementId } = await buildPriceAgreement(db, seed);
  const id = newId();
  const { quantity = 1, startsOn = null, endsOn = null } = seed;
  await db
    .insertInto('customer_agreements')
    .values({
      company_id: companyId,
      id,
      price_agreement_id: priceAgreementId,
      ...copyOf(seed),
      quantity,
      starts_on: startsOn,
      ends_on: endsOn,
      ...audit,
    })
    .execute();
  return { id, priceAgreementId };
}

/** A one-off line of € 125,00 of a customer. */
export async function buildOneOff(db: Db, companyId: string, day = '2026-10-15'): Promise<string> {
  const id = newId();
  await db
    .insertInto('one_off_lines')
    .values({
      company_id: companyId,
      id,
      description: 'Inrichting',
      quantity: 1,
      price_in_cents: 12_500,
      on_day: day,
      invoice_id: null,
      ...audit,
    })
    .execute();
  return id;
}

/** How a customer is billed. */
export async function buildSettings(
  db: Db,
  companyId: string,
  startOn: string | null,
  subscription: SubscriptionType = 2,
): Promise<void> {
  const { deleted_at: _at, deleted_by: _by, ...stamps } = audit;
  await db
    .insertInto('customer_settings')
    .values({ company_id: companyId, start_on: startOn, subscription, ...stamps })
    .execute();
}

/** So many uses of a kind on a day, of deleted documents. */
export async function buildUse(
  db: Db,
  companyId: string,
  kind: UsageKind,
  day: string,
  count: number,
  change: { mark?: string; isTrial?: boolean } = {},
): Promise<void> {
  await sql`
    insert into usage_events (company_id, kind, subject_id, document_id, at, mark, is_trial)
    select ${companyId}::uuid, ${kind}, gen_random_uuid(), ${randomUUID()}::uuid, ${`${day}T11:00:00.000Z`}::timestamptz,
      ${change.mark ?? ''}, ${change.isTrial ?? false}
    from generate_series(1, ${count})`.execute(db);
  await checkDays(db, companyId);
}

/** A final run of a far month with one invoice to this company, without files; each has a month of its own. */
export async function buildFinalInvoice(
  db: Db,
  companyId: string,
  lines: readonly object[] = [],
): Promise<{ id: string; runId: string }> {
  made += 1;
  const [id, runId] = [newId(), newId()];
  const month = new Date(Date.UTC(1900, made, 1)).toISOString().slice(0, 7);
  const { deleted_at: _at, deleted_by: _by, ...stamps } = audit;
  const run = {
    id: runId,
    period: month,
    from_on: `${month}-01`,
    to_on: `${month}-28`,
    created_by_name: 'X',
    ...stamps,
  };
  await db.insertInto('billing_runs').values(run).execute();
  const amounts = { fixed_in_cents: 100, variable_in_cents: 0, total_in_cents: 100, vat_in_cents: 21 };
  const buyer = { name: 'X', street: '', zipCode: '', city: '', kvkNumber: '', vatId: '', email: '' };
  await db
    .insertInto('billing_invoices')
    .values({
      company_id: companyId,
      id,
      run_id: runId,
      name: 'X',
      fm_customer_id: made,
      buyer: JSON.stringify(buyer),
      missing: [],
      lines: JSON.stringify(lines),
      ...amounts,
      invoice_number: `T${id}`,
      invoiced_on: null,
      due_on: null,
    })
    .execute();
  const { from_on, to_on } = run;
  await db
    .insertInto('billing_final_days')
    .values({ company_id: companyId, from_on, to_on, run_id: runId })
    .execute();
  const { period } = run;
  const final = { snapshot: '', hash: '', left_out: [], finalised_at: at, finalised_by_name: 'X' };
  await db
    .insertInto('final_runs')
    .values({ id: runId, period, from_on, to_on, ...final })
    .execute();
  return { id, runId };
}

/** A credit invoice of a cent to this company, without files. */
export async function buildCredit(db: Db, companyId: string): Promise<{ id: string; runId: string }> {
  const { id: invoiceId, runId } = await buildFinalInvoice(db, companyId);
  const id = newId();
  const files = { pdf_sha256: '0'.repeat(64), ubl_sha256: null };
  await db
    .insertInto('billing_credits')
    .values({
      company_id: companyId,
      id,
      invoice_id: invoiceId,
      run_id: runId,
      credit_number: `T${id}`,
      reason: 'X',
      lines: '[]',
      total_in_cents: 1,
      vat_in_cents: 0,
      credited_on: '1900-01-01',
      ...files,
      created_at: at,
      created_by: null,
      created_by_name: 'X',
    })
    .execute();
  return { id, runId };
}
