import type { PatternField, ValueField } from '#contract/documents/triggers.ts';
import { valueFields } from '#contract/documents/triggers.ts';
import { chosenMatch, findMatches } from './matching.rules.ts';
import { compileField } from './patterns.rules.ts';
import { parseValue, type ReadingHabits } from './values.rules.ts';

/** A pattern written from a selection; offsets are of the selection with half words made whole. */
export interface WrittenPattern {
  readonly pattern: string;
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly isExact: boolean;
  readonly anchor: 'label' | 'line-above' | 'line' | 'shape';
  readonly label: string;
}

const noHabits: ReadingHabits = { decimaalteken: '', datumvolgorde: '' };
const longestSelection = 120;
const maxLabelWords = 5;

/** Writes the pattern that takes a selected piece of the text; null when the selection can be no value of the field. */
export function writePattern(
  field: PatternField,
  text: string,
  from: number,
  to: number,
): WrittenPattern | null {
  const [start, end] = wholeWords(text, from, to);
  const raw = text.slice(start, end);
  if (raw === '' || raw.length > longestSelection) return null;
  const valueField = valueFields.find((name) => name === field);
  if (!valueField) return wordsOnly(field, text, start, end);
  const inner = innerValue(valueField, raw);
  if (inner === null) return null;
  const [at, until] = [start + inner.start, start + inner.end];
  const tries = [...anchored(text, at, until, inner.shapes, valueField), ...literal(text, at, until)];
  const judged = tries.map((candidate) => ({
    ...candidate,
    ...judge(valueField, candidate.pattern, text, at, until),
  }));
  // One match is what is sought; else one that at least takes the right value; the literal text always does.
  const best =
    judged.find(({ isExact, count }) => isExact && count === 1) ?? judged.find(({ isExact }) => isExact);
  return best ? { ...best, start: at, end: until } : null;
}

/** The selection grown to whole words, without the white space around it. */
function wholeWords(text: string, from: number, to: number): [number, number] {
  let start = Math.max(0, Math.min(from, text.length));
  let end = Math.max(start, Math.min(to, text.length));
  while (start < end && /\s/.test(text[start] ?? '')) start += 1;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  if (start === end) return [start, end];
  while (start > 0 && /\S/.test(text[start - 1] ?? '')) start -= 1;
  while (end < text.length && /\S/.test(text[end] ?? '')) end += 1;
  return [start, end];
}

interface InnerValue {
  readonly start: number;
  readonly end: number;
  /** Patterns of the value, the closest to its shape first. */
  readonly shapes: readonly string[];
}

