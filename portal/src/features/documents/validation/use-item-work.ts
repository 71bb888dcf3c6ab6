import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DocumentProperty, FoundProperty, LineWrite } from '#contract/documents/properties.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { useLock } from '../locks/use-lock.ts';
import { choicesOf } from '../values/correction-panel.tsx';
import { isProperty } from '../values/is-property.ts';
import { useValueWork, type Correction } from '../values/use-value-work.ts';
import { type Item, itemHooks, itemUrl, itemVerbsUrl, useItemKey } from './item.ts';
import { useLineWork } from './use-line-work.ts';
import { useReview } from './use-review.ts';
import { useVerdict } from './use-verdict.ts';

/** What is done with one item: its values, its verdict, and who else works on it. */
export type ItemState = ReturnType<typeof useItemWork>;

interface ItemPlace {
  readonly id: string | undefined;
  readonly documentId: string;
  readonly next: { readonly id: string } | undefined;
  readonly previous: { readonly id: string } | undefined;
  readonly open: (id: string | undefined) => void;
  /** False where values are only corrected: the doubtful ones are not walked then. */
  readonly isJudging?: boolean;
}

const noProperties: readonly FoundProperty[] = [];

// What the person said is right shows as such at once; the verdict stores it.
function confirmed(properties: readonly FoundProperty[], isChecked: (property: string) => boolean) {
  return properties.map((found) => (isChecked(found.property) ? { ...found, isConfirmed: true } : found));
}

/** Everything that the parts of the screen share about the open item. */
export function useItemWork({ id, documentId, next, previous, open, isJudging = true }: ItemPlace) {
  const may = usePermission();
  const mayJudge = may('fmmodule.invoicerecognitiondata.update');
  const one = itemHooks.useOne(id ?? '', {}, { enabled: id !== undefined });
  const client = useQueryClient();
  const keyOf = useItemKey();
  const item = id === undefined ? undefined : one.data;
  function onCorrected(corrected: Item) {
    client.setQueryData(keyOf(corrected.id), corrected);
    void invalidateResource(client, unvalidated.path, keyOf(corrected.id));
    // An open invoice follows.
    void invalidateResource(client, invoices.path);
  }
  const { mutateAsync: correct } = useVerb({
    call: ({ property, ...body }: Correction & { readonly property: DocumentProperty }) => ({
      method: 'PUT',
      url: `${itemUrl(id ?? '')}/properties/${property}`,
      body,
    }),
    result: unvalidated.record,
    onSuccess: onCorrected,
  });
  const { mutateAsync: correctLines } = useVerb({
    call: (lines: readonly LineWrite[]) => ({
      method: 'PUT',
      url: `${itemVerbsUrl(id ?? '')}/lines`,
      body: { lines, rowVersion: item?.rowVersion },
    }),
    result: unvalidated.record,
    onSuccess: onCorrected,
  });
  const review = useReview(item, mayJudge && isJudging);
  const { isChecked } = review;
  const properties = useMemo(() => confirmed(item?.properties ?? noProperties, isChecked), [item, isChecked]);
  const inHand = isProperty(review.at) && review.isLeft(review.at) ? review.at : undefined;
  const values = useValueWork(
    properties,
    async (property, correction) => {
      if (item) await correct({ property, ...correction });
      review.goOn(property);
    },
    { inHand: mayJudge ? inHand : undefined, vatRates: item?.vatRates },
  );
  const lines = useLineWork(item, mayJudge, async (changed) => {
    await correctLines(changed);
  });
  /** Takes one of the values that it might be, from 1; what stands there is only confirmed, and nothing is saved. */
  function choose(property: DocumentProperty, number: number) {
    const found = properties.find((one) => one.property === property);
    const choice = choicesOf(found)[number - 1];
    if (choice === undefined) return;
    if (choice.value === found?.value && review.isLeft(property)) {
      values.edit(undefined);
      review.check(property);
    } else void values.correct(property, choice);
  }
  const isSaving = values.saving !== undefined || lines.isSaving;
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
    properties,
    values,
    choose,
    lines,
    review: { ...review, isHeld: isSaving },
    /** A correction is on its way. */
    isSaving,
    verdict,
    lock: useLock(mayJudge && item ? itemVerbsUrl(item.id) : undefined),
    mayJudge,
    goOn: open,
    nextId: next?.id,
    previousId: previous?.id,
  };
}
