const isLong = process.env['BALIE_TORTURE'] === 'long';

/**
 * How much of something `npm run torture` does: `usual` keeps all of it within half an hour on a quiet machine with two
 * cores, `long` is done with `BALIE_TORTURE=long`.
 */
export function usually(usual: number, { long }: { readonly long: number }): number {
  return isLong ? long : usual;
}
