import type { Language } from '#contract/problem.ts';

const languageKey = 'balie.language';

/** The chosen language; Dutch until somebody chooses (product 1.1). */
export function browserLanguage(): Language {
  return localStorage.getItem(languageKey) === 'en' ? 'en' : 'nl';
}

/** Remembers the chosen language in this browser. */
export function rememberLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
}

/** Where the kit keeps light, dark or auto. */
const schemeKey = 'mantine-color-scheme-value';
const yearInSeconds = 365 * 24 * 3600;

/** Sets light or dark; the kit takes over from there. */
export function applyColorScheme(): void {
  const chosen = localStorage.getItem(schemeKey);
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
  storeSchemeForFirstPaint(chosen);
}

/**
 * The page is painted before any script runs. A choice that differs from the device's own light or dark therefore
 * goes to the server as a cookie, which writes it into the page; `auto` needs none.
 */
export function storeSchemeForFirstPaint(chosen: string | null): void {
  const isChoice = chosen === 'light' || chosen === 'dark';
  document.cookie = `balie_scheme=${isChoice ? chosen : ''}; path=/; samesite=lax; max-age=${isChoice ? yearInSeconds : 0}`;
}
