import type { Language } from '#contract/problem.ts';

const languageKey = 'balie.language';

/** The chosen language; Dutch until somebody chooses (document 1, section 1). */
export function browserLanguage(): Language {
  return localStorage.getItem(languageKey) === 'en' ? 'en' : 'nl';
}

/** Remembers the chosen language in this browser. */
export function rememberLanguage(language: Language): void {
  localStorage.setItem(languageKey, language);
}

/** Where the kit keeps light, dark or auto. */
const schemeKey = 'mantine-color-scheme-value';

/** Sets light or dark before the first paint; the kit takes over from there. */
export function applyColorScheme(): void {
  const chosen = localStorage.getItem(schemeKey);
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
}
