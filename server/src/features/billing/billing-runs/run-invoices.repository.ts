import { sql, type SqlBool } from 'kysely';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { ownInvoices } from '#contract/billing/own-usage.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import '../billing.tables.ts';
import { RunStateNumber } from './run-state-numbers.ts';
import type { Buyer, Figures, FinalInvoice, StoredLine } from './stored-invoices.ts';

const specs = {
  id: 'billing_invoices.id',
  companyId: 'billing_invoices.company_id',
  name: { sql: 'billing_invoices.name', natural: true, nullable: false },
  fmCustomerId: { sql: 'billing_invoices.fm_customer_id', nullable: false },
  invoiceNumber: { sql: 'billing_invoices.invoice_number', nullable: false },
  fixedAmount: { sql: 'billing_invoices.fixed_in_cents', nullable: false },
  variableAmount: { sql: 'billing_invoices.variable_in_cents', nullable: false },
  totalAmount: { sql: 'billing_invoices.total_in_cents', nullable: false },
} as const;
const columns = listColumns(runInvoices.fields, specs);
const ownColumns = listColumns(ownInvoices.fields, {
  ...specs,
  invoiceDate: { sql: 'billing_invoices.invoiced_on', nullable: true },
});
const search = searchColumns([
  'billing_invoices.name',
  'billing_invoices.invoice_number',
  sql`billing_invoices.fm_customer_id::text`,
]);

/** Which invoices: of one run, or the final ones to one company. */
export type WhichInvoices = { readonly runId: string } | { readonly companyId: string };

const creditedAmount = sql<number>`coalesce((select sum(c.total_in_cents) from billing_credits c
  where c.company_id = billing_invoices.company_id and c.invoice_id = billing_invoices.id), 0)::bigint`;

function visible(db: Db, which: WhichInvoices) {
  const all = db
    .selectFrom('billing_invoices')
    .innerJoin('billing_runs', 'billing_runs.id', 'billing_invoices.run_id')
    .leftJoin('billing_papers as paper', (join) =>
      join
        .onRef('paper.company_id', '=', 'billing_invoices.company_id')
        .onRef('paper.invoice_id', '=', 'billing_invoices.id'),
    )
    .select([
      'billing_invoices.id',
      'billing_invoices.run_id as runId',
      'billing_invoices.company_id as companyId',
      'billing_invoices.name',
      'billing_invoices.fm_customer_id as fmCustomerId',
      'billing_runs.period',
      'billing_invoices.invoice_number as invoiceNumber',
      'billing_invoices.invoiced_on as invoiceDate',
      'billing_invoices.due_on as dueDate',
      'billing_invoices.fixed_in_cents as fixedAmount',
      'billing_invoices.variable_in_cents as variableAmount',
      'billing_invoices.total_in_cents as totalAmount',
      'billing_invoices.vat_in_cents as vatAmount',
      sql<number>`billing_invoices.total_in_cents + billing_invoices.vat_in_cents`.as('totalInclVatAmount'),
      creditedAmount.as('creditedAmount'),
      'billing_invoices.missing',
      sql<boolean>`paper.pdf_sha256 is not null`.as('hasPdf'),
      sql<boolean>`paper.ubl_sha256 is not null`.as('hasUbl'),
    ]);
  if ('companyId' in which)
    return all
      .where('billing_invoices.company_id', '=', which.companyId)
      .where('billing_runs.state', '=', RunStateNumber.final);
  return all.where('billing_invoices.run_id', '=', isId(which.runId) ? which.runId : null);
}

export function list(db: Db, which: WhichInvoices, query: ListQuery) {
  return listPage(query, {
    base: visible(db, which),
    columns: 'runId' in which ? columns : ownColumns,
    search,
  });
}

export async function findById(db: Db, which: WhichInvoices, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, which)
    .where('billing_invoices.id', '=', id)
    .select([
      sql<StoredLine[]>`billing_invoices.lines`.as('lines'),
      'paper.pdf_sha256 as pdfSha256',
      'paper.ubl_sha256 as ublSha256',
    ])
    .executeTakeFirst();
}

