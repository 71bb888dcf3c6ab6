import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { Key } from '#portal/kit/format/key.tsx';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { ActionBar } from '#portal/kit/layout/action-bar.tsx';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';
import type { ItemState } from './use-item-work.ts';
import styles from './recognition.module.css';

/** To the neighbours, and the verdict: P and N by keyboard, arrows to go on. */
export function VerdictBar({ work }: { readonly work: ItemState }) {
  const text = useText();
  const { verdict, mayJudge, nextId, previousId, goOn, item, error } = work;
  // What has a verdict takes no second one by a slip: it is taken back first.
  const isJudged = item !== undefined && item.judged !== null;
  const mayNow = mayJudge && item !== undefined && !isJudged;
  const isWide = useMedia('(min-width: 87.5em)');
  const hasKeys = useMedia('(min-width: 73.125em)');
  // Never what is not drawn yet: a second click would judge an unseen document.
  const judge = (isCorrect: boolean) => mayNow && verdict.judge(isCorrect);
  const next = () => nextId !== undefined && goOn(nextId);
  const previous = () => previousId !== undefined && goOn(previousId);

  useKeys([
    // A key held down would judge the whole pile.
    mayNow && {
      keys: 'p',
      label: 'documentsWork.keys.positive',
      run: (event) => void (!event.repeat && judge(true)),
    },
    mayNow && {
      keys: 'n',
      label: 'documentsWork.keys.negative',
      run: (event) => void (!event.repeat && judge(false)),
    },
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
            <Step name="previous" isWide={isWide} isOff={previousId === undefined} onClick={previous} />
            <Step name="next" isWide={isWide} isOff={nextId === undefined} onClick={next} />
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
        {mayJudge && !isJudged && error === null && (
          <>
            <Button
              data-danger
              loading={verdict.busy === 'negative'}
              leftSection={<IconThumbDown size={16} stroke={1.75} aria-hidden />}
              rightSection={hasKeys ? <Key>N</Key> : undefined}
              onClick={() => judge(false)}
            >
              {text('documentsWork.verdict.negative')}
            </Button>
            <Button
              variant="filled"
              loading={verdict.busy === 'positive'}
              leftSection={<IconThumbUp size={16} stroke={1.75} aria-hidden />}
              rightSection={hasKeys ? <Key>P</Key> : undefined}
              onClick={() => judge(true)}
            >
              {text('documentsWork.verdict.positive')}
            </Button>
          </>
        )}
      </ActionBar>
    </div>
  );
}

interface StepProps {
  readonly name: 'previous' | 'next';
  readonly isWide: boolean;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Step({ name, isWide, isOff, onClick }: StepProps) {
  const text = useText();
  const label = text(`documentsWork.verdict.${name}`);
  const Icon = name === 'next' ? IconChevronRight : IconChevronLeft;
  const icon = <Icon size={16} stroke={1.75} aria-hidden />;
  if (!isWide) {
    return (
      <ActionIcon
        variant="default"
        size={34}
        aria-label={label}
        title={label}
        disabled={isOff}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <Button
      disabled={isOff}
      {...(name === 'next' ? { rightSection: icon } : { leftSection: icon })}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
