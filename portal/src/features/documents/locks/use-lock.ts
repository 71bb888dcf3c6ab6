import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { documentLock } from '#contract/documents/properties.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';

/** Who works on a document. */
export type DocumentLock = z.output<typeof documentLock>;

const answer = z.object({ result: documentLock.nullable() });
/** It lasts a minute on the server; so often it is renewed, in milliseconds, while the page is in view. */
const renewMs = 20_000;
/** Live messages about locks carry this: whose lock is taken over hears it at once. */
const locksPath = 'fmmanagement/documenten/locks';

/** The lock of the open document: who has it, and the way to take it over. */
export interface Lock {
  /** Somebody else who works on it now. */
  readonly other: DocumentLock | undefined;
  readonly take: () => void;
  readonly isTaking: boolean;
}

/**
 * Says that this person works on a document, for as long as it is open and in view. Soft: it warns others and refuses
 * nobody. `url` is the document's address below which `/lock` lives; none does nothing.
 */
export function useLock(url: string | undefined): Lock {
  const http = useHttp();
  const client = useQueryClient();
  const queryKey = [...useKeyStart(), locksPath, url];
  const held = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DocumentLock | null> => {
      const asked = http.call(`${url}/lock`, answer, { method: 'POST', body: { take: false }, signal });
      // A lock is a courtesy: without it the work goes on.
      return asked.then(
        ({ result }) => result,
        () => null,
      );
    },
    refetchInterval: renewMs,
    gcTime: 0,
    enabled: url !== undefined,
  });
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => void http.send(`${url}/lock`, { method: 'DELETE' }).catch(() => undefined);
  }, [url, http]);

  const take = useMutation({
    mutationFn: async () => http.call(`${url}/lock`, answer, { method: 'POST', body: { take: true } }),
    onSuccess: ({ result }) => client.setQueryData(queryKey, result),
  });
  const lock = held.data ?? null;
  return {
    other: lock !== null && !lock.isMine ? lock : undefined,
    take: () => take.mutate(),
    isTaking: take.isPending,
  };
}
