import type { UblDocument } from './document.ts';
import { has, type Place, placesAt, textAt } from './place.ts';

/** A rule of a standard, by its public id. What it means is written by us; nothing is taken from its artefacts. */
export interface Rule {
  readonly id: string;
  readonly level: 'error' | 'warning';
  /** The sentence that says it; absent: that of its id. */
  readonly text?: string;
  /** What the sentence names. */
  readonly values?: Readonly<Record<string, string>>;
  /** Who can mend it: the supplier, or the buyer, who tells the supplier what they need. */
  readonly mender: 'supplier' | 'buyer';
  /** Where it is broken; nowhere when it holds. */
  readonly broken: (document: UblDocument) => readonly Place[];
}

type Options = Partial<Pick<Rule, 'level' | 'text' | 'values' | 'mender'>>;

/** A rule with its defaults: an error that the supplier mends. */
export function rule(id: string, broken: Rule['broken'], options: Options = {}): Rule {
  return { id, level: 'error', mender: 'supplier', broken, ...options };
}

/** Broken by the document as a whole where this is not true. */
export function whole(holds: (document: UblDocument) => boolean): Rule['broken'] {
  return (document) => (holds(document) ? [] : [document.root]);
}

/** Broken by each of these for which it is not true. */
export function each(
  places: (document: UblDocument) => readonly Place[],
  holds: (place: Place, document: UblDocument) => boolean,
): Rule['broken'] {
  return (document) => places(document).filter((place) => !holds(place, document));
}

/** Whether there is a text at a path that is not empty. */
export const filled = (path: string) => (place: Place) => textAt(place, path) !== '';
/** Whether there is an element at a path. */
export const present = (path: string) => (place: Place) => has(place, path);
/** The elements at a path below the root of a document. */
export const at = (path: string) => (document: UblDocument) => placesAt(document.root, path);
