import { Button } from '@mantine/core';
import { IconCircleCheck, IconFilterOff, IconInbox, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateBlock } from '../feedback/state-block.tsx';
import { useText } from '../text.ts';

type EmptyStateProps =
  | {
      /** Nothing was ever here: what it is, and how to begin. */
      readonly kind: 'first';
      readonly icon?: TablerIcon;
      readonly title: string;
      readonly hint?: string;
      readonly action?: ReactNode;
    }
  | {
      /** Nothing matches what was asked. */
      readonly kind: 'filter';
      readonly search?: string;
      /** In words what was asked besides the search text, translated. */
      readonly hint?: string;
      readonly onClear?: () => void;
    }
  | {
      /** Everything is done: a fact, no confetti. */
      readonly kind: 'done';
      readonly title: string;
      readonly hint?: string;
      readonly action?: ReactNode;
    };

/** What stands in a list without rows. */
export function EmptyState(props: EmptyStateProps) {
  if (props.kind === 'filter') return <NothingMatches {...props} />;
  const icon = props.kind === 'done' ? IconCircleCheck : (props.icon ?? IconInbox);
  return <StateBlock icon={icon} title={props.title} hint={props.hint} action={props.action} />;
}

function NothingMatches({ search, hint, onClear }: Extract<EmptyStateProps, { kind: 'filter' }>) {
  const text = useText();
  const asked = search ? text('kit.empty.search', { search }) : undefined;
  return (
    <StateBlock
      icon={IconFilterOff}
      title={text('kit.empty.title')}
      hint={hint ?? asked}
      action={onClear && <Button onClick={onClear}>{text('kit.empty.clear')}</Button>}
    />
  );
}
