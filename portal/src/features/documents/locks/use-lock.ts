import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { documentLock } from '#contract/documents/properties.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';

/** Who works on a document. */
export type DocumentLock = z.output<typeof documentLock>;

const answer = z.object({ result: documentLock.nullable() });
/** It lasts a minute on the server; it is renewed at this interval, in milliseconds, while the page is in view. */
const renewMs = 20_000;
/** Live events about locks name this path, so that a takeover shows at once. */
const locksPath = 'fmmanagement/documenten/locks';

/** The lock of the open document. */
export type Lock = ReturnType<typeof useLock>;

/**
 * Locks a document for as long as it is open and in view. The lock is soft: it warns others and refuses nobody. `url`
 * is the address of the document; without one nothing is locked.
 */
export function useLock(url: string | undefined) {
  const http = useHttp();
  const client = useQueryClient();
  const queryKey = [...useKeyStart(), locksPath, url];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<DocumentLock | null> => {
      const call = { method: 'POST', body: { take: false }, signal } as const;
      // A lock is a courtesy: without it the work goes on.
      return http.call(`${url}/lock`, answer, call).then(
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

  const take = useVerb({
    call: () => ({ url: `${url}/lock`, body: { take: true } }),
    result: documentLock.nullable(),
    onSuccess: (lock) => client.setQueryData(queryKey, lock),
  });
  const lock = query.data ?? null;
  return {
    /** Somebody else who works on it now. */
    other: lock !== null && !lock.isMine ? lock : undefined,
    /** Takes the lock over. */
    take: () => take.mutate(),
    /** The same; whether it is taken. */
    takeOver: () =>
      take.mutateAsync().then(
        (taken) => taken?.isMine === true,
        () => false,
      ),
    isTaking: take.isPending,
  };
}
