import type { Filter } from '#portal/kit/list/filter-frame.tsx';
import type { Text } from '#portal/kit/text.ts';

/** A filter on a field that is yes or no. */
export function yesNoFilter(name: string, label: string, text: Text): Filter {
  return {
    name,
    label: text(label),
    off: text('kit.filters.all'),
    options: [
      { value: 'true', label: text('kit.yes') },
      { value: 'false', label: text('kit.no') },
    ],
  };
}
