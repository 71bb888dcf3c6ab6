/** A view of the list; `status` is what is sent to the server (§C5). */
export interface View {
  readonly key: 'open' | 'onHold' | 'rejected' | 'duplicate' | 'ready' | 'archive' | 'all';
  /** Empty for the invoices that wait for a decision. */
  readonly status: string;
}

export const openView: View = { key: 'open', status: '' };

export const views: readonly View[] = [
  openView,
  { key: 'onHold', status: 'onHold' },
  { key: 'rejected', status: 'rejected' },
  { key: 'duplicate', status: 'Duplicate' },
  { key: 'ready', status: 'ReadyForProcessing' },
  { key: 'archive', status: 'ReadyForProcessing,Processed' },
  { key: 'all', status: 'Concept,Duplicate,ReadyForProcessing,Processed' },
];

/** The view that the address names; an unknown one is the first view. */
export function viewOf(status: string | undefined): View {
  return views.find((view) => view.status === (status ?? '')) ?? openView;
}
