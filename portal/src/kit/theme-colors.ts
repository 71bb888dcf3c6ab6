import { type BrandName, brands, palette } from '#contract/brands.ts';

/**
 * The palettes of the brands and the common ones; `gray` and `dark` run from light to dark and back. Every pair that
 * carries text was measured against WCAG 2.2 (4.5 for text, 3.0 for borders of fields).
 */
export const palettes = {
  generic: brands.generic.palette,
  fm: brands.fm.palette,
  carpetline: brands.carpetline.palette,
  gray: palette('#f8f9fa #f2f4f6 #edf0f3 #e1e5ea #c9cfd7 #a7afba #858e9b #626a76 #464d58 #15181e'),
  dark: palette('#e9ebee #b6bcc6 #939ba8 #6d7684 #2a2f37 #262b32 #1f2329 #181b20 #14171b #0f1114'),
  red: palette('#fdeae8 #fbd9d6 #f6b5af #ff938a #e0645a #c9413a #b0241c #b0241c #961d16 #6f1610'),
} as const;

/** A look of the product; each is also the name of its palette. */
export type ThemeVariant = BrandName;

/** What a status means, never which status it is: neutral, busy with us, waits for someone, done, look, wrong. */
export type Meaning = 'neutral' | 'info' | 'hold' | 'ok' | 'warn' | 'bad';

type Pair = readonly [text: string, soft: string];

/** Text and soft background per meaning and scheme; contrast at least 5.8 in light and 7.1 in dark. */
export const meaningColors: Readonly<Record<Meaning, { readonly light: Pair; readonly dark: Pair }>> = {
  neutral: { light: ['#464d58', '#edf0f3'], dark: ['#b6bcc6', '#262b32'] },
  info: { light: ['#1c5a9e', '#e6f0fa'], dark: ['#86b8f2', '#16293f'] },
  hold: { light: ['#5a3fa3', '#f0ebfb'], dark: ['#bda8f5', '#2a2147'] },
  ok: { light: ['#17693a', '#e3f4e9'], dark: ['#74cf95', '#143022'] },
  warn: { light: ['#854a00', '#fdf0da'], dark: ['#eeb35c', '#362710'] },
  bad: { light: ['#b0241c', '#fdeae8'], dark: ['#ff938a', '#3d1c1a'] },
};

/** What the selection and its rim look like in the dark, where no index of the palette fits. */
export const darkSelection: Readonly<Record<ThemeVariant, { readonly soft: string; readonly rim: string }>> =
  {
    generic: { soft: '#1b2942', rim: '#34507f' },
    fm: { soft: '#10302f', rim: '#1f5557' },
    carpetline: { soft: '#3a1c2d', rim: '#6b3252' },
  };
