import type { FieldPath } from './paths.ts';
import type { FieldProps } from './use-field.tsx';
import type { ResourceForm } from './use-resource-form.ts';

/**
 * Gives each field of a form its form, name and label. The labels stand below one text key, by the name of the field
 * unless it has another one. `common` holds for all of them.
 *
 * @example
 * const field = fieldsOf(form, 'core.contactPersons');
 * <TextField {...field('firstName')} maxLength={100} />
 */
export function fieldsOf<T extends object>(
  form: ResourceForm<T>,
  texts: string,
  common: Pick<FieldProps<T>, 'isDisabled' | 'isOptional' | 'isUnmarked'> = {},
) {
  return (name: FieldPath<T>, label: string = name): FieldProps<T> => ({
    ...common,
    form,
    name,
    label: `${texts}.${label}`,
  });
}
