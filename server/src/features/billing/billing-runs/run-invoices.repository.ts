import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { type billingRuns, runInvoices } from '#contract/billing/billing-runs.ts';
import { mailStates, type MailState, type PaymentState } from '#contract/billing/invoice-states.ts';
import { ownInvoices } from '#contract/billing/own-usage.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import '../billing.tables.ts';
import {
  type Buyer,
  type DraftInvoice,
  type Figures,
  type FinalInvoice,
  lacksAddress,
  type StoredLine,
} from './stored-invoices.ts';

const files = { pdfSha256: z.string().nullable(), ublSha256: z.string().nullable() };

function columnsOf(table: 'billing_invoices' | 'draft_invoices') {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return {
    name: { natural: true, nullable: false },
    fmCustomerId: { nullable: false },
    fixedAmount: { sql: column('fixed_in_cents'), nullable: false },
    variableAmount: { sql: column('variable_in_cents'), nullable: false },
    totalAmount: { sql: column('total_in_cents'), nullable: false },
    vatAmount: column('vat_in_cents'),
    totalInclVatAmount: sql`${column('total_in_cents')} + ${column('vat_in_cents')}`,
  } as const;
}

const credited = sql`coalesce((select sum(c.total_in_cents) from billing_credits c
  where c.company_id = billing_invoices.company_id and c.invoice_id = billing_invoices.id), 0)::bigint`;

const final = {
  table: 'billing_invoices',
  rows: (db: Db) =>
    db
      .selectFrom('billing_invoices')
      .innerJoin('final_runs', 'final_runs.id', 'billing_invoices.run_id')
      .leftJoin('billing_papers as file', (join) =>
        join
          .onRef('file.company_id', '=', 'billing_invoices.company_id')
          .onRef('file.invoice_id', '=', 'billing_invoices.id'),
      )
      .leftJoin('billing_invoice_states as later', (join) =>
        join
          .onRef('later.company_id', '=', 'billing_invoices.company_id')
          .onRef('later.invoice_id', '=', 'billing_invoices.id'),
      ),
  columns: {
    ...columnsOf('billing_invoices'),
    period: 'final_runs.period',
    invoiceNumber: { nullable: false },
    invoiceDate: { sql: 'billing_invoices.invoiced_on', nullable: true },
    dueDate: 'billing_invoices.due_on',
    creditedAmount: credited,
    mailState: nameAt<MailState>(mailStates, sql`coalesce(later.mail_state, 0)`),
    mailedTo: sql`coalesce(later.mail_to, '')`,
    mailedAt: 'later.mailed_at',
    paidOn: { sql: 'later.paid_on', nullable: true },
    paymentState: sql<PaymentState>`case when later.paid_on is not null then 'paid'
      when billing_invoices.total_in_cents <= ${credited} then 'credited' else 'open' end`,
    hasPdf: sql`file.pdf_sha256 is not null`,
    hasUbl: sql`file.ubl_sha256 is not null`,
    pdfSha256: 'file.pdf_sha256',
    ublSha256: 'file.ubl_sha256',
  },
  search: [
    'billing_invoices.name',
    'billing_invoices.invoice_number',
    sql`billing_invoices.fm_customer_id::text`,
  ],
} as const;
const finalOfRuns = recordReaders({ ...runInvoices, record: runInvoices.record.extend(files) }, final);
const finalOfCompanies = recordReaders({ ...ownInvoices, record: ownInvoices.record.extend(files) }, final);
// Without what a final invoice has.
const drafts = recordReaders(
  { ...runInvoices, record: runInvoices.record.extend(files) },
  {
    table: 'draft_invoices',
    rows: (db) =>
      db.selectFrom('draft_invoices').innerJoin('billing_runs', 'billing_runs.id', 'draft_invoices.run_id'),
    columns: {
      ...columnsOf('draft_invoices'),
      period: 'billing_runs.period',
      invoiceNumber: { sql: sql`''::text`, nullable: false },
      invoiceDate: { sql: sql`null::date`, nullable: true },
      dueDate: sql`null::date`,
      creditedAmount: sql`0::bigint`,
      mailState: { sql: sql<MailState>`'none'`, nullable: false },
      mailedTo: sql`''`,
      mailedAt: sql`null::timestamptz`,
      paidOn: { sql: sql`null::date`, nullable: true },
      paymentState: { sql: sql<PaymentState>`'open'`, nullable: false },
      hasPdf: sql`false`,
      hasUbl: sql`false`,
      pdfSha256: sql`null::text`,
      ublSha256: sql`null::text`,
    },
    search: ['draft_invoices.name', sql`draft_invoices.fm_customer_id::text`],
  },
);

/** Which invoices: of one run, or the final ones to one company. */
export type WhichInvoices = { readonly runId: string } | { readonly companyId: string };

/** The invoices of a run: the final ones, or its figures as long as it is not final. */
export function listOfRun(
  { db, scope }: Context,
  { id, state }: Pick<Rec<typeof billingRuns>, 'id' | 'state'>,
  query: ListQuery,
) {
  return (state === 'final' ? finalOfRuns : drafts).list(db, scope, query, { runId: id });
}

/** The final invoices to a company. */
export function listOfCompany({ db, scope }: Context, companyId: string, query: ListQuery) {
  return finalOfCompanies.list(db, scope, query, { companyId });
}

export async function findById({ db, scope }: Context, which: WhichInvoices, id: string) {
  if ('companyId' in which) return finalOfCompanies.findById(db, scope, id, which);
  return (await finalOfRuns.findById(db, scope, id, which)) ?? drafts.findById(db, scope, id, which);
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
    .insertInto('draft_invoices')
    .values(all.map((figures) => rowOf(runId, { ...figures, id: newId(now.getTime()) })))
    .execute();
}

