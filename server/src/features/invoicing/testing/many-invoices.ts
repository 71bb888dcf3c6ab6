import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { StatusNumber, TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const names = [
  'Bakker Techniek',
  'Van Dalen Montage',
  'Energie Zuid',
  'Schoonmaak De Ster',
  'Drukkerij Ekkers',
  'Liftservice Noord',
  'Groenbeheer Vecht',
  'Jansen Dakwerken',
  'Kantoorpartners',
  'Waterbedrijf Oost',
];
const perBatch = 50_000;

/**
 * Invoices with their documents, without pages, of 500 suppliers over the last years: one in fifty still waits, the same
 * every time. For trying lists and reading plans. With approvers each has two lines, of which the first one of those that
 * wait has its turn.
 */
export async function generateInvoices(
  db: Db,
  companyId: string,
  count: number,
  onProgress: (text: string) => void = () => undefined,
  approvers: readonly string[] = [],
): Promise<void> {
  for (let from = 1; from <= count; from += perBatch) {
    const to = Math.min(count, from + perBatch - 1);
    await makeInvoices(db, companyId, from, to, approvers);
    onProgress(`${to} of ${count} invoices`);
  }
  for (const table of ['documents', 'invoices', 'invoice_approvals'])
    await sql`analyze ${sql.table(table)}`.execute(db);
}

async function makeInvoices(
  db: Db,
  companyId: string,
  from: number,
  to: number,
  approvers: readonly string[],
): Promise<void> {
  const last = sql.lit(names.length);
  await db.transaction().execute(async (tx) => {
    await sql`create temporary table made_invoices on commit drop as
      select n, md5(${companyId} || ' invoice ' || n)::uuid as id, md5(${companyId} || ' document ' || n)::uuid as document_id,
        'G-' || lpad(n::text, 7, '0') as number, 1 + (n * 37) % 500 as supplier, 500 + (n::bigint * 7919) % 2000000 as cents,
        date '2026-11-20' - (n % 1500) as day, md5(${companyId} || n) || md5(n::text) as sha256
      from generate_series(${from}::int, ${to}::int) n`.execute(tx);
    await sql`insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, state, reasons, invoice_id)
      select ${companyId}::uuid, m.document_id, m.number, a.id, m.sha256, m.number || '.pdf', 'application/pdf', 1000, 'upload', 2, '{}', m.id
      from made_invoices m left join lateral (select id from administrations where company_id = ${companyId} and deleted_at is null
        order by id limit 1) a on true
      on conflict do nothing`.execute(tx);
    await sql`insert into invoices (company_id, id, document_id, document_number, administration_id, creditor_name, supplier_key, kvk, iban,
        invoice_number, invoice_number_key, invoice_date, due_date, description, order_number, total_in_cents, status, approval_state, file_sha256,
        has_turns)
      select ${companyId}::uuid, m.id, m.document_id, m.number, d.administration_id,
        (${[...names]}::text[])[1 + m.supplier % ${last}] || ' ' || m.supplier, 'kvk:' || (40000000 + m.supplier), (40000000 + m.supplier)::text,
        'NL' || lpad((m.supplier % 100)::text, 2, '0') || 'INGB' || lpad((m.supplier * 7919)::text, 10, '0'),
        'F' || m.n, 'F' || m.n, m.day, m.day + 30, 'Werk in week ' || m.n % 52, 'PO-' || m.n % 9000, m.cents,
        case when m.n % 50 = 0 then ${sql.lit(StatusNumber.Concept)} else ${sql.lit(StatusNumber.Processed)} end,
        case when m.n % 50 = 0 then 0 else 1 end, m.sha256,
        ${approvers.length > 0}
      from made_invoices m join documents d on d.company_id = ${companyId} and d.id = m.document_id
      on conflict do nothing`.execute(tx);
    if (approvers.length === 0) return;
    await sql`insert into invoice_approvals (company_id, id, invoice_id, user_id, sequence, state, decided_at, pending_since)
      select ${companyId}::uuid, md5(m.id || ' turn ' || s)::uuid, m.id,
        (${[...approvers]}::uuid[])[1 + (m.n / 50 + s) % ${approvers.length}::int], s,
        case when m.n % 50 > 0 then ${sql.lit(TurnNumber.approved)}
          when s = 1 then ${sql.lit(TurnNumber.pending)} else ${sql.lit(TurnNumber.waiting)} end,
        case when m.n % 50 > 0 then now() end, case when m.n % 50 = 0 and s = 1 then now() end
      from made_invoices m, generate_series(1, 2) s
      on conflict do nothing`.execute(tx);
  });
}
