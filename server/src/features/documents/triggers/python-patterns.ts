import { maxPatternLength } from '#contract/documents/triggers.ts';

/** How a template has its text changed before its patterns run; ours stays as it is, so the patterns change instead. */
export interface TextOptions {
  readonly isSqueezed: boolean;
  readonly isLowered: boolean;
  readonly isUnaccented: boolean;
}

/** Ends of lines and how often they come; those of a class, `[^\n]`, and other escapes are passed over. */
const endOfLine = /(?:\\n)+((?:[*+?]|\{[^}]*\})?\??)|\\[^]|\[\^?\]?(?:\\.|[^\]\\])*\]/g;

/** A pattern for Python's `re` over `pdftotext -layout`, as one over our text, where columns are one space apart. */
export function translated(pattern: string, { isSqueezed, isLowered, isUnaccented }: TextOptions): string {
  const source = looking(pattern)
    .replaceAll(String.raw`\Z`, String.raw`\z`)
    // Python reads `{,3}` as at most three, others as four signs.
    .replaceAll(/\{,(\d+)\}/g, '{0,$1}')
    .replaceAll(/\\s\{\d*,?\d*\}[?+]?| {2,}/g, String.raw`\s+`)
    .replaceAll(endOfLine, (found, count: string | undefined) =>
      count === undefined ? found : /^(?:\*|\?|\{0)/.test(count) ? String.raw`\s*` : String.raw`\s+`,
    )
    .replaceAll('\n', ' ');
  // Python minds capitals, and `Totaal` is not the end of `Subtotaal`; a text in lower case has none.
  const sensitive = isLowered || source.startsWith('(?i)') ? '' : '(?-i)';
  return [isSqueezed ? spaced : same, isUnaccented ? accented : same].reduce(
    (made, change) => shorter(sensitive + change(made.slice(sensitive.length)), made),
    sensitive + source,
  );
}

const same = (pattern: string): string => pattern;

function shorter(changed: string, before: string): string {
  return changed.length > maxPatternLength ? before : changed;
}

/** `(?<=Totaal )\d+` and `\d+(?= EUR)`: what stands around is matched, and what is between becomes the group. */
function looking(pattern: string): string {
  const behind = /^(\(\?[a-z]+\))?\(\?<=([^()]*)\)/.exec(pattern);
  const ahead = /\(\?=([^()]*)\)$/.exec(pattern);
  if (!behind && !ahead) return pattern;
  const start = behind?.[0].length ?? 0;
  const core = pattern.slice(start, ahead ? ahead.index : undefined);
  const isGrouped = /(?<!\\)\((?!\?(?!P?<))/.test(core);
  const before = behind ? `${behind[1] ?? ''}(?:${behind[2] ?? ''})` : '';
  return `${before}${isGrouped ? core : `(${core})`}${ahead ? `(?:${ahead[1] ?? ''})` : ''}`;
}

interface Atom {
  readonly text: string;
  readonly kind: 'letter' | 'class' | 'open' | 'close' | 'bar' | 'anchor';
}

const atomPattern =
  /\(\?P?<\w+>|\(\?[a-z-]*:|\(\?[a-z-]+\)|\(|\)|\||\^|\$|\\[bBAzZ]|\[\^?\]?(?:\\.|[^\]\\])*\]|\\p\{[^}]*\}|\\x\{[^}]*\}|\\x[\da-f]{2}|\\.|[^]/giu;
const repeat = /^(?:[*+?]|\{\d*,?\d*\})\??/;

function atomsOf(pattern: string): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < pattern.length;) {
    atomPattern.lastIndex = at;
    const text = atomPattern.exec(pattern)?.[0] ?? pattern.slice(at, at + 1);
    at += text.length;
    const count = repeat.exec(pattern.slice(at))?.[0] ?? '';
    at += count.length;
    atoms.push({ text: text + count, kind: kindOf(text) });
  }
  return atoms;
}

function kindOf(text: string): Atom['kind'] {
  if (/^\(\?[a-z-]+\)$/i.test(text) || text === '^' || text === '$' || /^\\[bBAzZ]$/.test(text))
    return 'anchor';
  if (text.startsWith('(')) return 'open';
  if (text === ')') return 'close';
  if (text === '|') return 'bar';
  return text.startsWith('[') || text.startsWith('\\') ? 'class' : 'letter';
}

/** For a text without spaces: what stands beside each other may now have one between. */
function spaced(pattern: string): string {
  const atoms = atomsOf(pattern);
  return atoms
    .map(({ text, kind }, at) => {
      const next = atoms[at + 1];
      const ends = kind === 'letter' || kind === 'class' || kind === 'close';
      const begins =
        next !== undefined && (next.kind === 'letter' || next.kind === 'class' || next.kind === 'open');
      return ends && begins && !text.includes(String.raw`\s`) ? `${text}\\s*` : text;
    })
    .join('');
}

const accents: Readonly<Record<string, string>> = {
  a: 'aàâäáã',
  c: 'cç',
  e: 'eéèêë',
  i: 'iîïí',
  n: 'nñ',
  o: 'oôöó',
  u: 'uùûüú',
};

/** For a text without accents: a vowel stands for each of its forms. */
function accented(pattern: string): string {
  return atomsOf(pattern)
    .map(({ text, kind }) => {
      const [letter = ''] = text;
      const forms = kind === 'letter' ? accents[letter.toLowerCase()] : undefined;
      return forms === undefined ? text : `[${forms}${forms.toUpperCase()}]${text.slice(1)}`;
    })
    .join('');
}

/** The first place in the whole text, where a total otherwise takes its last one (§D8). */
export function firstOnly(pattern: string): string {
  const made = String.raw`(?s:\A.*?)(?:${pattern})`;
  return made.length > maxPatternLength ? pattern : made;
}

/** The body of a table with one named group left, behind the start of the table. */
export function fromTable(start: string, body: string, name: string): string {
  const only = body.replaceAll(/(?<!\\)\((?:\?P?<(\w+)>|(?!\?))/g, (_, group: string | undefined) =>
    group === name ? '(' : '(?:',
  );
  const head = start.replaceAll(/(?<!\\)\((?:\?P?<\w+>|(?!\?))/g, '(?:');
  return String.raw`${head}[\s\S]*?${only}`;
}
