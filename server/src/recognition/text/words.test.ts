import { expect, test } from 'vitest';
import type { Box, RecognisedWord } from '../recognised.ts';
import { linesFrom, plainText, rejoined, withColons, wordsFrom } from './words.ts';

/** Lays letters of equal width from a place on; spaces have no box, as in a real text layer. */
function layer(pieces: readonly (readonly [text: string, x: number, y: number, gap?: number])[]) {
  const characters: string[] = [];
  const boxes: number[] = [];
  for (const [text, x, y, gap = 0] of pieces) {
    [...text].forEach((letter, index) => {
      const left = x + index * (0.01 + gap);
      characters.push(letter);
      boxes.push(...(letter === ' ' ? [0, 0, 0, 0] : [left, y, left + 0.01, y + 0.012]));
    });
  }
  return { characters, boxes: Float32Array.from(boxes), unmapped: 0, pictureCover: 0 };
}

const word = (text: string, box: Box): RecognisedWord => ({ text, box, confidence: 1 });

test('letters become words at spaces and at gaps', () => {
  const words = wordsFrom(
    layer([
      ['Factuur 2024', 0.1, 0.1],
      ['1.410,67', 0.5, 0.1],
    ]),
    0.7,
  );
  expect(words.map(({ text }) => text)).toEqual(['Factuur', '2024', '1.410,67']);
});

test('letters with a little air between them stay one word', () => {
  expect(wordsFrom(layer([['2014', 0.1, 0.1, 0.001]]), 0.7).map(({ text }) => text)).toEqual(['2014']);
});

test('line breaks that the engine puts between letters of a page with few words cut none of them', () => {
  // As pdfium reads what it takes for vertical writing: no spaces, and a blank without size behind each letter.
  const { characters, boxes, ...rest } = layer([['Van Dalen', 0.1, 0.1]]);
  const printed = characters.flatMap((character, at) => (character === ' ' ? [] : [at]));
  const broken = {
    ...rest,
    characters: printed.flatMap((at) => [characters[at] ?? '', '\n']),
    boxes: Float32Array.from(printed.flatMap((at) => [...boxes.slice(at * 4, at * 4 + 4), 0, 0, 0, 0])),
  };
  expect(wordsFrom(broken, 0.7).map(({ text }) => text)).toEqual(['Van', 'Dalen']);
});

test('text printed twice over itself counts once', () => {
  const words = wordsFrom(
    layer([
      ['Totaal ', 0.1, 0.1],
      ['Totaal ', 0.1002, 0.1001],
    ]),
    0.7,
  );
  expect(words.map(({ text }) => text)).toEqual(['Totaal']);
});

test('words in any order become lines from top to bottom, with wide gaps as cell borders', () => {
  const words = [
    word('1.410,67', [0.8, 0.2, 0.9, 0.212]),
    word('Onder', [0.1, 0.3, 0.2, 0.312]),
    word('Totaal', [0.1, 0.2, 0.17, 0.212]),
    word('excl.', [0.175, 0.2, 0.21, 0.212]),
  ];
  const lines = linesFrom(words, 1, 0.7, false);
  expect(lines.map(({ text }) => text)).toEqual(['Totaal excl.\t1.410,67', 'Onder']);
  expect(plainText(lines)).toBe('Totaal excl. 1.410,67\nOnder');
});

test('lines as little as 6 points apart are not mixed', () => {
  const words = [0, 1, 2].flatMap((row) => {
    const y = 0.1 + row * 0.0072;
    return [word(`a${row}`, [0.1, y, 0.15, y + 0.0075]), word(`b${row}`, [0.155, y, 0.2, y + 0.0075])];
  });
  expect(linesFrom(words, 1, 0.7, false).map(({ text }) => text)).toEqual(['a0 b0', 'a1 b1', 'a2 b2']);
});

test('a line that drifts down across a crooked page stays one line', () => {
  const words = Array.from({ length: 10 }, (_, at) =>
    word(`w${at}`, [at * 0.09, 0.1 + at * 0.003, at * 0.09 + 0.085, 0.112 + at * 0.003]),
  );
  expect(linesFrom(words, 1, 0.7, true)).toHaveLength(1);
});

test('pieces that OCR cut out of a word are put together, words are not', () => {
  const pieces = [
    word('Boom', [0.1, 0.1, 0.16, 0.115]),
    word('kwekerij', [0.163, 0.1, 0.26, 0.115]),
    word('Lommerrijk', [0.27, 0.1, 0.4, 0.115]),
  ];
  expect(rejoined(pieces, 0.7).map(({ text }) => text)).toEqual(['Boomkwekerij', 'Lommerrijk']);
});

test('the letters of a ligature, which share one box, do not break a word', () => {
  const text = layer([['Offerte', 0.1, 0.1]]);
  // Both f have the left half of the glyph, and the next letter stands behind its right half.
  text.boxes.set([0.11, 0.1, 0.115, 0.112], 4);
  text.boxes.set([0.11, 0.1, 0.115, 0.112], 8);
  [3, 4, 5, 6].forEach((at) => text.boxes.set([0.09 + at * 0.01, 0.1, 0.1 + at * 0.01, 0.112], at * 4));
  expect(wordsFrom(text, 0.7).map(({ text: letters }) => letters)).toEqual(['Offerte']);
});

test('a stroke lower than the digits behind it is the colon of its label', () => {
  const row = (stroke: Box) => [
    word('Factuurnummer', [0.1, 0.1, 0.3, 0.112]),
    word('1', stroke),
    word('2026-118', [0.32, 0.1, 0.4, 0.112]),
  ];
  const texts = (words: readonly RecognisedWord[]) => words.map(({ text }) => text);
  expect(texts(withColons(row([0.305, 0.104, 0.308, 0.112])))).toEqual(['Factuurnummer', ':', '2026-118']);
  expect(texts(withColons(row([0.305, 0.1, 0.308, 0.112])))).toEqual(['Factuurnummer', '1', '2026-118']);
});
