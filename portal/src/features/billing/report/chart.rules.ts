/** The highest mark of an axis and the marks below it: the least round number that holds the most, in equal steps. */
export function axisOf(most: number): { readonly top: number; readonly marks: readonly number[] } {
  const wanted = Math.max(most, 4) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(wanted));
  const step =
    ([1, 2, 2.5, 5, 10].find((one) => one * magnitude >= wanted && Number.isInteger(one * magnitude)) ?? 10) *
    magnitude;
  const count = Math.max(1, Math.ceil(most / step));
  return { top: count * step, marks: Array.from({ length: count + 1 }, (_, at) => at * step) };
}
