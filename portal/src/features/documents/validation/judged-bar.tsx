import { Button } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import type { ItemState } from './use-item-work.ts';

/** Who judged the open document, with an undo. */
export function JudgedBar({ work }: { readonly work: ItemState }) {
  const text = useText();
  const { item, verdict, mayJudge } = work;
  const judged = item?.judged ?? null;
  // Judged on this screen a moment ago: the next one is about to open.
  if (item === undefined || judged === null || verdict.isOwn(item.id)) return null;
  const name = judged.isMine
    ? text('documentsWork.left.you')
    : judged.by || text('documentsWork.left.somebody');
  return (
    <MessageBar
      meaning="info"
      isAlert
      title={text(`documentsWork.judged.${judged.isCorrect ? 'positive' : 'negative'}`, {
        name,
        at: formatInstant(judged.at),
      })}
      actions={
        mayJudge && (
          <Button size="xs" onClick={() => verdict.takeBack(item.id)}>
            {text('documentsWork.judged.undo')}
          </Button>
        )
      }
    >
      {text('documentsWork.judged.hint')}
    </MessageBar>
  );
}
