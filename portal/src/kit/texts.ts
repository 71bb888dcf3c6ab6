import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#contract/problem.ts';
import { fetchArea } from './area-texts.ts';

const namespace = 'texts';
const shell = import.meta.glob<unknown>('../locales/nl/{kit,shell}.json', { eager: true, import: 'default' });

// Areas loaded or loading, by `nl.core`; each i18n instance has its own.
const areas = new WeakMap<i18n, Map<string, Promise<void>>>();

/** The texts of kit and shell, ready in a language; areas follow when they are needed. Dutch unless asked. */
export async function createTexts(language: Language): Promise<i18n> {
  const dutch = Object.entries(shell).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]);
  const texts = createInstance({
    lng: 'nl',
    fallbackLng: 'nl',
    ns: namespace,
    defaultNS: namespace,
    resources: { nl: { [namespace]: Object.fromEntries(dutch) } },
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  await texts.use(initReactI18next).init();
  if (language === 'en') await showLanguage(texts, 'en');
  return texts;
}

/** Whether an area's texts are there in the language of the screen. */
export function hasArea(texts: i18n, area: string): boolean {
  return texts.getResource(texts.language, namespace, area) !== undefined;
}

/** How many areas have come in the language of the screen. */
export function countAreas(texts: i18n): number {
  return Object.keys(Object(texts.getResourceBundle(texts.language, namespace))).length;
}

/** Calls back whenever texts arrive; returns a function that unsubscribes. */
export function subscribeAreas(texts: i18n, onChange: () => void): () => void {
  texts.store.on('added', onChange);
  return () => texts.store.off('added', onChange);
}

/** Fetches the texts of an area, once; whatever shows one of them is drawn again. */
export function loadArea(texts: i18n, area: string, language = languageOf(texts)): Promise<void> {
  const known = areas.get(texts) ?? new Map<string, Promise<void>>();
  areas.set(texts, known);
  const key = `${language}.${area}`;
  const loading = known.get(key) ?? addArea(texts, area, language);
  known.set(key, loading);
  // Allow a retry after a failed fetch.
  loading.catch(() => known.delete(key));
  return loading;
}

async function addArea(texts: i18n, area: string, language: Language) {
  const tree = await fetchArea(language, area);
  if (tree !== undefined) texts.addResourceBundle(language, namespace, { [area]: tree }, true, true);
}

function languageOf(texts: i18n): Language {
  return texts.language === 'en' ? 'en' : 'nl';
}

/** Changes the language of everything on screen, after its texts have come. */
export async function showLanguage(texts: i18n, language: Language): Promise<void> {
  const shown: unknown = texts.getResourceBundle(texts.language, namespace);
  await Promise.all(Object.keys(Object(shown)).map((area) => loadArea(texts, area, language)));
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}
