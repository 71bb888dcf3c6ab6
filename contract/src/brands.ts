/** Ten shades of a colour, from soft to dark. */
export type Palette = ReturnType<typeof palette>;

/** Reads a palette: `palette('#eaf0fb #d3e0f7 …')`. */
export function palette(shades: string) {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = ''] = shades.split(' ');
  return [a, b, c, d, e, f, g, h, i, j] as const;
}

/** A brand, whatever shows it. Texts are in the locales. */
export interface Brand {
  /** Product name as people see it; the same in both languages. */
  readonly title: string;
  /**
   * Index 0 soft, 2 rim, 3 accent as text in dark, 6 fill in dark, 7 fill in light, 8 hover, 9 login panel. Every pair
   * that carries text was measured against WCAG 2.2.
   */
  readonly palette: Palette;
}

/** The three brands of the product (§A10). */
export const brands = {
  generic: {
    title: 'Balie',
    palette: palette('#eaf0fb #d3e0f7 #b7caf0 #94b4f7 #6f97ea #527fdb #3c68c6 #2350a9 #1b4190 #17366f'),
  },
  fm: {
    title: 'FM',
    palette: palette('#e2f2f2 #c9e6e6 #a5d5d6 #6fcdd0 #43b3b7 #21969b #0e757b #0b666b #08555a #07474b'),
  },
  carpetline: {
    title: 'Carpetline',
    palette: palette('#f9ebf3 #f2d6e6 #e6bcd3 #eda8cd #d67fb0 #c05f97 #a8437b #85305e #6f264e #571d3d'),
  },
} as const satisfies Record<string, Brand>;

/** One of the three brands. */
export type BrandName = keyof typeof brands;

/** Whether a text names a brand. */
export function isBrandName(text: string): text is BrandName {
  return Object.hasOwn(brands, text);
}
