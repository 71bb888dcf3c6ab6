import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { documentHooks, uploadsQuery } from './ask-uploads.ts';
import { panelItems, type PanelItem } from './panel-items.ts';
import { currentUploads, forgetFinished, subscribeUploads } from './upload-list.ts';

/** Live events bring every change; polling only bridges a lost connection, in milliseconds. */
const pollMs = 5000;

/** The lines of the panel, and a function that clears the finished ones. */
export function usePanelItems(): { readonly items: readonly PanelItem[]; readonly clear: () => void } {
  const uploads = useSyncExternalStore(subscribeUploads, currentUploads);
  const [seenAt, setSeenAt] = useSeenAt();
  const page = documentHooks.useList(uploadsQuery(orOf(uploads)), {});
  const rows = page.data?.result ?? [];
  const items = panelItems(uploads, rows, seenAt);

  const isGoing = items.some(({ state }) => state === 'queued' || state === 'reading');
  usePolling(isGoing, page.refetch);
  useInvoicesRefreshed(items.filter(({ invoiceId }) => invoiceId !== undefined).length);

  return {
    items,
    clear() {
      forgetFinished();
      const newest = rows[0]?.createdAt;
      if (newest !== undefined && newest > seenAt) setSeenAt(newest);
    },
  };
}

/** The documents of this visit's files, beside what waits or needs attention. */
function orOf(uploads: ReturnType<typeof currentUploads>): string {
  const ids = uploads
    .flatMap(({ state }) => (state.kind === 'sent' ? state.intakes.map(({ id }) => `'${id}'`) : []))
    .slice(0, 50);
  return ids.length === 0 ? '' : ` or id in (${ids.join(', ')})`;
}

function usePolling(isGoing: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(refetch, pollMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
}

/** Refreshes the list of invoices when a document became one, also when the live event was missed. */
function useInvoicesRefreshed(made: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (made > 0) void invalidateResource(client, 'fmmodule/invoices');
  }, [client, made]);
}

/** The moment up to which the person cleared failures; stored per person in this browser. */
function useSeenAt(): [string, (moment: string) => void] {
  const key = `balie.documents-seen.${useSessionState().user.id}`;
  const [seenAt, setSeenAt] = useState(() => localStorage.getItem(key) ?? '');
  return [
    seenAt,
    (moment) => {
      localStorage.setItem(key, moment);
      setSeenAt(moment);
    },
  ];
}
