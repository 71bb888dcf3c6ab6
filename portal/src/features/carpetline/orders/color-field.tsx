import { useId } from 'react';
import type { Catalogue } from '#contract/carpetline/catalogue.ts';
import { useField } from '#portal/kit/form/use-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { ColorSample } from '../catalogue/color-sample.tsx';
import type { LineValues } from './order-values.ts';
import styles from './line.module.css';

type Color = Catalogue[number]['colors'][number];

/** The colours that can be chosen, each with its sample; big enough for a thumb. */
export function ColorField({
  form,
  colors,
}: {
  readonly form: ResourceForm<LineValues>;
  readonly colors: readonly Color[];
}) {
  const field = useField(
    { form, name: 'colorId', label: 'carpetline.line.color' },
    (value) => colors.find(({ id }) => id === value)?.description ?? '',
  );
  const about = useId();
  const { id, error } = field.input;
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${about}-label`}
      aria-describedby={error ? `${about}-error` : undefined}
      aria-required
      aria-invalid={error ? true : undefined}
    >
      <div id={`${about}-label`} className="mantine-InputWrapper-label">
        {field.input.label}
      </div>
      <div className={styles.colors}>
        {colors.map((color, at) => (
          <label key={color.id} className={styles.color}>
            <input
              type="radio"
              id={at === 0 ? id : undefined}
              name={id}
              checked={field.value === color.id}
              onChange={() => field.set(color.id)}
            />
            <ColorSample color={color} />
            <span>{color.description}</span>
          </label>
        ))}
      </div>
      {error && (
        <div id={`${about}-error`} className="mantine-InputWrapper-error">
          {error}
        </div>
      )}
    </div>
  );
}
