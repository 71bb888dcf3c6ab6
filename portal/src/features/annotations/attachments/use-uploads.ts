import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachments, maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import { collectionUrl } from '#contract/resource.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { useSession } from '#portal/kit/data/session.tsx';
import { upload } from '#portal/kit/data/upload.ts';

/** A file that is being uploaded to a record; it leaves the list when it is done. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it stopped: a code, or what the server said. */
  readonly failure?: 'empty' | 'too-large' | Error;
}

interface Uploads {
  readonly uploads: readonly Upload[];
  readonly add: (files: readonly File[]) => void;
  /** Stops an upload, or clears a failed one. */
  readonly cancel: (key: number) => void;
}

let lastKey = 0;

/** Uploads files to a record, each in a request of its own. */
export function useUploads(entityId: string): Uploads {
  const session = useSession();
  const client = useQueryClient();
  const { language } = useTranslation().i18n;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const change = useCallback((key: number, by: Partial<Upload>) => {
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...by } : upload)));
  }, []);
  const remove = useCallback((key: number) => {
    controllers.current.delete(key);
    setUploads((now) => now.filter((upload) => upload.key !== key));
  }, []);

  const send = useCallback(
    async (key: number, file: File) => {
      const controller = new AbortController();
      controllers.current.set(key, controller);
      const form = new FormData();
      form.append('file', file, file.name);
      const url = collectionUrl(attachments, { entityId });
      try {
        const onProgress = (progress: number) => change(key, { progress });
        await upload({ url, form, session, language, onProgress, signal: controller.signal });
        await invalidateResource(client, attachments.path);
        remove(key);
      } catch (error) {
        if (controller.signal.aborted) remove(key);
        else change(key, { failure: error instanceof Error ? error : new Error(String(error)) });
      }
    },
    [entityId, session, client, language, change, remove],
  );

  const add = useCallback(
    (files: readonly File[]) => {
      const added = files.map((file) => ({ key: ++lastKey, file, failure: refusalOf(file) }));
      setUploads((now) => [
        ...now,
        ...added.map(({ key, file: { name }, failure }) => ({
          key,
          name,
          progress: 0,
          ...(failure ? { failure } : {}),
        })),
      ]);
      for (const { key, file, failure } of added) if (!failure) void send(key, file);
    },
    [send],
  );

  const cancel = useCallback(
    (key: number) => {
      controllers.current.get(key)?.abort();
      remove(key);
    },
    [remove],
  );
  return { uploads, add, cancel };
}

/** Why a file is refused without being sent: the server would refuse it too. */
function refusalOf({ size }: File): 'empty' | 'too-large' | undefined {
  if (size === 0) return 'empty';
  return size > maxAttachmentBytes ? 'too-large' : undefined;
}
