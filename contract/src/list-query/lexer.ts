import { ListQueryError } from './error.ts';
import { listLimits } from './tree.ts';

/** What a piece of text looks like; `guid`, `day` and `instant` are literals without quotes. */
export type TokenKind = 'name' | 'string' | 'number' | 'guid' | 'day' | 'instant' | 'sign' | 'end';

/** One piece of a parameter. `text` is the content: a string without its quotes, a sign as it stands. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

// A "+" that was not percent-encoded arrives as a space; in an exponent and in an offset nothing else can be meant.
const shapes: readonly (readonly [TokenKind, RegExp])[] = [
  ['guid', /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}_-])/iuy],
  [
    'instant',
    /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?(?:Z|[-+ ]\d{2}:\d{2})?(?![\p{L}\p{N}_])/iuy,
  ],
  ['day', /\d{4}-\d{2}-\d{2}(?![\p{L}\p{N}_-])/uy],
  // M, D and F are the suffixes of decimals and doubles that older builders write.
  ['number', /-?(?:\d+(?:\.\d+)?)(?:e[-+ ]?\d+)?[mdf]?(?![\p{L}\p{N}_.-])/iuy],
  ['name', /[$\p{L}_][\p{L}\p{N}_]*/uy],
  ['sign', /[(),:;=/]/y],
];

/** Cuts a parameter into pieces, the last one `end`. Throws ListQueryError. */
export function tokenize(parameter: string, text: string): Token[] {
  if (text.length > listLimits.characters)
    throw new ListQueryError('too-long', parameter, listLimits.characters);
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    if (at >= text.length) break;
    const [token, end] = text[at] === "'" ? stringAt(parameter, text, at) : tokenAt(parameter, text, at);
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

function tokenAt(parameter: string, text: string, at: number): [Token, number] {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at;
    const found = shape.exec(text);
    if (found) return [{ kind, text: found[0], at }, shape.lastIndex];
  }
  // A double quote is how people coming from other languages begin a text.
  const near = text.slice(at, at + 20);
  throw new ListQueryError(/^(?:"|[-+.]?\d)/.test(near) ? 'bad-literal' : 'syntax', parameter, at, near);
}

function stringAt(parameter: string, text: string, at: number): [Token, number] {
  let end = at;
  for (;;) {
    end = text.indexOf("'", end + 1);
    if (end < 0) throw new ListQueryError('bad-literal', parameter, at, text.slice(at, at + 20));
    if (text[end + 1] !== "'") break;
    end += 1;
  }
  const content = text.slice(at + 1, end).replaceAll("''", "'");
  // No column can hold a NUL or half a character.
  if (content.includes('\0') || !content.isWellFormed())
    throw new ListQueryError('bad-literal', parameter, at);
  return [{ kind: 'string', text: content, at }, end + 1];
}
