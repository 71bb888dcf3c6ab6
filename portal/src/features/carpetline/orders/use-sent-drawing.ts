import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { drawingsPath, maxDrawingBytes, sentDrawing } from '#contract/carpetline/line.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useSession } from '#portal/kit/data/session.tsx';
import { upload } from '#portal/kit/data/upload.ts';
import type { DrawingValue } from './order-values.ts';

const answer = z.object({ result: sentDrawing });

/** The upload of a drawing, before its order. */
export interface SentDrawing {
  /** The upload in progress or failed; null when there is none. */
  readonly state: SendingState | null;
  readonly send: (file: File) => void;
  /** Sends the same file again. */
  readonly retry: () => void;
  /** Stops the upload, or removes the failed one. */
  readonly cancel: () => void;
  /** Resolves to the uploaded drawing; null without an upload, or when it failed. */
  readonly arriving: () => Promise<DrawingValue | null>;
}

export interface SendingState {
  readonly name: string;
  /** The share that is sent, from 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly failure: 'too-large' | Error | null;
}

/** Uploads one drawing at a time before the order, so that no order is too large to send and a draft needs its id only. */
export function useSentDrawing(onSent: (drawing: DrawingValue) => void): SentDrawing {
  const session = useSession();
  const { language } = useTranslation().i18n;
  const [state, setState] = useState<SendingState | null>(null);
  const last = useRef<{
    readonly file: File;
    readonly stop: AbortController;
    readonly arrival: Promise<DrawingValue | null>;
  } | null>(null);
  const sent = useRef(onSent);
  useEffect(() => {
    sent.current = onSent;
  });
  useEffect(() => () => last.current?.stop.abort(), []);

  const send = useCallback(
    (file: File) => {
      last.current?.stop.abort();
      const stop = new AbortController();
      const update = (change: Partial<SendingState>) =>
        !stop.signal.aborted && setState({ name: file.name, part: 0, failure: null, ...change });
      update({});
      const arrival = file.size > maxDrawingBytes ? Promise.resolve(null) : uploadFile();
      if (file.size > maxDrawingBytes) update({ failure: 'too-large' });
      last.current = { file, stop, arrival };

      async function uploadFile(): Promise<DrawingValue | null> {
        const form = new FormData();
        form.append('file', file, file.name);
        try {
          const response = await upload({
            url: drawingsPath,
            form,
            session,
            language,
            signal: stop.signal,
            onProgress: (part) => update({ part }),
          });
          const { id, name, path, mimeType } = answer.parse(await response.json()).result;
          if (stop.signal.aborted) return null;
          setState(null);
          sent.current({ id, name, path, mimeType });
          return { id, name, path, mimeType };
        } catch (error) {
          update({ failure: error instanceof Error ? error : new Error(String(error)) });
          return null;
        }
      }
    },
    [session, language],
  );
  const cancel = useCallback(() => {
    last.current?.stop.abort();
    last.current = null;
    setState(null);
  }, []);
  const retry = useCallback(() => last.current && send(last.current.file), [send]);
  const arriving = useCallback(async () => (last.current ? last.current.arrival : null), []);
  return { state, send, retry, cancel, arriving };
}

/** The server's reason to refuse the file; sending it again does not help. */
export function refusalOf(failure: SendingState['failure']): string | undefined {
  return failure instanceof ProblemError ? failure.body?.errors?.['attachment']?.[0] : undefined;
}
