import { sql } from 'kysely';
import { keyOf } from '#server/features/documents/index.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { ApprovalNumber, StatusNumber, TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** What the other file of an invoice may be known by. */
export interface Sought {
  readonly documentId: string;
  readonly isData: boolean;
  readonly numberKey: string | null;
  readonly stem: string;
  /** Hashes and names: what data holds and names, or by which data would name a picture. */
  readonly keys: readonly string[];
}

const decided = [TurnNumber.approved, TurnNumber.rejected];
const open = [ApprovalNumber.pending, ApprovalNumber.onHold];

/** Invoices that nobody decided on, of one file of the other kind, which may be that of this one; the oldest first. */
export async function listCandidates(tx: Tx, companyId: string, sought: Sought) {
  const { documentId, isData, numberKey, stem, keys } = sought;
  const hashes = keys.filter((key) => key.startsWith('sha256:')).map((key) => key.slice('sha256:'.length));
  const byFile = isData
    ? sql`select id from documents where company_id = ${companyId} and sha256 = any(${hashes}::text[])`
    : sql`select id from documents where company_id = ${companyId} and attached_files <> '{}'
        and attached_files && ${[...keys]}::text[]`;
  // Names count from the same mail, upload or ZIP.
  const arrival = sql`(select o.created_at from documents o where o.company_id = ${companyId} and o.id = ${documentId})`;
  const name = keyOf('t.filename');
  // The few that it can be come first, once: asked for each invoice of a company they took minutes.
  const { rows } = await sql<{ id: string; documentId: string }>`
    with sought as materialized (
      select document_id as id from invoices where company_id = ${companyId} and invoice_number_key = ${numberKey}
        and status = ${sql.lit(StatusNumber.Concept)} and deleted_at is null
      union ${byFile}
      union select t.id from documents t
        where t.company_id = ${companyId} and t.deleted_at is null and t.created_at = ${arrival}
          and (${name} = any(${namesIn(keys)}::text[]) or regexp_replace(${name}, '\\.[a-z0-9]{1,5}$', '') = ${stem}))
    select i.id, i.document_id as "documentId"
    from sought s join documents d on d.company_id = ${companyId} and d.id = s.id
      join invoices i on i.company_id = ${companyId} and i.document_id = d.id
    where i.deleted_at is null and i.status = ${sql.lit(StatusNumber.Concept)}
      and i.approval_state = any(${open}::smallint[]) and d.deleted_at is null
      and (d.mime = 'application/xml') <> ${isData} and coalesce(d.split_before, '{}') = '{}'
      and not exists (select from document_files f where f.company_id = ${companyId} and f.document_id = d.id)
      and not exists (select from invoice_approvals a where a.company_id = ${companyId} and a.invoice_id = i.id
        and a.round = i.round and a.state = any(${decided}::smallint[]))
    order by i.created_at, i.id limit 20`.execute(tx);
  return rows;
}

function namesIn(keys: readonly string[]): string[] {
  return keys.filter((key) => key.startsWith('name:')).map((key) => key.slice('name:'.length));
}

/** The file and the picture of an invoice are those of its document now, and what it is called by is read of it. */
export async function setFile(
  tx: Tx,
  companyId: string,
  id: string,
  file: { readonly fileSha256: string; readonly picture: string | null; readonly description?: string },
): Promise<void> {
  const { fileSha256, picture, description } = file;
  await tx
    .updateTable('invoices')
    .set({ file_sha256: fileSha256, picture, ...(description === undefined ? {} : { description }) })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}
