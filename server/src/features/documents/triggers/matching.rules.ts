import {
  maxTriggerTextLength,
  type ParsedValue,
  type PatternField,
  type ValueField,
  valueFields,
} from '#contract/documents/triggers.ts';
import { type CompiledField, compileField, type Pattern } from './patterns.rules.ts';
import { parseValue, type ReadingHabits } from './values.rules.ts';

/** What of a trigger decides what it reads. */
export interface TriggerRule extends ReadingHabits {
  readonly id: string;
  readonly naam: string;
  /** Null: general. */
  readonly companyId: string | null;
  readonly keywords: string;
  readonly factuurnummer: string;
  readonly factuurdatum: string;
  readonly totaalbedrag: string;
  readonly creditmodifier: string;
  readonly isPdf: boolean;
  /** Sorts the newest first among equals: milliseconds. */
  readonly createdAtMs: number;
}

/** A place where a pattern matches; offsets in UTF-16 units. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly raw: string;
  readonly parsed: ParsedValue | null;
  readonly line: number;
}

/** A trigger, ready to run on many texts. */
export interface CompiledTrigger {
  readonly rule: TriggerRule;
  readonly fields: Readonly<Record<PatternField, CompiledField>>;
}

export function compileTrigger(rule: TriggerRule): CompiledTrigger {
  return {
    rule,
    fields: {
      keywords: compileField('keywords', rule.keywords),
      factuurnummer: compileField('factuurnummer', rule.factuurnummer),
      factuurdatum: compileField('factuurdatum', rule.factuurdatum),
      totaalbedrag: compileField('totaalbedrag', rule.totaalbedrag),
      creditmodifier: compileField('creditmodifier', rule.creditmodifier),
    },
  };
}

/** Each keyword with whether it does what it should: occurs, or with `-` does not (§D7). */
export function checkKeywords(patterns: readonly Pattern[], text: string) {
  return patterns.map(({ source, line, isExcluding, regex }) => ({
    keyword: source,
    line,
    isExcluding,
    isMet: regex.matcher(text).find() !== isExcluding,
  }));
}

/** All keywords are met, and there is at least one that must occur: a trigger without any matches nothing. */
export function matchesKeywords({ fields }: CompiledTrigger, text: string): boolean {
  const { patterns, faults } = fields.keywords;
  if (faults.length > 0 || patterns.every(({ isExcluding }) => isExcluding)) return false;
  return patterns.every(({ regex, isExcluding }) => regex.matcher(text).find() !== isExcluding);
}

/** All matches of a field, alternative by alternative, at most `max` of them. */
export function findMatches(
  field: PatternField,
  patterns: readonly Pattern[],
  text: string,
  habits: ReadingHabits,
  max = 10_000,
): Match[] {
  const found: Match[] = [];
  const valueField = valueFields.find((name) => name === field);
  for (const { regex, line } of patterns) {
    const matcher = regex.matcher(text);
    while (found.length < max && matcher.find()) {
      const [start, end] = [matcher.start(), matcher.end()];
      // Capture group 1, else the whole match; a group that took no part has no place.
      const hasGroup = valueField !== undefined && regex.groupCount() > 0 && matcher.start(1) >= 0;
      const [valueStart, valueEnd] = hasGroup ? [matcher.start(1), matcher.end(1)] : [start, end];
      const raw = text.slice(valueStart, valueEnd);
      const parsed = valueField ? parseValue(valueField, raw, habits) : null;
      found.push({ start, end, valueStart, valueEnd, raw, parsed, line });
    }
  }
  return found;
}

/** The value that a field takes: of the first alternative with a value the first match, of a total the last (§D8). */
export function chosenMatch(field: ValueField, matches: readonly Match[]): Match | null {
  const usable = matches.filter(({ parsed }) => parsed !== null);
  const [first] = usable;
  if (!first) return null;
  if (field !== 'totaalbedrag') return first;
  return usable.findLast(({ line }) => line === first.line) ?? first;
}

/** A value that a trigger found, and where. */
export interface TriggerValue {
  readonly value: string | number;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** What a trigger reads in a text. */
export interface TriggerReading {
  readonly triggerId: string;
  readonly naam: string;
  readonly values: Partial<Record<ValueField, TriggerValue>>;
  /** The fields for which it has patterns. */
  readonly asked: readonly ValueField[];
  readonly isCredit: boolean;
  /** It says by itself what a credit note is (§D8). */
  readonly knowsCredit: boolean;
  /** All three are found (§D8). */
  readonly isWhole: boolean;
}

/** Reads the three values of a text whose keywords matched. */
export function readWith(trigger: CompiledTrigger, text: string): TriggerReading {
  const { rule, fields } = trigger;
  const isCredit = fields.creditmodifier.patterns.some(({ regex }) => regex.matcher(text).find());
  const values: Partial<Record<ValueField, TriggerValue>> = {};
  for (const field of valueFields) {
    const found = chosenMatch(field, findMatches(field, fields[field].patterns, text, rule));
    if (!found?.parsed) continue;
    const { value } = found.parsed;
    values[field] = {
      value: isCredit && typeof value === 'number' ? -Math.abs(value) : value,
      raw: found.raw,
      start: found.valueStart,
      end: found.valueEnd,
    };
  }
  const asked = valueFields.filter((field) => fields[field].patterns.length > 0);
  const isWhole = valueFields.every((field) => values[field] !== undefined);
  const knowsCredit = fields.creditmodifier.patterns.length > 0;
  return { triggerId: rule.id, naam: rule.naam, values, asked, isCredit, knowsCredit, isWhole };
}

/** Own-company before general, then more keywords; 0 where the rank is equal but for age (§D7). */
export function compareRank(a: CompiledTrigger, b: CompiledTrigger): number {
  const own = (trigger: CompiledTrigger) => (trigger.rule.companyId === null ? 1 : 0);
  const keywords = (trigger: CompiledTrigger) => trigger.fields.keywords.patterns.length;
  return own(a) - own(b) || keywords(b) - keywords(a);
}

function compareAge(a: CompiledTrigger, b: CompiledTrigger): number {
  return b.rule.createdAtMs - a.rule.createdAtMs;
}

/** The trigger that may read a document; `tied` names all of equal rank and age where none comes first (§D7). */
export interface Choice {
  readonly chosen: CompiledTrigger | null;
  readonly tied: readonly CompiledTrigger[];
}

/** Chooses among triggers whose keywords all match. */
export function choose(matching: readonly CompiledTrigger[]): Choice {
  const [first, ...others] = matching.toSorted((a, b) => compareRank(a, b) || compareAge(a, b));
  if (!first) return { chosen: null, tied: [] };
  const equals = others.filter((other) => compareRank(first, other) === 0 && compareAge(first, other) === 0);
  return equals.length === 0 ? { chosen: first, tied: [] } : { chosen: null, tied: [first, ...equals] };
}

/** The text as triggers see it (§D9). */
export function cut(text: string): string {
  return text.slice(0, maxTriggerTextLength);
}
