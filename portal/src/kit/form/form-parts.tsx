import { useEffect, useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { fieldId } from '#contract/problem.ts';
import { amsterdamClock } from '#contract/dates.ts';
import { ConflictBar, type Difference } from '../feedback/conflict-bar.tsx';
import { errorWords } from '../feedback/error-text.ts';
import { MessageBar } from '../feedback/message-bar.tsx';
import { useText } from '../text.ts';
import { takeFirstFocus } from './first-focus.ts';
import { isAlike, valueAt } from './paths.ts';
import type { FormConflict, ResourceForm } from './use-resource-form.ts';
import styles from './form.module.css';

interface FormBodyProps<T extends object> {
  readonly form: ResourceForm<T>;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  readonly className?: string | undefined;
  readonly label: string;
}

/** The form element with its summary: after a failed save the focus goes to the first bad field. */
export function FormBody<T extends object>({ form, children, footer, className, label }: FormBodyProps<T>) {
  const element = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // A dialog puts its first focus on what is marked so; a page leaves the focus where it is.
    element.current?.querySelector('input, textarea, select')?.setAttribute('data-autofocus', '');
  }, []);
  useEffect(() => {
    if (!takeFirstFocus()) return undefined;
    // After the dialog around it took the focus.
    const timer = setTimeout(() => {
      const fields = element.current?.querySelectorAll<HTMLElement>('input, textarea, select') ?? [];
      [...fields].find((field) => !field.matches(':disabled, [type="hidden"]'))?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (form.failures === 0) return;
    const bad = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const field = bad?.matches('input, textarea, select, button, [tabindex="0"]')
      ? bad
      : bad?.querySelector<HTMLElement>('input');
    (field ?? element.current?.querySelector<HTMLElement>('[data-summary]'))?.focus();
  }, [form.failures]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // A form in a dialog must not send the one under it.
    event.stopPropagation();
    form.submit();
  }

  return (
    <form ref={element} noValidate className={className} onSubmit={submit} aria-label={label}>
      <div className={styles.fields}>
        <Summary form={form} />
        {children}
      </div>
      {footer}
    </form>
  );
}

function Summary<T extends object>({ form }: { readonly form: ResourceForm<T> }) {
  const text = useText();
  const unplaced = unplacedErrors(form);
  const count = Object.keys(form.errors).length;
  if (form.conflict) return <Conflict form={form} conflict={form.conflict} />;
  if (form.failure) {
    const { title, hint } = errorWords(form.failure, text);
    return (
      <MessageBar meaning="bad" isAlert title={title}>
        {hint}
      </MessageBar>
    );
  }
  if (count === 0 || form.failures === 0) return null;
  return (
    <div data-summary tabIndex={-1}>
      <MessageBar meaning="bad" isAlert>
        {text('kit.form.wrong', { count })}
        {unplaced.map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
      </MessageBar>
    </div>
  );
}

/** Sentences about fields that this form does not show: they are listed in the summary. */
function unplacedErrors<T extends object>({ errors, fieldPaths }: ResourceForm<T>): readonly string[] {
  const shown = new Set(fieldPaths().map((path) => fieldId(path)));
  return Object.entries(errors).flatMap(([id, sentences]) => (shown.has(id) ? [] : sentences));
}

function Conflict<T extends object>({
  form,
  conflict,
}: {
  form: ResourceForm<T>;
  conflict: FormConflict<T>;
}) {
  const text = useText();
  // A list, or a value that is no field of this screen.
  const unnamed: Parameters<typeof form.register>[1] = {
    label: text('kit.conflict.unnamed'),
    show: (value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
      return count === 0 ? '' : text('kit.conflict.rows', { count });
    },
  };
  const differences = conflict.fields.flatMap((path) => {
    const words = form.wordsOf(path) ?? unnamed;
    const [mine, theirs] = [valueAt(form.values, path), valueAt(conflict.stored, path)];
    if (isAlike(mine, theirs)) return [];
    const startsWith: Difference['startsWith'] = 'mine';
    const show = (value: unknown, other: unknown) => words.show(value, other) || '–';
    return [
      { field: path, label: words.label, mine: show(mine, theirs), theirs: show(theirs, mine), startsWith },
    ];
  });
  const who = valueAt(conflict.current, 'updatedBy');
  const at = valueAt(conflict.current, 'updatedAt');
  return (
    <ConflictBar
      who={typeof who === 'string' ? who : undefined}
      at={typeof at === 'string' ? amsterdamClock(at).time : undefined}
      differences={differences}
      onChoose={form.resolveConflict}
    />
  );
}
