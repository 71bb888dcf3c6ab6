import type { Language } from '#contract/problem.ts';
import en from '../locales/link.en.json' with { type: 'json' };
import nl from '../locales/link.nl.json' with { type: 'json' };

/** The texts of the page of a link. */
export type LinkTexts = typeof nl;

const texts: Readonly<Record<Language, LinkTexts>> = { nl, en };

export const linkTexts = (language: Language): LinkTexts => texts[language];
