import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import {
  exampleAnswer,
  regexAnswer,
  triggerImportAnswer,
  triggers,
  triggerText,
  tryAnswer,
  type ExampleAnswer,
  type PatternField,
  type RegexAnswer,
  type TriggerImportAnswer,
  type TryAnswer,
} from '#contract/documents/triggers.ts';
import { collectionUrl, type CreateInput, type Rec, type Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { documentUrl } from '../unknown/document.ts';

export type TriggerRow = Row<typeof triggers>;
export type Trigger = Rec<typeof triggers>;
export type TriggerWrite = CreateInput<typeof triggers>;

export const triggerHooks = resourceHooks(triggers);
export const triggersUrl = collectionUrl(triggers, {});

const textAnswer = z.object({ result: triggerText });
const searchAnswer = z.object({ result: regexAnswer });
const patternAnswer = z.object({ result: exampleAnswer });
const trialAnswer = z.object({ result: tryAnswer });
const importAnswer = z.object({ result: triggerImportAnswer });

/** Exactly the text that triggers run on, with its words. */
export function useTriggerText(documentId: string | undefined, isPdf: boolean) {
  const http = useHttp();
  return useQuery({
    queryKey: [...useKeyStart(), 'fmmanagement/documenten', 'text', documentId, isPdf],
    queryFn: async ({ signal }) =>
      (await http.call(`${documentUrl(documentId ?? '')}/text?isPdf=${isPdf}`, textAnswer, { signal }))
        .result,
    enabled: documentId !== undefined,
  });
}

/** How values are read besides their patterns. */
export interface ReadingSettings {
  readonly isPdf: boolean;
  readonly decimaalteken: '' | ',' | '.';
  readonly datumvolgorde: '' | 'dag-maand' | 'maand-dag';
}

/** What a field's patterns match in a document; the last answer stays while the next one comes. */
export function useLiveSearch(
  documentId: string | undefined,
  field: PatternField,
  pattern: string,
  { isPdf, decimaalteken, datumvolgorde }: ReadingSettings,
) {
  const http = useHttp();
  const isAsked = documentId !== undefined && pattern.trim() !== '';
  const answer = useQuery({
    queryKey: [
      ...useKeyStart(),
      'fmmanagement/documenten',
      'regex',
      documentId,
      field,
      pattern,
      isPdf,
      decimaalteken,
      datumvolgorde,
    ],
    queryFn: async ({ signal }): Promise<RegexAnswer> => {
      const body = { field, pattern, isPdf, decimaalteken, datumvolgorde };
      const url = `${documentUrl(documentId ?? '')}/regex`;
      return (await http.call(url, searchAnswer, { method: 'POST', body, signal })).result;
    },
    placeholderData: (before, query) => (query?.queryKey[4] === documentId ? before : undefined),
    enabled: isAsked,
    retry: false,
  });
  return isAsked ? answer.data : undefined;
}

/** The verbs of the editor; they throw what the data layer throws. */
export function useTriggerVerbs() {
  const http = useHttp();
  return useMemo(
    () => ({
      async example(
        documentId: string,
        body: {
          readonly field: PatternField;
          readonly start: number;
          readonly end: number;
          readonly isPdf: boolean;
        },
      ): Promise<ExampleAnswer> {
        return (
          await http.call(`${documentUrl(documentId)}/regex/example`, patternAnswer, { method: 'POST', body })
        ).result;
      },
      async tryOut(id: string | null, trigger: TriggerWrite): Promise<TryAnswer> {
        return (await http.call(`${triggersUrl}/try`, trialAnswer, { method: 'POST', body: { id, trigger } }))
          .result;
      },
      async preview(body: ImportBody): Promise<TriggerImportAnswer> {
        return (await http.call(`${triggersUrl}/import/preview`, importAnswer, { method: 'POST', body }))
          .result;
      },
      async bringIn(body: ImportBody): Promise<TriggerImportAnswer> {
        return (await http.call(`${triggersUrl}/import`, importAnswer, { method: 'POST', body })).result;
      },
    }),
    [http],
  );
}

/** A file of triggers, and whose they become; null makes them general. */
export interface ImportBody {
  readonly content: string;
  readonly filename?: string;
  readonly companyId?: string | null;
}
