import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import {
  exampleAnswer,
  tryAnswer,
  type ExampleAnswer,
  type PatternField,
  type RegexAnswer,
  type TryAnswer,
} from '#contract/documents/triggers.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { documentUrl } from '../unknown-documents/document.ts';
import { triggersUrl, useLiveSearch } from './trigger.ts';
import { writeOf, type TriggerDraft } from './trigger-draft.ts';

/** Debounce of the search in the document, in milliseconds. */
const debounceMs = 250;

/** A range of the text that a person selected. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

export type LiveAnswers = Readonly<Partial<Record<PatternField, RegexAnswer>>>;

/** What all patterns match in the document, debounced. */
export function useLiveAnswers(documentId: string | undefined, draft: TriggerDraft): LiveAnswers {
  const [debounced] = useDebouncedValue(draft, debounceMs);
  const keywords = useLiveSearch(documentId, 'keywords', debounced);
  const factuurnummer = useLiveSearch(documentId, 'factuurnummer', debounced);
  const factuurdatum = useLiveSearch(documentId, 'factuurdatum', debounced);
  const totaalbedrag = useLiveSearch(documentId, 'totaalbedrag', debounced);
  const creditmodifier = useLiveSearch(documentId, 'creditmodifier', debounced);
  return useMemo(() => {
    const answers = { keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier };
    return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
  }, [keywords, factuurnummer, factuurdatum, totaalbedrag, creditmodifier]);
}

/** A pattern from an example: the selection, and the function that names its field. */
export type Example = ReturnType<typeof useExample>;

/** What should be known about the pattern that was written last. */
export interface Remark {
  readonly field: PatternField;
  readonly key: 'inexact' | 'several' | 'shape';
}

/** Writes patterns for what is selected, into the form. */
export function useExample(documentId: string | undefined, form: ResourceForm<TriggerDraft>) {
  const notifyFailure = useNotifyFailure();
  const [selection, select] = useState<TextSelection>();
  const [written, setWritten] = useState<Readonly<Partial<Record<PatternField, string>>>>({});
  const [remark, setRemark] = useState<Remark>();
  const { mutate, isPending } = useVerb({
    call: (field: PatternField) => ({
      url: `${documentUrl(documentId ?? '')}/regex/example`,
      body: { field, ...selection, isPdf: form.values.isPdf },
    }),
    result: exampleAnswer,
    onSuccess(answer, field) {
      form.set(field, joined(form.values[field], written[field], answer.pattern, field));
      setWritten((now) => ({ ...now, [field]: answer.pattern }));
      setRemark(remarkOf(field, answer));
      select(undefined);
      window.getSelection()?.removeAllRanges();
    },
    onError: notifyFailure,
  });
  const use = (field: PatternField) => {
    if (documentId !== undefined && selection !== undefined) mutate(field);
  };
  return { selection, select, use, isBusy: isPending, remark };
}

function remarkOf(field: PatternField, answer: ExampleAnswer): Remark | undefined {
  if (field === 'keywords') return undefined;
  if (!answer.isExact) return { field, key: 'inexact' };
  if (answer.anchor === 'shape') return { field, key: 'shape' };
  return answer.count > 1 ? { field, key: 'several' } : undefined;
}

/** A second example of a field replaces the first; what a person typed stays as another line. */
function joined(now: string, before: string | undefined, pattern: string, field: PatternField): string {
  const lines = now.split('\n').filter((line) => line.trim() !== '');
  if (lines.includes(pattern)) return now;
  if (field === 'keywords') return [...lines, pattern].join('\n');
  const others = lines.filter((line) => line !== before);
  return [pattern, ...others].join('\n');
}

/** The trial of a draft: what it would do, before it is saved. */
export type Trial = ReturnType<typeof useTrial>;

export function useTrial(id: string | null, draft: TriggerDraft, companyId: string | undefined) {
  const { conflictsConfirmed: _, ...about } = draft;
  const signature = JSON.stringify(about);
  const [tried, setTried] = useState<{ readonly signature: string; readonly answer: TryAnswer }>();
  const { mutate, isPending, error } = useVerb({
    call: (_signature: string) => ({
      url: `${triggersUrl}/try`,
      body: { id, trigger: writeOf(draft, companyId) },
    }),
    result: tryAnswer,
    onSuccess: (answer, of) => setTried({ signature: of, answer }),
  });
  return {
    answer: tried?.answer,
    /** The draft was changed since. */
    isStale: tried !== undefined && tried.signature !== signature,
    isBusy: isPending,
    error,
    run: () => mutate(signature),
  };
}
