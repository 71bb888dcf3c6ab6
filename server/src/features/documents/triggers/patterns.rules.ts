import { RE2JS, RE2JSSyntaxException } from 're2js';
import {
  maxPatternLength,
  maxPatterns,
  type PatternError,
  type PatternField,
  type TriggerWarning,
} from '#contract/documents/triggers.ts';

/** A pattern that can be run: linear in the text, whatever was typed (§D9, decision 0019). */
export interface Pattern {
  readonly source: string;
  /** The line of its field, from 0. */
  readonly line: number;
  /** Of a keyword: `-word` must not occur (§D7). */
  readonly isExcluding: boolean;
  readonly regex: RE2JS;
}

/** Why a pattern cannot be run; the sentence is made where the language is known. */
export type PatternFault = Omit<PatternError, 'message'>;
/** What is allowed but seldom meant. */
export type PatternRemark = Omit<TriggerWarning, 'message'>;

/** A field's patterns, with everything that is wrong or odd about them. */
export interface CompiledField {
  readonly patterns: readonly Pattern[];
  readonly faults: readonly PatternFault[];
  readonly remarks: readonly PatternRemark[];
}

// Case never matters, and `^` and `$` are the ends of a line: what people see on a page is lines.
const flags = RE2JS.CASE_INSENSITIVE | RE2JS.MULTILINE;

/** Reads the patterns of one field: one per line, keywords also split at `;`. Empty ones are left out. */
export function compileField(field: PatternField, text: string): CompiledField {
  const sources = sourcesOf(field, text);
  const patterns: Pattern[] = [];
  const faults: PatternFault[] = [];
  for (const { source, line, isExcluding, offset } of sources.slice(0, maxPatterns)) {
    const compiled = compile(source);
    if ('regex' in compiled) patterns.push({ source, line, isExcluding, regex: compiled.regex });
    else {
      const { code, position } = compiled;
      faults.push({ line, code, position: position === null ? null : position + offset });
    }
  }
  const extra = sources[maxPatterns];
  if (extra) faults.push({ line: extra.line, code: 'too-many', position: null });
  return { patterns, faults, remarks: remarksOn(field, patterns) };
}

interface Source {
  readonly source: string;
  readonly line: number;
  readonly isExcluding: boolean;
  /** Where the source starts in its line. */
  readonly offset: number;
}

function sourcesOf(field: PatternField, text: string): Source[] {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .flatMap((whole, line) => {
      const parts = field === 'keywords' ? [...whole.matchAll(/[^;]+/g)] : [...whole.matchAll(/.+/g)];
      return parts.map((part) => sourceOf(field, part[0], line, part.index));
    })
    .filter(({ source }) => source !== '');
}

function sourceOf(field: PatternField, part: string, line: number, at: number): Source {
  const trimmed = part.trim();
  const isExcluding = field === 'keywords' && /^-\S/.test(trimmed);
  const source = isExcluding ? trimmed.slice(1) : trimmed;
  return { source, line, isExcluding, offset: at + part.indexOf(trimmed) + (isExcluding ? 1 : 0) };
}

type Compiled = { readonly regex: RE2JS } | Omit<PatternFault, 'line'>;

function compile(source: string): Compiled {
  if (source.length > maxPatternLength) return { code: 'too-long', position: maxPatternLength };
  const fault = faultIn(source);
  if (fault) return fault;
  try {
    return { regex: RE2JS.compile(source, flags) };
  } catch (error) {
    return faultOf(error, source);
  }
}

const lookAround = /^\(\?(?:=|!|<=|<!)/;

/** What linear matching cannot do, and what people most often get wrong: found here, so that the place is exact. */
function faultIn(source: string): Omit<PatternFault, 'line'> | null {
  const groups: number[] = [];
  let classAt = -1;
  for (let at = 0; at < source.length; at += 1) {
    const rest = source.slice(at);
    const sign = rest[0];
    if (sign === '\\') {
      if (classAt < 0 && /^\\(?:[1-9]|k[<'{])/.test(rest)) return { code: 'back-reference', position: at };
      // `\Q…\E` is taken letter by letter; the braces of `\p{L}` are no count.
      const whole = /^\\(?:Q[^]*?(?:\\E|$)|[pPx]\{[^}]*\})/.exec(rest);
      at += whole ? whole[0].length - 1 : 1;
    } else if (classAt >= 0) {
      // A bracket right after the opening one is a letter of the class.
      if (sign === ']' && !/^\[\^?$/.test(source.slice(classAt, at))) classAt = -1;
      else if (/^\[:\^?\w+:\]/.test(rest)) at += rest.indexOf(':]') + 1;
    } else if (sign === '[') classAt = at;
    else if (lookAround.test(rest)) return { code: 'look-around', position: at };
    else if (rest.startsWith('(?>') || /^[*+?}]\+/.test(rest))
      return { code: 'possessive', position: rest[0] === '(' ? at : at + 1 };
    else if (sign === '(') groups.push(at);
    else if (sign === ')' && groups.pop() === undefined) return { code: 'unopened-group', position: at };
  }
  if (classAt >= 0) return { code: 'unclosed-class', position: classAt };
  const open = groups.at(-1);
  return open === undefined ? null : { code: 'unclosed-group', position: open };
}

const codesByDescription: readonly (readonly [string, PatternFault['code']])[] = [
  ['missing argument to repetition', 'nothing-to-repeat'],
  ['invalid nested repetition', 'bad-repeat'],
  ['invalid repeat count', 'bad-repeat'],
  ['invalid character class range', 'bad-range'],
  ['invalid escape', 'bad-escape'],
  ['trailing backslash', 'bad-escape'],
  ['expression too large', 'too-much-work'],
  ['expression nests too deeply', 'too-much-work'],
  ['missing closing ]', 'unclosed-class'],
  ['missing closing )', 'unclosed-group'],
  ['unexpected )', 'unopened-group'],
];

function faultOf(error: unknown, source: string): Omit<PatternFault, 'line'> {
  if (!(error instanceof RE2JSSyntaxException)) return { code: 'bad-pattern', position: null };
  const description = error.getDescription().toLowerCase();
  const fragment = error.getPattern() ?? '';
  const code = codesByDescription.find(([text]) => description.includes(text))?.[1] ?? 'bad-pattern';
  const at = fragment === '' || fragment === source ? -1 : source.indexOf(fragment);
  return { code, position: at >= 0 ? at : code === 'bad-escape' ? Math.max(0, source.length - 1) : null };
}

function remarksOn(field: PatternField, patterns: readonly Pattern[]): PatternRemark[] {
  const remarks: PatternRemark[] = [];
  const takesGroup = field === 'factuurnummer' || field === 'factuurdatum' || field === 'totaalbedrag';
  for (const { regex, line } of patterns) {
    if (takesGroup && regex.groupCount() > 1) remarks.push({ field, line, code: 'several-groups' });
    if (regex.matcher('').find()) remarks.push({ field, line, code: 'matches-empty' });
  }
  const [first] = patterns;
  if (field === 'keywords' && first && patterns.every(({ isExcluding }) => isExcluding))
    remarks.push({ field, line: first.line, code: 'only-excludes' });
  return remarks;
}
