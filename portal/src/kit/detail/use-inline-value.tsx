import { Loader } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { fieldSentences } from '../data/error-store.ts';
import { errorWords } from '../feedback/error-text.ts';
import { FieldError } from '../form/use-field.tsx';
import { Key } from '../format/key.tsx';
import { useText } from '../text.ts';
import { useFocusReturn } from '../use-focus-return.ts';
import styles from './detail.module.css';

/** What every value that is changed in its place takes. */
export interface InlineProps {
  /** Name of the value, translated. */
  readonly label: string;
  readonly value: string;
  /** Saves; what it throws is shown under the field, which stays open. */
  readonly onSave: (value: string) => Promise<unknown>;
  /** Off for who may not change it. */
  readonly mayEdit?: boolean;
}

type InlineValue = ReturnType<typeof useInlineValue>;

/** The state of a value that is changed in its place. `draft` is null while it is not open. */
export function useInlineValue({ value, onSave }: InlineProps, { restoresRefused = false } = {}) {
  const text = useText();
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<ReactNode>(null);
  const [flashes, setFlashes] = useState(0);
  const [button, returnFocus] = useFocusReturn<HTMLButtonElement>(draft === null);
  // Closing removes the field, which the browser reports as a blur: that must not save.
  const isClosed = useRef(false);

  function open() {
    isClosed.current = false;
    setError(null);
    setDraft(value);
  }

  function close(returnsFocus = true) {
    isClosed.current = true;
    setDraft(null);
    if (returnsFocus) returnFocus();
  }

  async function save(next: string, returnsFocus = true) {
    if (draft === null || isClosed.current || isSaving) return;
    if (next.trim() === value.trim()) return close(returnsFocus);
    setDraft(next);
    setSaving(true);
    try {
      await onSave(next.trim());
      setFlashes((count) => count + 1);
      close(returnsFocus);
    } catch (failure) {
      const sentences = fieldSentences(failure);
      setError(
        <FieldError sentences={sentences.length > 0 ? sentences : [errorWords(failure, text).title]} />,
      );
      if (restoresRefused) setDraft(value);
    } finally {
      setSaving(false);
    }
  }

  return { draft, setDraft, isSaving, error, flashes, button, open, close, save };
}

interface InlineButtonProps {
  readonly inline: InlineValue;
  readonly label: string;
  /** The value in words. */
  readonly words: string;
  readonly children: ReactNode;
}

/** The value while it is not edited: a pencil on hover and focus; Enter, F2 or double-click opens it. */
export function InlineButton({ inline, label, words, children }: InlineButtonProps) {
  const text = useText();
  const { flashes, button, open } = inline;
  return (
    <button
      key={flashes}
      ref={button}
      type="button"
      className={`balie-value ${styles.editable}`}
      data-flash={flashes > 0 || undefined}
      aria-label={`${text('kit.detail.editField', { label })}: ${words}`}
      onDoubleClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'F2') return;
        event.preventDefault();
        open();
      }}
      onClick={(event) => {
        // A screen reader and a finger have no double-click: their click arrives without a mouse.
        if (event.detail === 0 || window.matchMedia('(pointer: coarse)').matches) open();
      }}
    >
      {children}
      <IconPencil size={14} stroke={1.75} aria-hidden className={styles.pencil} />
    </button>
  );
}

/** Beside the open field: which key saves, or that it is being saved. */
export function InlineHint({ isSaving, saveKey }: { readonly isSaving: boolean; readonly saveKey: string }) {
  const text = useText();
  if (isSaving) return <Loader size={14} aria-label={text('kit.detail.saving')} />;
  return (
    <span className={styles.editHint}>
      <Key>{saveKey}</Key> {text('kit.detail.saves')}
    </span>
  );
}
