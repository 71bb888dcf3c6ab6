import { sql } from 'kysely';
import { executeLater, type Tx } from '#server/platform/db/database.ts';
import '../documents.tables.ts';

/** What is billed by the piece (§I6). */
export type UsageKind = 'scan' | 'processed' | 'attachment';

/** Whose use it is, and of what: the document itself, or the extra file that was stored with it. */
export interface Usage {
  readonly companyId: string;
  readonly documentId: string;
  readonly subjectId: string;
}

/**
 * Writes down a use, once for ever: a second reading or a retry adds nothing (§D6, §I6). A company that is switched off
 * uses nothing new (§A8). Its day, and the sums of days, follow by themselves (decision 0028).
 */
export async function noteUsage(
  tx: Tx,
  kind: UsageKind,
  { companyId, documentId, subjectId }: Usage,
  at: Date,
): Promise<void> {
  await insert(tx, kind, companyId, sql`d.id = ${documentId}::uuid`, sql`${subjectId}::uuid`, at);
}

/** The same for many documents at once. */
export async function noteProcessed(
  tx: Tx,
  companyId: string,
  documentIds: readonly string[],
  at: Date,
): Promise<void> {
  await insert(tx, 'processed', companyId, sql`d.id = any(${[...documentIds]}::uuid[])`, sql`d.id`, at);
}

async function insert(
  tx: Tx,
  kind: UsageKind,
  companyId: string,
  which: ReturnType<typeof sql>,
  subject: ReturnType<typeof sql>,
  at: Date,
): Promise<void> {
  const query = sql`
    insert into usage_events (company_id, kind, subject_id, document_id, administration_id, at, is_trial, mark)
    select d.company_id, ${kind}, ${subject}, d.id, d.administration_id, ${at.toISOString()}::timestamptz,
      coalesce(s.subscription in (3, 4), false), usage_mark(d.company_id, d.id)
    from documents d
      join companies c on c.id = d.company_id and c.is_active
      left join customer_settings s on s.company_id = d.company_id
    where d.company_id = ${companyId}::uuid and ${which}
    order by d.id
    on conflict do nothing`;
  await executeLater(tx, query);
}
