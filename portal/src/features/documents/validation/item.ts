import { unvalidated } from '#contract/documents/validation.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import type { useOpenRow } from '#portal/kit/list/use-open-row.ts';

/** One row of the list. */
export type ItemRow = Row<typeof unvalidated>;
/** An item with its pages, boxes and candidates. */
export type Item = Rec<typeof unvalidated>;
/** The selected item of the list and its neighbours. */
export type OpenItem = ReturnType<typeof useOpenRow<ItemRow>>;

/** The maximum number of rows that the list loads (product 2.9). */
export const maxItems = 250;

export const itemHooks = resourceHooks(unvalidated);

/** The address of an item's verdict and values. */
export const itemUrl = (id: string) => `/api/fmmodule/invoicerecognition/${encodeURIComponent(id)}`;
/** The address of its other verbs. */
export const itemVerbsUrl = (id: string) => `/api/${unvalidated.path}/${encodeURIComponent(id)}`;

/** The key under which an item is cached. */
export function useItemKey(): (id: string) => readonly unknown[] {
  const start = useKeyStart();
  return (id) => [...start, unvalidated.path, 'one', {}, id];
}
