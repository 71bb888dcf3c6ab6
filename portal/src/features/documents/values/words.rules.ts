import type { DocumentProperty } from '#contract/documents/properties.ts';
import { isAccount, kindOf, readValue } from './value.rules.ts';

/** A box on a page: left, top, right, bottom, each 0..1. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A word with its place on the page. */
export interface PlacedWord {
  readonly text: string;
  readonly box: Box;
}

/** What a click means: the text of one or more words, its value, and the box around them. */
export interface Clicked {
  readonly raw: string;
  readonly value: string;
  readonly box: Box;
}

/** The box around all of these. */
export function boxAround(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ];
}

const heightOf = ([, top, , bottom]: Box) => bottom - top;
const middleOf = ([, top, , bottom]: Box) => (top + bottom) / 2;

// Beside it on the same line, at most the width of a space away.
function isNext(left: Box, right: Box): boolean {
  const height = Math.max(heightOf(left), heightOf(right));
  const isOneLine = Math.abs(middleOf(left) - middleOf(right)) < height * 0.6;
  const gap = right[0] - left[2];
  // Boxes are shares of the page, which is higher than wide: the same share is less in width than in height.
  return isOneLine && gap > -height && gap < height * 1.2;
}

/** The indexes of the words that form a run with this one, on its line. */
export function runOf(words: readonly PlacedWord[], index: number): readonly number[] {
  const run = [index];
  for (let left = index; left > 0; left--) {
    const [word, next] = [words[left - 1], words[left]];
    if (word === undefined || next === undefined || !isNext(word.box, next.box)) break;
    run.unshift(left - 1);
  }
  for (let right = index; right < words.length - 1; right++) {
    const [word, next] = [words[right], words[right + 1]];
    if (word === undefined || next === undefined || !isNext(word.box, next.box)) break;
    run.push(right + 1);
  }
  return run;
}

function clickedOf(property: DocumentProperty, words: readonly PlacedWord[]): Clicked | undefined {
  const raw = words.map(({ text }) => text).join(' ');
  const value = readValue(property, raw);
  if (value === undefined || value === '') return undefined;
  return { raw, value, box: boxAround(words.map(({ box }) => box)) };
}

/**
 * The value that a click on a word means for a property: the day of which the word is a part, the amount with its
 * sign, a name with all its words; else the word itself. Undefined when it cannot be that property.
 */
export function valueAtWord(
  property: DocumentProperty,
  words: readonly PlacedWord[],
  clicked: number,
): Clicked | undefined {
  const run = runOf(words, clicked).flatMap((index) => {
    const word = words[index];
    return word === undefined ? [] : [{ index, word }];
  });
  const here = run.findIndex(({ index }) => index === clicked);
  const part = (from: number, to: number) => run.slice(from, to).map(({ word }) => word);
  if (property === 'creditor') return clickedOf(property, part(0, run.length));
  const maxWords = isAccount(property) ? 8 : kindOf(property) === 'text' ? 1 : 3;
  // The longest part of the line around the word that can be read.
  for (let length = Math.min(maxWords, run.length); length > 0; length--) {
    for (let from = Math.max(0, here - length + 1); from <= here && from + length <= run.length; from++) {
      const words = part(from, from + length);
      const found = clickedOf(property, words);
      if (found !== undefined) return found;
    }
  }
  const word = words[clicked];
  return word === undefined || kindOf(property) !== 'text' ? undefined : clickedOf(property, [word]);
}

/** The words in reading order: row after row, each from left to right. */
export function inReadingOrder(words: readonly PlacedWord[]): readonly PlacedWord[] {
  const rows: PlacedWord[][] = [];
  for (const word of words.toSorted((a, b) => middleOf(a.box) - middleOf(b.box))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isSameRow =
      first !== undefined &&
      Math.abs(middleOf(first.box) - middleOf(word.box)) <
        Math.max(heightOf(first.box), heightOf(word.box)) * 0.6;
    if (isSameRow) row?.push(word);
    else rows.push([word]);
  }
  return rows.flatMap((row) => row.toSorted((a, b) => a.box[0] - b.box[0]));
}

/** The value that several chosen words mean together, or the longest part of them that can be this property. */
export function valueOfWords(property: DocumentProperty, words: readonly PlacedWord[]): Clicked | undefined {
  const read = inReadingOrder(words);
  const all = clickedOf(property, read);
  if (all !== undefined || kindOf(property) === 'text') return all;
  for (let length = read.length - 1; length > 0; length--)
    for (let from = 0; from + length <= read.length; from++) {
      const part = clickedOf(property, read.slice(from, from + length));
      if (part !== undefined) return part;
    }
  return undefined;
}
