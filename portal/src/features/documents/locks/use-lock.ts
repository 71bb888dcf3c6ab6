import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { documentLock } from '#contract/documents/properties.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';

/** Who works on a document. */
export type DocumentLock = z.output<typeof documentLock>;

const answer = z.object({ result: documentLock.nullable() });
/** It lasts a minute on the server; so often it is renewed, in milliseconds. */
const renewMs = 20_000;

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
  const [state, setState] = useState<{ url: string | undefined; lock: DocumentLock | null }>({ url, lock: null });

  useEffect(() => {
    if (url === undefined) return undefined;
    let isOpen = true;
    const renew = () => {
      if (document.hidden) return;
      // A lock is a courtesy: without it the work goes on.
      http.call(`${url}/lock`, answer, { method: 'POST', body: { take: false } }).then(
        ({ result }) => isOpen && setState({ url, lock: result }),
        () => undefined,
      );
    };
    renew();
    const timer = setInterval(renew, renewMs);
    return () => {
      isOpen = false;
      clearInterval(timer);
      http.send(`${url}/lock`, { method: 'DELETE' }).catch(() => undefined);
    };
  }, [url, http]);

  const take = useMutation({
    mutationFn: async () => http.call(`${url}/lock`, answer, { method: 'POST', body: { take: true } }),
    onSuccess: ({ result }) => setState({ url, lock: result }),
  });
  const lock = state.url === url ? state.lock : null;
  return {
    other: lock !== null && !lock.isMine ? lock : undefined,
    take: () => take.mutate(),
    isTaking: take.isPending,
  };
}
