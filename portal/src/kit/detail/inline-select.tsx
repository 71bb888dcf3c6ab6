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

interface InlineSelectProps {
  /** Name of the value, translated. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Saves; what it throws is shown under the choice, which stays open. */
  readonly onSave: (value: string) => Promise<unknown>;
  /** How the value reads while it is not edited. */
  readonly children: ReactNode;
  /** Off for who may not change it. */
  readonly mayEdit?: boolean;
}

/**
 * A choice that is changed in its place: Enter, F2 or double-click opens it, choosing saves, Escape restores. Keys walk
 * along the choices without saving each; Enter or leaving saves the last. It cannot be changed while it is being saved.
 */
export function InlineSelect(props: InlineSelectProps) {
  const { label, value, options, onSave, children, mayEdit = true } = props;
  const text = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<readonly string[] | null>(null);
  const [flashes, setFlashes] = useState(0);
  const [button, returnFocus] = useFocusReturn<HTMLButtonElement>(chosen === null);
  // A closed list changes under the arrow key itself, before the key is up.
  const isKeyDown = useRef(false);

  function open() {
    isKeyDown.current = false;
    setError(null);
    setChosen(value);
  }

  function close(backToButton = true) {
    setChosen(null);
    setError(null);
    if (backToButton) returnFocus();
  }

  async function save(next: string, backToButton = true) {
    setChosen(next);
    if (next === value) return close(backToButton);
    setSaving(true);
    try {
      await onSave(next);
      setFlashes((count) => count + 1);
      close(backToButton);
    } catch (failure) {
      const sentences = fieldSentences(failure);
      setError(sentences.length > 0 ? sentences : [errorWords(failure, text).title]);
      setChosen(value);
    } finally {
      setSaving(false);
    }
  }

  if (!mayEdit) return <>{children}</>;
  if (chosen === null) {
    const shown = options.find((option) => option.value === value)?.label ?? value;
    return (
      <button
        key={flashes}
        ref={button}
        type="button"
        className={styles.editable}
        data-flash={flashes > 0 || undefined}
        aria-label={`${text('kit.detail.editField', { label })}: ${shown}`}
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
  return (
    <span className={styles.editing}>
      <span>
        <select
          className={`balie-select ${styles.choice}`}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          value={chosen}
          disabled={isSaving}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just asked for it
          autoFocus
          onChange={(event) => {
            if (isKeyDown.current) setChosen(event.currentTarget.value);
            else void save(event.currentTarget.value);
          }}
          onBlur={() => {
            if (!isSaving) void save(chosen, false);
          }}
          onKeyDown={(event) => {
            isKeyDown.current = true;
            if (event.key !== 'Escape' && event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') void save(chosen);
            else close();
          }}
          onKeyUp={() => {
            isKeyDown.current = false;
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        {error && (
          <span className="mantine-InputWrapper-error" role="alert">
            <FieldError sentences={error} />
          </span>
        )}
      </span>
      {isSaving && <Loader size={14} aria-label={text('kit.detail.saving')} />}
      {!isSaving && chosen !== value && (
        <span className={styles.editHint}>
          <Key>Enter</Key> {text('kit.detail.saves')}
        </span>
      )}
    </span>
  );
}
