/** One choice of which invoices to see; `status` is the pair that goes to the server (§C5). */
export interface View {
  readonly key: 'open' | 'onHold' | 'rejected' | 'duplicate' | 'ready' | 'archive';
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
];

/** The choice that an address names; whatever is no choice is the first one. */
export function viewOf(status: string | undefined): View {
  return views.find((view) => view.status === (status ?? '')) ?? openView;
}
