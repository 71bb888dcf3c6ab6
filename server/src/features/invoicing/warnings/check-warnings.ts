import { dayOfInstant } from '#contract/dates.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { SeverityNumber } from '../state-numbers.ts';
import { factsOf, type InvoiceKey, type StoredFacts } from './facts.repository.ts';
import { type RaisedWarning, warningsOf } from './warning.rules.ts';
import { write } from './warnings.repository.ts';

type Checking = Pick<Context, 'now'>;

/**
 * Tries the rules on an invoice as it is now, and stores what they find where that differs.
 *
 * @param isChanged its values are new, so that the evidence is written as well
 * @returns the warnings that hold; empty for an invoice that was withdrawn
 */
export async function checkWarnings(
  tx: Tx,
  { now }: Checking,
  key: InvoiceKey,
  isChanged = false,
): Promise<readonly RaisedWarning[]> {
  const facts = await factsOf(tx, key);
  if (!facts) return [];
  const at = now();
  const raised = warningsOf({ ...facts, today: dayOfInstant(at) });
  const level = levelOf(raised, facts);
  if (isChanged || level !== facts.warningLevel || differs(raised, facts))
    await write(tx, key, raised, { level, at });
  return raised;
}

/** Tries the rules on these invoices, and notifies the screens that show them. */
export async function checkAll(
  tx: Tx,
  ctx: Pick<Context, 'now' | 'events'>,
  companyId: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await checkWarnings(tx, ctx, { companyId, id });
    await ctx.events.publish(tx, { resource: invoices.path, companyId, id });
  }
}

function levelOf(raised: readonly RaisedWarning[], { off }: StoredFacts): number {
  const on = raised.filter(({ code, severity }) => severity === 'stop' || !off.includes(code));
  return Math.max(0, ...on.map(({ severity }) => SeverityNumber[severity]));
}

function differs(raised: readonly RaisedWarning[], { open }: StoredFacts): boolean {
  const isStored = (one: RaisedWarning) =>
    open.some(({ code, subject }) => code === one.code && subject === one.subject);
  return raised.length !== open.length || !raised.every(isStored);
}
