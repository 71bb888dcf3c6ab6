import { sql } from 'kysely';
import { z } from 'zod';
import { runCredits } from '#contract/billing/credits.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Scope } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import '../billing.tables.ts';
import type { Credit } from '../billing-runs/stored-invoices.ts';
import type { CreditLine, EarlierCredit } from './credits.rules.ts';

const source = {
  table: 'billing_credits',
  rows: (db: Db) =>
    db
      .selectFrom('billing_credits')
      .innerJoin('billing_invoices', (join) =>
        join
          .onRef('billing_invoices.company_id', '=', 'billing_credits.company_id')
          .onRef('billing_invoices.id', '=', 'billing_credits.invoice_id'),
      ),
  columns: {
    creditNumber: { nullable: false },
    invoiceNumber: { sql: 'billing_invoices.invoice_number', nullable: false },
    name: { sql: 'billing_invoices.name', natural: true, nullable: false },
    creditDate: { sql: 'billing_credits.credited_on', nullable: false },
    totalAmount: { sql: 'billing_credits.total_in_cents', nullable: false },
    vatAmount: 'billing_credits.vat_in_cents',
    totalInclVatAmount: sql`billing_credits.total_in_cents + billing_credits.vat_in_cents`,
    hasUbl: sql`billing_credits.ubl_sha256 is not null`,
    createdBy: 'billing_credits.created_by_name',
  },
  search: [
    'billing_credits.credit_number',
    'billing_invoices.invoice_number',
    'billing_invoices.name',
    'billing_credits.reason',
  ],
} as const;

const readers = recordReaders(
  {
    ...runCredits,
    record: runCredits.record.extend({ pdfSha256: z.string(), ublSha256: z.string().nullable() }),
  },
  source,
);

/** Which credit invoices: those of one run, or those to one company. */
export type WhichCredits = { readonly runId: string } | { readonly companyId: string };

export function list({ db, scope }: Context, which: WhichCredits, query: ListQuery) {
  return readers.list(db, scope, query, which);
}

/** The complete list, for an export. */
export function streamCredits({ db, scope }: Context, which: WhichCredits, query: ListQuery) {
  return readers.stream(db, scope, query, which);
}

export function findById(db: Db, scope: Scope, which: WhichCredits, id: string) {
  return readers.findById(db, scope, id, which);
}

/** The earlier credits of an invoice. */
export async function listEarlier(db: Db, companyId: string, invoiceId: string): Promise<EarlierCredit[]> {
  return db
    .selectFrom('billing_credits')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', invoiceId)
    .select([sql<CreditLine[]>`lines`.as('lines'), 'vat_in_cents as vatInCents'])
    .execute();
}

/** What is stored of a credit invoice. */
export interface NewCredit extends Credit {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly runId: string;
  readonly pdfSha256: string;
  readonly ublSha256: string | null;
}

export async function insert(tx: Tx, ctx: Context, { lines, ...credit }: NewCredit): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('billing_credits')
    .values({
      ...snakeValues(credit),
      id,
      lines: JSON.stringify(lines),
      created_at: ctx.now().toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
    })
    .execute();
  return id;
}
