import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type PatternField, type RegexAnswer, type TryAnswer } from '#contract/documents/triggers.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useLiveSearch, useTriggerVerbs } from './trigger.ts';
import { writeOf, type TriggerDraft } from './trigger-draft.ts';

/** Milliseconds of rest after the last letter before the document is searched. */
const restMs = 250;

/** A stretch of the text that a person selected. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

export type LiveAnswers = Readonly<Partial<Record<PatternField, RegexAnswer>>>;

/** What all patterns match in the document now, after a moment's rest. */
export function useLiveAnswers(documentId: string | undefined, draft: TriggerDraft): LiveAnswers {
  const [rested] = useDebouncedValue(draft, restMs);
  const keywords = useLiveSearch(documentId, 'keywords', rested.keywords, rested);
  const factuurnummer = useLiveSearch(documentId, 'factuurnummer', rested.factuurnummer, rested);
  const factuurdatum = useLiveSearch(documentId, 'factuurdatum', rested.factuurdatum, rested);
  const totaalbedrag = useLiveSearch(documentId, 'totaalbedrag', rested.totaalbedrag, rested);
  const creditmodifier = useLiveSearch(documentId, 'creditmodifier', rested.creditmodifier, rested);
  return useMemo(() => {
    const answers = { keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier };
    return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
  }, [keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier]);
}

/** A pattern from an example: what is selected, and the way to name its field. */
export interface Example {
  readonly selection: TextSelection | undefined;
  readonly select: (selection: TextSelection | undefined) => void;
  readonly use: (field: PatternField) => void;
  readonly isBusy: boolean;
  /** What should be known about the pattern that was written last. */
  readonly remark:
    | { readonly field: PatternField; readonly key: 'inexact' | 'several' | 'shape' }
    | undefined;
}

/** Writes patterns for what is selected, into the form. */
export function useExample(documentId: string | undefined, form: ResourceForm<TriggerDraft>): Example {
  const text = useText();
  const verbs = useTriggerVerbs();
  const [selection, select] = useState<TextSelection>();
  const [written, setWritten] = useState<Readonly<Partial<Record<PatternField, string>>>>({});
  const [remark, setRemark] = useState<Example['remark']>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (field: PatternField) => {
      if (documentId === undefined || selection === undefined) return undefined;
      const { isPdf } = form.values;
      return { field, answer: await verbs.example(documentId, { field, ...selection, isPdf }) };
    },
    onSuccess(done) {
      if (done === undefined) return;
      const { field, answer } = done;
      form.set(field, joined(form.values[field], written[field], answer.pattern, field));
      setWritten((now) => ({ ...now, [field]: answer.pattern }));
      setRemark(remarkOf(field, answer));
      select(undefined);
      window.getSelection()?.removeAllRanges();
    },
    onError(error) {
      const { title, hint } = errorWords(error, text);
      notify({ meaning: 'bad', title: fieldSentences(error)[0] ?? title, body: hint });
    },
  });
  return { selection, select, use: mutate, isBusy: isPending, remark };
}

function remarkOf(
  field: PatternField,
  answer: { isExact: boolean; count: number; anchor: string },
): Example['remark'] {
  if (field !== 'keywords' && !answer.isExact) return { field, key: 'inexact' };
  if (field === 'keywords') return undefined;
  if (answer.anchor === 'shape') return { field, key: 'shape' };
  return answer.count > 1 ? { field, key: 'several' } : undefined;
}

/** A second example of a field takes the place of the first; what a person typed stays as another line. */
function joined(now: string, before: string | undefined, pattern: string, field: PatternField): string {
  const lines = now.split('\n').filter((line) => line.trim() !== '');
  if (lines.includes(pattern)) return now;
  if (field === 'keywords') return [...lines, pattern].join('\n');
  const kept = before === undefined ? lines : lines.filter((line) => line !== before);
  return [pattern, ...kept].join('\n');
}

/** The trial of a draft: what it would do, before it is saved. */
export interface Trial {
  readonly answer: TryAnswer | undefined;
  /** The draft was changed since. */
  readonly isStale: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly run: () => void;
}

export function useTrial(id: string | null, draft: TriggerDraft, companyId: string | undefined): Trial {
  const verbs = useTriggerVerbs();
  const { conflictsConfirmed: _, ...about } = draft;
  const signature = JSON.stringify(about);
  const [tried, setTried] = useState<{ readonly signature: string; readonly answer: TryAnswer }>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (asked: string) => ({
      signature: asked,
      answer: await verbs.tryOut(id, writeOf(draft, companyId)),
    }),
    onSuccess: setTried,
  });
  return {
    answer: tried?.answer,
    isStale: tried !== undefined && tried.signature !== signature,
    isBusy: isPending,
    error,
    run: () => mutate(signature),
  };
}
