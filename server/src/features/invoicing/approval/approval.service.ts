import type { z } from 'zod';
import { formatInstant } from '#contract/dates.ts';
import {
  type approveCommand,
  type holdCommand,
  invoices,
  type markOriginalCommand,
  type reviseCommand,
} from '#contract/invoicing/invoices.ts';
import {
  markOriginal as markDocumentOriginal,
  removeDuplicate as removeDuplicateDocument,
  restoreDuplicate as restoreDuplicateDocument,
} from '#server/features/documents/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { softDelete } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { CommentKind } from '../comments/comment-kinds.ts';
import { withdrawWaiting } from '../supplier-mails/supplier-mails.repository.ts';
import { askSupplierMail, assertMayMail } from '../supplier-mails/supplier-mails.service.ts';
import { addEntry } from '../comments/entries.repository.ts';
import { commentsProblem, withRemark } from '../comments/comments.rules.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findInvoice, findInvoiceAndCommit, type Invoice } from '../invoices/invoices.service.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import * as repository from './approval.repository.ts';
import { noteOpening } from './openings.repository.ts';
import { listCompanyUsers } from '../approvals/approvals.service.ts';
import { assignFlow, mayApprove } from '../flows/assign-flow.ts';
import { isAbove } from '../flows/flow.rules.ts';
import { noteUndone } from '../touchless/results.repository.ts';
import { assertNoStops } from '../warnings/stops.ts';
import {
  type Decidable,
  decide,
  type FourEyes,
  hold,
  markOriginal,
  type Refusal,
  resubmit,
  reviseAll,
  undo,
  type Verdict,
  withdraw,
} from './approval.rules.ts';

/** Approves, or rejects with a remark (§C4). */
export async function approveInvoice(
  ctx: Context,
  id: string,
  command: z.output<typeof approveCommand>,
  { isBulk = false, before }: { readonly isBulk?: boolean } & Pick<StepOptions, 'before'> = {},
): Promise<Invoice> {
  const remark = command.comments?.trim() ?? '';
  if (!command.approve && remark === '') throw problem.validation({ comments: ['required'] });
  const { supplierMail } = command;
  if (supplierMail) {
    if (command.approve) throw problem.validation({ supplierMail: ['not-a-choice'] });
    assertMayMail(ctx);
  }
  return takeStep(ctx, id, {
    verb: command.approve ? 'approve' : 'reject',
    judge: (invoice) =>
      isBulk && invoice.approvalState === 'onHold'
        ? { kind: 'refused', problem: 'wrong-state', sentence: 'invoice-on-hold' }
        : decide(invoice, { userId: ctx.caller.userId, standsInFor: invoice.standsInFor }, command.approve),
    async check(tx, invoice) {
      if (!command.approve) return;
      const wrong = bookingProblem(invoice);
      if (wrong) throw problem.validation({ booking: [wrong] });
      await assertNoStops(tx, ctx, invoice);
    },
    rowVersion: command.rowVersion,
    remark,
    ...(before && { before }),
    ...(supplierMail && {
      noted: { supplierMail: supplierMail.to },
      alongside: (tx, invoice) => askSupplierMail(tx, ctx, invoice, { ...supplierMail, reason: remark }),
    }),
  });
}

/** Why a booking as it is cannot be approved (§C4, §C15). */
function bookingProblem(
  invoice: Pick<repository.LockedInvoice, 'imbalance' | 'hasDifference' | 'lacksAccount'>,
): 'unbalanced' | 'has-difference' | 'without-account' | undefined {
  if (invoice.imbalance !== 0) return 'unbalanced';
  if (invoice.hasDifference) return 'has-difference';
  return invoice.lacksAccount ? 'without-account' : undefined;
}

export async function holdInvoice(
  ctx: Context,
  id: string,
  command: z.output<typeof holdCommand>,
): Promise<Invoice> {
  return takeStep(ctx, id, {
    verb: command.hold ? 'hold' : 'resume',
    judge: (invoice) => hold(invoice, command.hold),
  });
}

export async function withdrawInvoice(ctx: Context, id: string): Promise<Invoice> {
  const mayUpdate = ctx.reach(`${invoices.permission}.update`) !== null;
  return takeStep(ctx, id, {
    verb: 'withdraw',
    judge: (invoice) => withdraw(invoice, ctx.caller.userId, mayUpdate),
    alongside: (tx, invoice) => noteRuleUndone(tx, ctx, invoice),
  });
}

