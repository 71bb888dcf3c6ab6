import type { PdfText } from '#server/platform/pdf/pdf.ts';
import type { Box, RecognisedWord } from '../recognised.ts';

/** A run of words with no wide gap between them: a table cell, a column, or a whole sentence. */
export interface Cell {
  readonly words: readonly RecognisedWord[];
  readonly text: string;
  readonly box: Box;
  /** Where `text` starts in its line's text. */
  readonly start: number;
}

/** Words that stand on one line of the page, from left to right. */
export interface Line {
  readonly page: number;
  readonly index: number;
  readonly cells: readonly Cell[];
  /** The words joined by spaces, the cells by tabs. */
  readonly text: string;
  readonly box: Box;
}

/** The height of a letter box over the size of its letters: a text layer gives loose boxes, OCR tight ones. */
const looseBox = 1.2;
const tightBox = 0.78;

/** Puts the characters of a text layer together to words; `aspect` is the page's width over its height. */
export function wordsFrom(text: PdfText, aspect: number): RecognisedWord[] {
  const words: RecognisedWord[] = [];
  let letters = '';
  let box: Box | null = null;
  const flush = (): void => {
    if (box && letters !== '') words.push({ text: letters, box, confidence: 1 });
    letters = '';
    box = null;
  };
  let last: Box | null = null;
  let isAfterGuess = false;
  const spacing = spacingOf(text, aspect);
  text.characters.forEach((character, index) => {
    if (/^[\s\u00ad]*$/u.test(character)) {
      // The engine takes a page with few words for vertical writing and ends a line between letters that touch, so
      // that its own blanks only make a smaller gap enough.
      if (isPrinted(text, index)) flush();
      else isAfterGuess = true;
      return;
    }
    const own = boxAt(text.boxes, index);
    // The letters of a ligature, `ff`, share one box: the second stands behind the first.
    const isShared = last !== null && isSame(own, boxAt(text.boxes, index - 1));
    const next: Box = isShared && last ? [last[2], own[1], last[2] + own[2] - own[0], own[3]] : own;
    last = next;
    const minGap = isAfterGuess ? guessedGap : minWordGap;
    if (box && isApart(box, next, aspect, { usual: spacing.get(index) ?? 0, minGap })) flush();
    isAfterGuess = false;
    letters += character;
    box = box ? around(box, next) : next;
  });
  flush();
  return withoutDoubles(words);
}

/** Whether a character has a size: the engine puts in a space of its own where it sees a gap. */
function isPrinted(text: PdfText, index: number): boolean {
  const [left, top, right, bottom] = boxAt(text.boxes, index);
  return right > left || bottom > top;
}

/** Gaps that end a word, in ems: where nothing stands between the letters, and where the engine put a blank. */
const minWordGap = 0.22;
const guessedGap = 0.12;
const minSpacing = 0.06;
const maxSpacing = 0.8;
const widestSpace = 2.5;
const neighbours = 6;

/** Where letters stand apart, as in `F A C T U U R`: the usual gap around each, in ems. Words of ordinary text have none. */
function spacingOf(text: PdfText, aspect: number): Map<number, number> {
  const gaps: { readonly index: number; readonly gap: number }[][] = [[]];
  let before: Box | null = null;
  let isAfterBlank = false;
  text.characters.forEach((character, index) => {
    const isBlank = /^[\s\u00ad]*$/u.test(character);
    if (isBlank && !isPrinted(text, index)) return;
    const box = boxAt(text.boxes, index);
    const gap = before ? ((box[0] - before[2]) * aspect * looseBox) / Math.max(box[3] - box[1], 0.001) : 0;
    const isOnLine = before !== null && Math.abs(middle(box) - middle(before)) < 0.3 * heightOf(box);
    if (!isOnLine || Math.abs(gap) > widestSpace) gaps.push([]);
    else if (!isBlank && !isAfterBlank && Math.abs(gap) < maxSpacing) gaps.at(-1)?.push({ index, gap });
    isAfterBlank = isBlank;
    before = box;
  });
  const usual = new Map<number, number>();
  for (const run of gaps) {
    run.forEach(({ index }, at) => {
      const near = run.slice(Math.max(0, at - neighbours), at + neighbours + 1).map(({ gap }) => gap);
      const median = near.toSorted((a, b) => a - b)[Math.floor(near.length / 2)] ?? 0;
      if (near.length < 2 || median < minSpacing) return;
      usual.set(index, median);
    });
  }
  return usual;
}

function isSame(a: Box, b: Box): boolean {
  return a.every((side, at) => side === b[at]);
}

