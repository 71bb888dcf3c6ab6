import { sql } from 'kysely';
import { approvalLineStates, approvalStates, invoiceStatuses } from '#contract/invoicing/invoices.ts';
import { markUsage } from '#server/features/documents/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { isId } from '#server/platform/db/ids.ts';
import { scopedStatement, type Slot, statement } from '#server/platform/db/statement.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import { ApprovalNumber, StatusNumber, TurnNumber } from '../state-numbers.ts';
import type { Decidable, Step, Turn } from './approval.rules.ts';
import '../invoicing.tables.ts';

/** An invoice whose row is locked until the transaction ends. */
export interface LockedInvoice extends Decidable {
  readonly companyId: string;
  readonly id: string;
  readonly documentId: string;
  readonly rowVersion: number;
  readonly comments: string;
  readonly commentsVersion: number;
  /** Debit minus credit of the booking lines, in cents. */
  readonly imbalance: number;
}

/** Locks the row until the transaction ends, and reads it with its turns; undefined outside the scope. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<LockedInvoice | undefined> {
  if (!isId(id)) return undefined;
  const narrowed = await narrowToRow(tx, scope, 'invoices', id);
  await lockStatement.later(tx, narrowed, { id });
  // A statement of its own: what one that waited for the lock reads of other tables is as old as its start.
  const found = await lockedStatement.first(tx, narrowed, { id });
  if (!found) return undefined;
  const { status, approval_state: approvalState, ...rest } = found;
  return {
    ...rest,
    status: invoiceStatuses[status] ?? 'Concept',
    approvalState: approvalStates[approvalState] ?? 'pending',
  };
}

const visible = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'invoices.company_id'));

const lockStatement = scopedStatement((db, scope, slot: Slot<'id'>) =>
  visible(db, scope, slot('id')).select('id').forUpdate(),
);

const lockedStatement = scopedStatement((db, scope, slot: Slot<'id'>) =>
  visible(db, scope, slot('id')).select([
    'company_id as companyId',
    'id',
    'document_id as documentId',
    'status',
    'approval_state',
    'decided_by as decidedBy',
    'decided_by_name as decidedByName',
    'decided_at as decidedAt',
    'export_id as exportId',
    'row_version as rowVersion',
    'comments',
    'comments_version as commentsVersion',
    imbalance.as('imbalance'),
    turns.as('turns'),
  ]),
);

/** Debit minus credit of the booking lines of `invoices`, in cents. */
const imbalance = sql<number>`(select coalesce(sum(l.debit_in_cents) - sum(l.credit_in_cents), 0)::bigint
  from invoice_lines l where l.company_id = invoices.company_id and l.invoice_id = invoices.id)`;

const stateName = nameAt(approvalLineStates, 'a.state');
const turns = sql<Turn[]>`case when has_turns then (
  select coalesce(json_agg(json_build_object('id', a.id, 'userId', a.user_id, 'sequence', a.sequence,
    'userName', coalesce(u.first_name || ' ' || u.last_name, '?'), 'state', ${stateName}, 'decidedAt', a.decided_at)
    order by a.sequence, a.id), '[]'::json)
  from invoice_approvals a left join users u on u.id = a.user_id
  where a.company_id = invoices.company_id and a.invoice_id = invoices.id) else '[]'::json end`;

/** Writes a step: the invoice, and the turns that change with it. */
export async function save(
  tx: Tx,
  ctx: Context,
  invoice: LockedInvoice,
  step: Step,
  more: { readonly comments?: string; readonly turnComment?: string },
): Promise<void> {
  const decision = step.isDecision
    ? { decidedAt: ctx.now().toISOString(), decidedBy: ctx.caller.userId, decidedByName: ctx.caller.name }
    : { decidedAt: null, decidedBy: null, decidedByName: null };
  await write.later(tx, {
    companyId: invoice.companyId,
    id: invoice.id,
    status: String(StatusNumber[step.status]),
    approvalState: String(ApprovalNumber[step.approvalState]),
    ...decision,
    isOriginal: String(invoice.status === 'Duplicate' && step.status === 'Concept'),
    comments: more.comments ?? null,
    at: ctx.now().toISOString(),
    by: ctx.caller.userId,
  });
  // A duplicate costs nothing; an original does (§I6).
  if ((invoice.status === 'Duplicate') !== (step.status === 'Duplicate'))
    await markUsage(tx, invoice.companyId, [invoice.documentId]);
  if (step.turns.length > 0) await saveTurns(tx, ctx, invoice, step.turns, more.turnComment ?? '');
}

type Written =
  | 'companyId'
  | 'id'
  | 'status'
  | 'approvalState'
  | 'decidedAt'
  | 'decidedBy'
  | 'decidedByName'
  | 'isOriginal'
  | 'comments'
  | 'at'
  | 'by';

const write = statement((db, slot: Slot<Written>) =>
  db
    .updateTable('invoices')
    .set({
      status: sql<number>`${slot('status')}`,
      approval_state: sql<number>`${slot('approvalState')}`,
      decided_at: slot('decidedAt'),
      decided_by: slot('decidedBy'),
      decided_by_name: slot('decidedByName'),
      duplicate_of: sql<
        string | null
      >`case when ${slot('isOriginal')}::boolean then null else duplicate_of end`,
      // No comments given: what is there stays.
      comments: sql<string>`coalesce(${slot('comments')}, comments)`,
      comments_version: sql<number>`comments_version + (${slot('comments')}::text is not null)::integer`,
      updated_at: slot('at'),
      updated_by: slot('by'),
      row_version: sql<number>`row_version + 1`,
    })
    .where('company_id', '=', slot('companyId'))
    .where('id', '=', slot('id')),
);

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
      state: TurnNumber[state],
      at: isDecided ? ctx.now().toISOString() : null,
      comment: isDecided ? comment : '',
    };
  });
  await sql`
    update invoice_approvals a set state = c.state, decided_at = c.at, comment = c.comment
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id uuid, state smallint, at timestamptz, comment text)
    where a.company_id = ${invoice.companyId} and a.invoice_id = ${invoice.id} and a.id = c.id`.execute(tx);
}
