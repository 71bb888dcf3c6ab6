import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { regexAnswer, triggers, triggerText, type PatternField } from '#contract/documents/triggers.ts';
import { collectionUrl, type Rec, type Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { documentUrl } from '../unknown-documents/document.ts';
import type { TriggerDraft } from './trigger-draft.ts';

export type TriggerRow = Row<typeof triggers>;
export type Trigger = Rec<typeof triggers>;

export const triggerHooks = resourceHooks(triggers);
export const triggersUrl = collectionUrl(triggers, {});

const searchAnswer = z.object({ result: regexAnswer });

/** Exactly the text that triggers run on, with its words. */
export function useTriggerText(documentId: string | undefined, isPdf: boolean) {
  return useAnswer(
    ['fmmanagement/documenten', 'text', documentId, isPdf],
    `${documentUrl(documentId ?? '')}/text?isPdf=${isPdf}`,
    triggerText,
    { enabled: documentId !== undefined },
  );
}

/** What a field's patterns match in a document; the last answer stays while the next one comes. */
export function useLiveSearch(documentId: string | undefined, field: PatternField, draft: TriggerDraft) {
  const http = useHttp();
  const { [field]: pattern, isPdf, decimaalteken, datumvolgorde } = draft;
  const isAsked = documentId !== undefined && pattern.trim() !== '';
  const body = { field, pattern, isPdf, decimaalteken, datumvolgorde };
  const answer = useQuery({
    queryKey: [...useKeyStart(), 'fmmanagement/documenten', 'regex', documentId, body],
    queryFn: async ({ signal }) => {
      const url = `${documentUrl(documentId ?? '')}/regex`;
      return (await http.call(url, searchAnswer, { method: 'POST', body, signal })).result;
    },
    placeholderData: (before, query) => (query?.queryKey[4] === documentId ? before : undefined),
    enabled: isAsked,
    retry: false,
  });
  return isAsked ? answer.data : undefined;
}
