import type { z } from 'zod';
import type { advice, answerAdviceCommand, askAdviceCommand } from '#contract/invoicing/approval-work.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { satisfies } from '#contract/permissions.ts';
import { findPerson, permissionsOf } from '#server/features/core/index.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { companyOf } from '../invoices/invoices.repository.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { lock } from '../approval/approval.repository.ts';
import { CommentKind } from '../comments/comment-kinds.ts';
import { addEntry } from '../comments/entries.repository.ts';
import * as repository from './advices.repository.ts';

type Advice = z.output<typeof advice>;

/** What was asked about an invoice, and what was answered (§C13). */
export async function listAdvices(ctx: Context, invoiceId: string): Promise<Advice[]> {
  orNotFound(await companyOf(ctx.db, ctx.scope, invoiceId));
  return repository.listOf(ctx.db, ctx.scope, invoiceId);
}

/** The questions that wait for the caller's answer. */
export function listOwnAdvices(ctx: Context): Promise<Advice[]> {
  return repository.listOpen(ctx.db, ctx.scope, ctx.caller.userId);
}

/** Asks a colleague who may read the invoice; nothing is decided by it. */
export async function askAdvice(
  ctx: Context,
  { invoiceId, userId, question }: z.output<typeof askAdviceCommand>,
): Promise<Advice[]> {
  return ctx.transaction(async (tx) => {
    const companyId = orNotFound(await companyOf(tx, ctx.scope, invoiceId));
    const person = await findPerson(tx, { id: userId });
    const mayAnswer =
      person?.is_active === true &&
      person.company_id === companyId &&
      person.id !== ctx.caller.userId &&
      satisfies(permissionsOf(person), `${invoices.permission}.comment`);
    if (!mayAnswer) throw problem.validation({ userId: ['unknown'] });
    const entry = { kind: CommentKind.question, text: question, mentions: [userId] };
    await addEntry(tx, ctx, { companyId, id: invoiceId }, entry);
    await auditInvoice(
      tx,
      ctx,
      { companyId, id: invoiceId },
      {
        verb: 'ask-advice',
        after: { approver: `${person.first_name} ${person.last_name}`, question },
      },
    );
    return repository.listOf(tx, ctx.scope, invoiceId);
  });
}

/** Answers a question; only the person of whom it was asked does. */
export async function answerAdvice(
  ctx: Context,
  id: string,
  { answer }: z.output<typeof answerAdviceCommand>,
): Promise<Advice[]> {
  return ctx.transaction(async (tx) => {
    const asked = orNotFound(await repository.findById(tx, ctx.scope, id));
    if (asked.userId !== ctx.caller.userId) throw problem.forbidden();
    const key = { companyId: asked.companyId, id: asked.invoiceId };
    // One answer: whoever comes second waits for the row, and finds it answered.
    await lock(tx, ctx, asked.invoiceId);
    if ((await repository.findById(tx, ctx.scope, id))?.answer != null)
      throw problem.of('wrong-state', { sentence: 'advice-answered' });
    await addEntry(tx, ctx, key, { kind: CommentKind.answer, text: answer, answers: id });
    await auditInvoice(tx, ctx, key, { verb: 'answer-advice', after: { answer } });
    return repository.listOf(tx, ctx.scope, asked.invoiceId);
  });
}
