import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import type { ResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import {
  type ColorValues,
  movedPart,
  newColor,
  type Parts,
  type SemiFinishValues,
  withoutPart,
  withPart,
} from './catalogue-values.ts';
import { PartActions } from './part-actions.tsx';
import { PhotoField } from './photo-field.tsx';
import styles from './catalogue.module.css';

interface ColorsFieldProps {
  readonly form: ResourceForm<SemiFinishValues>;
  /** Where the colours are in the form. */
  readonly path: 'colors' | `articles.${string}.colors`;
  readonly colors: Parts<ColorValues>;
  /** Text keys. */
  readonly title: string;
  readonly hint?: string;
  readonly semiFinishId: string | null;
}

/** Colours with their swatch or photo, in order of display. */
export function ColorsField({ form, path, colors, title, hint, semiFinishId }: ColorsFieldProps) {
  const text = useText();
  const set = (next: Parts<ColorValues>) => form.set(path, next);
  return (
    <section className={styles.colors}>
      <h3>{text(title)}</h3>
      {hint && <p className="balie-empty">{text(hint)}</p>}
      {Object.entries(colors).map(([name, color]) => {
        const label = color.description || text('carpetline.catalogue.color');
        return (
          <div key={name} className={styles.color} role="group" aria-label={label}>
            <TextField
              form={form}
              name={`${path}.${name}.description`}
              label="carpetline.catalogue.color"
              maxLength={255}
            />
            <div>
              <label className="mantine-InputWrapper-label" htmlFor={`${path}-${name}-swatch`}>
                {text('carpetline.catalogue.swatch')}
              </label>
              <input
                id={`${path}-${name}-swatch`}
                type="color"
                className={styles.swatch}
                value={color.swatch || '#ffffff'}
                onChange={(event) => form.set(`${path}.${name}.swatch`, event.currentTarget.value)}
              />
            </div>
            <PhotoField semiFinishId={semiFinishId} color={color} name={label} isLocked={form.isDirty} />
            <YesNoField form={form} name={`${path}.${name}.isActive`} label="carpetline.catalogue.isActive" />
            <PartActions
              name={label}
              onMove={(by) => set(movedPart(colors, name, by))}
              onRemove={() => set(withoutPart(colors, name))}
            />
          </div>
        );
      })}
      <div>
        <Button
          size="xs"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => set(withPart(colors, newColor))}
        >
          {text('carpetline.catalogue.addColor')}
        </Button>
      </div>
    </section>
  );
}
