import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import { useText } from '../text.ts';
import { useField, type FieldProps } from './use-field.tsx';
import styles from './form.module.css';

/** One thing to choose; the label is translated. */
export interface Option<V extends string | number | boolean = string> {
  readonly value: V;
  readonly label: string;
}

/** One of a few; with an icon it is a tile. */
interface Choice<V extends string | number | boolean> extends Option<V> {
  readonly icon?: Icon;
}

interface ChoiceFieldProps<T extends object, V extends string | number | boolean> extends FieldProps<T> {
  /** Two to four; five and more are a SelectField. */
  readonly options: readonly Choice<V>[];
}

/** A choice of a few, all in view: one row of segments, or of tiles where each has an icon. */
export function ChoiceField<T extends object, V extends string | number | boolean>(
  props: ChoiceFieldProps<T, V>,
) {
  const { options } = props;
  const label = (value: unknown) => options.find((option) => option.value === value)?.label ?? '';
  const field = useField(props, label);
  const about = useId();
  const { id, error, description, disabled, required } = field.input;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${about}-label`}
      aria-describedby={error || description ? `${about}-about` : undefined}
      aria-required={required}
      aria-invalid={error ? true : undefined}
    >
      <div id={`${about}-label`} className="mantine-InputWrapper-label">
        {field.input.label}
      </div>
      <div className={options.some(({ icon }) => icon) ? styles.tiles : styles.segments}>
        {options.map((option, index) => (
          <label key={String(option.value)} className={styles.segment}>
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={id}
              disabled={disabled}
              checked={field.value === option.value}
              onChange={() => field.set(option.value)}
            />
            <span>
              {option.icon && <option.icon size={20} stroke={1.75} aria-hidden />}
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {(error || description) && (
        <div
          id={`${about}-about`}
          className={error ? 'mantine-InputWrapper-error' : 'mantine-InputWrapper-description'}
        >
          {error || description}
        </div>
      )}
    </div>
  );
}

/** Yes or no. */
export function YesNoField<T extends object>(props: FieldProps<T>) {
  const text = useText();
  const options = [
    { value: true, label: text('kit.yes') },
    { value: false, label: text('kit.no') },
  ];
  return <ChoiceField {...props} options={options} />;
}
