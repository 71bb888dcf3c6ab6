import { sql } from 'kysely';
import { approvalLineStates, approvalStates, invoiceStatuses } from '#contract/invoicing/invoices.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { changedBy } from '#server/platform/db/record.ts';
import type { Decidable, Step, Turn } from './approval.rules.ts';
import '../invoicing.tables.ts';

/** An invoice whose row is held until the transaction ends. */
export interface LockedInvoice extends Decidable {
  readonly companyId: string;
  readonly id: string;
  readonly rowVersion: number;
  readonly comments: string;
  readonly commentsVersion: number;
  /** Debit minus credit of the booking lines, in cents. */
  readonly imbalance: number;
}

export async function lock(tx: Tx, scope: Scope, id: string): Promise<LockedInvoice | undefined> {
  if (!isId(id)) return undefined;
  const found = await tx
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'invoices.company_id'))
    .select([
      'company_id as companyId',
      'id',
      'status',
      'approval_state',
      'decided_by as decidedBy',
      'decided_by_name as decidedByName',
      'decided_at as decidedAt',
      'export_id as exportId',
      'row_version as rowVersion',
      'comments',
      'comments_version as commentsVersion',
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  const { status, approval_state: approvalState, ...rest } = found;
  // Only now: what a statement that waited for the lock reads of other tables is as old as its start.
  const below = await readBelow(tx, found.companyId, id);
  return {
    ...rest,
    ...below,
    status: invoiceStatuses[status] ?? 'Concept',
    approvalState: approvalStates[approvalState] ?? 'pending',
  };
}

async function readBelow(
  tx: Tx,
  companyId: string,
  invoiceId: string,
): Promise<{ turns: Turn[]; imbalance: number }> {
  const stateName = sql`(array[${sql.join(approvalLineStates.map((state) => sql.lit(state)))}])[a.state + 1]`;
  const found = await sql<{ turns: Turn[]; imbalance: number }>`
    select
      (select coalesce(sum(l.debit_in_cents) - sum(l.credit_in_cents), 0)::bigint from invoice_lines l
        where l.company_id = ${companyId} and l.invoice_id = ${invoiceId}) as imbalance,
      (select coalesce(json_agg(json_build_object('id', a.id, 'userId', a.user_id, 'sequence', a.sequence,
          'userName', coalesce(u.first_name || ' ' || u.last_name, '?'), 'state', ${stateName}, 'decidedAt', a.decided_at)
          order by a.sequence, a.id), '[]'::json)
        from invoice_approvals a left join users u on u.id = a.user_id
        where a.company_id = ${companyId} and a.invoice_id = ${invoiceId}) as turns`.execute(tx);
  return found.rows[0] ?? { turns: [], imbalance: 0 };
}

/** Writes a step: the invoice, and the turns that change with it. */
export async function save(
  tx: Tx,
  ctx: Context,
  invoice: LockedInvoice,
  step: Step,
  more: { readonly comments?: string; readonly turnComment?: string },
): Promise<void> {
  const { caller } = ctx;
  const decision = step.isDecision
    ? { decided_at: ctx.now().toISOString(), decided_by: caller.userId, decided_by_name: caller.name }
    : { decided_at: null, decided_by: null, decided_by_name: null };
  await tx
    .updateTable('invoices')
    .set({
      status: invoiceStatuses.indexOf(step.status),
      approval_state: approvalStates.indexOf(step.approvalState),
      ...decision,
      ...(invoice.status === 'Duplicate' && step.status === 'Concept' ? { duplicate_of: null } : {}),
      ...(more.comments === undefined
        ? {}
        : { comments: more.comments, comments_version: sql`comments_version + 1` }),
      ...changedBy(ctx),
    })
    .where('company_id', '=', invoice.companyId)
    .where('id', '=', invoice.id)
    .execute();
  if (step.turns.length > 0) await saveTurns(tx, ctx, invoice, step.turns, more.turnComment ?? '');
}

async function saveTurns(
  tx: Tx,
  ctx: Context,
  invoice: LockedInvoice,
  turns: Step['turns'],
  comment: string,
): Promise<void> {
  const changes = turns.map(({ id, state }) => {
    const isDecided = state === 'approved' || state === 'rejected';
    return {
      id,
      state: approvalLineStates.indexOf(state),
      at: isDecided ? ctx.now().toISOString() : null,
      comment: isDecided ? comment : '',
    };
  });
  await sql`
    update invoice_approvals a set state = c.state, decided_at = c.at, comment = c.comment
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, state smallint, at timestamptz, comment text)
    where a.company_id = ${invoice.companyId} and a.invoice_id = ${invoice.id} and a.id = c.id`.execute(tx);
}
