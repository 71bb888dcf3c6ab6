import {
  labelsOn,
  type Line,
  linesFrom,
  type RecognisedWord,
  wordsAt,
  wordsOfLines,
} from '#server/recognition/index.ts';
import type { Random } from './random.ts';

/** How a page is degraded to make mistakes as likely as on a layout never seen before. */
export type Degradation = 'none' | 'strange-labels' | 'bare-labels' | 'lost-lines' | 'misread' | 'mixed';

export const degradations: readonly Degradation[] = [
  'none',
  'strange-labels',
  'bare-labels',
  'lost-lines',
  'misread',
  'mixed',
];

/** The words of a degraded page; the same random stream degrades it in the same way. */
export function degradedWords(
  lines: readonly Line[],
  degradation: Degradation,
  random: Random,
): RecognisedWord[] {
  const words = wordsOfLines(lines);
  switch (degradation) {
    case 'none':
      return words;
    case 'strange-labels':
      return relabelled(lines, words, random, 0.35, () => 'Aaname');
    case 'bare-labels':
      return relabelled(lines, words, random, 0.6, bare);
    case 'lost-lines':
      return wordsOfLines(lines.filter(() => random.next() > 0.15));
    case 'misread':
      return words.map((word) => misread(word, random, 0.06));
    case 'mixed':
      return relabelled(lines, words, random, 0.4, (text) =>
        random.next() < 0.5 ? bare(text) : 'Opgave',
      ).map((word) => misread(word, random, 0.02));
  }
}

/** `Factuurnummer` as `Nummer`, `Totaal te betalen` as `Bedrag`: labels that say less. */
function bare(text: string): string {
  if (/num|nr|no/i.test(text)) return 'Nummer';
  if (/dat|date/i.test(text)) return 'Datum';
  return /tota|bedrag|betal|summe|amount|due/i.test(text) ? 'Bedrag' : text;
}

function relabelled(
  lines: readonly Line[],
  words: readonly RecognisedWord[],
  random: Random,
  share: number,
  replace: (text: string) => string,
): RecognisedWord[] {
  const changed = new Map<RecognisedWord, string>();
  for (const label of lines.flatMap(labelsOn)) {
    if (random.next() > share) continue;
    const [first, ...others] = wordsAt(label.line, label.start, label.end);
    // A label glued to its value would take the value along.
    if (!first || [first, ...others].some(({ text }) => /\d/.test(text))) continue;
    changed.set(first, replace(label.text));
    for (const other of others) changed.set(other, '·');
  }
  return words.map((word) => ({ ...word, text: changed.get(word) ?? word.text }));
}

const misreadFigures: Readonly<Record<string, string>> = {
  0: '8',
  1: '7',
  3: '8',
  5: '6',
  6: '5',
  8: '3',
  9: '8',
};

/** A figure read as another, with the doubt that OCR has about such words, and some doubt about right ones. */
function misread(word: RecognisedWord, random: Random, share: number): RecognisedWord {
  if (!/\d/.test(word.text)) return word;
  if (random.next() > share) return { ...word, confidence: 0.8 + random.next() * 0.2 };
  const at = word.text.search(/[013569]/);
  if (at < 0) return word;
  const sign = word.text[at] ?? '';
  const text = word.text.slice(0, at) + (misreadFigures[sign] ?? sign) + word.text.slice(at + 1);
  return { ...word, text, confidence: 0.35 + random.next() * 0.6 };
}

/** The lines of a degraded page. */
export function degradedLines(
  lines: readonly Line[],
  degradation: Degradation,
  random: Random,
  aspect: number,
  isTight: boolean,
): Line[] {
  const pages = [...new Set(lines.map(({ page }) => page))];
  return pages.flatMap((page) =>
    linesFrom(
      degradedWords(
        lines.filter((line) => line.page === page),
        degradation,
        random,
      ),
      page,
      aspect,
      isTight,
    ),
  );
}
