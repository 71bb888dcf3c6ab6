import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { drawingsPath, maxDrawingBytes, sentDrawing } from '#contract/carpetline/line.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useSession } from '#portal/kit/data/session.tsx';
import { upload } from '#portal/kit/data/upload.ts';
import type { DrawingValue } from './order-values.ts';

const answer = z.object({ result: sentDrawing });

/** A drawing on its way up, before its order. */
export interface SentDrawing {
  /** What is under way or went wrong; null when nothing is. */
  readonly state: SendingState | null;
  readonly send: (file: File) => void;
  /** Once more with the same file. */
  readonly retry: () => void;
  /** Stops what is under way, or puts away what failed. */
  readonly cancel: () => void;
  /** What is under way, when it has arrived; null when nothing is, or when it went wrong. */
  readonly arriving: () => Promise<DrawingValue | null>;
}

export interface SendingState {
  readonly name: string;
  /** How much has left, from 0 to 1. */
  readonly part: number;
  /** Why it stopped: the server's sentence about the file, or what went wrong on the way. */
  readonly failure: 'too-large' | Error | null;
}

/** Sends one drawing at a time, so that no order is too large to send and a draft keeps it by its id. */
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
      const tell = (by: Partial<SendingState>) =>
        !stop.signal.aborted && setState({ name: file.name, part: 0, failure: null, ...by });
      tell({});
      const arrival = file.size > maxDrawingBytes ? Promise.resolve(null) : bring();
      if (file.size > maxDrawingBytes) tell({ failure: 'too-large' });
      last.current = { file, stop, arrival };

      async function bring(): Promise<DrawingValue | null> {
        const form = new FormData();
        form.append('file', file, file.name);
        try {
          const response = await upload({
            url: drawingsPath,
            form,
            session,
            language,
            signal: stop.signal,
            onProgress: (part) => tell({ part }),
          });
          const { id, name, path, mimeType } = answer.parse(await response.json()).result;
          if (stop.signal.aborted) return null;
          setState(null);
          sent.current({ id, name, path, mimeType });
          return { id, name, path, mimeType };
        } catch (error) {
          tell({ failure: error instanceof Error ? error : new Error(String(error)) });
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

/** What the server says is wrong with the file itself, which a second try will not change. */
export function refusalOf(failure: SendingState['failure']): string | undefined {
  return failure instanceof ProblemError ? failure.body?.errors?.['attachment']?.[0] : undefined;
}
