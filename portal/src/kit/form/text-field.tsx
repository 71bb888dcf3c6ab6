import { Textarea, TextInput } from '@mantine/core';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { useField, type FieldProps } from './use-field.tsx';

interface TextFieldProps<T extends object> extends FieldProps<T> {
  readonly type?: 'text' | 'email' | 'url' | 'tel' | 'password';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly maxLength?: number;
  /** Grey words in the empty field, translated: 'bewaard'. */
  readonly placeholder?: string;
  /** More than one makes it a text of lines, growing to twice that many. */
  readonly rows?: number;
  /** For what is compared letter by letter: patterns, keys, generated passwords. */
  readonly isMonospace?: boolean;
  /** Stands at the right inside the field: a unit, a button. */
  readonly end?: ReactNode;
}

/** A text. */
export function TextField<T extends object>(props: TextFieldProps<T>) {
  const {
    type = 'text',
    autoComplete = 'off',
    maxLength,
    placeholder,
    rows = 1,
    isMonospace = false,
    end,
  } = props;
  const field = useField(props);
  const common = {
    ...field.input,
    value: typeof field.value === 'string' ? field.value : '',
    autoComplete,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(isMonospace ? { 'data-monospace': true, spellCheck: false } : {}),
  };
  if (rows > 1) {
    return (
      <Textarea
        {...common}
        autosize
        minRows={rows}
        maxRows={2 * rows}
        onChange={(event) => field.set(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={type}
      rightSection={end}
      rightSectionPointerEvents="all"
      onChange={(event) => field.set(event.currentTarget.value)}
    />
  );
}
