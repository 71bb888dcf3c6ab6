import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { documents } from '#contract/documents/documents.ts';
import { invalidateResource, resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useSessionState } from '#portal/kit/data/session.tsx';
import { panelItems, type PanelItem } from './panel-items.ts';
import { currentUploads, forgetFinished, subscribeUploads } from './upload-store.ts';

const { useList } = resourceHooks(documents);

/** Live messages bring every change; this only bridges a lost connection, in milliseconds. */
const lookAgainMs = 5000;

/** The lines of the panel, and the way to put the finished ones away. */
export function usePanelItems(): { readonly items: readonly PanelItem[]; readonly clear: () => void } {
  const uploads = useSyncExternalStore(subscribeUploads, currentUploads);
  const [seenAt, setSeenAt] = useSeenAt();
  const page = useList({ top: 100, orderBy: 'createdAt desc', count: false, filter: filterFor(uploads) }, {});
  const rows = page.data?.result ?? [];
  const items = panelItems(uploads, rows, seenAt);

  const isGoing = items.some(({ state }) => state === 'queued' || state === 'reading');
  useLookAgain(isGoing, page.refetch);
  useInvoicesRefreshed(items.filter(({ state }) => state === 'invoice').length);

  return {
    items,
    clear() {
      forgetFinished();
      const newest = rows[0]?.createdAt;
      if (newest !== undefined && newest > seenAt) setSeenAt(newest);
    },
  };
}

/** Everything that waits or asks for attention, and whatever became of the files of this visit. */
function filterFor(uploads: ReturnType<typeof currentUploads>): string {
  const open = "state in ('Nieuw', 'Bezig', 'Onbekend', 'Onverwerkbaar')";
  const ids = uploads
    .flatMap(({ state }) => (state.kind === 'sent' ? state.intakes.map(({ id }) => `'${id}'`) : []))
    .slice(0, 50);
  return ids.length === 0 ? open : `${open} or id in (${ids.join(', ')})`;
}

function useLookAgain(isGoing: boolean, refetch: () => unknown): void {
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(refetch, lookAgainMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
}

/** A document that became an invoice shows in the list of invoices, also when its own message was missed. */
function useInvoicesRefreshed(made: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (made > 0) void invalidateResource(client, 'fmmodule/invoices');
  }, [client, made]);
}

/** Until when the person has seen what did not succeed; kept per person in this browser. */
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
