import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import '../documents.tables.ts';

/** What is billed by the piece (§I6). */
export type UsageKind = 'scan' | 'processed' | 'attachment';

/** Whose use it is, and of what: the document itself, or the extra file that was stored with it. */
export interface Usage {
  readonly companyId: string;
  readonly documentId: string;
  readonly subjectId: string;
}

/** Writes down a use, once for ever: a second reading or a retry adds nothing (§D6, §I6). */
export async function noteUsage(tx: Tx, kind: UsageKind, usage: Usage, at: Date): Promise<void> {
  await sql`
    insert into usage_events (company_id, kind, subject_id, document_id, administration_id, at)
    select d.company_id, ${kind}, ${usage.subjectId}::uuid, d.id, d.administration_id, ${at.toISOString()}::timestamptz
    from documents d where d.company_id = ${usage.companyId}::uuid and d.id = ${usage.documentId}::uuid
    on conflict do nothing`.execute(tx);
}

/** The same for many documents at once. */
export async function noteProcessed(tx: Tx, companyId: string, documentIds: readonly string[], at: Date): Promise<void> {
  await sql`
    insert into usage_events (company_id, kind, subject_id, document_id, administration_id, at)
    select d.company_id, 'processed', d.id, d.id, d.administration_id, ${at.toISOString()}::timestamptz
    from documents d where d.company_id = ${companyId}::uuid and d.id = any(${[...documentIds]}::uuid[])
    on conflict do nothing`.execute(tx);
}
