import { sql } from 'kysely';
import { commentKinds } from '#contract/invoicing/approval-work.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { StatusNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

/** An entry about to be added. */
export interface NewEntry {
  /** One of `CommentKind`. */
  readonly kind: number;
  readonly text: string;
  readonly mentions?: readonly string[];
  /** Of an answer: the question. */
  readonly answers?: string;
}

/** Adds an entry of the caller to the comments of an invoice. */
export async function addEntry(
  tx: Tx,
  { caller, now }: Writer,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  { kind, text, mentions = [], answers }: NewEntry,
): Promise<void> {
  const at = now();
  await tx
    .insertInto('invoice_comments')
    .values({
      company_id: companyId,
      id: newId(at.getTime()),
      invoice_id: id,
      kind,
      at: at.toISOString(),
      user_id: caller.userId,
      user_name: caller.name,
      text,
      mentions: [...mentions],
      answers: answers ?? null,
    })
    .execute();
}

/** The people of a company whom words mention: `@` and their whole name, however it is capitalised. */
export async function mentionedIn(tx: Tx, companyId: string, text: string): Promise<string[]> {
  if (!text.includes('@')) return [];
  const { rows } = await sql<{ id: string }>`
    select id from users where company_id = ${companyId} and deleted_at is null and is_active
      and strpos(lower(${text}::text), '@' || lower(trim(first_name || ' ' || last_name))) > 0
    order by id limit 20`.execute(tx);
  return rows.map(({ id }) => id);
}

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('invoice_comments as e')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'e.company_id').onRef('invoices.id', '=', 'e.invoice_id'),
    )
    .where('invoices.deleted_at', 'is', null)
    .where(within(scope, 'e.company_id'))
    .where(withinAdministrations(scope, 'invoices.administration_id'));
}

/** The entries of an invoice, the oldest first. */
export async function listEntries(db: Db, scope: Scope, invoiceId: string) {
  if (!isId(invoiceId)) return [];
  return visible(db, scope)
    .where('e.invoice_id', '=', invoiceId)
    .orderBy('e.at')
    .orderBy('e.id')
    .select([
      'e.id',
      'e.invoice_id as invoiceId',
      nameAt(commentKinds, 'e.kind').as('kind'),
      'e.at',
      'e.user_id as userId',
      'e.user_name as userName',
      'e.text',
      sql<{ id: string; fullName: string }[]>`(select coalesce(json_agg(json_build_object('id', u.id,
        'fullName', u.first_name || ' ' || u.last_name)), '[]'::json) from users u where u.id = any(e.mentions))`.as(
        'mentions',
      ),
      'e.answers',
    ])
    .execute();
}

/** Where a person was mentioned on invoices that still wait for a decision, the newest first; questions are advice. */
export async function listMentions(db: Db, scope: Scope, userId: string) {
  return visible(db, scope)
    .where(sql<boolean>`e.mentions @> array[${userId}::uuid]`)
    .where('e.kind', '<', 2)
    .where('invoices.status', '<', StatusNumber.ReadyForProcessing)
    .orderBy('e.at', 'desc')
    .limit(100)
    .select([
      'e.invoice_id as invoiceId',
      'invoices.document_number as documentId',
      'e.user_name as userName',
      'e.at',
      'e.text',
    ])
    .execute();
}
