import { z } from 'zod';
import { approvalLine, companyUser, invoices } from '#contract/invoicing/invoices.ts';
import { advice } from '#contract/invoicing/approval-work.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** One person's turn in the approval of an invoice. */
export type ApprovalLine = z.output<typeof approvalLine>;

const lines = z.array(approvalLine);
const url = '/api/fmmodule/approvals';

/** The approval lines of an invoice, of all rounds; asked again whenever the invoice changes. */
export function useApprovalLines(invoiceId: string) {
  const query = new URLSearchParams({ invoiceId });
  return useAnswer([invoices.path, 'approvals', invoiceId], `${url}?${query}`, lines);
}

/** Who may approve invoices of a company; without one, of the person's own. */
export function useApprovers(companyId: string, enabled = true) {
  const query = new URLSearchParams(companyId === '' ? {} : { companyId });
  const key = [invoices.path, 'approvers', companyId];
  return useAnswer(key, `/api/fmmodule/companyusers?${query}`, z.array(companyUser), { enabled });
}

/** Advice that was asked about an invoice. */
export type Advice = z.output<typeof advice>;

export function useAdvices(invoiceId: string) {
  const query = new URLSearchParams({ invoiceId });
  return useAnswer([invoices.path, 'advices', invoiceId], `/api/fmmodule/advices?${query}`, z.array(advice));
}

/** Asks for advice, or answers. */
export function useAdviceVerb() {
  return useVerb({
    call: (
      change: { invoiceId: string; userId: string; question: string } | { id: string; answer: string },
    ) =>
      'id' in change
        ? {
            url: `/api/fmmodule/advices/${encodeURIComponent(change.id)}/answer`,
            body: { answer: change.answer },
          }
        : { url: '/api/fmmodule/advices', body: change },
    invalidates: [invoices],
  });
}

/** What can be done with lines by hand. */
export type LineVerb =
  | {
      readonly verb: 'add';
      readonly invoiceId: string;
      readonly userId: string;
      readonly sequence: number;
      readonly reason: string;
    }
  | { readonly verb: 'pass-on'; readonly id: string; readonly userId: string; readonly reason: string }
  | { readonly verb: 'remove'; readonly id: string; readonly reason: string };

/** Adds, passes on or deletes a line. */
export function useLineVerb() {
  return useVerb({
    call(change: LineVerb) {
      if (change.verb === 'add') {
        const { verb: _, ...body } = change;
        return { url, body };
      }
      const address = `${url}/${encodeURIComponent(change.id)}`;
      if (change.verb === 'remove') {
        return {
          method: 'DELETE' as const,
          url: `${address}?${new URLSearchParams({ reason: change.reason })}`,
        };
      }
      return { url: `${address}/pass-on`, body: { userId: change.userId, reason: change.reason } };
    },
    invalidates: [invoices],
  });
}
