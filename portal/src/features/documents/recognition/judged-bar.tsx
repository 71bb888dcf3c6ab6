import { Button } from '@mantine/core';
import { formatInstant } from '#contract/dates.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import type { ItemState } from './use-item-work.ts';

/** Who judged the open document, and the way to take that back: it does not wait for a verdict any more. */
export function JudgedBar({ work }: { readonly work: ItemState }) {
  const text = useText();
  const { item, verdict, mayJudge } = work;
  const judged = item?.judged ?? null;
  // Judged here a moment ago: the screen is on its way to the next one.
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
          <Button size="xs" onClick={() => void verdict.takeBack(item.id)}>
            {text('documentsWork.judged.undo')}
          </Button>
        )
      }
    >
      {text('documentsWork.judged.hint')}
    </MessageBar>
  );
}
