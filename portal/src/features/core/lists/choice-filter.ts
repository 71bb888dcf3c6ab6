import type { Filter } from '#portal/kit/list/filter-frame.tsx';
import type { Text } from '#portal/kit/text.ts';

/** A filter on a field that has one of some values; `nameOf` is what people call one. */
export function choiceFilter(
  name: string,
  label: string,
  values: readonly string[],
  text: Text,
  nameOf = (value: string) => value,
): Filter {
  return {
    name,
    label: text(label),
    off: text('kit.filters.all'),
    options: values.map((value) => ({ value, label: nameOf(value) })),
  };
}
