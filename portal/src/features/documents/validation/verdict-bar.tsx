import { Button, Checkbox, Loader } from '@mantine/core';
import { IconThumbUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { NeighbourButtons } from '#portal/kit/layout/neighbour-buttons.tsx';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { isProperty } from '../values/is-property.ts';
import { positiveStop } from './review.rules.ts';
import { UndoVerdict } from './undo-verdict.tsx';
import { useKeptKeys } from './use-kept-keys.ts';
import type { ItemState } from './use-item-work.ts';
import styles from './validation.module.css';
import { WrongMenu } from './wrong-menu.tsx';

type Step = 'positive' | 'negative' | 'next' | 'previous' | 'right' | 'on' | 'back' | number;
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Previous, next and the verdict: P and N on the keyboard, arrows to go on. */
export function VerdictBar({ work }: { readonly work: ItemState }) {
  const text = useText();
  const { id, verdict, review, lock, mayJudge, nextId, previousId, goOn, item, error } = work;
  const [asksFor, setAsksFor] = useState<string>();
  // A judged document must be undone before it is judged again.
  const isJudged = item !== undefined && item.judged !== null;
  // Only what is loaded: a double click would judge a document that nobody saw.
  const mayNow = mayJudge && item !== undefined && !isJudged;
  const hasKeys = useMedia('(min-width: 73.125em)');
  const isWaiting =
    verdict.isLeaving || work.isSaving || (id !== undefined && item === undefined && error === null);

  async function judge(isCorrect: boolean, wrong: readonly DocumentProperty[] = []) {
    if (!mayNow || (isCorrect && review.showUnseen())) return;
    if (lock.other !== undefined) {
      const { name } = lock.other;
      const isTaken = await confirm({
        title: text('documentsWork.lock.takeTitle', { name }),
        body: text('documentsWork.lock.takeBody', { name }),
        verb: text('documentsWork.lock.takeVerb'),
      });
      if (!isTaken || !(await lock.takeOver())) return;
    }
    verdict.judge(isCorrect, wrong);
  }
  function run(step: Step) {
    if (step === 'positive') void judge(true);
    else if (step === 'negative') setAsksFor(mayNow ? item.id : undefined);
    else if (step === 'next') {
      if (nextId !== undefined) goOn(nextId);
    } else if (step === 'previous') {
      if (previousId !== undefined) goOn(previousId);
    } else if (review.at === positiveStop) {
      if (step === 'right') void judge(true);
      else if (step === 'back') review.goBack(positiveStop);
    } else if (review.at !== undefined) {
      if (step === 'right') review.check(review.at);
      else if (step === 'back') review.goBack(review.at);
      else if (step === 'on') review.goOn(review.at);
      else if (isProperty(review.at)) work.choose(review.at, step);
    }
  }
  const press = useKeptKeys(isWaiting, run);
  // What had the focus may be removed with the item: its page, or a field of it.
  const isLoaded = item !== undefined;
  useEffect(() => {
    if (isWaiting && !isLoaded && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-stop="${positiveStop}"]`)?.focus({ preventScroll: true });
  }, [isWaiting, isLoaded]);
  // A key held down would judge one document after another.
  const once = (step: Step) => (event: KeyboardEvent) => void (!event.repeat && press(step));

  useKeys([
    (mayNow || isWaiting) &&
      mayJudge && { keys: 'p', label: 'documentsWork.keys.positive', run: once('positive') },
    (mayNow || isWaiting) &&
      mayJudge && { keys: 'n', label: 'documentsWork.keys.negative', run: once('negative') },
    { keys: 'ArrowRight', label: 'documentsWork.keys.next', run: () => press('next') },
    { keys: 'ArrowLeft', label: 'documentsWork.keys.previous', run: () => press('previous') },
    { keys: 'ArrowDown', run: () => press('next') },
    { keys: 'ArrowUp', run: () => press('previous') },
    { keys: 'j', run: () => press('next') },
    { keys: 'k', run: () => press('previous') },
    // What is meant for the next item, while the focus still waits for it.
    isWaiting && mayJudge && { keys: 'Enter', run: once('right') },
    isWaiting && mayJudge && { keys: 'Tab', run: (event) => once(event.shiftKey ? 'back' : 'on')(event) },
    ...digits.map((digit) => isWaiting && mayJudge && { keys: String(digit), run: once(digit) }),
  ]);

  return (
    <div className={styles.bar} data-verdict-bar>
      {mayJudge && <UndoVerdict onUndo={verdict.takeBack} />}
      <ActionBar
        label={text('documentsWork.verdict.bar')}
        navigation={
          <>
            {id !== undefined && (
              <NeighbourButtons
                previous={{
                  label: text('documentsWork.verdict.previous'),
                  isDisabled: previousId === undefined,
                  onClick: () => run('previous'),
                }}
                next={{
                  label: text('documentsWork.verdict.next'),
                  isDisabled: nextId === undefined,
                  onClick: () => run('next'),
                }}
              />
            )}
            {mayJudge && id !== undefined && (
              <Checkbox
                label={text('documentsWork.verdict.automatic')}
                title={text('documentsWork.verdict.automaticHint')}
                checked={verdict.isAutomatic}
                onChange={({ currentTarget }) => verdict.setAutomatic(currentTarget.checked)}
              />
            )}
          </>
        }
      >
        {mayJudge && id !== undefined && !isJudged && error === null && (
          <>
            {item && (
              <WrongMenu
                item={item}
                isOpen={asksFor === item.id}
                isBusy={verdict.busy === 'negative'}
                hasKey={hasKeys}
                onOpen={(isOpen) => setAsksFor(isOpen ? item.id : undefined)}
                onReject={(wrong) => void judge(false, wrong)}
              />
            )}
            <Button
              variant="filled"
              data-stop={positiveStop}
              // Stays enabled: a disabled button would drop the focus to the page.
              aria-busy={verdict.busy === 'positive'}
              leftSection={
                verdict.busy === 'positive' ? (
                  <Loader size={16} color="currentColor" />
                ) : (
                  <IconThumbUp size={16} stroke={1.75} aria-hidden />
                )
              }
              rightSection={hasKeys ? <Key>P</Key> : undefined}
              onClick={() => void judge(true)}
            >
              {text('documentsWork.verdict.positive')}
            </Button>
          </>
        )}
      </ActionBar>
    </div>
  );
}
