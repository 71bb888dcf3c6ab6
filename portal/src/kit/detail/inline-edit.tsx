import { Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, KeyboardEvent, ReactNode } from 'react';
import { useText } from '../text.ts';
import { InlineButton, InlineHint, useInlineValue, type InlineProps } from './use-inline-value.tsx';
import styles from './detail.module.css';

interface InlineEditProps extends InlineProps {
  /** How the value reads while it is not edited. */
  readonly children?: ReactNode;
  /** More than one makes it a text of lines; Ctrl Enter saves it then. */
  readonly rows?: number;
  readonly maxLength?: number;
}

/**
 * A text that is changed in its place: a pencil on hover and focus; Enter, F2 or double-click opens it; Enter or
 * leaving saves, Escape restores. A loader while saving, a soft flash after.
 */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, children, mayEdit = true, rows = 1, maxLength } = props;
  const text = useText();
  const inline = useInlineValue(props);
  const { draft, setDraft, isSaving, error, close, save } = inline;
  const shown =
    children ?? (value === '' ? <span className="balie-empty">{text('kit.notStated')}</span> : value);
  if (!mayEdit) return <>{shown}</>;
  if (draft === null) {
    return (
      <InlineButton inline={inline} label={label} words={value || text('kit.notStated')}>
        {shown}
      </InlineButton>
    );
  }

  const field = {
    'aria-label': label,
    value: draft,
    autoFocus: true,
    readOnly: isSaving,
    error,
    onKeyDown(event: KeyboardEvent) {
      const saves = event.key === 'Enter' && (rows === 1 || event.ctrlKey || event.metaKey);
      if (!saves && event.key !== 'Escape') return;
      event.preventDefault();
      if (saves) return void save(draft);
      event.stopPropagation();
      close();
    },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setDraft(event.currentTarget.value),
    onBlur: () => void save(draft, false),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  return (
    <span className={styles.editing}>
      {rows > 1 ? <Textarea {...field} rows={rows} /> : <TextInput {...field} size="xs" />}
      <InlineHint isSaving={isSaving} saveKey={rows > 1 ? 'Ctrl Enter' : 'Enter'} />
    </span>
  );
}
