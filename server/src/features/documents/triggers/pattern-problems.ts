import { type PatternField, patternFields, triggers } from '#contract/documents/triggers.ts';
import type { FieldCode, Language } from '#contract/problem.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { faultText } from './pattern-texts.ts';
import { compileField } from './patterns.rules.ts';

/** What is wrong with the patterns of a trigger, by field. */
interface WrongPatterns {
  readonly codes: Readonly<Record<string, readonly FieldCode[]>>;
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** Every field with a pattern that cannot run, with its place, and keywords that match nothing (§D9). */
export function wrongPatterns(
  language: Language,
  body: Partial<Record<PatternField, string>>,
): WrongPatterns {
  const codes: Record<string, FieldCode[]> = {};
  const texts: Record<string, string[]> = {};
  for (const field of patternFields) {
    const typed = body[field];
    if (typed === undefined) continue;
    const { patterns, faults } = compileField(field, typed);
    if (faults.length > 0) {
      codes[field] = ['bad-pattern'];
      texts[field] = faults.map((fault) => faultText(language, fault).message);
    } else if (field === 'keywords' && patterns.every(({ isExcluding }) => isExcluding)) {
      codes[field] = ['required'];
    }
  }
  return { codes, texts };
}

/**
 * A refusal of the body of a save by its schema, with what is wrong with its patterns: all bad fields at once. What a
 * change leaves out stays as it is, in a new trigger it is empty.
 */
export function withWrongPatterns(
  error: unknown,
  {
    method,
    body,
    language,
  }: { readonly method: string; readonly body: unknown; readonly language: Language },
): unknown {
  if (!(error instanceof Problem) || error.kind !== 'validation' || typeof body !== 'object' || body === null)
    return error;
  const readable: Partial<Record<PatternField, string>> = {};
  for (const field of patternFields) {
    const sent: unknown = Reflect.get(body, field);
    if (error.extras.codes?.[field] !== undefined || (sent === undefined && method !== 'POST')) continue;
    const parsed = triggers.create.shape[field].safeParse(sent);
    if (parsed.success) readable[field] = parsed.data;
  }
  const { codes, texts } = wrongPatterns(language, readable);
  return new Problem('validation', {
    ...error.extras,
    codes: { ...error.extras.codes, ...codes },
    texts: { ...error.extras.texts, ...texts },
  });
}
