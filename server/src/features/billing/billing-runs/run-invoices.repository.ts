import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { runInvoices } from '#contract/billing/billing-runs.ts';
import { ownInvoices } from '#contract/billing/own-usage.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import '../billing.tables.ts';
import { RunStateNumber } from './run-state-numbers.ts';
import {
  type Buyer,
  type Figures,
  type FinalInvoice,
  lacksAddress,
  type StoredLine,
} from './stored-invoices.ts';

const columns = {
  name: { natural: true, nullable: false },
  fmCustomerId: { nullable: false },
  period: 'billing_runs.period',
  invoiceNumber: { nullable: false },
  invoiceDate: { sql: 'billing_invoices.invoiced_on', nullable: true },
  dueDate: 'billing_invoices.due_on',
  fixedAmount: { sql: 'billing_invoices.fixed_in_cents', nullable: false },
  variableAmount: { sql: 'billing_invoices.variable_in_cents', nullable: false },
  totalAmount: { sql: 'billing_invoices.total_in_cents', nullable: false },
  vatAmount: 'billing_invoices.vat_in_cents',
  totalInclVatAmount: sql`billing_invoices.total_in_cents + billing_invoices.vat_in_cents`,
  creditedAmount: sql`coalesce((select sum(c.total_in_cents) from billing_credits c
    where c.company_id = billing_invoices.company_id and c.invoice_id = billing_invoices.id), 0)::bigint`,
  hasPdf: sql`file.pdf_sha256 is not null`,
  hasUbl: sql`file.ubl_sha256 is not null`,
  pdfSha256: 'file.pdf_sha256',
  ublSha256: 'file.ubl_sha256',
} as const;
const search = [
  'billing_invoices.name',
  'billing_invoices.invoice_number',
  sql`billing_invoices.fm_customer_id::text`,
];

function joined(db: Db) {
  return db
    .selectFrom('billing_invoices')
    .innerJoin('billing_runs', 'billing_runs.id', 'billing_invoices.run_id')
    .leftJoin('billing_papers as file', (join) =>
      join
        .onRef('file.company_id', '=', 'billing_invoices.company_id')
        .onRef('file.invoice_id', '=', 'billing_invoices.id'),
    );
}

const files = { pdfSha256: z.string().nullable(), ublSha256: z.string().nullable() };
const table = 'billing_invoices';
const ofRuns = recordReaders(
  { ...runInvoices, record: runInvoices.record.extend(files) },
  { table, rows: joined, columns, search },
);
const finalOnes = recordReaders(
  { ...ownInvoices, record: ownInvoices.record.extend(files) },
  {
    table,
    rows: (db) => joined(db).where('billing_runs.state', '=', RunStateNumber.final),
    columns,
    search,
  },
);

/** Which invoices: of one run, or the final ones to one company. */
export type WhichInvoices = { readonly runId: string } | { readonly companyId: string };

export function list({ db, scope }: Context, which: WhichInvoices, query: ListQuery) {
  return ('runId' in which ? ofRuns : finalOnes).list(db, scope, query, which);
}

export function findById({ db, scope }: Context, which: WhichInvoices, id: string) {
  return ('runId' in which ? ofRuns : finalOnes).findById(db, scope, id, which);
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
      all.map(({ buyer, missing, lines, ...figures }) => ({
        ...snakeValues(figures),
        id: newId(now.getTime()),
        run_id: runId,
        buyer: JSON.stringify(buyer),
        missing: [...missing],
        lines: JSON.stringify(lines),
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

function storedOf(db: Db, runId: string) {
  return db.selectFrom('billing_invoices').where('billing_invoices.run_id', '=', runId).select(stored);
}

/** The complete invoices of a run, in the order of their numbers, then of their customers. */
export async function listStored(db: Db, runId: string): Promise<FinalInvoice[]> {
  return storedOf(db, runId)
    .orderBy('billing_invoices.invoice_number')
    .orderBy('billing_invoices.fm_customer_id')
    .execute();
}

/** One of them. */
export async function findStored(db: Db, runId: string, id: string): Promise<FinalInvoice | undefined> {
  return isId(id) ? storedOf(db, runId).where('billing_invoices.id', '=', id).executeTakeFirst() : undefined;
}

/** The next invoices of a final run whose PDF and UBL are not made yet. */
export async function listWithoutFiles(db: Db, runId: string, max: number): Promise<FinalInvoice[]> {
  return storedOf(db, runId)
    .where(
      sql<SqlBool>`not exists (select from billing_papers p where p.company_id = billing_invoices.company_id and p.invoice_id = billing_invoices.id)`,
    )
    .orderBy('billing_invoices.invoice_number')
    .limit(max)
    .execute();
}

/** The customers of a run whose address is not complete, by name. */
export async function listWithoutAddress(db: Db, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_invoices')
    .where('run_id', '=', runId)
    .where(sql<SqlBool>`missing <> '{}'`)
    .orderBy(sql`name collate natural_order`)
    .select(['name', 'missing'])
    .execute();
  return rows.filter(lacksAddress).map(({ name }) => name);
}

/** Takes invoices out of a run that is not final yet. */
export async function removeInvoices(tx: Tx, runId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('billing_invoices').where('run_id', '=', runId).where('id', 'in', ids).execute();
}

/** Stores the PDF and UBL of an invoice; made twice at once, the first stays. */
export async function insertFiles(
  db: Db,
  invoice: FinalInvoice,
  files: { readonly runId: string; readonly pdfSha256: string; readonly ublSha256: string | null },
  at: Date,
): Promise<void> {
  await db
    .insertInto('billing_papers')
    .values({
      company_id: invoice.companyId,
      invoice_id: invoice.id,
      ...snakeValues(files),
      made_at: at.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Numbers the invoices of a run: the next numbers of the year, in the order of the customers' numbers. The counter is
 * raised in this transaction, so that no number is lost.
 */
export async function assignNumbers(
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
    with counted as (select count(*)::integer as total from billing_invoices where run_id = ${runId}::uuid),
    raised as (
      insert into counters (company_id, name, value) select ${at.counterOf}::uuid, ${`billing-invoices-${at.year}`}, total from counted
      on conflict (company_id, name) do update set value = counters.value + excluded.value returning value),
    numbered as (
      select company_id, id, row_number() over (order by fm_customer_id, id) as place from billing_invoices where run_id = ${runId}::uuid)
    update billing_invoices i set invoiced_on = ${at.invoicedOn}::date, due_on = ${at.dueOn}::date,
      invoice_number = 'F' || ${at.year} || '-' || lpad((raised.value - counted.total + numbered.place)::text, 5, '0')
    from numbered, raised, counted where i.company_id = numbered.company_id and i.id = numbered.id`.execute(
    tx,
  );
  await sql`insert into billing_numbers (number, company_id)
    select invoice_number, company_id from billing_invoices where run_id = ${runId}::uuid`.execute(tx);
}
