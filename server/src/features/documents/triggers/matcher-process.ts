import { z } from 'zod';
import { patternFields, valueFields } from '#contract/documents/triggers.ts';
import { serve } from '#server/platform/processes/served.ts';
import { writePattern } from './example.rules.ts';
import {
  checkKeywords,
  choose,
  chosenMatch,
  compileTrigger,
  type CompiledTrigger,
  cut,
  findMatches,
  matchesKeywords,
  readWith,
} from './matching.rules.ts';
import { compileField } from './patterns.rules.ts';

// Runs people's patterns, in a process that can be ended: whatever they do, nobody else waits for it (§D9).

const habits = {
  decimaalteken: z.enum(['', ',', '.']),
  datumvolgorde: z.enum(['', 'dag-maand', 'maand-dag']),
};
const rule = z.object({
  id: z.string(),
  naam: z.string(),
  companyId: z.string().nullable(),
  keywords: z.string(),
  factuurnummer: z.string(),
  factuurdatum: z.string(),
  totaalbedrag: z.string(),
  creditmodifier: z.string(),
  isPdf: z.boolean(),
  createdAtMs: z.number(),
  ...habits,
});
const searchCall = z.object({
  field: z.enum(patternFields),
  pattern: z.string(),
  text: z.string(),
  habits: z.object(habits),
  most: z.int(),
});
const exampleCall = z.object({
  field: z.enum(patternFields),
  text: z.string(),
  start: z.int(),
  end: z.int(),
});
const readCall = z.object({
  rules: z.array(rule),
  /** Only documents that this rule matches are of interest. */
  focus: z.string().nullable(),
  documents: z.array(
    z.object({ id: z.string(), companyId: z.string(), pdf: z.string(), ocr: z.string().nullable() }),
  ),
});

// Every document of a company asks for the same rules: they are compiled once.
let cached: { readonly key: string; readonly triggers: readonly CompiledTrigger[] } | null = null;

function compiled(rules: readonly z.output<typeof rule>[]): readonly CompiledTrigger[] {
  const key = JSON.stringify(rules);
  if (cached?.key !== key) cached = { key, triggers: rules.map(compileTrigger) };
  return cached.triggers;
}

serve({
  search: async (args) => {
    const { field, pattern, text, habits: reading, most } = searchCall.parse(args);
    const { patterns, faults, remarks } = compileField(field, pattern);
    const seen = cut(text);
    const matches = findMatches(field, patterns, seen, reading);
    const valueField = valueFields.find((name) => name === field);
    const chosen = valueField ? chosenMatch(valueField, matches) : null;
    const first = matches.slice(0, most);
    // The value itself is shown even where two hundred others come before it.
    const shown = chosen && !first.includes(chosen) ? [...first, chosen] : first;
    return {
      matches: shown.map((match) => ({ ...match, isChosen: match === chosen })),
      count: matches.length,
      value: chosen?.parsed ?? null,
      keywords: field === 'keywords' ? checkKeywords(patterns, seen) : [],
      faults,
      remarks,
    };
  },
  example: async (args) => {
    const { field, text, start, end } = exampleCall.parse(args);
    return writePattern(field, cut(text), start, end);
  },
  read: async (args) => {
    const { rules, documents, focus } = readCall.parse(args);
    const triggers = compiled(rules);
    const focused = triggers.find((trigger) => trigger.rule.id === focus);
    return documents.map(({ id, companyId, pdf, ocr }) => {
      const textFor = ({ rule: { isPdf } }: CompiledTrigger) => cut(isPdf ? pdf : (ocr ?? pdf));
      const isSkipped = focused !== undefined && !matchesKeywords(focused, textFor(focused));
      const matching = (isSkipped ? [] : triggers).filter(
        (trigger) =>
          (trigger.rule.companyId === null || trigger.rule.companyId === companyId) &&
          matchesKeywords(trigger, textFor(trigger)),
      );
      const { chosen, tied } = choose(matching);
      return {
        id,
        reading: chosen ? { ...readWith(chosen, textFor(chosen)), isPdf: chosen.rule.isPdf } : null,
        tied: tied.map(({ rule: { id: triggerId, naam } }) => ({ id: triggerId, naam })),
        // All that match, the first in rank first: a tried trigger shows which others read the document.
        matching: matching.map(({ rule: { id: triggerId, naam, companyId: owner }, fields }) => ({
          id: triggerId,
          naam,
          isGeneral: owner === null,
          keywordCount: fields.keywords.patterns.length,
        })),
      };
    });
  },
});