/** Takes back the caller's own decision of the last seconds (§C13). */
export async function undoDecision(
  ctx: Context,
  id: string,
  options: Pick<StepOptions, 'before'> = {},
): Promise<Invoice> {
  return takeStep(ctx, id, {
    ...options,
    verb: 'undo-decision',
    judge: (invoice) => undo(invoice, ctx.caller.userId, ctx.now()),
    // What did not go out yet stays here.
    alongside: (tx, invoice) => withdrawWaiting(tx, invoice, ctx.now()),
  });
}

/** Opens a new round: with the lines of today's flow, else with those of the last round, all undecided. */
export async function resubmitInvoice(ctx: Context, id: string): Promise<Invoice> {
  return takeStep(ctx, id, {
    verb: 'resubmit',
    judge: resubmit,
    alongside: (tx, invoice) => openRound(tx, ctx, invoice),
  });
}

async function openRound(tx: Tx, ctx: Context, invoice: repository.LockedInvoice): Promise<void> {
  const next = { ...invoice, round: invoice.round + 1 };
  await repository.setFlow(tx, next, null);
  if (await assignFlow(tx, ctx, next)) return;
  const lines = invoice.turns.map(({ userId, onBehalfOf, sequence, mode }) => ({
    userId: onBehalfOf ?? userId,
    sequence,
    mode,
    state: 'waiting' as const,
    origin: 'before' as const,
  }));
  await repository.addTurns(tx, ctx, next, lines);
  await repository.rearrange(tx, ctx, next);
}

/** Takes all decisions of the round back with a reason, so that values and bookings can change (§C13). */
export async function reviseInvoice(
  ctx: Context,
  id: string,
  { reason }: z.output<typeof reviseCommand>,
): Promise<Invoice> {
  return takeStep(ctx, id, {
    verb: 'withdraw-decisions',
    judge: reviseAll,
    noted: { reason },
    async alongside(tx, invoice) {
      await noteRuleUndone(tx, ctx, invoice);
      await openRound(tx, ctx, invoice);
    },
  });
}

// A person takes back what a rule had approved (§C16).
async function noteRuleUndone(tx: Tx, ctx: Context, invoice: repository.LockedInvoice): Promise<void> {
  if (invoice.decidedBy !== null) return;
  const { userId, name } = ctx.caller;
  await noteUndone(tx, invoice, { userId, name, at: ctx.now(), wrong: [] });
}

export async function markInvoiceOriginal(
  ctx: Context,
  id: string,
  command: z.output<typeof markOriginalCommand>,
): Promise<Invoice> {
  return takeStep(ctx, id, {
    verb: 'mark-original',
    judge: markOriginal,
    noted: { reason: command.reason },
    async alongside(tx, invoice) {
      await markDocumentOriginal(tx, ctx, invoice);
      await assignFlow(tx, ctx, invoice);
    },
  });
}

/** Remembers that the caller has the pages of an invoice in view. */
export async function noteOpened(ctx: Context, id: string): Promise<void> {
  const companyId = orNotFound(await companyOf(ctx.db, ctx.scope, id));
  await ctx.transaction((tx) => noteOpening(tx, { companyId, id }, ctx.caller.userId, ctx.now()));
}

/** Removes a Duplicate with its document (§C2). */
export async function removeDuplicate(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const invoice = decidable(orNotFound(await repository.lock(tx, ctx, id)));
    const verdict = markOriginal(invoice);
    if (verdict.kind === 'refused') throw await refusal(ctx, invoice, verdict);
    await softDelete(tx, ctx, 'invoices', invoice);
    await auditInvoice(tx, ctx, invoice, { verb: 'remove' });
    await removeDuplicateDocument(tx, ctx, invoice);
  });
}

/** Takes back the removal of a Duplicate, while its document is in the trash as the removal left it. */
export async function restoreDuplicate(ctx: Context, id: string): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const removed = orNotFound(await repository.restoreRemoved(tx, ctx, id));
    if (!(await restoreDuplicateDocument(tx, ctx, removed))) throw problem.notFound();
    await auditInvoice(tx, ctx, { id, companyId: removed.companyId }, { verb: 'restore' });
    return orNotFound(await findInvoice({ ...ctx, db: tx }, id));
  });
}

type Judged = repository.LockedInvoice & Decidable;

