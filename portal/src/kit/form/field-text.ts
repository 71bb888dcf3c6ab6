import type { FieldCode } from '#contract/problem.ts';
import type { Text } from '../text.ts';

/** The contract's sentence for a code; a field with a text of its own wins, as on the server. */
export function fieldText(text: Text, id: string, code: FieldCode): string {
  const own = `contract.field.${id}.${code}`;
  const found = text(own);
  return found === own ? text(`contract.code.${code}`) : found;
}
