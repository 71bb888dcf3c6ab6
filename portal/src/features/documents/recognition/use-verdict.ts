import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useSwitch } from '#portal/kit/data/use-switch.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { useItemVerbs } from './item.ts';

/** What a verdict is about, and where it leads. */
export interface Judged {
  /** None while nothing is open. */
  readonly id: string | undefined;
  readonly documentId: string;
  readonly rowVersion: number;
  readonly next: { readonly id: string } | undefined;
  readonly open: (id: string | undefined) => void;
}

/** Positive or negative, and what came of it. */
export interface Verdict {
  readonly isAutomatic: boolean;
  readonly setAutomatic: (on: boolean) => void;
  readonly judge: (isCorrect: boolean) => void;
  readonly busy: 'positive' | 'negative' | undefined;
  readonly error: Error | null;
  /** Whether it was judged on this screen, which says so itself. */
  readonly isOwn: (id: string) => boolean;
  /** Takes the verdict of this document back. */
  readonly takeBack: (id: string) => Promise<void>;
}

/** Judges the open item; 'automatic' goes on to the next one (product 2.2: on unless switched off). */
export function useVerdict(judged: Judged): Verdict {
  const text = useText();
  const verbs = useItemVerbs();
  const [isAutomatic, setAutomatic] = useSwitch('recognition.automatic');
  // A verdict can be taken back after the last item was closed, yet not from another screen.
  const latest = useRef<Judged | undefined>(judged);
  const own = useRef(new Set<string>());
  const isOwn = useCallback((id: string) => own.current.has(id), []);
  useEffect(() => {
    latest.current = judged;
  });
  useEffect(() => () => void (latest.current = undefined), []);
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async ({
      id,
      isCorrect,
      rowVersion,
    }: {
      id: string;
      isCorrect: boolean;
      rowVersion: number;
    }) => {
      own.current.add(id);
      try {
        await verbs.judge(id, isCorrect, rowVersion);
      } catch (error) {
        own.current.delete(id);
        throw error;
      }
    },
  });

  async function takeBack(id: string) {
    try {
      await verbs.undo(id);
      own.current.delete(id);
      latest.current?.open(id);
    } catch (failure) {
      const { title, hint } = errorWords(failure, text);
      notify({ meaning: 'bad', title, body: hint });
    }
  }

  function judge(isCorrect: boolean) {
    const { id, documentId, rowVersion, next } = judged;
    if (id === undefined || isPending) return;
    mutate(
      { id, isCorrect, rowVersion },
      {
        onSuccess: () => {
          latest.current?.open(isAutomatic ? next?.id : undefined);
          notify({
            meaning: 'ok',
            title: text(`documentsWork.verdict.${isCorrect ? 'positiveDone' : 'negativeDone'}`, {
              document: documentId,
            }),
            action: { label: text('kit.undo'), run: () => void takeBack(id) },
          });
        },
      },
    );
  }

  return {
    isAutomatic,
    setAutomatic,
    judge,
    busy: isPending ? (variables.isCorrect ? 'positive' : 'negative') : undefined,
    error: variables?.id === judged.id ? error : null,
    isOwn,
    takeBack,
  };
}
