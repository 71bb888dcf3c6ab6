import type { z } from 'zod';
import { codesOfIssues, type FieldCode, textIdsOf } from '#contract/problem.ts';
import type { Text } from '../text.ts';

/** The contract's sentence for a code; a field with a text of its own wins, as on the server. */
export function fieldText(text: Text, id: string, code: FieldCode): string {
  for (const known of textIdsOf(id)) {
    const own = `contract.field.${known}.${code}`;
    const found = text(own);
    if (found !== own) return found;
  }
  return text(`contract.code.${code}`);
}

/**
 * The sentences, by field id, that the server would answer to a body by its schema alone.
 *
 * @example
 * useResourceForm({ initial, check: (values) => wrongFields(text, groups.create, values), … });
 */
export function wrongFields(text: Text, schema: z.ZodType, body: unknown): Record<string, readonly string[]> {
  // Tells an absent value from one of the wrong type, as on the server.
  const parsed = schema.safeParse(body, { reportInput: true });
  const codes = parsed.success ? {} : codesOfIssues(parsed.error.issues, schema);
  return Object.fromEntries(
    Object.entries(codes).map(([id, list]) => [id, list.map((code) => fieldText(text, id, code))]),
  );
}
