import { type RawBuilder, sql } from 'kysely';
import { dayOfInstant } from '#contract/dates.ts';
import type { FlowContent } from '#contract/invoicing/approval-flows.ts';
import { couplingsWithoutAccounts } from '#contract/invoicing/booking.ts';
import { lineOrigins } from '#contract/invoicing/booking-rules.ts';
import {
  approvalLineStates,
  approvalStates,
  invoiceStatuses,
  stepModes,
} from '#contract/invoicing/invoices.ts';
import { markUsage } from '#server/features/documents/index.ts';
import { withinBoth } from '#server/features/core/index.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import { actorName } from '#server/platform/db/actor-name.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { changedBy } from '#server/platform/db/record.ts';
import { isId, newId } from '#server/platform/db/ids.ts';
import { scopedStatement, type Slot, statement } from '#server/platform/db/statement.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import {
  AccountStateNumber,
  ApprovalNumber,
  ModeNumber,
  OriginNumber,
  StatusNumber,
  TurnNumber,
} from '../state-numbers.ts';
import {
  arrange,
  type Decidable,
  type NewTurn,
  type Step,
  type Turn,
  type TurnChange,
} from './approval.rules.ts';
import '../invoicing.tables.ts';

/** An invoice whose row is locked until the transaction ends. */
export interface LockedInvoice extends Omit<Decidable, 'fourEyes'> {
  readonly companyId: string;
  readonly id: string;
  readonly documentId: string;
  readonly rowVersion: number;
  readonly comments: string;
  readonly commentsVersion: number;
  /** Debit minus credit of the booking lines, in cents. */
  readonly imbalance: number;
  /** A line is a difference of which nobody said what it is. */
  readonly hasDifference: boolean;
  /** A line has no ledger account, and the coupling needs one. */
  readonly lacksAccount: boolean;
  readonly round: number;
  /** Cents including VAT. */
  readonly totalInCents: number;
  readonly currency: string;
  /** What the company's flow asks for; null without one. */
  readonly fourEyesSetting: FlowContent['fourEyes'];
  /** Who uploaded and validated the document, changed the booking, or confirmed its bank account. */
  readonly involved: readonly string[];
  /** The absent people whom the caller stands in for today. */
  readonly standsInFor: readonly string[];
}

/** Locks the row until the transaction ends, and reads it with its turns; undefined outside the scope. */
export async function lock(
  tx: Tx,
  { scope, now }: Pick<Context, 'scope' | 'now'>,
  id: string,
): Promise<LockedInvoice | undefined> {
  if (!isId(id)) return undefined;
  const narrowed = await narrowToRow(tx, scope, 'invoices', id);
  await lockStatement.later(tx, narrowed, { id });
  // A statement of its own: what one that waited for the lock reads of other tables is as old as its start.
  const today = dayOfInstant(now());
  const found = await lockedStatement.first(tx, narrowed, { id, userId: scope.userId, today });
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
    .where(withinBoth(scope, 'invoices'));

const lockStatement = scopedStatement((db, scope, slot: Slot<'id'>) =>
  visible(db, scope, slot('id')).select('id').forUpdate(),
);

const lockedStatement = scopedStatement((db, scope, slot: Slot<'id' | 'userId' | 'today'>) =>
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
    'round',
    'total_in_cents as totalInCents',
    'currency',
    imbalance.as('imbalance'),
    hasDifference.as('hasDifference'),
    lacksAccount.as('lacksAccount'),
    turns.as('turns'),
    fourEyesSetting.as('fourEyesSetting'),
    involved.as('involved'),
    sql<string[]>`array(select a.user_id from approver_absences a
      where a.company_id = invoices.company_id and a.substitute_id = ${slot('userId')}::uuid and a.deleted_at is null
        and ${slot('today')}::date between a.from_day and a.until_day)`.as('standsInFor'),
  ]),
);

const fourEyesSetting = sql<FlowContent['fourEyes']>`(select v.content -> 'fourEyes' from approval_flows f
  join approval_flow_versions v on v.company_id = f.company_id and v.version = f.version
  where f.company_id = invoices.company_id)`;
// A program counts as who uploaded the document, whichever of them decided.
const involved = sql<
  string[]
