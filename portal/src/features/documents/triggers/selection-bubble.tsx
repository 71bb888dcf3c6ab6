import { Button } from '@mantine/core';
import { IconTextScan2 } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { patternFields } from '#contract/documents/triggers.ts';
import { useText } from '#portal/kit/text.ts';
import type { Example } from './use-trigger-work.ts';
import styles from './triggers.module.css';

interface SelectionBubbleProps {
  readonly example: Example;
  /** The selected text. */
  readonly raw: string;
  readonly style?: CSSProperties;
  /** Extends the selection by a word, where words are clicked. */
  readonly onMore?: (() => void) | undefined;
}

/** Asks below the selection which field it is; the pattern is written for that. */
export function SelectionBubble({ example, raw, style, onMore }: SelectionBubbleProps) {
  const text = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it are what is pressed
    <div
      className={styles.bubble}
      style={style}
      role="group"
      aria-live="polite"
      aria-label={text('documentsWork.example.title')}
      // A press must not clear the selection.
      onMouseDown={(event) => event.preventDefault()}
    >
      <IconTextScan2 size={16} stroke={1.75} aria-hidden />
      <strong title={raw}>{raw.length > 40 ? `${raw.slice(0, 39)}…` : raw}</strong>
      {onMore && (
        <Button size="xs" variant="subtle" onClick={onMore}>
          {text('documentsWork.example.more')}
        </Button>
      )}
      {patternFields.map((field) => (
        <Button key={field} size="xs" disabled={example.isBusy} onClick={() => example.use(field)}>
          {text(`documentsWork.example.field.${field}`)}
        </Button>
      ))}
    </div>
  );
}
