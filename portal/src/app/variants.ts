import { type BrandName, brands, isBrandName } from '#contract/brands.ts';
import type { ScreenName } from '#portal/kit/screens.tsx';

/** What a brand changes: looks and home, never rights (§A10). Texts are under `shell.brand.{name}`. */
export interface Variant {
  readonly name: BrandName;
  /** Product name as people see it; the same in both languages. */
  readonly title: string;
  /** Permission prefix of the group heads in the menu (§A9). */
  readonly product: string;
  /** The screen that stands at `/`; without one it is the welcome text. */
  readonly home: ScreenName | null;
  /** Pages of the footer. */
  readonly hasHelpPages: boolean;
  /** The mark: strokes on a grid of 24, and the shape that is filled. */
  readonly mark: { readonly strokes: readonly string[]; readonly filled: readonly string[] };
  /** Ground of the mark in light and dark, and colour of the browser's bar. */
  readonly fill: { readonly light: string; readonly dark: string };
}

/** The table of brands. */
export const variants: Readonly<Record<BrandName, Variant>> = {
  generic: {
    name: 'generic',
    title: brands.generic.title,
    product: 'core',
    home: null,
    hasHelpPages: false,
    mark: { strokes: ['M3.5 19.5h17', 'M12 6.2V5'], filled: ['M5 16a7 7 0 0 1 14 0Z'] },
    fill: fillOf('generic'),
  },
  fm: {
    name: 'fm',
    title: brands.fm.title,
    product: 'fm',
    home: 'invoices:index',
    hasHelpPages: true,
    mark: { strokes: ['M6 3.5h8l4.5 4.5v12.5H6Z', 'm9.3 14 2 2 3.7-4'], filled: [] },
    fill: fillOf('fm'),
  },
  carpetline: {
    name: 'carpetline',
    title: brands.carpetline.title,
    product: 'carpetline',
    home: 'orders:index',
    hasHelpPages: false,
    mark: {
      strokes: ['M21 19.5H11A7.5 7.5 0 1 1 18.5 12a4.75 4.75 0 0 1-9.5 0 2.25 2.25 0 0 1 4.5 0'],
      filled: [],
    },
    fill: fillOf('carpetline'),
  },
};

function fillOf(name: BrandName): Variant['fill'] {
  const { palette } = brands[name];
  return { light: palette[7], dark: palette[6] };
}

/**
 * The brand of an address, and the path under which it lives: the host's, unless `/v/{variant}` tries another one
 * (§A10). Links stay below that path, so that the brand stays too.
 */
export function variantAt(
  path: string,
  ofHost: string,
): { readonly variant: Variant; readonly basePath: string } {
  const tried = /^\/v\/(\w+)(?=\/|$)/.exec(path)?.[1] ?? '';
  if (isBrandName(tried)) return { variant: variants[tried], basePath: `/v/${tried}` };
  return { variant: variants[isBrandName(ofHost) ? ofHost : 'generic'], basePath: '/' };
}
