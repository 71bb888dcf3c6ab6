/** A page has no more than this many characters that are searched; PostgreSQL takes at most 1 MB of stems. */
const maxCharacters = 250_000;

const word = /[\p{L}\p{N}]+/gu;

/** Accents do not count: `café` is found by `cafe`. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/**
 * The text of a page as it is indexed: letters and digits only, so that `F2026-0042` and `1.234,56` are the words
 * between their signs, on the page and in a question alike.
 */
export function searchText(...texts: readonly (string | null)[]): string {
  const words = new Set<string>();
  const all = texts.flatMap((text, index) => {
    const found = folded((text ?? '').slice(0, maxCharacters)).match(word) ?? [];
    // What OCR read of a page that has text already only adds the words that this does not have.
    const kept = index === 0 ? found : found.filter((one) => !words.has(one.toLowerCase()));
    for (const one of found) words.add(one.toLowerCase());
    return kept;
  });
  return all.join(' ').slice(0, maxCharacters);
}

/** The largest number of words and phrases in a question. */
const maxTerms = 12;

/**
 * What people typed, as terms that must all be there: words, phrases between quotes, and what signs hold together
 * (`F2026-0042` is `F2026` followed by `0042`).
 */
export function searchTerms(question: string): string[] {
  return [...question.matchAll(/"([^"]*)"|(\S+)/gu)]
    .map(([, phrase, single]) => (folded(phrase ?? single ?? '').match(word) ?? []).join(' '))
    .filter((term) => term !== '')
    .slice(0, maxTerms);
}

/** A piece of text, and whether it is one of the words that were sought. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The distinct words of a text that may have one of the stems: stemming keeps the first letter. */
export function candidateWords(text: string, stems: readonly string[]): string[] {
  const firsts = new Set(stems.map((stem) => stem[0]));
  const words = new Set(
    (folded(text.slice(0, maxCharacters)).match(word) ?? []).map((one) => one.toLowerCase()),
  );
  return [...words].filter((one) => firsts.has(one[0]));
}

const shown = 180;

/** The part of a page's text with the most of the words that were sought, these marked; empty when none is there. */
export function snippetOf(text: string, hits: ReadonlySet<string>): Piece[] {
  const flat = text.slice(0, maxCharacters).replaceAll(/\s+/gu, ' ');
  const found = [...flat.matchAll(/[\p{L}\p{N}\p{M}]+/gu)]
    .filter(([one]) => hits.has(folded(one).toLowerCase()))
    .map((match) => ({ at: match.index, end: match.index + match[0].length, word: folded(match[0]) }));
  const best = found
    .map(({ at }) => {
      const near = found.filter((other) => other.at >= at && other.end <= at + shown);
      return { at, near, kinds: new Set(near.map((other) => other.word.toLowerCase())).size };
    })
    .reduce<{ at: number; near: typeof found; kinds: number } | undefined>(
      (most, next) => (most === undefined || next.kinds > most.kinds ? next : most),
      undefined,
    );
  if (!best) return [];
  const last = best.near.at(-1)?.end ?? best.at;
  const room = Math.max(0, shown - (last - best.at));
  const from = startOfWord(flat, best.at - Math.floor(room / 2));
  const to = endOfWord(flat, last + Math.ceil(room / 2));
  const pieces: Piece[] = [];
  let done = from;
  for (const { at, end } of found.filter((hit) => hit.at >= from && hit.end <= to)) {
    pieces.push({ text: flat.slice(done, at), isHit: false }, { text: flat.slice(at, end), isHit: true });
    done = end;
  }
  pieces.push({ text: flat.slice(done, to), isHit: false });
  if (from > 0) pieces.unshift({ text: '… ', isHit: false });
  if (to < flat.length) pieces.push({ text: ' …', isHit: false });
  return pieces.filter((piece) => piece.text !== '');
}

function startOfWord(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  return space === -1 ? at : space + 1;
}

function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const space = text.lastIndexOf(' ', at);
  return space === -1 ? at : space;
}
