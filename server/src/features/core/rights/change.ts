/** What was added to a list, and what was taken away; without a new list, nothing. */
export function changeOf(
  before: readonly string[],
  after: readonly string[] | undefined,
): { added: string[]; gone: string[] } {
  if (after === undefined) return { added: [], gone: [] };
  const [had, has] = [new Set(before), new Set(after)];
  return { added: [...has].filter((one) => !had.has(one)), gone: [...had].filter((one) => !has.has(one)) };
}
