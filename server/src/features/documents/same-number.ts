import type { Language } from '#contract/problem.ts';
import { sentence } from '#contract/problem-texts.ts';
import { problem } from '#server/platform/http/problem.ts';

/** The one document that was found by its number; 400 when staff name a number that documents of two companies have. */
export function onlyOne<T>(language: Language, found: readonly T[]): T | undefined {
  if (found.length < 2) return found[0];
  throw problem.of('validation', {
    codes: { company_id: ['required'] },
    texts: { company_id: [sentence(language, 'document-of-several-companies')] },
  });
}
