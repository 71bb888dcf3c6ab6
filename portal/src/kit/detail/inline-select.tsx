import { useRef, type ReactNode } from 'react';
import { InlineButton, InlineHint, useInlineValue, type InlineProps } from './use-inline-value.tsx';
import styles from './detail.module.css';

interface InlineSelectProps extends InlineProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** How the value reads while it is not edited. */
  readonly children: ReactNode;
}

/**
 * A choice that is changed in its place: Enter, F2 or double-click opens it, choosing saves, Escape restores. Arrow keys
 * move through the choices without saving each; Enter or leaving saves the last. It is disabled while it is saved.
 */
export function InlineSelect(props: InlineSelectProps) {
  const { label, value, options, children, mayEdit = true } = props;
  const inline = useInlineValue(props, { restoresRefused: true });
  const { draft, setDraft, isSaving, error, close, save } = inline;
  // A closed list changes under the arrow key itself, before the key is up.
  const isKeyDown = useRef(false);

  if (!mayEdit) return <>{children}</>;
  if (draft === null) {
    const words = options.find((option) => option.value === value)?.label ?? value;
    return (
      <InlineButton inline={inline} label={label} words={words}>
        {children}
      </InlineButton>
    );
  }
  return (
    <span className={styles.editing}>
      <span>
        <select
          className={`balie-select ${styles.choice}`}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          value={draft}
          disabled={isSaving}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person just asked for it
          autoFocus
          onFocus={() => {
            isKeyDown.current = false;
          }}
          onChange={(event) => {
            if (isKeyDown.current) setDraft(event.currentTarget.value);
            else void save(event.currentTarget.value);
          }}
          onBlur={() => void save(draft, false)}
          onKeyDown={(event) => {
            isKeyDown.current = true;
            if (event.key !== 'Escape' && event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') void save(draft);
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
            {error}
          </span>
        )}
      </span>
      {(isSaving || draft !== value) && <InlineHint isSaving={isSaving} saveKey="Enter" />}
    </span>
  );
}
