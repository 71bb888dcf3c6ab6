import { z } from 'zod';
import { patternFields, parsedValue, valueFields } from '#contract/documents/triggers.ts';
import type { PatternField } from '#contract/documents/triggers.ts';
import { CallError, type Calls, callsTo } from '#server/platform/processes/calls.ts';
import type { TriggerRule } from './matching.rules.ts';
import type { ReadingHabits } from './values.rules.ts';

const match = z.object({
  start: z.int(),
  end: z.int(),
  valueStart: z.int(),
  valueEnd: z.int(),
  raw: z.string(),
  parsed: parsedValue.nullable(),
  line: z.int(),
  isChosen: z.boolean(),
});
const searchAnswer = z.object({
  matches: z.array(match),
  count: z.int(),
  value: parsedValue.nullable(),
  keywords: z.array(
    z.object({ keyword: z.string(), line: z.int(), isExcluding: z.boolean(), isMet: z.boolean() }),
  ),
  faults: z.array(z.object({ line: z.int(), position: z.int().nullable(), code: z.string() })),
  remarks: z.array(
    z.object({
      field: z.enum(patternFields),
      line: z.int(),
      code: z.enum(['several-groups', 'matches-empty', 'only-excludes']),
    }),
  ),
});
const exampleAnswer = z
  .object({
    pattern: z.string(),
    start: z.int(),
    end: z.int(),
    count: z.int(),
    isExact: z.boolean(),
    anchor: z.enum(['label', 'line-above', 'line', 'shape']),
    label: z.string(),
  })
  .nullable();
const value = z.object({
  value: z.union([z.string(), z.number()]),
  raw: z.string(),
  start: z.int(),
  end: z.int(),
});
const readAnswer = z.array(
  z.object({
    id: z.string(),
    reading: z
      .object({
        triggerId: z.string(),
        naam: z.string(),
        values: z.object({
          factuurnummer: value.optional(),
          factuurdatum: value.optional(),
          totaalbedrag: value.optional(),
        }),
        asked: z.array(z.enum(valueFields)),
        isCredit: z.boolean(),
        knowsCredit: z.boolean(),
        isWhole: z.boolean(),
        isPdf: z.boolean(),
      })
      .nullable(),
    tied: z.array(z.object({ id: z.string(), naam: z.string() })),
    matching: z.array(
      z.object({ id: z.string(), naam: z.string(), isGeneral: z.boolean(), keywordCount: z.int() }),
    ),
  }),
);

/** A live search, as the matching process answers it. */
export type SearchFound = z.output<typeof searchAnswer>;
/** A written pattern, as the matching process answers it. */
export type ExampleFound = z.output<typeof exampleAnswer>;
/** What the triggers read in one document. */
export type DocumentRead = z.output<typeof readAnswer>[number];

/** A document's texts: of the PDF itself, and by OCR where there is one. */
export interface DocumentTexts {
  readonly id: string;
  readonly companyId: string;
  readonly pdf: string;
  readonly ocr: string | null;
}

/** Runs patterns in processes of their own. Gives null when the work did not end in time. */
export interface Matcher {
  search(
    field: PatternField,
    pattern: string,
    text: string,
    habits: ReadingHabits,
  ): Promise<SearchFound | null>;
  example(field: PatternField, text: string, start: number, end: number): Promise<ExampleFound>;
  /** With `focus`, a rule's id, only documents that it matches are read; the others come back empty. */
  read(
    rules: readonly TriggerRule[],
    documents: readonly DocumentTexts[],
    focus?: string,
  ): Promise<DocumentRead[] | null>;
  /** Starts the process of the live search, so that the first letter typed does not wait for it. */
  warm(): void;
  close(): Promise<void>;
}

/** The most matches that a live search gives. */
export const maxMatches = 200;

const module = new URL('./matcher-process.ts', import.meta.url);

/** Two lanes: somebody who types never waits for a run over a thousand documents. */
export function startMatcher(): Matcher {
  // The time of a call includes the start of its process, which takes a while on a busy machine.
  const live = callsTo({ module, timeout: 8000, recycleAfter: Number.POSITIVE_INFINITY, idleAfter: 600_000 });
  const bulk = callsTo({ module, timeout: 30_000, recycleAfter: Number.POSITIVE_INFINITY, priority: 5 });
  return {
    async search(field, pattern, text, habits) {
      const answer = await inTime(live, 'search', { field, pattern, text, habits, most: maxMatches });
      return answer === null ? null : searchAnswer.parse(answer);
    },
    async example(field, text, start, end) {
      return exampleAnswer.parse(await inTime(live, 'example', { field, text, start, end }));
    },
    async read(rules, documents, focus) {
      const answer = await inTime(bulk, 'read', { rules, documents, focus: focus ?? null });
      return answer === null ? null : readAnswer.parse(answer);
    },
    warm() {
      void inTime(live, 'search', {
        field: 'keywords',
        pattern: '',
        text: '',
        habits: { decimaalteken: '', datumvolgorde: '' },
        most: 0,
      }).catch(() => undefined);
    },
    close: async () => {
      await Promise.all([live.close(), bulk.close()]);
    },
  };
}

async function inTime(lane: Calls, method: string, args: unknown): Promise<unknown> {
  try {
    return await lane.run((target) => target.call(method, args));
  } catch (error) {
    if (error instanceof CallError && error.kind === 'timeout') return null;
    throw error;
  }
}

let shared: Matcher | undefined;

/**
 * The matcher of this process: it starts its processes when they are first needed, and they end when idle. After it
 * was closed the next call gives a new one.
 */
export function sharedMatcher(): Matcher {
  if (shared !== undefined) return shared;
  const matcher = startMatcher();
  const close = async () => {
    if (shared === current) shared = undefined;
    await matcher.close();
  };
  const current = { ...matcher, close };
  shared = current;
  return current;
}