/** Writes the figures of customers, in the order given. */
export async function insertFigures(
  tx: Tx,
  runId: string,
  all: readonly Figures[],
  now: Date,
): Promise<void> {
  if (all.length === 0) return;
  await tx
    .insertInto('billing_invoices')
    .values(
      all.map((figures) => ({
        company_id: figures.companyId,
        id: newId(now.getTime()),
        run_id: runId,
        name: figures.name,
        fm_customer_id: figures.fmCustomerId,
        buyer: JSON.stringify(figures.buyer),
        missing: [...figures.missing],
        lines: JSON.stringify(figures.lines),
        fixed_in_cents: figures.fixedInCents,
        variable_in_cents: figures.variableInCents,
        total_in_cents: figures.totalInCents,
        vat_in_cents: figures.vatInCents,
        invoiced_on: null,
        due_on: null,
      })),
    )
    .execute();
}

const stored = [
  'billing_invoices.id',
  'billing_invoices.company_id as companyId',
  'billing_invoices.name',
  'billing_invoices.fm_customer_id as fmCustomerId',
  sql<Buyer>`billing_invoices.buyer`.as('buyer'),
  'billing_invoices.missing',
  sql<StoredLine[]>`billing_invoices.lines`.as('lines'),
  'billing_invoices.fixed_in_cents as fixedInCents',
  'billing_invoices.variable_in_cents as variableInCents',
  'billing_invoices.total_in_cents as totalInCents',
  'billing_invoices.vat_in_cents as vatInCents',
  'billing_invoices.invoice_number as invoiceNumber',
  sql<string>`coalesce(billing_invoices.invoiced_on::text, '')`.as('invoicedOn'),
  sql<string>`coalesce(billing_invoices.due_on::text, '')`.as('dueOn'),
] as const;

/** Everything that the invoices of a run say, in the order of their numbers, then of their customers. */
export async function listStored(db: Db, runId: string): Promise<FinalInvoice[]> {
  return db
    .selectFrom('billing_invoices')
    .where('billing_invoices.run_id', '=', runId)
    .orderBy('billing_invoices.invoice_number')
    .orderBy('billing_invoices.fm_customer_id')
    .select(stored)
    .execute();
}

/** Everything that one of them says. */
export async function findStored(db: Db, runId: string, id: string): Promise<FinalInvoice | undefined> {
  if (!isId(id)) return undefined;
  return db
    .selectFrom('billing_invoices')
    .where('billing_invoices.run_id', '=', runId)
    .where('billing_invoices.id', '=', id)
    .select(stored)
    .executeTakeFirst();
}

/** The next invoices of a final run that have no papers yet. */
export async function listWithoutPapers(db: Db, runId: string, most: number): Promise<FinalInvoice[]> {
  return db
    .selectFrom('billing_invoices')
    .where('billing_invoices.run_id', '=', runId)
    .where(
      sql<SqlBool>`not exists (select from billing_papers p where p.company_id = billing_invoices.company_id and p.invoice_id = billing_invoices.id)`,
    )
    .orderBy('billing_invoices.invoice_number')
    .limit(most)
    .select(stored)
    .execute();
}

/** What was drawn of an invoice; drawn twice at once, the first stays. */
export async function insertPapers(
  db: Db,
  invoice: FinalInvoice,
  paper: {
    readonly runId: string;
    readonly pdfSha256: string;
    readonly ublSha256: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .insertInto('billing_papers')
    .values({
      company_id: invoice.companyId,
      invoice_id: invoice.id,
      run_id: paper.runId,
      pdf_sha256: paper.pdfSha256,
      ubl_sha256: paper.ublSha256,
      made_at: paper.at.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Numbers the invoices of a run: the next numbers of the year, in the order of the customers' numbers. The counter is
 * raised in this transaction, so that no number is lost.
 */
export async function giveNumbers(
  tx: Tx,
  runId: string,
  at: {
    readonly counterOf: string;
    readonly year: string;
    readonly invoicedOn: string;
    readonly dueOn: string;
  },
): Promise<void> {
  await sql`
    with counted as (select count(*)::integer as many from billing_invoices where run_id = ${runId}::uuid),
    raised as (
      insert into counters (company_id, name, value) select ${at.counterOf}::uuid, ${`billing-invoices-${at.year}`}, many from counted
      on conflict (company_id, name) do update set value = counters.value + excluded.value returning value),
    numbered as (
      select company_id, id, row_number() over (order by fm_customer_id, id) as place from billing_invoices where run_id = ${runId}::uuid)
    update billing_invoices i set invoiced_on = ${at.invoicedOn}::date, due_on = ${at.dueOn}::date,
      invoice_number = 'F' || ${at.year} || '-' || lpad((raised.value - counted.many + numbered.place)::text, 5, '0')
    from numbered, raised, counted where i.company_id = numbered.company_id and i.id = numbered.id`.execute(
    tx,
  );
}
