import { useQueryClient } from '@tanstack/react-query';
import type { DocumentProperty, FoundProperty } from '#contract/documents/properties.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { useLock } from '../locks/use-lock.ts';
import { useValueWork, type Correction } from '../values/use-value-work.ts';
import { itemHooks, itemUrl, useItemKey } from './item.ts';
import { useVerdict } from './use-verdict.ts';

/** What is done with one item: its values, its verdict, and who else works on it. */
export type ItemState = ReturnType<typeof useItemWork>;

interface ItemPlace {
  readonly id: string | undefined;
  readonly documentId: string;
  readonly next: { readonly id: string } | undefined;
  readonly previous: { readonly id: string } | undefined;
  readonly open: (id: string | undefined) => void;
}

const noProperties: readonly FoundProperty[] = [];

/** Everything that the parts of the screen share about the open item. */
export function useItemWork({ id, documentId, next, previous, open }: ItemPlace) {
  const may = usePermission();
  const mayJudge = may('fmmodule.invoicerecognitiondata.update');
  const one = itemHooks.useOne(id ?? '', {}, { enabled: id !== undefined });
  const client = useQueryClient();
  const keyOf = useItemKey();
  const item = id === undefined ? undefined : one.data;
  const { mutateAsync: correct } = useVerb({
    call: ({ property, ...body }: Correction & { readonly property: DocumentProperty }) => ({
      method: 'PUT',
      url: `${itemUrl(id ?? '')}/properties/${property}`,
      body,
    }),
    result: unvalidated.record,
    onSuccess(corrected) {
      client.setQueryData(keyOf(corrected.id), corrected);
      void invalidateResource(client, unvalidated.path, keyOf(corrected.id));
    },
  });
  const values = useValueWork(item?.properties ?? noProperties, async (property, correction) => {
    if (item) await correct({ property, ...correction });
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
    /** Nothing of it is being loaded. */
    isSettled: !one.isFetching,
    /** It was deleted, or is no item of validation any more. */
    isDeleted: one.error instanceof ProblemError && one.error.kind === 'not-found',
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
