import type { Box } from '../recognised.ts';
import type { Line } from '../text/words.ts';

/** What a printed label announces. Kinds after `reference` are no fields: they claim values that look like one. */
export type LabelKind =
  | 'number'
  | 'date'
  | 'dueDate'
  | 'total'
  | 'excl'
  | 'vat'
  | 'reference'
  | 'otherNumber'
  | 'otherDate'
  | 'otherAmount';

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

/** Labels of a language: sources of regular expressions without regard to case, each with its strength. */
export type LabelWords = Partial<
  Readonly<Record<LabelKind, readonly (readonly [source: string, strength: number])[]>>
>;
