import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource, useKeyStart, type Page } from '#portal/kit/data/resource-hooks.ts';
import type { Invoice, InvoiceRow } from './invoice.ts';

const answer = z.object({ result: invoices.record });

/** The steps that an invoice can take, with what each one sends (§C1, §C3, §C4, §C7). */
export interface VerbBodies {
  readonly approve: { readonly approve: boolean; readonly comments?: string; readonly rowVersion?: number };
  readonly hold: { readonly hold: boolean };
  readonly withdraw: Readonly<Record<never, never>>;
  readonly resubmit: Readonly<Record<never, never>>;
  readonly 'mark-original': { readonly reason: string };
  readonly comments: { readonly comments: string; readonly commentsVersion: number };
}

/** Takes a step and shows its outcome everywhere. Works on after the component that asked is gone. */
export type InvoiceVerb = <V extends keyof VerbBodies>(
  id: string,
  verb: V,
  body: VerbBodies[V],
) => Promise<Invoice>;

/** The way to take steps; throws what the data layer throws. */
export function useInvoiceVerb(): InvoiceVerb {
  const http = useHttp();
  const client = useQueryClient();
  const [user, language] = useKeyStart();
  return useMemo<InvoiceVerb>(
    () => async (id, verb, body) => {
      const url = `${collectionUrl(invoices, {})}/${encodeURIComponent(id)}/${verb}`;
      const { result } = await http.call(url, answer, { method: 'POST', body });
      const key = [user, language, invoices.path, 'one', {}, id];
      client.setQueryData(key, result);
      if (verb !== 'comments') showInLists(client, result, verb === 'approve');
      void invalidateResource(client, invoices.path, key);
      return result;
    },
    [http, client, user, language],
  );
}

/** The answer, in every list that is loaded: at once, while the lists themselves are asked again. */
function showInLists(client: QueryClient, invoice: Invoice, isDecided: boolean): void {
  const lists = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isListKey(queryKey) };
  for (const [key, page] of client.getQueriesData<Page<InvoiceRow>>(lists)) {
    if (!page?.result.some(({ id }) => id === invoice.id)) continue;
    const isGone = isDecided && !String(key[5]).includes('status=');
    client.setQueryData<Page<InvoiceRow>>(key, isGone ? without(page, invoice) : replaced(page, invoice));
  }
}

function isListKey([, , path, kind]: readonly unknown[]): boolean {
  return path === invoices.path && kind === 'list';
}

function without({ result, metadata }: Page<InvoiceRow>, { id }: Invoice): Page<InvoiceRow> {
  const { count } = metadata;
  return {
    result: result.filter((row) => row.id !== id),
    metadata: count === undefined ? {} : { count: count - 1 },
  };
}

function replaced(
  { result, metadata }: Page<InvoiceRow>,
  { id, statusValue, approvalState }: Invoice,
): Page<InvoiceRow> {
  return {
    result: result.map((row) => (row.id === id ? { ...row, statusValue, approvalState } : row)),
    metadata,
  };
}
