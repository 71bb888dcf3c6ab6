import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import type { Invoice } from '../invoices/invoice.ts';
import { isDecidable } from '../invoices/invoices.rules.ts';

/** Which steps this person can take with this invoice now. The server checks again. */
export type Possible = ReturnType<typeof usePossible>;

/** What permissions and state allow (§C1, §C3, §C4). */
export function usePossible(invoice: Invoice | undefined) {
  const may = usePermission();
  const { name } = useSessionState().user;
  const mayApprove = may('fmmodule.invoices.approve');
  const mayUpdate = may('fmmodule.invoices.update');
  const state = invoice?.approvalState;
  const isOpen = state === 'pending' || state === 'onHold';
  const isReady = invoice?.statusValue === 'ReadyForProcessing';
  return {
    mayApprove,
    // Approve or reject. The buttons are there while the invoice is loading, so that nothing jumps when it comes.
    decide: mayApprove && (invoice === undefined || isDecidable(invoice)),
    hold: mayApprove && isOpen && !isReady && invoice?.statusValue !== 'Processed',
    withdraw: mayApprove && isReady && (mayUpdate || invoice.decidedBy === name),
    // Somebody may have decided in the middle of the steps: the booking itself says so.
    book: mayUpdate && isOpen && !isReady && invoice?.statusValue !== 'Processed',
    // The values that were read, by the same right as on the screen of validation (§C26).
    correct:
      may('fmmodule.invoicerecognitiondata.read') &&
      may('fmmodule.invoicerecognitiondata.update') &&
      isOpen &&
      invoice?.isLocked === false &&
      (invoice?.statusValue === 'Concept' || invoice?.statusValue === 'Duplicate'),
    resubmit: mayUpdate && invoice?.statusValue === 'Concept' && state === 'rejected',
  };
}
