import { sql } from 'kysely';
import { ownCredits, runCredits } from '#contract/billing/credits.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId, newId, noCompany } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { streamList } from '#server/platform/db/stream-list.ts';
import '../billing.tables.ts';
import type { CreditLine } from './credits.rules.ts';

const specs = {
  id: 'c.id',
  companyId: 'c.company_id',
  invoiceId: 'c.invoice_id',
  creditNumber: { sql: 'c.credit_number', nullable: false },
  invoiceNumber: { sql: 'i.invoice_number', nullable: false },
  name: { sql: 'i.name', natural: true, nullable: false },
  creditDate: { sql: 'c.credited_on', nullable: false },
  totalAmount: { sql: 'c.total_in_cents', nullable: false },
} as const;
const columns = { ofRun: listColumns(runCredits.fields, specs), own: listColumns(ownCredits.fields, specs) };
const search = searchColumns(['c.credit_number', 'i.invoice_number', 'i.name', 'c.reason']);

/** Which credit invoices: those of one run, or those to one company. */
export type WhichCredits = { readonly runId: string } | { readonly companyId: string };

function visible(db: Db, which: WhichCredits) {
  const all = db
    .selectFrom('billing_credits as c')
    .innerJoin('billing_invoices as i', (join) =>
      join.onRef('i.company_id', '=', 'c.company_id').onRef('i.id', '=', 'c.invoice_id'),
    )
    .select([
      'c.id',
      'c.run_id as runId',
      'c.company_id as companyId',
      'c.invoice_id as invoiceId',
      'i.invoice_number as invoiceNumber',
      'c.credit_number as creditNumber',
      'i.name',
      'c.credited_on as creditDate',
      'c.reason',
      'c.total_in_cents as totalAmount',
      'c.vat_in_cents as vatAmount',
      sql<number>`c.total_in_cents + c.vat_in_cents`.as('totalInclVatAmount'),
      sql<CreditLine[]>`c.lines`.as('lines'),
      sql<boolean>`c.ubl_sha256 is not null`.as('hasUbl'),
      'c.created_by_name as createdBy',
    ]);
  if ('companyId' in which) return all.where('c.company_id', '=', which.companyId);
  return all.where('c.run_id', '=', isId(which.runId) ? which.runId : null);
}

export function list(db: Db, which: WhichCredits, query: ListQuery) {
  return listPage(query, {
    base: visible(db, which),
    columns: 'runId' in which ? columns.ofRun : columns.own,
    search,
  });
}

/** The same as one stream. */
export function streamCredits(db: Db, which: WhichCredits, query: ListQuery) {
  return streamList(db, query, {
    base: visible(db, which),
    columns: 'runId' in which ? columns.ofRun : columns.own,
    search,
  });
}

export async function findById(db: Db, which: WhichCredits, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, which)
    .where('c.id', '=', id)
    .select(['c.pdf_sha256 as pdfSha256', 'c.ubl_sha256 as ublSha256'])
    .executeTakeFirst();
}

/** What was taken back of an invoice before. */
export async function listLines(db: Db, companyId: string, invoiceId: string): Promise<CreditLine[]> {
  const rows = await db
    .selectFrom('billing_credits')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', invoiceId)
    .select(sql<CreditLine[]>`lines`.as('lines'))
    .execute();
  return rows.flatMap(({ lines }) => lines);
}

/** The next number of the series that the invoices have; it is lost with the transaction, so that there are no gaps. */
export async function nextNumber(tx: Tx, year: string): Promise<string> {
  const { rows } = await sql<{ value: number }>`
    insert into counters (company_id, name, value) values (${noCompany}::uuid, ${`billing-invoices-${year}`}, 1)
    on conflict (company_id, name) do update set value = counters.value + 1 returning value`.execute(tx);
  return `F${year}-${String(rows[0]?.value ?? 1).padStart(5, '0')}`;
}

/** What is kept of a credit invoice. */
export interface NewCredit {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly runId: string;
  readonly creditNumber: string;
  readonly reason: string;
  readonly lines: readonly CreditLine[];
  readonly totalInCents: number;
  readonly vatInCents: number;
  readonly creditedOn: string;
  readonly pdfSha256: string;
  readonly ublSha256: string | null;
}

export async function insert(tx: Tx, ctx: Context, credit: NewCredit): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('billing_credits')
    .values({
      company_id: credit.companyId,
      id,
      invoice_id: credit.invoiceId,
      run_id: credit.runId,
      credit_number: credit.creditNumber,
      reason: credit.reason,
      lines: JSON.stringify(credit.lines),
      total_in_cents: credit.totalInCents,
      vat_in_cents: credit.vatInCents,
      credited_on: credit.creditedOn,
      pdf_sha256: credit.pdfSha256,
      ubl_sha256: credit.ublSha256,
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
    })
    .execute();
  return id;
}
