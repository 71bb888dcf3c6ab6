import type { Language } from '#contract/problem.ts';
import en from '../locales/en.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };

/** All sentences of the sign-in pages in one language. */
export type Texts = typeof nl;

const texts: Readonly<Record<Language, Texts>> = { nl, en };

/** The sentences of a language. */
export function textsOf(language: Language): Texts {
  return texts[language];
}
