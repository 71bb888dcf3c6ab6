import { z } from 'zod';
import { commentEntry, mentionable } from '#contract/invoicing/approval-work.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';

/** One entry of the comments. */
export type CommentEntry = z.output<typeof commentEntry>;

/** The entries of an invoice's comments, the oldest first; asked again whenever the invoice changes. */
export function useEntries(invoiceId: string) {
  const query = new URLSearchParams({ invoiceId });
  return useAnswer(
    [invoices.path, 'comments', invoiceId],
    `/api/fmmodule/comments?${query}`,
    z.array(commentEntry),
  );
}

/** Who may see an invoice and so be mentioned. */
export function useMentionable(invoiceId: string, enabled: boolean) {
  const query = new URLSearchParams({ invoiceId });
  return useAnswer(
    [invoices.path, 'mentionable', invoiceId],
    `/api/fmmodule/comments/people?${query}`,
    z.array(mentionable),
    { enabled, staleTime: 60_000 },
  );
}
