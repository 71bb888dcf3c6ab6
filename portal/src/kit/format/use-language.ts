import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/problem.ts';

/** The language of the screen, for formats; Dutch unless it is English. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language.startsWith('en') ? 'en' : 'nl';
}
