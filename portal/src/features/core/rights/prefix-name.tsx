import { modulePrefixes } from '#contract/permissions.ts';
import type { Option } from '#portal/kit/form/choice-field.tsx';
import { useText, type Text } from '#portal/kit/text.ts';
import { prefixText } from './right-text.ts';

/** What a module stands for, in words. */
export function PrefixName({ prefix }: { readonly prefix: string }) {
  return prefixText(prefix, useText());
}

/** All that modules stand for, to choose from. */
export function prefixOptions(text: Text): readonly Option[] {
  return modulePrefixes.map((value) => ({ value, label: prefixText(value, text) }));
}
