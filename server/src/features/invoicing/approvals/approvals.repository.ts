import { sql } from 'kysely';
import { approvalLineStates, approvalOrigins, stepModes } from '#contract/invoicing/invoices.ts';
import { withinAdministrations } from '#server/features/core/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { isId } from '#server/platform/db/ids.ts';
import { isAwayToday } from '../absences/absences.repository.ts';
import { OriginNumber, TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const openStates = sql.join([sql.lit(TurnNumber.waiting), sql.lit(TurnNumber.pending)]);
// Who decides meanwhile, while the person of an open line is absent (§C13).
const substitute = sql<{
  id: string;
  fullName: string;
  untilDay: string;
} | null>`case when a.state in (${openStates}) then (
  select json_build_object('id', u.id, 'fullName', u.first_name || ' ' || u.last_name, 'untilDay', b.until_day)
  from approver_absences b join users u on u.id = b.substitute_id
  where b.company_id = a.company_id and b.user_id = a.user_id and ${isAwayToday}
  order by b.until_day desc limit 1) end`;

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('invoice_approvals as a')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'a.company_id').onRef('invoices.id', '=', 'a.invoice_id'),
    )
    .where('invoices.deleted_at', 'is', null)
    .where(within(scope, 'a.company_id'))
    .where(withinAdministrations(scope, 'invoices.administration_id'))
    .select([
      'a.id',
      'a.company_id as companyId',
      'a.invoice_id as invoiceId',
      'a.user_id as userId',
      sql<string>`coalesce(${actorName('a.user_id')}, '?')`.as('fullName'),
      'a.sequence',
      nameAt(approvalLineStates, 'a.state').as('state'),
      'a.decided_at as decidedAt',
      'a.on_behalf_of as onBehalfOf',
      actorName('a.on_behalf_of').as('onBehalfOfName'),
      'a.comment',
      'a.round',
      nameAt(stepModes, 'a.mode').as('mode'),
      nameAt(approvalOrigins, 'a.origin').as('origin'),
      'a.reason',
      substitute.as('substitute'),
    ]);
}

/** The lines of an invoice, round by round, in their order. */
export async function listOf(db: Db, scope: Scope, invoiceId: string) {
  if (!isId(invoiceId)) return [];
  return visible(db, scope)
    .where('a.invoice_id', '=', invoiceId)
    .orderBy('a.round')
    .orderBy('a.sequence')
    .orderBy('a.id')
    .execute();
}

export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return visible(db, scope).where('a.id', '=', id).executeTakeFirst();
}

export async function remove(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.deleteFrom('invoice_approvals').where('company_id', '=', companyId).where('id', '=', id).execute();
}

/** Moves an undecided line to another step, or gives it to somebody else. */
export async function update(
  tx: Tx,
  companyId: string,
  id: string,
  change:
    | { readonly sequence: number; readonly reason: string }
    | { readonly userId: string; readonly reason: string },
): Promise<void> {
  const values =
    'sequence' in change
      ? { sequence: change.sequence }
      : { user_id: change.userId, origin: OriginNumber['passed-on'] };
  await tx
    .updateTable('invoice_approvals')
    .set({ ...values, reason: change.reason })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Gives a turn to somebody else since it stayed where it was; its time starts again. */
export async function escalateTurn(
  tx: Tx,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  userId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('invoice_approvals')
    .set({
      user_id: userId,
      origin: OriginNumber.escalated,
      pending_since: at.toISOString(),
      mailed_at: null,
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** The people of a company who can sign in. */
export async function listUserIds(db: Db, scope: Scope, companyId: string): Promise<string[]> {
  if (!isId(companyId)) return [];
  const users = await db
    .selectFrom('users')
    .where(within(scope, 'users.company_id'))
    .where('users.company_id', '=', companyId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
    .orderBy('users.last_name')
    .orderBy('users.id')
    .limit(250)
    .select('users.id')
    .execute();
  return users.map(({ id }) => id);
}
