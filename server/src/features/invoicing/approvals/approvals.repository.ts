import { approvalLineStates } from '#contract/invoicing/invoices.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { isId } from '#server/platform/db/ids.ts';
import { TurnNumber } from '../state-numbers.ts';
import '../invoicing.tables.ts';

const stateName = nameAt(approvalLineStates, 'a.state');

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('invoice_approvals as a')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.company_id', '=', 'a.company_id').onRef('invoices.id', '=', 'a.invoice_id'),
    )
    .where('invoices.deleted_at', 'is', null)
    .where(within(scope, 'a.company_id'))
    .select([
      'a.id',
      'a.company_id as companyId',
      'a.invoice_id as invoiceId',
      'a.user_id as userId',
      'a.sequence',
      stateName.as('state'),
      'a.decided_at as decidedAt',
      'a.on_behalf_of as onBehalfOf',
      'a.comment',
    ]);
}

/** The lines of an invoice, in their order. */
export async function listOf(db: Db, scope: Scope, invoiceId: string) {
  if (!isId(invoiceId)) return [];
  return visible(db, scope)
    .where('a.invoice_id', '=', invoiceId)
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

export async function setPending(tx: Tx, companyId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('invoice_approvals')
    .set({ state: TurnNumber.pending })
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
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
