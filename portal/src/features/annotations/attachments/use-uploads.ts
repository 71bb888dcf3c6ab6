import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachments, maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import { collectionUrl } from '#contract/resource.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { useSession } from '#portal/kit/data/session.tsx';
import { upload } from '#portal/kit/data/upload.ts';

/** A file on its way to a record; what has arrived leaves the list. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly part: number;
  /** Why it stopped: a code, or what the server said. */
  readonly failure?: 'empty' | 'too-large' | Error;
}

interface Uploads {
  readonly uploads: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Stops what is under way, or puts away what failed. */
  readonly cancel: (key: number) => void;
}

let lastKey = 0;

/** Sends files to a record, each by itself, one after the other as the browser allows. */
export function useUploads(entityId: string): Uploads {
  const session = useSession();
  const client = useQueryClient();
  const { language } = useTranslation().i18n;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const change = useCallback((key: number, by: Partial<Upload>) => {
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...by } : one)));
  }, []);
  const take = useCallback((key: number) => {
    stops.current.delete(key);
    setUploads((now) => now.filter((one) => one.key !== key));
  }, []);

  const send = useCallback(
    async (key: number, file: File) => {
      const stop = new AbortController();
      stops.current.set(key, stop);
      const form = new FormData();
      form.append('file', file, file.name);
      const url = collectionUrl(attachments, { entityId });
      try {
        const onProgress = (part: number) => change(key, { part });
        await upload({ url, form, session, language, onProgress, signal: stop.signal });
        await invalidateResource(client, attachments.path);
        take(key);
      } catch (error) {
        if (stop.signal.aborted) take(key);
        else change(key, { failure: error instanceof Error ? error : new Error(String(error)) });
      }
    },
    [entityId, session, client, language, change, take],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => ({ key: ++lastKey, file, failure: refusalOf(file) }));
      setUploads((now) => [
        ...now,
        ...added.map(({ key, file: { name }, failure }) => ({
          key,
          name,
          part: 0,
          ...(failure ? { failure } : {}),
        })),
      ]);
      for (const { key, file, failure } of added) if (!failure) void send(key, file);
    },
    [send],
  );

  const cancel = useCallback(
    (key: number) => {
      stops.current.get(key)?.abort();
      take(key);
    },
    [take],
  );
  return { uploads, add, cancel };
}

/** What can be told without sending it: the server would say the same. */
function refusalOf({ size }: File): 'empty' | 'too-large' | undefined {
  if (size === 0) return 'empty';
  return size > maxAttachmentBytes ? 'too-large' : undefined;
}
