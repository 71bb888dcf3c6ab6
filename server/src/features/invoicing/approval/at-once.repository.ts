import { sql } from 'kysely';
import { approvalStates, invoices, invoiceStatuses } from '#contract/invoicing/invoices.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { historyLines } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { scopedStatement, type Slot } from '#server/platform/db/statement.ts';
import { type Whole, wholeOf } from '../invoices/invoices.repository.ts';
import { imbalance, visible } from './approval.repository.ts';

type Slots = Slot<'id' | 'rowVersion' | 'at' | 'by' | 'byName' | 'historyId' | 'changes'>;

const [concept, ready] = [invoiceStatuses.indexOf('Concept'), invoiceStatuses.indexOf('ReadyForProcessing')];
const [pending, approved] = [approvalStates.indexOf('pending'), approvalStates.indexOf('approved')];

/**
 * Approves what nearly all invoices are: open, without turns, balanced. In one statement with its history and its answer,
 * and without holding the row: what changed it meanwhile raised its version, or gave it turns, and then nothing is done.
 */
const approval = scopedStatement((db, scope, slot: Slots) => {
  const open = visible(db, scope, slot('id'))
    .select(['company_id', 'id', 'row_version'])
    .where('status', '=', sql<number>`${sql.lit(concept)}`)
    .where('approval_state', '=', sql<number>`${sql.lit(pending)}`)
    .where('has_turns', '=', sql<boolean>`false`)
    .where(sql`${imbalance}`, '=', sql`0`)
    .where((eb) =>
      eb.or([
        eb(sql`${slot('rowVersion')}::integer`, 'is', null),
        eb('row_version', '=', sql<number>`${slot('rowVersion')}::integer`),
      ]),
    );
  const text = sql<Whole>`with seen as materialized (${open}),
    step as (
      update invoices set status = ${sql.lit(ready)}, approval_state = ${sql.lit(approved)}, decided_at = ${slot('at')}::timestamptz,
        decided_by = ${slot('by')}::uuid, decided_by_name = ${slot('byName')}::text, updated_at = ${slot('at')}::timestamptz,
        updated_by = ${slot('by')}::uuid, row_version = invoices.row_version + 1
      from seen where invoices.company_id = seen.company_id and invoices.id = seen.id and invoices.row_version = seen.row_version
        and not invoices.has_turns and invoices.deleted_at is null
      returning invoices.company_id, invoices.id),
    told as (
      insert into history (company_id, id, entity, entity_id, at, user_id, user_name, verb, changes)
      select step.company_id, ${slot('historyId')}::uuid, ${sql.lit(invoices.permission)}, step.id, ${slot('at')}::timestamptz,
        ${slot('by')}::uuid, ${slot('byName')}::text, 'approve', ${slot('changes')}::jsonb from step)
    ${wholeOf(db, scope, slot('id')).where(sql<boolean>`exists (select from step)`)}`;
  return { compile: (one) => text.compile(one) };
});

/** Approves an invoice and gives it as it is then; undefined where it is not as nearly all are, and nothing was done. Ends the transaction. */
export async function approve(
  tx: Tx,
  ctx: Context,
  id: string,
  rowVersion: number | undefined,
): Promise<Whole | undefined> {
  if (!isId(id)) return undefined;
  const [told] = historyLines(ctx, [
    {
      entity: invoices.permission,
      entityId: id,
      companyId: '',
      verb: 'approve',
      before: { statusValue: 'Concept', approvalState: 'pending' },
      after: { statusValue: 'ReadyForProcessing', approvalState: 'approved' },
    },
  ]);
  if (!told) return undefined;
  const found = await approval.firstAndCommit(tx, ctx.scope, {
    id,
    rowVersion: rowVersion === undefined ? null : String(rowVersion),
    at: told.at,
    by: ctx.caller.userId,
    byName: ctx.caller.name,
    historyId: told.id,
    changes: told.changes,
  });
  // A statement sees its rows as they were when it began.
  return (
    found && {
      ...found,
      statusValue: 'ReadyForProcessing',
      approvalState: 'approved',
      decidedAt: told.at,
      decidedBy: ctx.caller.name,
      rowVersion: found.rowVersion + 1,
    }
  );
}
