import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
}

/** Judges the open item; 'automatic' goes on to the next one (document 2: on unless switched off). */
export function useVerdict(judged: Judged): Verdict {
  const text = useText();
  const verbs = useItemVerbs();
  const [isAutomatic, setAutomatic] = useSwitch('recognition.automatic');
  // A verdict can be taken back after the last item was closed, yet not from another screen.
  const latest = useRef<Judged | undefined>(judged);
  useEffect(() => {
    latest.current = judged;
  });
  useEffect(() => () => void (latest.current = undefined), []);
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async ({ id, isCorrect }: { id: string; isCorrect: boolean }) => verbs.judge(id, isCorrect),
  });

  async function takeBack(id: string) {
    try {
      await verbs.undo(id);
      latest.current?.open(id);
    } catch (failure) {
      const { title, hint } = errorWords(failure, text);
      notify({ meaning: 'bad', title, body: hint });
    }
  }

  function judge(isCorrect: boolean) {
    const { id, documentId, next } = judged;
    if (id === undefined || isPending) return;
    mutate(
      { id, isCorrect },
      {
        onSuccess: () => {
          latest.current?.open(isAutomatic ? next?.id : undefined);
          notify({
            meaning: 'ok',
            title: text(`documentsWork.verdict.${isCorrect ? 'positiveDone' : 'negativeDone'}`, { document: documentId }),
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
  };
}
