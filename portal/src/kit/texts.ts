import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import contractTexts from '#contract/locales/nl.json';
import type { Language } from '#contract/problem.ts';

// Dutch is in the bundle; English comes as a chunk of its own.
const dutch = import.meta.glob('../locales/nl/*.json', { eager: true, import: 'default' });

/** Joins the files of a language to one tree: `locales/nl/core.json` stands under `core`. */
export function treeOf(files: Readonly<Record<string, unknown>>, contract: unknown): Record<string, unknown> {
  const areas = Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]);
  return { ...Object.fromEntries(areas), contract };
}

const namespace = 'texts';

/** The texts, ready in a language. Dutch unless asked; what English lacks would fall back to Dutch. */
export async function createTexts(language: Language): Promise<i18n> {
  const texts = createInstance({
    lng: 'nl',
    fallbackLng: 'nl',
    ns: namespace,
    defaultNS: namespace,
    resources: { nl: { [namespace]: treeOf(dutch, contractTexts) } },
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  await texts.use(initReactI18next).init();
  if (language === 'en') await showLanguage(texts, 'en');
  return texts;
}

/** Changes the language of everything on screen, after its texts have come. */
export async function showLanguage(texts: i18n, language: Language): Promise<void> {
  if (language === 'en' && !texts.hasResourceBundle('en', namespace)) {
    const { english } = await import('./texts-en.ts');
    texts.addResourceBundle('en', namespace, english);
  }
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}
