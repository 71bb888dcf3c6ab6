import type { z } from 'zod';
import type {
  ExampleAnswer,
  exampleRequest,
  PatternField,
  RegexAnswer,
  regexSearch,
  triggerSearch,
  triggerSearchAnswer,
  TriggerText,
  ValueField,
} from '#contract/documents/triggers.ts';
import { patternError, patternFields, valueFields } from '#contract/documents/triggers.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { findPages } from './documents-text.repository.ts';
import { type Matcher, maxMatches, type SearchFound } from './matcher.ts';
import { faultText, remarkText } from './pattern-texts.ts';
import { boxesOf, placedText } from './trigger-text.ts';
import { parseValue } from './values.rules.ts';

/** Exactly the text that triggers run on; 404 for a document out of reach. */
export async function textFor(ctx: Context, documentId: string, isPdf: boolean): Promise<TriggerText> {
  return placedText(orNotFound(await findPages(ctx.db, ctx.scope, documentId, isPdf)));
}

/** Every match of the patterns of one field in a document. A bad pattern is an answer, not a failure. */
export async function searchDocument(
  ctx: Context,
  matcher: Matcher,
  documentId: string,
  asked: z.output<typeof regexSearch>,
): Promise<RegexAnswer> {
  const text = await textFor(ctx, documentId, asked.isPdf);
  const { field, pattern, decimaalteken, datumvolgorde } = asked;
  const found = await matcher.search(field, pattern, text.text, { decimaalteken, datumvolgorde });
  if (found === null) return tooMuchWork(ctx);
  return {
    matches: found.matches.slice(0, maxMatches + 1).map((match) => ({
      ...match,
      boxes: boxesOf(text, match.valueStart, match.valueEnd),
    })),
    count: found.count,
    value: found.value,
    keywords: found.keywords,
    errors: found.faults.map((fault) => faultText(ctx.language, { ...fault, code: codeOf(fault.code) })),
    warnings: found.remarks.map((remark) => remarkText(ctx.language, remark)),
  };
}

/** Searches with every field of a trigger that is named. */
export async function searchByTrigger(
  ctx: Context,
  matcher: Matcher,
  documentId: string,
  { isPdf, decimaalteken, datumvolgorde, ...patterns }: z.output<typeof triggerSearch>,
): Promise<z.output<typeof triggerSearchAnswer>> {
  const how = { isPdf, decimaalteken, datumvolgorde };
  const answers: Partial<Record<PatternField, RegexAnswer>> = {};
  for (const field of patternFields) {
    const pattern = patterns[field];
    if (typeof pattern === 'string')
      answers[field] = await searchDocument(ctx, matcher, documentId, { field, pattern, ...how });
  }
  return answers;
}

function codeOf(code: SearchFound['faults'][number]['code']) {
  return patternError.shape.code.catch('bad-pattern').parse(code);
}

function tooMuchWork(ctx: Context): RegexAnswer {
  const fault = { line: 0, position: null, code: 'too-much-work' } as const;
  return {
    matches: [],
    count: 0,
    value: null,
    keywords: [],
    errors: [faultText(ctx.language, fault)],
    warnings: [],
  };
}

/** Writes a pattern from a selection; 400 on `start` when nothing there can be a value of the field. */
export async function patternFromExample(
  ctx: Context,
  matcher: Matcher,
  documentId: string,
  { field, start, end, isPdf }: z.output<typeof exampleRequest>,
): Promise<ExampleAnswer> {
  const { text } = await textFor(ctx, documentId, isPdf);
  const written = start < end ? await matcher.example(field, text, start, end) : null;
  if (written === null) throw problem.validation({ start: ['invalid'] });
  const raw = text.slice(written.start, written.end);
  const valueField = valueFields.find((name): name is ValueField => name === field);
  const parsed = valueField ? parseValue(valueField, raw, { decimaalteken: '', datumvolgorde: '' }) : null;
  return { ...written, raw, parsed };
}
