import { sql } from 'kysely';
import type { z } from 'zod';
import type { advice } from '#contract/invoicing/approval-work.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { CommentKind } from '../comments/comment-kinds.ts';
import '../invoicing.tables.ts';

type Advice = z.output<typeof advice> & { readonly companyId: string };

// A question is an entry of the comments that mentions who is asked, and so is the answer to it.
function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('invoice_comments as q')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'q.company_id').onRef('invoices.id', '=', 'q.invoice_id'),
    )
    .leftJoin('invoice_comments as r', (join) =>
      join
        .onRef('r.company_id', '=', 'q.company_id')
        .onRef('r.invoice_id', '=', 'q.invoice_id')
        .onRef('r.answers', '=', 'q.id'),
    )
    .where('q.kind', '=', CommentKind.question)
    .where('invoices.deleted_at', 'is', null)
    .where(within(scope, 'q.company_id'))
    .where(withinAdministrations(scope, 'invoices.administration_id'))
    .select([
      'q.id',
      'q.company_id as companyId',
      'q.invoice_id as invoiceId',
      sql<string>`coalesce(q.user_id::text, '')`.as('askedBy'),
      'q.user_name as askedByName',
      sql<string>`q.mentions[1]`.as('userId'),
      sql<string>`coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = q.mentions[1]), '?')`.as(
        'fullName',
      ),
      'q.text as question',
      'q.at as askedAt',
      'r.text as answer',
      'r.at as answeredAt',
    ]);
}

/** What was asked about an invoice, the oldest first. */
export async function listOf(db: Db, scope: Scope, invoiceId: string): Promise<Advice[]> {
  if (!isId(invoiceId)) return [];
  return visible(db, scope).where('q.invoice_id', '=', invoiceId).orderBy('q.at').orderBy('q.id').execute();
}

export async function findById(db: Db, scope: Scope, id: string): Promise<Advice | undefined> {
  if (!isId(id)) return undefined;
  return visible(db, scope).where('q.id', '=', id).executeTakeFirst();
}

/** The questions that wait for a person's answer, the oldest first. */
export async function listOpen(db: Db, scope: Scope, userId: string): Promise<Advice[]> {
  return visible(db, scope)
    .where(sql<boolean>`q.mentions @> array[${userId}::uuid]`)
    .where('r.id', 'is', null)
    .orderBy('q.at')
    .limit(250)
    .execute();
}
