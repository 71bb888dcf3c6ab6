import { createTheme, rem, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import { themeComponents } from './theme-components.ts';
import { darkSelection, meaningColors, palettes, type ThemeVariant } from './theme-colors.ts';

export type { Meaning, ThemeVariant } from './theme-colors.ts';

/** The Mantine theme of a look: one accent, spent on primary button, selection, focus and current item only. */
export function themeFor(variant: ThemeVariant): MantineThemeOverride {
  return createTheme({
    colors: palettes,
    primaryColor: variant,
    primaryShade: { light: 7, dark: 6 },
    black: '#15181e',
    white: '#ffffff',
    defaultRadius: 7,
    cursorType: 'pointer',
    respectReducedMotion: true,
    focusRing: 'auto',
    fontFamily: "'Inter Variable', 'Inter Stand-in', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: rem(12.5), sm: rem(13.5), md: rem(14), lg: rem(16), xl: rem(20) },
    lineHeights: { xs: '1.44', sm: '1.48', md: '1.43', lg: '1.5', xl: '1.4' },
    spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(20), xxl: rem(32) },
    radius: { xs: '4px', sm: '6px', md: '7px', lg: '10px', xl: '12px' },
    shadows: {
      xs: '0 1px 2px #1018280f',
      sm: '0 1px 2px #1018280f',
      md: '0 4px 12px #1018280f, 0 1px 3px #10182814',
      lg: '0 4px 12px #1018280f, 0 1px 3px #10182814',
      xl: '0 20px 48px #10182829, 0 4px 12px #1018281a',
    },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: rem(20), lineHeight: '1.4' },
        h2: { fontSize: rem(16), lineHeight: '1.5' },
        h3: { fontSize: rem(14), lineHeight: '1.43' },
      },
    },
    breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '73.125em', xl: '87.5em' },
    components: themeComponents,
    other: { variant },
  });
}

type Scheme = 'light' | 'dark';

// Surfaces and inks by scheme; `line` is decoration only, `field` is a border that must be seen (3.0).
const surfaces: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  light: {
    desk: '#f2f4f6',
    surface: '#ffffff',
    sunken: '#f8f9fa',
    hover: '#f4f6f8',
    viewer: '#dfe3e8',
    line: '#e1e5ea',
    field: '#858e9b',
    ink: '#15181e',
    'ink-2': '#464d58',
    'ink-3': '#626a76',
    danger: '#b0241c',
    'page-brightness': '1',
  },
  dark: {
    desk: '#0f1114',
    surface: '#181b20',
    sunken: '#14171b',
    hover: '#1f2329',
    viewer: '#0b0c0f',
    line: '#2a2f37',
    field: '#6d7684',
    ink: '#e9ebee',
    'ink-2': '#b6bcc6',
    'ink-3': '#939ba8',
    danger: '#b0241c',
    'page-brightness': '0.93',
  },
};

/**
 * Mantine's variables that carry our tokens, and our own `--balie-…`. Mantine's own error, dimmed and placeholder
 * colours fall below 4.5 on some surfaces: that is why they are set here.
 */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => {
  const variant = readVariant(theme.primaryColor);
  const accent = palettes[variant];
  return {
    variables: {},
    light: variablesOf('light', accent[7], accent[0], accent[2], accent[7], accent[9]),
    dark: variablesOf(
      'dark',
      accent[3],
      darkSelection[variant].soft,
      darkSelection[variant].rim,
      accent[6],
      accent[9],
    ),
  };
};

function readVariant(name: string): ThemeVariant {
  return name === 'fm' || name === 'carpetline' ? name : 'generic';
}

function variablesOf(scheme: Scheme, accent: string, soft: string, rim: string, fill: string, panel: string) {
  const variables: Record<string, string> = {
    '--mantine-color-body': 'var(--balie-surface)',
    '--mantine-color-text': 'var(--balie-ink)',
    '--mantine-color-bright': 'var(--balie-ink)',
    '--mantine-color-dimmed': 'var(--balie-ink-3)',
    '--mantine-color-placeholder': 'var(--balie-ink-3)',
    '--mantine-color-default': 'var(--balie-surface)',
    '--mantine-color-default-hover': 'var(--balie-hover)',
    '--mantine-color-default-color': 'var(--balie-ink)',
    '--mantine-color-default-border': 'var(--balie-line)',
    '--mantine-color-error': 'var(--balie-bad)',
    '--mantine-color-anchor': accent,
    '--mantine-primary-color-light': soft,
    '--mantine-primary-color-light-hover': soft,
    '--mantine-primary-color-light-color': accent,
    '--mantine-color-disabled': 'var(--balie-sunken)',
    '--mantine-color-disabled-color': 'var(--balie-ink-3)',
    '--mantine-color-disabled-border': 'var(--balie-line)',
    '--balie-accent': accent,
    '--balie-soft': soft,
    '--balie-rim': rim,
    '--balie-fill': fill,
    '--balie-panel': panel,
  };
  for (const [name, value] of Object.entries(surfaces[scheme])) variables[`--balie-${name}`] = value;
  for (const [name, colors] of Object.entries(meaningColors)) {
    const [text, background] = colors[scheme];
    variables[`--balie-${name}`] = text;
    variables[`--balie-${name}-soft`] = background;
  }
  return variables;
}
