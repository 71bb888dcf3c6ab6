import '@mantine/dates/styles.layer.css';
import { TimePicker } from '@mantine/dates';
import { useText } from '../text.ts';
import { useField, type FieldProps } from './use-field.tsx';

interface TimeFieldProps<T extends object> extends FieldProps<T> {
  /** Minutes between the choices. */
  readonly step?: number;
}

/** A clock time, `09:05`: typed, or picked in steps; an empty text while it is incomplete. */
export function TimeField<T extends object>(props: TimeFieldProps<T>) {
  const { step = 5 } = props;
  const text = useText();
  const field = useField(props);
  const { id, name, ...input } = field.input;
  return (
    <TimePicker
      {...input}
      labelProps={{ htmlFor: id }}
      hiddenInputProps={{ name }}
      hoursInputProps={{ id }}
      format="24h"
      withDropdown
      minutesStep={step}
      maw={160}
      maxDropdownContentHeight={220}
      hoursInputLabel={`${field.name}, ${text('kit.form.hours')}`}
      minutesInputLabel={`${field.name}, ${text('kit.form.minutes')}`}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.set}
    />
  );
}
