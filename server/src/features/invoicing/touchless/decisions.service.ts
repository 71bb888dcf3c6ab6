import { z } from 'zod';
import {
  type checkCommand,
  ruleDecision,
  type RuleDecision,
  touchStops,
  type undoRuleCommand,
} from '#contract/invoicing/touchless.ts';
import { confirmByCheck, setSkipsValidation } from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { lock, type LockedInvoice } from '../approval/approval.repository.ts';
import { chooseFlowAgain } from '../flows/assign-flow.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { StatusNumber } from '../state-numbers.ts';
import * as repository from './results.repository.ts';

const evidence = ruleDecision.shape.evidence;
const stop = z.enum(touchStops).nullable().catch(null);
type Result = NonNullable<Awaited<ReturnType<typeof repository.findResult>>>;

/** What rules decided of an invoice; null where none looked at it (§C16). */
export async function findDecision(ctx: Context, id: string): Promise<RuleDecision | null> {
  const companyId = orNotFound(await companyOf(ctx.db, ctx.scope, id));
  const found = await repository.findResult(ctx.db, { companyId, id });
  if (!found) return null;
  const {
    documentId: _documentId,
    status: _status,
    exportId: _exportId,
    decidedBy: _decidedBy,
    ...shown
  } = found;
  return {
    ...shown,
    stoppedBy: stop.parse(found.stoppedBy === '' ? null : found.stoppedBy),
    evidence: evidence.parse(found.evidence),
    mayUndo: refusalOf(found) === undefined,
  };
}

/** Why what rules decided of an invoice can no longer be taken back; undefined where it can. */
function refusalOf({ validatedBy, undoneAt, exportId, status }: Result): string | undefined {
  if (validatedBy === null || undoneAt !== null) return 'rule-nothing-to-undo';
  if (exportId !== null || status === StatusNumber.Processed) return 'invoice-in-export';
  return undefined;
}

/** Takes back what rules decided of an invoice: it waits for people again, and no rule decides it a second time. */
export async function undoRule(
  ctx: Context,
  id: string,
  { reason }: z.output<typeof undoRuleCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const { invoice, result } = await found(tx, ctx, id);
    const refused = refusalOf(result);
    if (refused !== undefined) throw problem.of('wrong-state', { sentence: refused });
    await takeBack(tx, ctx, invoice, result, []);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'undo-rule',
      before: { decidedBy: byRules(result) },
      after: { decidedBy: null, reason },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}

/** What a person found in a sample: nothing wrong confirms its values, anything else takes it back (§C16). */
export async function checkSample(
  ctx: Context,
  id: string,
  { wrong }: z.output<typeof checkCommand>,
): Promise<Invoice> {
  // What was drawn is looked at by a person.
  if (ctx.caller.program) throw problem.forbidden();
  return ctx.transaction(async (tx) => {
    const { invoice, result } = await found(tx, ctx, id);
    if (!result.isSample || result.undoneAt !== null || result.checkedAt !== null)
      throw problem.of('wrong-state', { sentence: 'rule-nothing-to-check' });
    const { userId, name } = ctx.caller;
    await repository.noteChecked(tx, invoice, { userId, name, at: ctx.now(), wrong });
    await (wrong.length === 0
      ? confirmByCheck(tx, ctx, invoice.documentId)
      : takeBack(tx, ctx, invoice, result, wrong));
    await auditInvoice(tx, ctx, invoice, {
      verb: 'check-sample',
      before: { decidedBy: byRules(result) },
      after: { decidedBy: wrong.length === 0 ? byRules(result) : null, wrong: wrong.join(', ') },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}

const byRules = ({ validatedBy, approvedBy }: Result) =>
  [validatedBy, approvedBy].filter((rule) => rule !== null).join(', ');

async function found(
  tx: Tx,
  ctx: Context,
  id: string,
): Promise<{ readonly invoice: LockedInvoice; readonly result: Result }> {
  const invoice = orNotFound(await lock(tx, ctx, id));
  const result = await repository.findResult(tx, invoice);
  if (!result) throw problem.of('wrong-state', { sentence: 'rule-nothing-to-undo' });
  return { invoice, result };
}

async function takeBack(
  tx: Tx,
  ctx: Context,
  invoice: LockedInvoice,
  result: Result,
  wrong: readonly string[],
): Promise<void> {
  const { userId, name } = ctx.caller;
  await repository.noteUndone(tx, invoice, { userId, name, at: ctx.now(), wrong });
  const { companyId, documentId } = invoice;
  await setSkipsValidation(tx, { companyId, documentId }, false);
  // Not what a person approved meanwhile.
  if (invoice.status !== 'ReadyForProcessing' || result.decidedBy !== null) return;
  await repository.reopen(tx, invoice, userId, ctx.now());
  await chooseFlowAgain(tx, ctx, invoice);
}
