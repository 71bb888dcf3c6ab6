import { sql } from 'kysely';
import { documents } from '#contract/documents/documents.ts';
import { dayOfInstant, formatDay } from '#contract/dates.ts';
import type { TrashRetention } from '#server/features/core/index.ts';
import type { LinkedRecord } from '#server/platform/resource/record-links.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { problem } from '#server/platform/http/problem.ts';
import { StatusNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const ofAdministration = (column: 'first_month' | 'is_real_estate') =>
  sql`(select ${sql.ref(`a.${column}`)} from administrations a
    where a.company_id = invoices.company_id and a.id = invoices.administration_id)`;

// The book year that an invoice is in begins in the first month of its administration.
const booked = sql`coalesce(invoices.booking_date, invoices.invoice_date)`;
const firstMonth = sql`coalesce(${ofAdministration('first_month')}, 1)::integer`;
const bookYear = sql`coalesce(invoices.book_year, extract(year from ${booked})::integer
  - (extract(month from ${booked}) < ${firstMonth})::integer)`;

const isRealEstate = sql`(invoices.is_real_estate or coalesce(${ofAdministration('is_real_estate')}, false))`;

/**
 * The last day on which a Processed invoice and its originals are kept (§C9): seven years after the end of its book
 * year, ten with real estate; null before it is Processed. SQL over `invoices`.
 */
export const keptUntil = sql<string | null>`(case when invoices.status = ${sql.lit(StatusNumber.Processed)}
  then (make_date(${bookYear} + 1, ${firstMonth}, 1)
    + case when ${isRealEstate} then interval '10 years' else interval '7 years' end - interval '1 day')::date end)`;

/** Until when the invoice of a document keeps it, or null. */
export async function keptWithDocument(
  db: Db,
  { companyId, documentId }: { readonly companyId: string; readonly documentId: string },
): Promise<string | null> {
  const found = await db
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('document_id', '=', documentId)
    .where('deleted_at', 'is', null)
    .where('status', '=', StatusNumber.Processed)
    .select(keptUntil.as('keptUntil'))
    .executeTakeFirst();
  return found?.keptUntil ?? null;
}

/** Refuses to shorten what is kept: with Processed invoices an administration stays real estate (§C9). */
export async function assertStaysRealEstate(tx: Tx, _ctx: Context, record: LinkedRecord): Promise<void> {
  const { isReal, latest } = await keptOf(tx, record);
  // The day that held before: three years more.
  if (!isReal && latest !== null) throw shorter(`${Number(latest.slice(0, 4)) + 3}${latest.slice(4)}`);
}

/** Refuses another first month of the book year once invoices are Processed: some would be kept shorter (§C9). */
export async function assertSameFirstMonth(tx: Tx, _ctx: Context, record: LinkedRecord): Promise<void> {
  const { latest } = await keptOf(tx, record);
  if (latest !== null) throw shorter(latest);
}

/** The refusal to keep something shorter. */
export function shorter(until: string) {
  return problem.of('wrong-state', { sentence: 'retention-shorter', values: { day: formatDay(until) } });
}

async function keptOf(tx: Tx, { companyId, id }: LinkedRecord) {
  const administration = await tx
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select('is_real_estate as isReal')
    .executeTakeFirst();
  const found = await tx
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '=', StatusNumber.Processed)
    .select(sql<string | null>`max(${keptUntil})`.as('latest'))
    .executeTakeFirst();
  return { isReal: administration?.isReal ?? false, latest: found?.latest ?? null };
}

/** Keeps documents of Processed invoices although their days in the trash are over (§C9). */
export const invoiceTrashHold: TrashRetention = async (db, { entity, id, companyId }, now) => {
  if (entity !== documents.permission || companyId === null) return false;
  const until = await keptWithDocument(db, { companyId, documentId: id });
  return until !== null && until >= dayOfInstant(now);
};
