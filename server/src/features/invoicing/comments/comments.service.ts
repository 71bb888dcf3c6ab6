import { sql } from 'kysely';
import type { z } from 'zod';
import type { commentsCommand } from '#contract/invoicing/invoices.ts';
import type { Context } from '#server/platform/context.ts';
import { updateRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { lock } from '../approval/approval.repository.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { CommentKind } from './comment-kinds.ts';
import { commentsProblem, entryOf } from './comments.rules.ts';
import { queueMentions } from './mention-mail.job.ts';
import { readersMentioned } from './mentionable.service.ts';
import { addEntry } from './entries.repository.ts';

/** Replaces the remarks, in whatever state the invoice is (§C7). */
export async function commentInvoice(
  ctx: Context,
  id: string,
  command: z.output<typeof commentsCommand>,
): Promise<Invoice> {
  return ctx.transaction(async (tx) => {
    const invoice = orNotFound(await lock(tx, ctx, id));
    if (command.commentsVersion !== undefined && command.commentsVersion !== invoice.commentsVersion) {
      throw problem.of('stale', { current: await findInvoice(ctx, id, tx) });
    }
    const wrong = commentsProblem(invoice.comments, command.comments);
    if (wrong) throw problem.validation({ comments: [wrong] });
    await updateRow(tx, ctx, 'invoices', invoice, {
      comments: command.comments,
      commentsVersion: sql`comments_version + 1`,
    });
    const { isEdited, text } = entryOf(invoice.comments, command.comments);
    const kind = isEdited ? CommentKind.edited : CommentKind.comment;
    const mentions = await readersMentioned(tx, ctx, invoice, text);
    await addEntry(tx, ctx, invoice, { kind, text, mentions });
    await queueMentions(tx, ctx, invoice, mentions);
    await auditInvoice(tx, ctx, invoice, {
      verb: 'comment',
      before: { comments: invoice.comments },
      after: { comments: command.comments },
    });
    return orNotFound(await findInvoice(ctx, id, tx));
  });
}