>`(select array_remove(array[d.created_by, d.verdict_by], null) || invoices.booked_by || array(
    select t.user_id from invoice_approvals t join service_accounts program on program.id = t.user_id
    where t.company_id = invoices.company_id and t.invoice_id = invoices.id) || array(
    select distinct e.user_id from invoice_payments p
    join creditor_accounts a on a.company_id = p.company_id and a.iban = p.iban and a.creditor_id = invoices.creditor_id
    join creditor_account_events e on e.company_id = a.company_id and e.account_id = a.id
      and e.state = ${sql.lit(AccountStateNumber.confirmed)} and e.user_id is not null
    where p.company_id = invoices.company_id and p.invoice_id = invoices.id)
  from documents d where d.company_id = invoices.company_id and d.id = invoices.document_id)`;

/** Debit minus credit of the booking lines of `invoices`, in cents. */
const imbalance = sql<number>`(select coalesce(sum(l.debit_in_cents) - sum(l.credit_in_cents), 0)::bigint
  from invoice_lines l where l.company_id = invoices.company_id and l.invoice_id = invoices.id)`;

const hasLine = (which: RawBuilder<unknown>) => sql<boolean>`exists (select from invoice_lines l
  where l.company_id = invoices.company_id and l.invoice_id = invoices.id and ${which})`;
const difference = sql.lit(lineOrigins.indexOf('difference'));
const hasDifference = hasLine(sql`l.origin = ${difference} and l.touched_by is null`);
const lacksAccount = hasLine(sql`l.ledger_number = '' and exists (select from administrations a
  where a.company_id = invoices.company_id and a.id = invoices.administration_id
    and a.coupling <> all(${[...couplingsWithoutAccounts]}::text[]))`);

/** Whether the booking of an invoice as it is could be approved (§C4, §C15). */
export function findBookingStanding(
  db: Db,
  { companyId, id }: Pick<LockedInvoice, 'companyId' | 'id'>,
): Promise<Pick<LockedInvoice, 'imbalance' | 'hasDifference' | 'lacksAccount'>> {
  return inOneCompany(db, companyId)
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select([imbalance.as('imbalance'), hasDifference.as('hasDifference'), lacksAccount.as('lacksAccount')])
    .executeTakeFirstOrThrow();
}

const stateName = nameAt(approvalLineStates, 'a.state');
const modeName = nameAt(stepModes, 'a.mode');
const turns = sql<Turn[]>`case when has_turns then (
  select coalesce(json_agg(json_build_object('id', a.id, 'userId', a.user_id, 'sequence', a.sequence,
    'userName', coalesce(${actorName('a.user_id')}, '?'), 'state', ${stateName}, 'decidedAt', a.decided_at,
    'mode', ${modeName}, 'onBehalfOf', a.on_behalf_of, 'isRequired', a.is_required)
    order by a.sequence, a.id), '[]'::json)
  from invoice_approvals a
  where a.company_id = invoices.company_id and a.invoice_id = invoices.id and a.round = invoices.round)
  else '[]'::json end`;

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
  await saveTurns(tx, ctx, invoice, step.turns, more.turnComment ?? '');
  await addTurns(tx, ctx, invoice, step.added ?? []);
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

type InvoiceKey = Pick<LockedInvoice, 'companyId' | 'id'>;

/** Changes the states of approval lines; what a substitute decided is theirs, and of the absent person once it is open. */
export async function saveTurns(
  tx: Tx,
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  invoice: InvoiceKey,
  turns: readonly TurnChange[],
  comment = '',
): Promise<void> {
  if (turns.length === 0) return;
  const changes = turns.map(({ id, state, onBehalfOf = null }) => {
    const isDecided = state === 'approved' || state === 'rejected';
    return {
      id,
      state: TurnNumber[state],
      at: isDecided ? now().toISOString() : null,
      comment: isDecided ? comment : '',
      owner: onBehalfOf,
      since: state === 'pending' ? now().toISOString() : null,
    };
  });
  await sql`
    update invoice_approvals a set state = c.state, decided_at = c.at, comment = c.comment,
      pending_since = coalesce(c.since, a.pending_since), mailed_at = case when c.since is null then a.mailed_at end,
      user_id = case when c.owner is not null then ${caller.userId}::uuid
        when c.at is null then coalesce(a.on_behalf_of, a.user_id) else a.user_id end,
      on_behalf_of = c.owner
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (id uuid, state smallint, at timestamptz, comment text, owner uuid, since timestamptz)
    where a.company_id = ${invoice.companyId} and a.invoice_id = ${invoice.id} and a.id = c.id`.execute(tx);
}

