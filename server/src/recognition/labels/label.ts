import type { Box } from '../recognised.ts';
import type { Line } from '../text/words.ts';

/**
 * What a printed label announces, and which sort of value that is. Kinds after `reference` are no fields: they claim
 * values that look like one.
 */
export const sorts = {
  number: 'code',
  date: 'day',
  dueDate: 'day',
  total: 'amount',
  excl: 'amount',
  vat: 'amount',
  reference: 'code',
  otherNumber: 'code',
  otherDate: 'day',
  otherAmount: 'amount',
} as const;

export type LabelKind = keyof typeof sorts;

/** A label on the page. */
export interface Label {
  readonly kind: LabelKind;
  /** How likely a value beside it is meant, 0..1. */
  readonly strength: number;
  readonly line: Line;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly box: Box;
  /** Known by its last part alone, as `Vorgangskennung`: what it counts is not known. */
  readonly isVague?: true;
}

/**
 * Labels of a language, one a line: the strength, and the source of a regular expression without regard to case. A line
 * with `//` is a comment.
 */
export type LabelWords = Readonly<Partial<Record<LabelKind, string>>>;
