import { z } from 'zod';
import { approvalLine, companyUser, invoices } from '#contract/invoicing/invoices.ts';
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
