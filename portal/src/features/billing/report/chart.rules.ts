/** The highest mark of an axis and the marks below it: the smallest round number that is not below the maximum, in equal steps. */
export function axisOf(max: number): { readonly top: number; readonly marks: readonly number[] } {
  const wanted = Math.max(max, 4) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(wanted));
  const step =
    ([1, 2, 2.5, 5, 10].find((one) => one * magnitude >= wanted && Number.isInteger(one * magnitude)) ?? 10) *
    magnitude;
  const count = Math.max(1, Math.ceil(max / step));
  return { top: count * step, marks: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
