import type { Filter } from '#portal/kit/list/filter-frame.tsx';
import type { Text } from '#portal/kit/text.ts';
import { choiceFilter } from './choice-filter.ts';

/** A filter on a field that is yes or no. */
export function yesNoFilter(name: string, label: string, text: Text): Filter {
  const values = [
    { value: 'true', label: text('kit.yes') },
    { value: 'false', label: text('kit.no') },
  ];
  return choiceFilter(name, label, values, text);
}
