import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import type { Invoice } from '../invoices/invoice.ts';

/** Which steps this person can take with this invoice now. The server judges again. */
export interface Possible {
  readonly mayApprove: boolean;
  /** Approve or reject. */
  readonly decide: boolean;
  readonly hold: boolean;
  readonly withdraw: boolean;
  readonly resubmit: boolean;
}

/** What rights and state leave to do (§C1, §C3, §C4). */
export function usePossible(invoice: Invoice | undefined): Possible {
  const may = usePermission();
  const { name } = useSessionState().user;
  const mayApprove = may('fmmodule.invoices.approve');
  const mayUpdate = may('fmmodule.invoices.update');
  const state = invoice?.approvalState;
  const isOpen = state === 'pending' || state === 'onHold';
  const isReady = invoice?.statusValue === 'ReadyForProcessing';
  return {
    mayApprove,
    // While the invoice is on its way the buttons stand there already: nothing jumps when it comes.
    decide: mayApprove && (invoice === undefined || (invoice.statusValue === 'Concept' && isOpen)),
    hold: mayApprove && isOpen && !isReady && invoice?.statusValue !== 'Processed',
    withdraw: mayApprove && isReady && (mayUpdate || invoice.decidedBy === name),
    resubmit: mayUpdate && invoice?.statusValue === 'Concept' && state === 'rejected',
  };
}