function boxAt(boxes: Float32Array, index: number): Box {
  const at = index * 4;
  return [boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0];
}

/** Whether a letter does not go on where the word so far ends. */
function isApart(
  word: Box,
  letter: Box,
  aspect: number,
  { usual, minGap }: { readonly usual: number; readonly minGap: number },
): boolean {
  const em = (letter[3] - letter[1]) / looseBox / aspect;
  const gap = letter[0] - word[2];
  const isOnLine =
    Math.abs(middle(letter) - middle(word)) < 0.5 * Math.max(letter[3] - letter[1], word[3] - word[1]);
  return !isOnLine || gap > Math.max(minGap, usual * 1.6 + 0.08) * em || gap < -0.8 * em;
}

/**
 * Puts words together that OCR cut: it breaks large letters apart where a reader sees no space. The words come in the
 * order of the engine; a space is never narrower than a quarter of the letters' height.
 */
export function rejoined(words: readonly RecognisedWord[], aspect: number): RecognisedWord[] {
  const joined: RecognisedWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && isCut(last.box, word.box, aspect)) {
      const confidence = Math.min(last.confidence, word.confidence);
      joined[joined.length - 1] = {
        text: last.text + word.text,
        box: around(last.box, word.box),
        confidence,
      };
    } else joined.push(word);
  }
  return joined;
}

function isCut(a: Box, b: Box, aspect: number): boolean {
  const height = Math.min(heightOf(a), heightOf(b)) / aspect;
  const gap = b[0] - a[2];
  return gap > -0.2 * height && gap < 0.22 * height && Math.abs(middle(a) - middle(b)) < 0.4 * heightOf(a);
}

/** How high a colon is beside the letters around it: the dots reach no higher than a small letter. */
const maxColon = 0.8;

/**
 * `Factuurnummer 1 2026-118`, where a colon stands: OCR takes its two dots for a stroke. It is lower than the digits
 * behind it, and a 1 is not.
 */
export function withColons(words: readonly RecognisedWord[]): RecognisedWord[] {
  return words.map((word, at) => {
    const [before, next] = [words[at - 1], words[at + 1]];
    if (!before || !next || !/^[1Il|!;]$/.test(word.text) || !/\p{L}$/u.test(before.text)) return word;
    const isRow = [before, next].every(
      ({ box }) => Math.abs(middle(box) - middle(word.box)) < 0.5 * heightOf(next.box),
    );
    const isLow = heightOf(word.box) < maxColon * heightOf(next.box);
    return isRow && isLow && /^[^\p{L}]*\d|^[\p{Lu}\d]/u.test(next.text) ? { ...word, text: ':' } : word;
  });
}

