import type { Box } from '../recognised.ts';
import { type Example, marksOf } from './example.ts';
import { knowledgeOf } from './knowledge.ts';
import type { PlacedField } from './spots.ts';

/**
 * What companies may tell each other of a supplier's layout: the label of a field and its place. Neither values nor their
 * shapes nor counts are in it (§D12).
 */
export interface SharedField {
  readonly field: PlacedField;
  /** Whether the value stands behind the label or below it. */
  readonly side: 'before' | 'above';
  /** Words without digits, in lower case. */
  readonly label: string;
  /** Page from 1; -1 is the last of several. */
  readonly page: number;
  readonly box: Box;
  /** Whether the general rules read it by themselves. */
  readonly wasRead: boolean;
}

/** The registrations by which every company knows the same supplier. */
export interface SupplierCodes {
  readonly kvk: string | null;
  readonly vatId: string | null;
}

/** What the examples of a supplier, the newest first, could share: the fields that are found by a label. */
export function shareableFields(examples: readonly Example[]): SharedField[] {
  return knowledgeOf(examples).flatMap(({ field, side, label, page, box, from: [newest = 0] }) =>
    side === 'place'
      ? []
      : [{ field, side, label, page, box, wasRead: examples[newest]?.fields[field]?.wasRead ?? true }],
  );
}

/** A shared layout as an example to read by; it is known by the words of its labels. */
export function sharedExample(fields: readonly SharedField[]): Example {
  return {
    words: marksOf(fields.flatMap(({ label }) => label.split(' '))),
    fields: Object.fromEntries(
      fields.map(({ field, side, label, page, box, wasRead }) => [
        field,
        {
          anchor: { page, box, before: '', above: '', [side]: label, shape: '', order: null },
          wasRead,
          wasRemembered: null,
        },
      ]),
    ),
    term: null,
    currency: null,
  };
}
