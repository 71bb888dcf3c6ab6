import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { unvalidated, verdict } from '#contract/documents/validation.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { invalidateResource, withoutRow, type Page } from '#portal/kit/data/resource-hooks.ts';
import { useSwitch } from '#portal/kit/data/use-switch.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { lastVerdict } from './last-verdict.ts';
import { itemUrl, itemVerbsUrl, useItemKey, type ItemRow } from './item.ts';

/** What is judged, and where the verdict leads. */
interface Judged {
  /** None while nothing is open. */
  readonly id: string | undefined;
  readonly documentId: string;
  readonly rowVersion: number;
  readonly next: { readonly id: string } | undefined;
  readonly open: (id: string | undefined) => void;
}

/** Judges the open item; 'automatic' goes on to the next one (product 2.2: on unless switched off). */
export function useVerdict(judged: Judged) {
  const notifyFailure = useNotifyFailure();
  const [isAutomatic, setAutomatic] = useSwitch('recognition.automatic');
  // A verdict can be undone after the last item was closed, but not from another screen.
  const latest = useRef<Judged | undefined>(judged);
  const own = useRef(new Set<string>());
  const isOwn = useCallback((id: string) => own.current.has(id), []);
  useEffect(() => {
    latest.current = judged;
  });
  useEffect(() => () => void (latest.current = undefined), []);
  // Until the next one is open, so that what is pressed meanwhile does not judge the same one again.
  const [leaving, setLeaving] = useState<string>();
  const { mutate, variables, isPending, error } = useJudge((id) => own.current.delete(id));
  const undo = useVerb({
    call: (id: string) => ({ url: `${itemVerbsUrl(id)}/undo`, body: {} }),
    invalidates: [unvalidated],
    onSuccess(_, id) {
      own.current.delete(id);
      setLeaving(undefined);
      if (lastVerdict.get()?.id === id) lastVerdict.set(undefined);
      latest.current?.open(id);
    },
    onError: notifyFailure,
  });

  function judge(isCorrect: boolean, wrong: readonly DocumentProperty[] = []) {
    const { id, documentId, rowVersion, next } = judged;
    if (id === undefined || isPending || leaving === id) return;
    own.current.add(id);
    setLeaving(id);
    mutate(
      { id, isCorrect, rowVersion, ...(wrong.length > 0 && { wrong }) },
      {
        onSuccess: () => {
          latest.current?.open(isAutomatic ? next?.id : undefined);
          lastVerdict.set({ id, documentId, isCorrect });
        },
        onError: () => setLeaving(undefined),
      },
    );
  }

  return {
    isAutomatic,
    setAutomatic,
    judge,
    busy: isPending ? (variables.isCorrect ? 'positive' : 'negative') : undefined,
    /** It was judged, and the next one is being opened. */
    isLeaving: leaving !== undefined && leaving === judged.id,
    error: variables?.id === judged.id ? error : null,
    /** Whether it was judged on this screen, which has its own notice. */
    isOwn,
    /** Takes the verdict of this document back; it waits again. */
    takeBack: undo.mutate,
  };
}

interface VerdictBody {
  readonly id: string;
  readonly isCorrect: boolean;
  /** The version that the person saw: a change by somebody else is not overruled unseen. */
  readonly rowVersion: number;
  readonly wrong?: readonly DocumentProperty[];
}

function useJudge(onRefused: (id: string) => void) {
  const client = useQueryClient();
  const keyOf = useItemKey();
  return useVerb({
    call: ({ id, ...body }: VerdictBody) => ({
      method: 'PUT',
      url: itemUrl(id),
      body: { id, isValidated: true, ...body },
    }),
    result: verdict,
    onSuccess(_, { id }) {
      // Removed from what is shown at once, while the lists themselves are asked again.
      client.setQueriesData<Page<ItemRow>>(
        { predicate: ({ queryKey: [, , path, kind] }) => path === unvalidated.path && kind === 'list' },
        (page) => page && withoutRow(page, id),
      );
      client.removeQueries({ queryKey: keyOf(id), type: 'inactive' });
      void invalidateResource(client, unvalidated.path, keyOf(id));
    },
    onError(error, { id }) {
      onRefused(id);
      // The current state is shown beside the refusal.
      if (error instanceof ProblemError) void invalidateResource(client, unvalidated.path);
    },
  });
}
