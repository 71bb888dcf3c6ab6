import type { DocumentProperty } from '#contract/documents/properties.ts';
import { kindOf, readValue } from './value.rules.ts';

/** A box on a page: left, top, right, bottom, each 0..1. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A word where it stands. */
export interface PlacedWord {
  readonly text: string;
  readonly box: Box;
}

/** What a click means: the text of one or more words, the value that it is, and the place of all of them. */
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

// Beside it on the line, and no further away than a space is wide.
function isNext(left: Box, right: Box): boolean {
  const height = Math.max(heightOf(left), heightOf(right));
  const isOneLine = Math.abs(middleOf(left) - middleOf(right)) < height * 0.6;
  const gap = right[0] - left[2];
  // Pages are higher than wide, so that a share of the width is less than the same share of the height.
  return isOneLine && gap > -height && gap < height * 1.2;
}

/** The indexes of the words that stand together with one, in a run on its line. */
export function runOf(words: readonly PlacedWord[], at: number): readonly number[] {
  const run = [at];
  for (let left = at; left > 0; left--) {
    const [one, other] = [words[left - 1], words[left]];
    if (one === undefined || other === undefined || !isNext(one.box, other.box)) break;
    run.unshift(left - 1);
  }
  for (let right = at; right < words.length - 1; right++) {
    const [one, other] = [words[right], words[right + 1]];
    if (one === undefined || other === undefined || !isNext(one.box, other.box)) break;
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
 * sign, a name with all its words; else the word itself. Undefined when it cannot be that property at all.
 */
export function valueAtWord(
  property: DocumentProperty,
  words: readonly PlacedWord[],
  at: number,
): Clicked | undefined {
  const run = runOf(words, at).flatMap((index) => {
    const word = words[index];
    return word === undefined ? [] : [{ index, word }];
  });
  const here = run.findIndex(({ index }) => index === at);
  const part = (from: number, to: number) => run.slice(from, to).map(({ word }) => word);
  if (property === 'creditor') return clickedOf(property, part(0, run.length));
  const reach = kindOf(property) === 'text' && property !== 'iban' ? 1 : property === 'iban' ? 8 : 3;
  // The longest part of the line around the word that can be read.
  for (let length = Math.min(reach, run.length); length > 0; length--) {
    for (let from = Math.max(0, here - length + 1); from <= here && from + length <= run.length; from++) {
      const words = part(from, from + length);
      const clicked = clickedOf(property, words);
      if (clicked !== undefined) return clicked;
    }
  }
  const word = words[at];
  return word === undefined || kindOf(property) !== 'text' ? undefined : clickedOf(property, [word]);
}
