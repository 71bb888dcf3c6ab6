import type { MantineColorsTuple } from '@mantine/core';

/**
 * The palettes. Index 0 soft, 2 rim, 3 accent as text in dark, 6 fill in dark, 7 fill in light, 8 hover,
 * 9 login panel; `gray` and `dark` run from light to dark and back. Every pair that carries text was measured
 * against WCAG 2.2 (4.5 for text, 3.0 for borders of fields).
 */
export const palettes = {
  generic: tuple('#eaf0fb #d3e0f7 #b7caf0 #94b4f7 #6f97ea #527fdb #3c68c6 #2350a9 #1b4190 #17366f'),
  fm: tuple('#e2f2f2 #c9e6e6 #a5d5d6 #6fcdd0 #43b3b7 #21969b #0e757b #0b666b #08555a #07474b'),
  carpetline: tuple('#f9ebf3 #f2d6e6 #e6bcd3 #eda8cd #d67fb0 #c05f97 #a8437b #85305e #6f264e #571d3d'),
  gray: tuple('#f8f9fa #f2f4f6 #edf0f3 #e1e5ea #c9cfd7 #a7afba #858e9b #626a76 #464d58 #15181e'),
  dark: tuple('#e9ebee #b6bcc6 #939ba8 #6d7684 #2a2f37 #262b32 #1f2329 #181b20 #14171b #0f1114'),
  red: tuple('#fdeae8 #fbd9d6 #f6b5af #ff938a #e0645a #c9413a #b0241c #b0241c #961d16 #6f1610'),
} as const;

/** A look of the product; each is also the name of its palette. */
export type ThemeVariant = 'generic' | 'fm' | 'carpetline';

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

function tuple(text: string): MantineColorsTuple {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = ''] = text.split(' ');
  return [a, b, c, d, e, f, g, h, i, j];
}
