import type { ScreenName } from '#portal/kit/screens.tsx';

/** The three brands of the product. */
export const variantNames = ['generic', 'fm', 'carpetline'] as const;
/** One of the three brands. */
export type VariantName = (typeof variantNames)[number];

/** What a brand changes: looks and home, never rights (§A10). Texts are under `shell.brand.{name}`. */
export interface Variant {
  readonly name: VariantName;
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
export const variants: Readonly<Record<VariantName, Variant>> = {
  generic: {
    name: 'generic',
    title: 'Balie',
    product: 'core',
    home: null,
    hasHelpPages: false,
    mark: { strokes: ['M3.5 19.5h17', 'M12 6.2V5'], filled: ['M5 16a7 7 0 0 1 14 0Z'] },
    fill: { light: '#2350a9', dark: '#3c68c6' },
  },
  fm: {
    name: 'fm',
    title: 'FM',
    product: 'fm',
    home: 'invoices:index',
    hasHelpPages: true,
    mark: { strokes: ['M6 3.5h8l4.5 4.5v12.5H6Z', 'm9.3 14 2 2 3.7-4'], filled: [] },
    fill: { light: '#0b666b', dark: '#0e757b' },
  },
  carpetline: {
    name: 'carpetline',
    title: 'Carpetline',
    product: 'carpetline',
    home: null,
    hasHelpPages: false,
    mark: {
      strokes: ['M21 19.5H11A7.5 7.5 0 1 1 18.5 12a4.75 4.75 0 0 1-9.5 0 2.25 2.25 0 0 1 4.5 0'],
      filled: [],
    },
    fill: { light: '#85305e', dark: '#a8437b' },
  },
};

const isVariantName = (text: string): text is VariantName => Object.hasOwn(variants, text);

/**
 * The brand of an address, and the path under which it lives: the host's, unless `/v/{variant}` tries another one
 * (§A10). Links stay below that path, so that the brand stays too.
 */
export function variantAt(
  path: string,
  ofHost: string,
): { readonly variant: Variant; readonly basePath: string } {
  const tried = /^\/v\/(\w+)(?=\/|$)/.exec(path)?.[1] ?? '';
  if (isVariantName(tried)) return { variant: variants[tried], basePath: `/v/${tried}` };
  return { variant: variants[isVariantName(ofHost) ? ofHost : 'generic'], basePath: '/' };
}
