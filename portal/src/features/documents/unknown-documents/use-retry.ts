import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { retryRun } from '#contract/documents/unknown-documents.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';

/** A run over unknown documents, and its progress. */
export type RetryRun = z.output<typeof retryRun>;

const answer = z.object({ result: retryRun.nullable() });
const url = '/api/fmmanagement/documenten/retryDocumentsThroughOcr';
/** The interval at which progress is polled, in milliseconds; live events come sooner. */
const pollMs = 3000;
/** For how long a run is shown to who comes back to the list, in milliseconds. */
const recentMs = 15 * 60_000;
const closedKey = 'balie.retry.closed';

/** Reads unknown documents again (§D6): the run under way, its result, and the way to start one. */
export function useRetry(isAllowed: boolean) {
  const http = useHttp();
  const text = useText();
  const client = useQueryClient();
  // Live events name `fmmanagement/documenten/retries`.
  const queryKey = [...useKeyStart(), 'fmmanagement/documenten/retries'];
  const [closed, setClosed] = useState(() => sessionStorage.getItem(closedKey));
  const run = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await http.call(url, answer, { signal })).result,
    refetchInterval: ({ state }) => (state.data?.isRunning ? pollMs : false),
    enabled: isAllowed,
  });
  const [seen, setSeen] = useState<string | null>(null);
  const [openedAt] = useState(() => Date.now());
  const current = run.data ?? undefined;
  if (current?.isRunning && seen !== current.id) setSeen(current.id);
  // Who went elsewhere meanwhile still sees the result; an old run is not shown.
  const isRecent =
    current !== undefined && (current.id === seen || openedAt - Date.parse(current.startedAt) < recentMs);
  const close = (id: string | undefined) => {
    if (id !== undefined) sessionStorage.setItem(closedKey, id);
    setClosed(id ?? null);
  };

  const start = useVerb({
    call: (body: { readonly force: boolean; readonly ids?: readonly string[] }) => ({ url, body }),
    result: retryRun,
    onSuccess(started) {
      client.setQueryData(queryKey, started);
      setSeen(started.id);
      if (started.wasRunning)
        notify({
          meaning: 'info',
          title: text('documentsWork.retry.wasRunning', { name: started.startedBy }),
        });
    },
    onError: () => void notify({ meaning: 'bad', title: text('documentsWork.unknown.failed') }),
  });
  return {
    run: isRecent && current.id !== closed ? current : undefined,
    start: start.mutate,
    isStarting: start.isPending,
    close: () => close(current?.id),
  };
}
