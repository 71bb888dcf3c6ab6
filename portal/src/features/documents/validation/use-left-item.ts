import { useEffect, useEffectEvent, useRef } from 'react';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useGo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Item, OpenItem } from './item.ts';
import type { ItemState } from './use-item-work.ts';

/** When somebody else removed the open item from the list: shows why, and opens the next one. */
export function useLeftItem(work: ItemState, opened: OpenItem, isListKnown: boolean): void {
  const text = useText();
  const go = useGo();
  const notified = useRef<string | undefined>(undefined);
  const { id, item, isSettled, isDeleted, verdict } = work;
  const isMissing =
    id !== undefined &&
    opened.row === undefined &&
    isListKnown &&
    verdict.busy === undefined &&
    !verdict.isOwn(id);
  // An old link to a judged item counts too; an item without a verdict may only be outside the loaded rows.
  const mustNotify =
    isMissing && isSettled && (isDeleted || (item !== undefined && (item.judged !== null || opened.hasLeft)));

  const leave = useEffectEvent(() => {
    if (id === undefined || notified.current === id) return;
    notified.current = id;
    const words = leftWords(isDeleted ? undefined : item, text);
    notify({
      meaning: 'info',
      title: words,
      ...(item === undefined || isDeleted
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
  const leavingId = mustNotify ? id : undefined;
  useEffect(() => {
    if (leavingId === undefined) notified.current = undefined;
    else leave();
  }, [leavingId]);
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
