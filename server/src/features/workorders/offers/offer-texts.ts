import type { Language } from '#contract/problem.ts';
import en from '../locales/offers.en.json' with { type: 'json' };
import nl from '../locales/offers.nl.json' with { type: 'json' };

/** All sentences of offers in one language. */
export type OfferTexts = typeof nl;

const texts: Readonly<Record<Language, OfferTexts>> = { nl, en };

/** The sentences of a language. */
export function offerTexts(language: Language): OfferTexts {
  return texts[language];
}
