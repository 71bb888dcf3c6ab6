import { Loader, Textarea, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { fieldSentences } from '../data/error-store.ts';
import { errorWords } from '../feedback/error-text.ts';
import { FieldError } from '../form/use-field.tsx';
import { Key } from '../format/key.tsx';
import { useText } from '../text.ts';
import { useFocusReturn } from '../use-focus-return.ts';
import styles from './detail.module.css';

interface InlineEditProps {
  /** Name of the value, translated. */
  readonly label: string;
  readonly value: string;
  /** Saves; what it throws is shown under the field, which stays open. */
  readonly onSave: (value: string) => Promise<unknown>;
  /** How the value reads while it is not edited. */
  readonly children?: ReactNode;
  /** Off for who may not change it. */
  readonly mayEdit?: boolean;
  /** More than one makes it a text of lines; Ctrl Enter saves it then. */
  readonly rows?: number;
  readonly maxLength?: number;
}

/**
 * A value that is changed in its place: a pencil on hover and focus; Enter, F2 or double-click opens it; Enter or
 * leaving saves, Escape restores. A loader while saving, a soft flash after.
 */
export function InlineEdit(props: InlineEditProps) {
  const { label, value, onSave, children, mayEdit = true, rows = 1, maxLength } = props;
  const text = useText();
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<readonly string[] | null>(null);
  const [flashes, setFlashes] = useState(0);
  const [button, returnFocus] = useFocusReturn<HTMLButtonElement>(draft === null);
  // Escape takes the field away, which the browser reports as leaving it: that must not save.
  const isRestored = useRef(false);

  function open() {
    isRestored.current = false;
    setError(null);
    setDraft(value);
  }

  function close(backToButton: boolean) {
    isRestored.current = true;
    setDraft(null);
    setError(null);
    if (backToButton) returnFocus();
  }

  async function save(backToButton: boolean) {
    if (draft === null || isRestored.current || isSaving) return;
    if (draft.trim() === value.trim()) return close(backToButton);
    setSaving(true);
    try {
      await onSave(draft.trim());
      setFlashes((count) => count + 1);
      close(backToButton);
    } catch (failure) {
      const sentences = fieldSentences(failure);
      setError(sentences.length > 0 ? sentences : [errorWords(failure, text).title]);
    } finally {
      setSaving(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    }
    if (event.key === 'Enter' && (rows === 1 || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save(true);
    }
  }

  const shown =
    children ?? (value === '' ? <span className="balie-empty">{text('kit.notStated')}</span> : value);
  if (!mayEdit) return <>{shown}</>;
  if (draft === null) {
    return (
      <button
        key={flashes}
        ref={button}
        type="button"
        className={styles.editable}
        data-flash={flashes > 0 || undefined}
        aria-label={`${text('kit.detail.editField', { label })}: ${value || text('kit.notStated')}`}
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
        {shown}
        <IconPencil size={14} stroke={1.75} aria-hidden className={styles.pencil} />
      </button>
    );
  }

  const field = {
    'aria-label': label,
    value: draft,
    autoFocus: true,
    readOnly: isSaving,
    error: error && <FieldError sentences={error} />,
    onKeyDown,
    onBlur: () => void save(false),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
  return (
    <span className={styles.editing}>
      {rows > 1 ? (
        <Textarea {...field} rows={rows} onChange={(event) => setDraft(event.currentTarget.value)} />
      ) : (
        <TextInput {...field} size="xs" onChange={(event) => setDraft(event.currentTarget.value)} />
      )}
      {isSaving ? (
        <Loader size={14} aria-label={text('kit.detail.saving')} />
      ) : (
        <span className={styles.editHint}>
          <Key>{rows > 1 ? 'Ctrl Enter' : 'Enter'}</Key> {text('kit.detail.saves')}
        </span>
      )}
    </span>
  );
}
