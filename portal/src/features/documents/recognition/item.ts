import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { unvalidated, verdict } from '#contract/documents/validation.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { ProblemError } from '#portal/kit/data/http.ts';
import {
  invalidateResource,
  resourceHooks,
  useKeyStart,
  type Page,
} from '#portal/kit/data/resource-hooks.ts';
import type { Correction } from '../values/use-value-work.ts';

/** One row of the list. */
export type ItemRow = Row<typeof unvalidated>;
/** A whole item: pages, boxes and candidates. */
export type Item = Rec<typeof unvalidated>;

/** The list loads so many at most (product 2.9). */
export const maxItems = 250;

export const itemHooks = resourceHooks(unvalidated);

const base = '/api/fmmodule/invoicerecognition';
/** The address of an item's verbs. */
export const itemUrl = (id: string) => `${base}/${encodeURIComponent(id)}`;

const verdictAnswer = z.object({ result: verdict });
const itemAnswer = z.object({ result: unvalidated.record });

/** The verbs on an item; they throw what the data layer throws. */
export interface ItemVerbs {
  /** With the version that was looked at: what somebody else did meanwhile is not overruled unseen. */
  readonly judge: (id: string, isCorrect: boolean, rowVersion: number) => Promise<void>;
  /** Takes the verdict back; the document waits again. */
  readonly undo: (id: string) => Promise<void>;
  readonly correct: (id: string, property: DocumentProperty, correction: Correction) => Promise<Item>;
}

export function useItemVerbs(): ItemVerbs {
  const http = useHttp();
  const client = useQueryClient();
  const [user, language] = useKeyStart();
  return useMemo<ItemVerbs>(() => {
    const keyOf = (id: string) => [user, language, unvalidated.path, 'one', {}, id];
    return {
      async judge(id, isCorrect, rowVersion) {
        const body = { id, isValidated: true, isCorrect, rowVersion };
        try {
          await http.call(itemUrl(id), verdictAnswer, { method: 'PUT', body });
        } catch (error) {
          // What stands there now is shown beside the refusal.
          if (error instanceof ProblemError) void invalidateResource(client, unvalidated.path);
          throw error;
        }
        // Gone from what is shown at once, while the lists themselves are asked again.
        client.setQueriesData<Page<ItemRow>>(
          { predicate: ({ queryKey: [, , path, kind] }) => path === unvalidated.path && kind === 'list' },
          (page) => page && without(page, id),
        );
        client.removeQueries({ queryKey: keyOf(id), type: 'inactive' });
        void invalidateResource(client, unvalidated.path, keyOf(id));
      },
      async undo(id) {
        await http.send(`${itemUrl(id)}/undo`, { method: 'POST', body: {} });
        await invalidateResource(client, unvalidated.path);
      },
      async correct(id, property, correction) {
        const url = `${itemUrl(id)}/properties/${property}`;
        const { result } = await http.call(url, itemAnswer, { method: 'PUT', body: correction });
        client.setQueryData(keyOf(id), result);
        void invalidateResource(client, unvalidated.path, keyOf(id));
        return result;
      },
    };
  }, [http, client, user, language]);
}

function without({ result, metadata }: Page<ItemRow>, id: string): Page<ItemRow> {
  const rows = result.filter((row) => row.id !== id);
  const { count } = metadata;
  if (count === undefined || rows.length === result.length) return { result: rows, metadata };
  return { result: rows, metadata: { count: count - 1 } };
}