/** Some programs print bold by printing twice: the second copy is no second value. */
function withoutDoubles(words: readonly RecognisedWord[]): RecognisedWord[] {
  const seen = new Set<string>();
  return words.filter(({ text, box }) => {
    const key = `${text}@${Math.round(box[0] * 300)},${Math.round(box[1] * 300)}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** The smallest box that holds both. */
export function around(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

function middle(box: Box): number {
  return (box[1] + box[3]) / 2;
}

/** The height of a box. */
export function heightOf(box: Box): number {
  return box[3] - box[1];
}

/**
 * Rebuilds the lines of a page from its words, whatever order they come in: each word continues the line whose last
 * word, left of it, stands at its height. Comparing neighbours lets lines of a crooked scan drift.
 */
export function linesFrom(
  words: readonly RecognisedWord[],
  page: number,
  aspect: number,
  isTight: boolean,
): Line[] {
  const open: RecognisedWord[][] = [];
  for (const word of words.toSorted((a, b) => a.box[0] - b.box[0])) {
    const line = bestLine(open, word);
    if (line) line.push(word);
    else open.push([word]);
  }
  const tops = open
    .map((line) => ({ line, y: line.reduce((sum, word) => sum + middle(word.box), 0) / line.length }))
    .toSorted((a, b) => a.y - b.y);
  const em = medianHeight(words) / (isTight ? tightBox : looseBox) / aspect;
  const looseness = isTight ? tightBox : looseBox;
  return tops.map(({ line }, index) => lineOf(closedUp(line, aspect), page, index, em, looseness, aspect));
}

/** `F A C T U U R`: letters that stand apart evenly are one word; a wider gap between them ends it. */
function closedUp(words: readonly RecognisedWord[], aspect: number): RecognisedWord[] {
  const closed: RecognisedWord[] = [];
  let run: RecognisedWord[] = [];
  const flush = (): void => {
    closed.push(...(run.filter(({ text }) => /\p{L}/u.test(text)).length >= 4 ? joinedUp(run) : run));
    run = [];
  };
  for (const word of words) {
    const last = run.at(-1);
    const isNear = last && word.box[0] - last.box[2] < (1.5 * heightOf(word.box)) / aspect;
    if (!/^[\p{L}\d&.:-]$/u.test(word.text) || (last && !isNear)) flush();
    if (/^[\p{L}\d&.:-]$/u.test(word.text)) run.push(word);
    else closed.push(word);
  }
  flush();
  return closed;
}

function joinedUp(run: readonly RecognisedWord[]): RecognisedWord[] {
  const gaps = run.slice(1).map((word, at) => word.box[0] - (run[at]?.box[2] ?? 0));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return run.reduce<RecognisedWord[]>((joined, word, at) => {
    const last = joined.at(-1);
    if (!last || (gaps[at - 1] ?? 0) > usual * 1.7) return [...joined, word];
    const box = around(last.box, word.box);
    const confidence = Math.min(last.confidence, word.confidence);
    return [...joined.slice(0, -1), { text: last.text + word.text, box, confidence }];
  }, []);
}

function bestLine(lines: readonly RecognisedWord[][], word: RecognisedWord): RecognisedWord[] | undefined {
  let best: RecognisedWord[] | undefined;
  let smallest = 0.5;
  for (const line of lines) {
    const last = line.at(-1);
    if (!last || word.box[0] < last.box[2] - 0.5 * (last.box[2] - last.box[0])) continue;
    const height = Math.max(Math.min(heightOf(last.box), heightOf(word.box)), 0.004);
    const off = Math.abs(middle(last.box) - middle(word.box)) / height;
    if (off < smallest) {
      smallest = off;
      best = line;
    }
  }
  return best;
}

/** The usual height of words. */
export function medianHeight(words: readonly RecognisedWord[]): number {
  const heights = words.map((word) => heightOf(word.box)).toSorted((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 0.01;
}

function lineOf(
  words: readonly RecognisedWord[],
  page: number,
  index: number,
  em: number,
  looseness: number,
  aspect: number,
): Line {
  const cells: Cell[] = [];
  let current: RecognisedWord[] = [];
  let start = 0;
  const flush = (): void => {
    if (current.length === 0) return;
    const text = current.map((word) => word.text).join(' ');
    cells.push({ words: current, text, box: current.map((word) => word.box).reduce(around), start });
    start += text.length + 1;
    current = [];
  };
  for (const word of words) {
    const last = current.at(-1);
    // Headings have wide spaces: their own size counts where it is larger.
    const size = last
      ? Math.max(em, Math.min(heightOf(last.box), heightOf(word.box)) / looseness / aspect)
      : em;
    if (last && word.box[0] - last.box[2] > 1.1 * size) flush();
    current.push(word);
  }
  flush();
  const text = cells.map((cell) => cell.text).join('\t');
  return { page, index, cells, text, box: cells.map((cell) => cell.box).reduce(around) };
}

/** Whether OCR read it: then its boxes are as high as the letters, and the space between lines is wide for them. */
export function isScanned({ cells }: Line): boolean {
  return cells.some(({ words }) => words.some(({ confidence }) => confidence < 1));
}

/** The words of lines, in reading order. */
export function wordsOfLines(lines: readonly Line[]): RecognisedWord[] {
  return lines.flatMap(({ cells }) => cells.flatMap(({ words }) => words));
}

/** The page as plain text, one line of the page per line. */
export function plainText(lines: readonly Line[]): string {
  return lines.map((line) => line.text.replaceAll('\t', ' ')).join('\n');
}

/** The cell that holds a part of a line's text. */
export function cellAt({ cells }: Line, start: number, end: number): Cell | undefined {
  return cells.find((cell) => start >= cell.start && end <= cell.start + cell.text.length);
}

/** What stands before a position in its cell. */
export function beforeInCell({ text }: Line, start: number): string {
  return text.slice(0, start).split('\t').at(-1) ?? '';
}

/** The box around the words that a part of a line's text touches. */
export function boxOf(line: Line, start: number, end: number): Box {
  const touched = wordsAt(line, start, end).map((word) => word.box);
  return touched.length === 0 ? line.box : touched.reduce(around);
}

/** The words that a part of a line's text touches. */
export function wordsAt(line: Line, start: number, end: number): RecognisedWord[] {
  const touched: RecognisedWord[] = [];
  for (const cell of line.cells) {
    let at = cell.start;
    for (const word of cell.words) {
      if (at < end && at + word.text.length > start) touched.push(word);
      at += word.text.length + 1;
    }
  }
  return touched;
}