// Whether the second approver may approve is looked up only where two people are asked for.
async function judged(tx: Tx, { caller }: Context, invoice: repository.LockedInvoice): Promise<Judged> {
  const { fourEyesSetting: setting } = invoice;
  if (setting === null || !isAbove(invoice, setting.above)) return decidable(invoice);
  const second = setting.secondApproverId;
  const isFit = second !== null && (await mayApprove(tx, invoice.companyId, second));
  // A program that decides is one pair of eyes with whoever sent the document in (§C13).
  const involved = caller.program ? [...invoice.involved, caller.userId] : invoice.involved;
  return decidable(invoice, { involved, secondApproverId: isFit ? second : null });
}

const decidable = (invoice: repository.LockedInvoice, fourEyes: FourEyes | null = null): Judged => ({
  ...invoice,
  fourEyes,
});

interface StepOptions {
  /** The verb in the history. */
  readonly verb: string;
  readonly judge: (invoice: Judged) => Verdict;
  readonly check?: (tx: Tx, invoice: Judged) => Promise<void>;
  readonly rowVersion?: number | undefined;
  /** A remark to add to the comments. */
  readonly remark?: string;
  /** What the history has beside the changes. */
  readonly noted?: Readonly<Record<string, unknown>>;
  /** What must hold under the lock before anything else is looked at, such as that a link is still good. */
  readonly before?: (tx: Tx, invoice: repository.LockedInvoice) => Promise<void>;
  /** What else changes in the transaction. */
  readonly alongside?: (tx: Tx, invoice: repository.LockedInvoice) => Promise<void>;
}

// Every step locks the row, decides, writes, audits and notifies, so that two people come one after the other.
async function takeStep(ctx: Context, id: string, options: StepOptions): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const invoice = await judged(tx, ctx, orNotFound(await repository.lock(tx, ctx, id)));
    await options.before?.(tx, invoice);
    const verdict = options.judge(invoice);
    if (verdict.kind === 'refused') throw await refusal(ctx, invoice, verdict);
    if (verdict.kind === 'step') {
      await assertVersion(ctx, tx, invoice, options.rowVersion);
      await options.check?.(tx, invoice);
      const comments = commentsWith(ctx, invoice, options.remark ?? '');
      await repository.save(tx, ctx, invoice, verdict, { ...comments, turnComment: options.remark ?? '' });
      if (comments.comments !== undefined)
        await addEntry(tx, ctx, invoice, { kind: CommentKind.comment, text: options.remark ?? '' });
      await options.alongside?.(tx, invoice);
      await auditInvoice(tx, ctx, invoice, {
        verb: options.verb,
        before: {
          statusValue: invoice.status,
          approvalState: invoice.approvalState,
          comments: invoice.comments,
        },
        after: {
          statusValue: verdict.status,
          approvalState: verdict.approvalState,
          comments: invoice.comments,
          ...comments,
          ...options.noted,
        },
      });
    }
    return orNotFound(await findInvoiceAndCommit(ctx, id, tx));
  });
}

async function refusal(ctx: Context, invoice: Judged, { problem: kind, sentence, who = '', when }: Refusal) {
  const values = { who, when: when ? formatInstant(when) : '' };
  if (kind !== 'four-eyes') return problem.of(kind, { sentence, values });
  const deciders = await othersWhoMayApprove(ctx, invoice);
  if (deciders === '') return problem.of(kind, { sentence: 'invoice-nobody-second' });
  return problem.of(kind, { sentence, values: { who: deciders } });
}

/** The names of those who can still approve an invoice that lacks a second person. */
async function othersWhoMayApprove(ctx: Context, invoice: Judged): Promise<string> {
  const approved = invoice.turns
    .filter(({ state }) => state === 'approved')
    .flatMap(({ userId, onBehalfOf }) => [userId, onBehalfOf]);
  const people = await listCompanyUsers(ctx, invoice.companyId);
  return people
    .filter(({ id }) => id !== ctx.caller.userId && !approved.includes(id))
    .map(({ fullName }) => fullName)
    .join(', ');
}

async function assertVersion(
  ctx: Context,
  tx: Tx,
  invoice: repository.LockedInvoice,
  sent: number | undefined,
): Promise<void> {
  if (sent === undefined || sent === invoice.rowVersion) return;
  throw problem.of('stale', { current: await findInvoice(ctx, invoice.id, tx) });
}

function commentsWith(
  ctx: Context,
  invoice: repository.LockedInvoice,
  remark: string,
): { comments?: string } {
  if (remark === '') return {};
  const comments = withRemark(invoice.comments, { at: ctx.now(), name: ctx.caller.name, text: remark });
  if (commentsProblem(invoice.comments, comments) === 'too-long')
    throw problem.validation({ comments: ['too-long'] });
  return { comments };
}
