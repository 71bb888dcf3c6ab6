import type { Text } from '../text.ts';

const maxNames = 10;

/** How many are chosen, and which of them the other version lacks: two versions of as many would read alike. */
export function choiceInWords(
  chosen: readonly string[],
  other: readonly string[],
  nameOf: (id: string) => string,
  text: Text,
): string {
  const count = text('kit.tree.chosen', { count: chosen.length });
  const own = chosen.filter((id) => !other.includes(id)).map(nameOf);
  if (own.length === 0) return count;
  const first = own.slice(0, maxNames).join('; ');
  const more = own.length - maxNames;
  return text('kit.tree.chosenOnly', {
    chosen: count,
    names: more > 0 ? text('kit.tree.andMore', { names: first, count: more }) : first,
  });
}

const none: readonly string[] = [];

/** The texts of a value that should be a list of them; the same empty list where it is none. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : none;
}
