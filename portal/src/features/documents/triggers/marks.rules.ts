import type { PatternField, RegexAnswer } from '#contract/documents/triggers.ts';

/** A range of the text that a pattern matches. */
export interface TextMark {
  readonly start: number;
  readonly end: number;
  readonly field: PatternField;
  /** The value that the trigger uses, not only a match. */
  readonly isChosen: boolean;
}

/** A range of text with the same mark throughout. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly mark: TextMark | undefined;
  readonly isSelected: boolean;
}

/** The values that the patterns of each field match, in the order of the text. */
export function marksOf(answers: Readonly<Partial<Record<PatternField, RegexAnswer>>>): readonly TextMark[] {
  const marks: TextMark[] = [];
  for (const [field, answer] of Object.entries(answers)) {
    if (answer === undefined || !isField(field)) continue;
    for (const { valueStart, valueEnd, isChosen } of answer.matches) {
      if (valueEnd > valueStart) marks.push({ start: valueStart, end: valueEnd, field, isChosen });
    }
  }
  return marks.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const fields: readonly string[] = [
  'keywords',
  'factuurnummer',
  'factuurdatum',
  'totaalbedrag',
  'creditmodifier',
];
const isField = (text: string): text is PatternField => fields.includes(text);

/**
 * Splits a text where marks and the selection begin and end. Where marks overlap the chosen value wins, then the
 * shorter one: a keyword around a number must not hide it.
 */
export function segmentsOf(
  length: number,
  marks: readonly TextMark[],
  selection: { readonly start: number; readonly end: number } | undefined,
): readonly Segment[] {
  const clamp = (offset: number) => Math.min(length, Math.max(0, offset));
  const cuts = new Set([0, length]);
  for (const { start, end } of selection ? [...marks, selection] : marks) {
    cuts.add(clamp(start));
    cuts.add(clamp(end));
  }
  const borders = [...cuts].toSorted((a, b) => a - b);
  const rank = (mark: TextMark) => (mark.isChosen ? 0 : 1e9) + (mark.end - mark.start);
  let first = 0;
  return borders.slice(0, -1).flatMap((start, border) => {
    const end = borders[border + 1] ?? length;
    if (end === start) return [];
    // Marks are in order: those that ended before here are skipped for good.
    while (first < marks.length && (marks[first]?.end ?? 0) <= start) first++;
    let mark: TextMark | undefined;
    for (let index = first; index < marks.length; index++) {
      const candidate = marks[index];
      if (candidate === undefined || candidate.start > start) break;
      if (candidate.end >= end && (mark === undefined || rank(candidate) < rank(mark))) mark = candidate;
    }
    const isSelected = selection !== undefined && selection.start <= start && selection.end >= end;
    return [{ start, end, mark, isSelected }];
  });
}

/** A selection without white space at its ends; undefined when nothing is left. */
export function trimmed(
  text: string,
  start: number,
  end: number,
): { start: number; end: number } | undefined {
  const part = text.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  const to = end - (part.length - part.trimEnd().length);
  return to > from ? { start: from, end: to } : undefined;
}
