import type { FoundProperty } from '#contract/documents/properties.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useLock, type Lock } from '../locks/use-lock.ts';
import { useValueWork, type ValueWork } from '../values/use-value-work.ts';
import { itemHooks, itemUrl, useItemVerbs, type Item } from './item.ts';
import { useVerdict, type Verdict } from './use-verdict.ts';

/** What is done with one item: its values, its verdict, and who else is at it. */
export interface ItemState {
  readonly id: string | undefined;
  readonly item: Item | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Nothing of it is on its way: what is known is how it stands. */
  readonly isSettled: boolean;
  /** It is no item of recognition any more. */
  readonly isGone: boolean;
  readonly values: ValueWork;
  readonly verdict: Verdict;
  readonly lock: Lock;
  readonly mayJudge: boolean;
  readonly goOn: (id: string | undefined) => void;
  readonly nextId: string | undefined;
  readonly previousId: string | undefined;
}

interface ItemPlace {
  readonly id: string | undefined;
  readonly documentId: string;
  readonly next: { readonly id: string } | undefined;
  readonly previous: { readonly id: string } | undefined;
  readonly open: (id: string | undefined) => void;
}

const noProperties: readonly FoundProperty[] = [];

/** Everything that the parts of the screen share about the open item. */
export function useItemWork({ id, documentId, next, previous, open }: ItemPlace): ItemState {
  const may = usePermission();
  const mayJudge = may('fmmodule.invoicerecognitiondata.update');
  const one = itemHooks.useOne(id ?? '', {}, { enabled: id !== undefined });
  const verbs = useItemVerbs();
  const item = id === undefined ? undefined : one.data;
  const values = useValueWork(item?.properties ?? noProperties, async (property, correction) => {
    if (item) await verbs.correct(item.id, property, correction);
  });
  const verdict = useVerdict({
    id,
    documentId: documentId || (item?.documentId ?? ''),
    rowVersion: item?.rowVersion ?? 0,
    next,
    open,
  });
  return {
    id,
    item,
    error: item === undefined ? one.error : null,
    isSettled: !one.isFetching,
    isGone: one.error instanceof ProblemError && one.error.kind === 'not-found',
    retry: () => void one.refetch(),
    values,
    verdict,
    lock: useLock(mayJudge && item ? itemUrl(item.id) : undefined),
    mayJudge,
    goOn: open,
    nextId: next?.id,
    previousId: previous?.id,
  };
}