function rowOf<Invoice extends DraftInvoice>(runId: string, { buyer, missing, lines, ...figures }: Invoice) {
  return {
    ...snakeValues(figures),
    run_id: runId,
    buyer: JSON.stringify(buyer),
    missing: [...missing],
    lines: JSON.stringify(lines),
  };
}

const figures = [
  'id',
  'company_id as companyId',
  'name',
  'fm_customer_id as fmCustomerId',
  sql<Buyer>`buyer`.as('buyer'),
  'missing',
  sql<StoredLine[]>`lines`.as('lines'),
  'fixed_in_cents as fixedInCents',
  'variable_in_cents as variableInCents',
  'total_in_cents as totalInCents',
  'vat_in_cents as vatInCents',
] as const;

/** The figures of a run that is not final, in the order of their customers. */
export async function listDrafts(db: Db, runId: string): Promise<DraftInvoice[]> {
  return db
    .selectFrom('draft_invoices')
    .where('run_id', '=', runId)
    .select(figures)
    .orderBy('fm_customer_id')
    .orderBy('id')
    .execute();
}

function finalOf(db: Db, runId: string) {
  return db
    .selectFrom('billing_invoices')
    .where('run_id', '=', runId)
    .select(figures)
    .select([
      'invoice_number as invoiceNumber',
      sql<string>`coalesce(invoiced_on::text, '')`.as('invoicedOn'),
      sql<string>`coalesce(due_on::text, '')`.as('dueOn'),
    ]);
}

/** The complete invoices of a final run, in the order of their numbers. */
export async function listFinal(db: Db, runId: string): Promise<FinalInvoice[]> {
  return finalOf(db, runId).orderBy('invoice_number').orderBy('fm_customer_id').execute();
}

/** One of them. */
export async function findFinal(db: Db, runId: string, id: string): Promise<FinalInvoice | undefined> {
  return isId(id) ? finalOf(db, runId).where('id', '=', id).executeTakeFirst() : undefined;
}

/** The next invoices of a final run whose PDF and UBL are not made yet. */
export async function listWithoutFiles(db: Db, runId: string, max: number): Promise<FinalInvoice[]> {
  return finalOf(db, runId)
    .where(
      sql<SqlBool>`not exists (select from billing_papers p where p.company_id = billing_invoices.company_id and p.invoice_id = billing_invoices.id)`,
    )
    .orderBy('invoice_number')
    .limit(max)
    .execute();
}

/** The customers of a run whose address is not complete, by name. */
export async function listWithoutAddress(db: Db, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('draft_invoices')
    .where('run_id', '=', runId)
    .where(sql<SqlBool>`missing <> '{}'`)
    .orderBy(sql`name collate natural_order`)
    .select(['name', 'missing'])
    .execute();
  return rows.filter(lacksAddress).map(({ name }) => name);
}

/** The customers of a run that is not final whose company is inactive, by name. */
export async function listInactive(db: Db, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('draft_invoices')
    .innerJoin('companies', 'companies.id', 'draft_invoices.company_id')
    .where('draft_invoices.run_id', '=', runId)
    .where('companies.is_active', '=', false)
    .orderBy(sql`draft_invoices.name collate natural_order`)
    .select('draft_invoices.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** The number and the files of every invoice of a run, in the order of their numbers. */
export async function listFiles(db: Db, runId: string) {
  return db
    .selectFrom('billing_invoices')
    .innerJoin('billing_papers', (join) =>
      join
        .onRef('billing_papers.company_id', '=', 'billing_invoices.company_id')
        .onRef('billing_papers.invoice_id', '=', 'billing_invoices.id'),
    )
    .where('billing_invoices.run_id', '=', runId)
    .orderBy('billing_invoices.invoice_number')
    .select([
      'billing_invoices.invoice_number as invoiceNumber',
      'billing_papers.pdf_sha256 as pdfSha256',
      'billing_papers.ubl_sha256 as ublSha256',
    ])
    .execute();
}

/** The files of an invoice, and to whom it is mailed. */
export async function findHashes(db: Db, companyId: string, invoiceId: string) {
  return db
    .selectFrom('billing_papers')
    .innerJoin('billing_invoice_states', (join) =>
      join
        .onRef('billing_invoice_states.company_id', '=', 'billing_papers.company_id')
        .onRef('billing_invoice_states.invoice_id', '=', 'billing_papers.invoice_id'),
    )
    .where('billing_papers.company_id', '=', companyId)
    .where('billing_papers.invoice_id', '=', invoiceId)
    .select([
      'billing_papers.pdf_sha256 as pdfSha256',
      'billing_papers.ubl_sha256 as ublSha256',
      'billing_invoice_states.mail_to as mailTo',
    ])
    .executeTakeFirst();
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

// As many as one statement takes: PostgreSQL allows 65,535 parameters.
const batchSize = 1000;

/** Puts final invoices in the place of the figures of a run. */
export async function insertFinalInvoices(
  tx: Tx,
  runId: string,
  invoices: readonly FinalInvoice[],
): Promise<void> {
  await tx.deleteFrom('draft_invoices').where('run_id', '=', runId).execute();
  for (let start = 0; start < invoices.length; start += batchSize)
    await tx
      .insertInto('billing_invoices')
      .values(invoices.slice(start, start + batchSize).map((invoice) => rowOf(runId, invoice)))
      .execute();
}