/** Adds lines to the current round of an invoice. The list asks after lines only where there are any (`has_turns`). */
export async function addTurns(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { companyId, id, round }: Pick<LockedInvoice, 'companyId' | 'id' | 'round'>,
  turns: readonly NewTurn[],
): Promise<void> {
  if (turns.length === 0) return;
  const at = now();
  const rows = turns.map(({ userId, sequence, mode, state, origin, reason = '' }) => ({
    company_id: companyId,
    id: newId(at.getTime()),
    invoice_id: id,
    user_id: userId,
    sequence,
    state: TurnNumber[state],
    decided_at: state === 'approved' ? at.toISOString() : null,
    on_behalf_of: null,
    round,
    mode: ModeNumber[mode],
    origin: OriginNumber[origin],
    reason,
    is_required: origin === 'flow' || origin === 'four-eyes',
    pending_since: state === 'pending' ? at.toISOString() : null,
  }));
  await tx.insertInto('invoice_approvals').values(rows).execute();
  await tx
    .updateTable('invoices')
    .set({ has_turns: true })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('has_turns', '=', false)
    .execute();
}

/** Gives the undecided lines of the current round the states that follow from the decided ones. */
export async function rearrange(
  tx: Tx,
  ctx: Pick<Context, 'caller' | 'now'>,
  invoice: Pick<LockedInvoice, 'companyId' | 'id' | 'round'>,
): Promise<void> {
  const lines = await tx
    .selectFrom('invoice_approvals as a')
    .where('a.company_id', '=', invoice.companyId)
    .where('a.invoice_id', '=', invoice.id)
    .where('a.round', '=', invoice.round)
    .select(['a.id', 'a.sequence', modeName.as('mode'), stateName.as('state')])
    .execute();
  await saveTurns(tx, ctx, invoice, arrange(lines));
}

/** Removes what the flow asked for from the current round, as long as nobody decided; `has_turns` says what is left. */
export async function removeFlowTurns(
  tx: Tx,
  { companyId, id, round }: Pick<LockedInvoice, 'companyId' | 'id' | 'round'>,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('invoice_approvals')
    .where('company_id', '=', companyId)
    .where('invoice_id', '=', id)
    .where('round', '=', round)
    .where('origin', 'in', [OriginNumber.flow, OriginNumber['four-eyes']])
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await sql`update invoices set has_turns = false where company_id = ${companyId} and id = ${id}
    and not exists (select from invoice_approvals a where a.company_id = ${companyId} and a.invoice_id = ${id})`.execute(
    tx,
  );
}

/** Says which version and rule of the flow an invoice follows, and in which round it is. */
export async function setFlow(
  tx: Tx,
  { companyId, id, round }: Pick<LockedInvoice, 'companyId' | 'id' | 'round'>,
  flow: { readonly version: number; readonly rule: number } | null,
): Promise<void> {
  await tx
    .updateTable('invoices')
    .set({ flow_version: flow?.version ?? null, flow_rule: flow?.rule ?? null, round })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
}

/** Takes a removed Duplicate out of the trash; undefined where there is none that its document still waits for. */
export async function restoreRemoved(
  tx: Tx,
  ctx: Pick<Context, 'scope' | 'now' | 'caller'>,
  id: string,
): Promise<{ companyId: string; documentId: string; invoiceId: string } | undefined> {
  if (!isId(id)) return undefined;
  const scope = await narrowToRow(tx, ctx.scope, 'invoices', id);
  return tx
    .updateTable('invoices')
    .set({ deleted_at: null, deleted_by: null, ...changedBy(ctx) })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where('status', '=', StatusNumber.Duplicate)
    .where(within(scope, 'invoices.company_id'))
    .returning(['company_id as companyId', 'document_id as documentId', 'id as invoiceId'])
    .executeTakeFirst();
}
