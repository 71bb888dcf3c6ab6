import type { Filter } from '#portal/kit/list/filter-frame.tsx';
import type { Text } from '#portal/kit/text.ts';

/** A filter on a field that has one of some values, which may go by another name on screen. */
export function choiceFilter(
  name: string,
  label: string,
  values: readonly (string | Filter['options'][number])[],
  text: Text,
): Filter {
  return {
    name,
    label: text(label),
    off: text('kit.filters.all'),
    options: values.map((value) => (typeof value === 'string' ? { value, label: value } : value)),
  };
}
