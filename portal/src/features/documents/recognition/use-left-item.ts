import { useEffect, useEffectEvent, useRef } from 'react';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Item } from './item.ts';
import type { ItemState } from './use-item-work.ts';
import type { OpenItem } from './use-open-item.ts';

/** Says why the open item is no longer in the list when that was not done here, and goes on to the next one. */
export function useLeftItem(work: ItemState, opened: OpenItem, isListKnown: boolean): void {
  const text = useText();
  const go = useGo();
  const told = useRef<string | undefined>(undefined);
  const { id, item, isSettled, isGone, verdict } = work;
  const isMissing =
    id !== undefined &&
    opened.row === undefined &&
    isListKnown &&
    verdict.busy === undefined &&
    !verdict.isOwn(id);
  // Who opens an old address is told of a verdict too; without one the item may only stand outside what is shown.
  const isTold =
    isMissing && isSettled && (isGone || (item !== undefined && (item.judged !== null || opened.hasLeft)));

  const tell = useEffectEvent(() => {
    if (id === undefined || told.current === id) return;
    told.current = id;
    const words = leftWords(isGone ? undefined : item, text);
    notify({
      meaning: 'info',
      title: words,
      ...(item === undefined || isGone
        ? {}
        : {
            action: {
              label: text('documentsWork.left.look'),
              run: () => go('invoicerecognitiondata:detail', { documentId: id }),
            },
          }),
    });
    opened.open(opened.hasLeft && verdict.isAutomatic ? opened.next?.id : undefined);
  });
  const leaving = isTold ? id : undefined;
  useEffect(() => {
    if (leaving === undefined) told.current = undefined;
    else tell();
  }, [leaving]);
}

function leftWords(item: Item | undefined, text: ReturnType<typeof useText>): string {
  if (item === undefined) return text('documentsWork.left.gone');
  const { documentId: document, judged } = item;
  if (judged === null) return text('documentsWork.left.other', { document });
  const verdict = judged.isCorrect ? 'positive' : 'negative';
  if (judged.isMine) return text(`documentsWork.left.${verdict}Mine`, { document });
  return text(`documentsWork.left.${verdict}`, {
    document,
    name: judged.by || text('documentsWork.left.somebody'),
  });
}
