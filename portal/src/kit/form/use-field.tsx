import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { fieldId } from '#contract/problem.ts';
import { useText } from '../text.ts';
import { valueAt, type FieldPath } from './paths.ts';
import type { ResourceForm } from './use-resource-form.ts';

/** What every field takes. */
export interface FieldProps<T extends object> {
  readonly form: ResourceForm<T>;
  /** Dotted name in the values, checked: `emailAddress.address`. */
  readonly name: FieldPath<T>;
  /** Text key. */
  readonly label: string;
  /** Text key of the line below; an error takes its place. */
  readonly hint?: string;
  /** Says '(optioneel)' behind the label; fields are needed unless they say so. */
  readonly isOptional?: boolean;
  readonly isDisabled?: boolean;
  /** Neither needed nor marked as optional, in a form where that holds for all fields, such as filters. */
  readonly isUnmarked?: boolean;
}

/** What a field hands to the input that draws it. */
export interface Field {
  readonly value: unknown;
  readonly set: (value: unknown) => void;
  readonly report: ReturnType<typeof useReport>;
  /** The label's words alone. */
  readonly name: string;
  /** Props for any input of Mantine with a wrapper. */
  readonly input: {
    readonly id: string;
    readonly name: string;
    readonly label: ReactNode;
    readonly description: ReactNode;
    readonly error: ReactNode;
    readonly required: boolean;
    readonly withAsterisk: false;
    readonly disabled: boolean;
  };
}

function useReport<T extends object>({ form, name }: FieldProps<T>) {
  const { report } = form;
  // A field that goes takes its complaint with it.
  useEffect(() => () => report(name, undefined), [report, name]);
  return (code: Parameters<typeof report>[1], options?: Parameters<typeof report>[2]) =>
    report(name, code, options);
}

/**
 * Ties an input to its place in the form: value, error by field id, hint, label. `show` says how the value reads
 * where it stands outside the field, as in a conflict, beside the other version.
 */
export function useField<T extends object>(
  props: FieldProps<T>,
  show: (value: unknown, other: unknown) => ReactNode = plainText,
): Field {
  const { form, name, label, hint, isOptional = false, isDisabled = false, isUnmarked = false } = props;
  const text = useText();
  const id = fieldId(name);
  const words = text(label);
  const report = useReport(props);
  const { register } = form;
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  useEffect(
    () => register(name, { label: words, show: (value, other) => latestShow.current(value, other) }),
    [register, name, words],
  );

  const errors = form.errors[id];
  return {
    value: valueAt(form.values, name),
    set: (value) => form.set(name, value),
    report,
    name: words,
    input: {
      id,
      name: id,
      label: isOptional ? (
        <>
          {words} <span className="balie-empty">{text('kit.form.optional')}</span>
        </>
      ) : (
        words
      ),
      description: errors === undefined && hint !== undefined ? text(hint) : undefined,
      error: errors && <FieldError sentences={errors} />,
      required: !isOptional && !isUnmarked,
      withAsterisk: false,
      disabled: isDisabled,
    },
  };
}

/** The sentences under a field, with the sign that makes them more than red. */
export function FieldError({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <>
      <IconAlertCircle size={16} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
      <span>{sentences.join(' ')}</span>
    </>
  );
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}
