import type { z } from 'zod';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { type approveCommand, invoices, type PaymentStatus } from '#contract/invoicing/invoices.ts';
import type { checkCommand } from '#contract/invoicing/touchless.ts';
import { collectionUrl } from '#contract/resource.ts';
import { invalidateResource, useKeyStart, withoutRow, type Page } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { noteOwn } from './use-kept-rows.ts';
import type { Invoice, InvoiceRow } from './invoice.ts';

/** The steps that an invoice can take, with what each one sends (§C1, §C3, §C4, §C7). */
interface VerbBodies {
  readonly approve: z.input<typeof approveCommand>;
  readonly hold: { readonly hold: boolean };
  readonly undo: Readonly<Record<never, never>>;
  readonly withdraw: Readonly<Record<never, never>>;
  readonly move: { readonly administrationId: string };
  readonly 'withdraw-decisions': { readonly reason: string };
  readonly resubmit: Readonly<Record<never, never>>;
  readonly 'restore-duplicate': Readonly<Record<never, never>>;
  readonly 'take-apart': { readonly rowVersion: number };
  readonly 'undo-rule': { readonly reason: string };
  readonly check: z.input<typeof checkCommand>;
  readonly 'mark-original': { readonly reason: string };
  readonly 'real-estate': { readonly isRealEstate: boolean };
  readonly 'payment-status': { readonly paymentStatus: PaymentStatus };
  readonly comments: { readonly comments: string; readonly commentsVersion: number };
}

/** One step of an invoice. */
export type InvoiceVerb = {
  [V in keyof VerbBodies]: { readonly id: string; readonly verb: V; readonly body: VerbBodies[V] };
}[keyof VerbBodies];

/** The way to take steps; the outcome is shown everywhere, also when the component that asked is unmounted. */
export function useInvoiceVerb() {
  const client = useQueryClient();
  const start = useKeyStart();
  return useVerb({
    call: ({ id, verb, body }: InvoiceVerb) => ({
      url: `${collectionUrl(invoices, {})}/${encodeURIComponent(id)}/${verb}`,
      body,
    }),
    result: invoices.record,
    onSuccess(invoice, { id, verb }) {
      const key = [...start, invoices.path, 'one', {}, id];
      client.setQueryData(key, invoice);
      if (verb !== 'comments') noteOwn([id]);
      if (verb !== 'comments') showInLists(client, invoice, verb === 'approve');
      void invalidateResource(client, invoices.path, key);
    },
  });
}

/** Shows the answer in every list that is loaded, while the lists themselves are asked again. */
function showInLists(client: QueryClient, invoice: Invoice, isDecided: boolean): void {
  const { id, statusValue, approvalState, paymentStatus, warnings } = invoice;
  const shown = { statusValue, approvalState, paymentStatus, warnings };
  const lists = {
    predicate: ({ queryKey: [, , path, kind] }: { queryKey: readonly unknown[] }) =>
      path === invoices.path && kind === 'list',
  };
  for (const [key, page] of client.getQueriesData<Page<InvoiceRow>>(lists)) {
    if (!page?.result.some((row) => row.id === id)) continue;
    const hasLeft = isDecided && !String(key[5]).includes('status=');
    const result = page.result.map((row) => (row.id === id ? { ...row, ...shown } : row));
    client.setQueryData<Page<InvoiceRow>>(key, hasLeft ? withoutRow(page, id) : { ...page, result });
  }
}
