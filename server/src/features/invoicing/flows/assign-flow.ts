import { findPerson, permissionsOf } from '#server/features/core/index.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { satisfies } from '#contract/permissions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { addTurns, rearrange, removeFlowTurns, setFlow } from '../approval/approval.repository.ts';
import { asksFourEyes, chooseRule, linesOf } from './flow.rules.ts';
import * as repository from './flows.repository.ts';

/** The name of a person who can sign in and may approve invoices of the company; undefined for anybody else. */
export async function approverName(db: Db, companyId: string, userId: string): Promise<string | undefined> {
  const person = await findPerson(db, { id: userId });
  const isFit =
    person?.is_active === true &&
    person.is_company_active &&
    person.company_id === companyId &&
    satisfies(permissionsOf(person), `${invoices.permission}.approve`);
  return isFit ? `${person.first_name} ${person.last_name}` : undefined;
}

/**
 * Chooses the flow again after the total, the creditor, the administration or the booking of an invoice changed: only
 * while it is Concept and nobody decided in its round (§C13). Whoever changes one of them calls it in the same transaction.
 */
export async function chooseFlowAgain(
  tx: Tx,
  ctx: Pick<Context, 'caller' | 'now'>,
  key: { readonly companyId: string; readonly id: string },
): Promise<void> {
  const open = await repository.findUndecided(tx, key);
  if (open) await assignFlow(tx, ctx, { ...key, round: open.round });
}

/** Whether a person can sign in and may approve invoices of the company. */
export async function mayApprove(db: Db, companyId: string, userId: string): Promise<boolean> {
  return (await approverName(db, companyId, userId)) !== undefined;
}

/**
 * Gives an invoice on which nobody decided the approval lines of its company's flow: those of the first rule that
 * holds. What was added by hand stays. Without a flow there are no lines, and anybody with the right may approve.
 *
 * @param invoice with the round that the lines are for
 * @returns whether a version of a flow is in use
 */
export async function assignFlow(
  tx: Tx,
  ctx: Pick<Context, 'caller' | 'now'>,
  invoice: { readonly companyId: string; readonly id: string; readonly round: number },
): Promise<boolean> {
  const flow = await repository.findInUse(tx, invoice.companyId);
  if (!flow) return false;
  const facts = await repository.factsOf(tx, invoice);
  const { rule, steps } = chooseRule(flow.content, facts);
  const second = asksFourEyes(flow.content, facts) ? (flow.content.fourEyes?.secondApproverId ?? null) : null;
  await removeFlowTurns(tx, invoice);
  const lines = linesOf(steps, second);
  await addTurns(
    tx,
    ctx,
    invoice,
    lines.map((line) => ({ ...line, state: 'waiting' })),
  );
  await rearrange(tx, ctx, invoice);
  await setFlow(tx, invoice, { version: flow.version, rule });
  return true;
}
