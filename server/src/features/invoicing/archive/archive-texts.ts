import type { Language } from '#contract/problem.ts';
import en from '../locales/archive.en.json' with { type: 'json' };
import nl from '../locales/archive.nl.json' with { type: 'json' };

/** The words of audit pages and files of the archive. */
export type ArchiveTexts = typeof nl;

const texts: Readonly<Record<Language, ArchiveTexts>> = { nl, en };

export function archiveTexts(language: Language): ArchiveTexts {
  return texts[language];
}
