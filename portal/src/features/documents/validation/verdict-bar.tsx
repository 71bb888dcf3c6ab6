import { Button, Checkbox } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { NeighbourButtons } from '#portal/kit/layout/neighbour-buttons.tsx';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';
import type { ItemState } from './use-item-work.ts';
import styles from './validation.module.css';

const verdicts = [
  { name: 'negative', key: 'n', icon: IconThumbDown, 'data-danger': true },
  { name: 'positive', key: 'p', icon: IconThumbUp, variant: 'filled' },
] as const;

/** Previous, next and the verdict: P and N on the keyboard, arrows to go on. */
export function VerdictBar({ work }: { readonly work: ItemState }) {
  const text = useText();
  const { verdict, mayJudge, nextId, previousId, goOn, item, error } = work;
  // A judged document must be undone before it is judged again.
  const isJudged = item !== undefined && item.judged !== null;
  const mayNow = mayJudge && item !== undefined && !isJudged;
  const hasKeys = useMedia('(min-width: 73.125em)');
  // Only what is loaded: a double click would judge a document that nobody saw.
  const judge = (isCorrect: boolean) => mayNow && verdict.judge(isCorrect);
  const next = () => nextId !== undefined && goOn(nextId);
  const previous = () => previousId !== undefined && goOn(previousId);

  useKeys([
    ...verdicts.toReversed().map(
      ({ name, key }) =>
        mayNow && {
          keys: key,
          label: `documentsWork.keys.${name}`,
          // A key held down would judge one document after another.
          run: (event: KeyboardEvent) => void (!event.repeat && judge(name === 'positive')),
        },
    ),
    { keys: 'ArrowRight', label: 'documentsWork.keys.next', run: next },
    { keys: 'ArrowLeft', label: 'documentsWork.keys.previous', run: previous },
    { keys: 'ArrowDown', run: next },
    { keys: 'ArrowUp', run: previous },
    { keys: 'j', run: next },
    { keys: 'k', run: previous },
  ]);

  return (
    <div className={styles.bar} data-verdict-bar>
      <ActionBar
        label={text('documentsWork.verdict.bar')}
        navigation={
          <>
            <NeighbourButtons
              previous={{
                label: text('documentsWork.verdict.previous'),
                isDisabled: previousId === undefined,
                onClick: previous,
              }}
              next={{
                label: text('documentsWork.verdict.next'),
                isDisabled: nextId === undefined,
                onClick: next,
              }}
            />
            {mayJudge && (
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
        {mayJudge &&
          !isJudged &&
          error === null &&
          verdicts.map(({ name, key, icon: Icon, ...look }) => (
            <Button
              {...look}
              key={name}
              loading={verdict.busy === name}
              leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
              rightSection={hasKeys ? <Key>{key.toUpperCase()}</Key> : undefined}
              onClick={() => judge(name === 'positive')}
            >
              {text(`documentsWork.verdict.${name}`)}
            </Button>
          ))}
      </ActionBar>
    </div>
  );
}
