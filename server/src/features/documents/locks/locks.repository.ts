import { sql } from 'kysely';
import { lockSeconds } from '#contract/documents/properties.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { type DocumentKey, ofDocument } from '../document-rows.ts';
import '../documents.tables.ts';

/** Who works on a document. */
export interface Lock {
  readonly userId: string;
  readonly name: string;
  readonly until: string;
  readonly isMine: boolean;
}

/** The lock on a row of `documents`, for a query on it; null when nobody works on it, or no more. */
export function lockOf({ caller, now }: Pick<Context, 'caller' | 'now'>) {
  return sql<Lock | null>`(select json_build_object('userId', l.user_id, 'name', l.user_name,
      'until', to_char(l.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'isMine', l.user_id = ${caller.userId}::uuid)
    from document_locks l where l.company_id = documents.company_id and l.document_id = documents.id
      and l.until > ${now().toISOString()}::timestamptz)`;
}

/** Takes or renews the lock; undefined when another holds it and `take` is not asked. */
export async function acquire(
  tx: Tx,
  ctx: Context,
  { companyId, documentId }: DocumentKey,
  take: boolean,
): Promise<boolean> {
  const now = ctx.now();
  const until = new Date(now.getTime() + lockSeconds * 1000).toISOString();
  const { rows } = await sql<object>`
    insert into document_locks as l (company_id, document_id, user_id, user_name, until)
    values (${companyId}::uuid, ${documentId}::uuid, ${ctx.caller.userId}::uuid, ${ctx.caller.name}, ${until}::timestamptz)
    on conflict (company_id, document_id) do update
      set user_id = excluded.user_id, user_name = excluded.user_name, until = excluded.until
      where l.user_id = excluded.user_id or l.until <= ${now.toISOString()}::timestamptz or ${take}::boolean
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function release(tx: Tx, ctx: Context, key: DocumentKey): Promise<void> {
  await tx
    .deleteFrom('document_locks')
    .where(ofDocument(key))
    .where('user_id', '=', ctx.caller.userId)
    .execute();
}

export async function find(db: Db, ctx: Context, key: DocumentKey): Promise<Lock | null> {
  const found = await db
    .selectFrom('document_locks')
    .where(ofDocument(key))
    .where('until', '>', ctx.now().toISOString())
    .select(['user_id as userId', 'user_name as name', 'until'])
    .executeTakeFirst();
  return found ? { ...found, isMine: found.userId === ctx.caller.userId } : null;
}
