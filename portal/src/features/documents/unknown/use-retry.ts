import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { retryRun } from '#contract/documents/unknown-documents.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';

/** A run over unknown documents, and how far it is. */
export type RetryRun = z.output<typeof retryRun>;

const answer = z.object({ result: retryRun.nullable() });
const started = z.object({ result: retryRun });
const url = '/api/fmmanagement/documenten/retryDocumentsThroughOcr';
/** How often a run is asked for its progress, in milliseconds; the live message comes sooner. */
const askMs = 3000;
/** How long a run is told of to who comes back to the list. */
const newsMs = 15 * 60_000;
const closedKey = 'balie.retry.closed';

/** Reads unknown documents again (§D6): the run under way, its result, and the way to start one. */
export function useRetry(isAllowed: boolean) {
  const http = useHttp();
  const text = useText();
  const client = useQueryClient();
  // The live message names `fmmanagement/documenten/retries`.
  const queryKey = [...useKeyStart(), 'fmmanagement/documenten/retries'];
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey));
  const run = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
    refetchInterval: ({ state }) => (state.data?.isRunning ? askMs : false),
    enabled: isAllowed,
  });
  const [seen, setSeen] = useState<string | null>(null);
  const [openedAt] = useState(() => Date.now());
  const current = run.data ?? undefined;
  if (current?.isRunning && seen !== current.id) setSeen(current.id);
  // Who went elsewhere meanwhile still hears what came of it; a run of another day is nobody's news.
  const isNews =
    current !== undefined && (current.id === seen || openedAt - Date.parse(current.startedAt) < newsMs);
  const close = (id: string | undefined) => {
    if (id !== undefined) sessionStorage.setItem(closedKey, id);
    setClosed(id ?? null);
  };

  const start = useMutation({
    mutationFn: async (body: { readonly force: boolean; readonly ids?: readonly string[] }) =>
      (await http.call(url, started, { method: 'POST', body })).result,
    onSuccess(result) {
      client.setQueryData(queryKey, result);
      setSeen(result.id);
      if (result.wasRunning)
        notify({
          meaning: 'info',
          title: text('documentsWork.retry.wasRunning', { name: result.startedBy }),
        });
    },
    onError: () => void notify({ meaning: 'bad', title: text('documentsWork.unknown.failed') }),
  });
  return {
    run: isNews && current.id !== closed ? current : undefined,
    start: start.mutate,
    isStarting: start.isPending,
    close: () => close(current?.id),
  };
}
