import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import styles from './catalogue.module.css';

interface PartActionsProps {
  /** The name of the part, for the labels of the buttons. */
  readonly name: string;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Moves a part up or down, or removes it. */
export function PartActions({ name, onMove, onRemove }: PartActionsProps) {
  const text = useText();
  return (
    <div className={styles.actions}>
      <ActionIcon aria-label={text('carpetline.catalogue.up', { name })} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={text('carpetline.catalogue.down', { name })} onClick={() => onMove(1)}>
        <IconArrowDown size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        data-danger
        aria-label={text('carpetline.catalogue.removePart', { name })}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