const day = String.raw`\d{1,2}`;
const dateShapes: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d{1,2}-\d{1,2}/, String.raw`\d{4}-\d{1,2}-\d{1,2}`],
  [/\d{4}[/.]\d{1,2}[/.]\d{1,2}/, String.raw`\d{4}[/.]\d{1,2}[/.]\d{1,2}`],
  [/\d{1,2} ?[-/.] ?\d{1,2} ?[-/.] ?\d{2,4}/, String.raw`${day} ?[-/.] ?${day} ?[-/.] ?\d{2,4}`],
  [
    /\d{1,2}(?:e|ste|de|st|nd|rd|th|\.)?[ \-/.]{1,2}\p{L}+\.?[ \-/.]+\d{2,4}/u,
    String.raw`${day}(?:e|ste|de|st|nd|rd|th|\.)?[ \-/.]{1,2}\p{L}+\.?[ \-/.]+\d{2,4}`,
  ],
  [/\p{L}+\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}/u, String.raw`\p{L}+\.? ${day}(?:st|nd|rd|th)?,? \d{4}`],
  [/\d{1,2} \d{1,2} \d{4}/, String.raw`${day} ${day} \d{4}`],
  [/\d{8}/, String.raw`\d{8}`],
];
const moneyShapes: readonly (readonly [RegExp, string])[] = [
  [/\d[\d.]*,\d{2}(?!\d)/, String.raw`[-–]?\d[\d.]*,\d{2}-?`],
  [/\d[\d,']*\.\d{2}(?!\d)/, String.raw`[-–]?\d[\d,']*\.\d{2}-?`],
  [/\d[\d ]*[.,]\d{2}(?!\d)/, String.raw`[-–]?\d[\d ]*[.,]\d{2}-?`],
  [/\d[\d.]*,-/, String.raw`[-–]?\d[\d.]*,-`],
  [/\d[\d.,']*/, String.raw`[-–]?\d[\d.,']*`],
];

function innerValue(field: ValueField, raw: string): InnerValue | null {
  if (field === 'factuurnummer') return innerNumber(raw);
  for (const [found, shape] of field === 'factuurdatum' ? dateShapes : moneyShapes) {
    const match = found.exec(raw.replaceAll(/\s/g, ' '));
    if (!match) continue;
    // A sign before or behind the digits belongs to the amount.
    const lead = field === 'totaalbedrag' && /[-–]$/.test(raw.slice(0, match.index)) ? 1 : 0;
    const end = match.index + match[0].length;
    const trail = field === 'totaalbedrag' && raw[end] === '-' && lead === 0 ? 1 : 0;
    const value = raw.slice(match.index - lead, end + trail);
    if (parseValue(field, value, noHabits) === null) continue;
    return { start: match.index - lead, end: end + trail, shapes: [shape] };
  }
  return null;
}

/** Signs around a number, such as a colon or brackets, are none of it; a label glued to it is. */
function innerNumber(raw: string): InnerValue | null {
  const lead = /^[^\p{L}\d]*(?:\p{L}[\p{L}.]*[:#]+)?/u.exec(raw)?.[0].length ?? 0;
  const trail = /[^\p{L}\d]*$/u.exec(raw)?.[0].length ?? 0;
  const end = raw.length - trail;
  if (end <= lead) return null;
  const value = raw.slice(lead, end);
  if (parseValue('factuurnummer', value, noHabits) === null) return null;
  return { start: lead, end, shapes: numberShapes(value) };
}

/** `RE-2024/118` as `RE-\d+/\d+`: digits change from one invoice to the next, the letters before them seldom. */
function numberShapes(value: string): string[] {
  const pieces = value.match(/\d+|\p{L}+|\s+|[^\p{L}\d\s]/gu) ?? [];
  const close = pieces.map((piece) =>
    /^\d/.test(piece) ? String.raw`\d+` : /^\s/.test(piece) ? String.raw`\s+` : escape(piece),
  );
  const wide = pieces.map((piece) =>
    /^\d/.test(piece)
      ? String.raw`\d+`
      : /^\s/.test(piece)
        ? String.raw`\s+`
        : /^\p{L}/u.test(piece)
          ? String.raw`\p{L}+`
          : escape(piece),
  );
  return [...new Set([close.join(''), wide.join('')])];
}

interface Try {
  readonly pattern: string;
  readonly anchor: WrittenPattern['anchor'];
  readonly label: string;
}

function anchored(
  text: string,
  start: number,
  end: number,
  shapes: readonly string[],
  field: ValueField,
): Try[] {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const before = text.slice(lineStart, start);
  const after = text.slice(end, lineEnd);
  const above = text.slice(text.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
  const tries: Try[] = [];
  for (const shape of shapes) {
    tries.push(...byLabel(before, shape, field));
    tries.push(...byLineAbove(above, before, shape));
    tries.push(...byLine(before, after, shape));
    tries.push({ pattern: String.raw`(${shape})`, anchor: 'shape', label: '' });
  }
  return tries;
}

/** The words before the value on its line, from the nearest on: as few as say whose value it is. */
function byLabel(before: string, shape: string, field: ValueField): Try[] {
  // Signs and a currency between label and value may come and go.
  const gap = /(?:[^\p{L}\d\n]|\b(?:EUR|USD|GBP|CHF)\b)*$/iu.exec(before)?.[0] ?? '';
  const labelled = before.slice(0, before.length - gap.length);
  const words = labelled.split(/\s+/).filter(Boolean);
  const between =
    field === 'totaalbedrag' ? String.raw`[\s:.€$£]*(?:EUR|USD|GBP|CHF)?[\s€]*` : String.raw`[\s:.#]*`;
  const glued =
    gap === '' ? '' : /^[\s:.#€$£]*(?:EUR|USD|GBP|CHF)?[\s€]*$/i.test(gap) ? between : loosely(gap);
  const tries: Try[] = [];
  for (let count = 1; count <= Math.min(maxLabelWords, words.length); count += 1) {
    const label = words.slice(-count);
    if (!/\p{L}{2}/u.test(label.join(' '))) continue;
    // A word with a letter before it would let `datum` stand for `vervaldatum`.
    const edge = /^[\p{L}\d]/u.test(label[0] ?? '') ? String.raw`(?:^|[^\p{L}\d])` : '';
    const source = label.map(stable).join(String.raw`\s+`);
    tries.push({ pattern: `${edge}${source}${glued}(${shape})`, anchor: 'label', label: label.join(' ') });
  }
  return tries;
}

/** A heading on the line above: the value has as many words before it as when it was shown. */
function byLineAbove(above: string, before: string, shape: string): Try[] {
  const words = above.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word) && !/\d/.test(word));
  if (words.length === 0) return [];
  const skipped = before.split(/\s+/).filter(Boolean).length;
  if (skipped > 8) return [];
  const skip = skipped === 0 ? '' : String.raw`(?:\S+ +){${skipped}}`;
  // The word in the value's own place first; then all of the heading.
  const own = words[Math.min(skipped, words.length - 1)] ?? '';
  const sources = [...new Set([own, words.slice(0, maxLabelWords).join(' ')])];
  return sources.map((label) => ({
    pattern: String.raw`${label
      .split(' ')
      .map(stable)
      .join(String.raw`\b.*?`)}.*\n${skip}(${shape})`,
    anchor: 'line-above',
    label,
  }));
}

/** The rest of the value's line: what stands behind it, or that it stands alone. */
function byLine(before: string, after: string, shape: string): Try[] {
  const tries: Try[] = [];
  const behind = after.split(/\s+/).filter(Boolean);
  const isGlued = after !== '' && /^\S/.test(after);
  for (let count = 1; count <= Math.min(3, behind.length); count += 1) {
    const label = behind.slice(0, count);
    if (!/\p{L}{2}/u.test(label.join(' '))) continue;
    const space = isGlued ? '' : String.raw`\s+`;
    tries.push({
      pattern: `(${shape})${space}${label.map(stable).join(String.raw`\s+`)}`,
      anchor: 'line',
      label: label.join(' '),
    });
  }
  if (before.trim() === '' && after.trim() === '')
    tries.push({ pattern: String.raw`^\s*(${shape})\s*$`, anchor: 'line', label: '' });
  return tries;
}

/** When nothing else holds: the text itself, letter by letter. */
function literal(text: string, start: number, end: number): Try[] {
  const source = text
    .slice(start, end)
    .split(/\s+/)
    .map(escape)
    .join(String.raw`\s+`);
  return [
    { pattern: String.raw`(?:^|[^\p{L}\d])(${source})(?:$|[^\p{L}\d])`, anchor: 'shape', label: '' },
    { pattern: `((?-i:${source}))`, anchor: 'shape', label: '' },
  ];
}

/** Words kept as they are; digits in them change. */
function stable(word: string): string {
  return word
    .split(/(\d+)/)
    .map((part) => (/^\d/.test(part) ? String.raw`\d+` : escape(part)))
    .join('');
}

function loosely(gap: string): string {
  return gap
    .split(/(\s+)/)
    .map((part) => (/^\s/.test(part) ? String.raw`\s+` : stable(part)))
    .join('');
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(';', String.raw`\x3B`);
}

function wordsOnly(field: PatternField, text: string, start: number, end: number): WrittenPattern {
  const words = text.slice(start, end).split(/\s+/).map(escape);
  const source = words.join(String.raw`\s+`).replace(/^-/, String.raw`\-`);
  const { patterns } = compileField(field, source);
  const count = findMatches(field, patterns, text, noHabits, 1000).length;
  return { pattern: source, start, end, count, isExact: count > 0, anchor: 'shape', label: '' };
}

function judge(field: ValueField, pattern: string, text: string, start: number, end: number) {
  const { patterns } = compileField(field, pattern);
  const matches = findMatches(field, patterns, text, noHabits, 1000);
  const chosen = chosenMatch(field, matches);
  const wanted = parseValue(field, text.slice(start, end), noHabits);
  const isSame = chosen?.parsed != null && wanted !== null && chosen.parsed.value === wanted.value;
  // The same value elsewhere on the page would do, but a pattern that points at it is not the one that was shown.
  const isHere = chosen?.valueStart === start && chosen.valueEnd === end;
  return { count: matches.length, isExact: isSame && (isHere || pattern.includes('(?-i:')) };
}
