import { creditors } from '#contract/invoicing/creditors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { type Problem, problem } from '#server/platform/http/problem.ts';
import { listHolders } from '../approvals/approvals.service.ts';
import { creditorOf } from '../creditors/accounts.repository.ts';
import { listConfirmers } from '../creditors/accounts.service.ts';
import { checkWarnings } from './check-warnings.ts';
import type { InvoiceKey } from './facts.repository.ts';
import type { RaisedWarning } from './warning.rules.ts';

/**
 * Refuses to approve an invoice with an open stop, whichever way it is approved (§C14). Tries the rules once more, since
 * another invoice may have made it one.
 */
export async function assertNoStops(tx: Tx, ctx: Context, key: InvoiceKey): Promise<void> {
  const raised = await checkWarnings(tx, ctx, key);
  const stop = raised.find(({ severity }) => severity === 'stop');
  if (stop) throw await refusal(tx, ctx, key, stop);
}

async function refusal(
  tx: Tx,
  ctx: Context,
  { companyId }: InvoiceKey,
  stop: RaisedWarning,
): Promise<Problem> {
  const who = (await closersOf(tx, ctx, companyId, stop)).join(', ');
  const sentence = `stop-${stop.code}${who === '' ? '-nobody' : ''}`;
  return problem.of('open-stop', { sentence, values: { who, iban: spaced(stop.subject) } });
}

// Who can close a stop: whoever confirms accounts and is not involved, or changes creditors.
async function closersOf(tx: Tx, ctx: Context, companyId: string, { code, details }: RaisedWarning) {
  const { accountId, iban } = details;
  if (code === 'creditor-blocked') {
    const people = await listHolders(ctx, companyId, `${creditors.permission}.update`);
    return people.map(({ fullName }) => fullName);
  }
  if (typeof iban !== 'string' || typeof accountId !== 'string') return [];
  const creditorId = await creditorOf(tx, companyId, accountId);
  return creditorId === undefined
    ? []
    : listConfirmers(ctx, tx, { companyId, creditorId, iban, id: accountId });
}

const spaced = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ');
