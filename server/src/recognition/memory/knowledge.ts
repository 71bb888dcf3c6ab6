import type { Box } from '../recognised.ts';
import type { Example } from './example.ts';
import { type PlacedField, placedFields } from './spots.ts';

/** What memory knows of one field of a supplier. */
export interface Knowledge {
  readonly field: PlacedField;
  /** Where the newest example has it: behind a label, below one, or at a place of the page alone. */
  readonly side: 'before' | 'above' | 'place';
  /** The label's words; empty for a place alone. */
  readonly label: string;
  readonly shape: string;
  readonly page: number;
  readonly box: Box;
  /** Which of the examples have it, counted from the newest. */
  readonly from: readonly number[];
  /** How often memory spoke of it, and how often it was right. */
  readonly asked: number;
  readonly right: number;
}

/** What the examples of a supplier, the newest first, say of each field. */
export function knowledgeOf(examples: readonly Example[]): Knowledge[] {
  return placedFields.flatMap((field) => {
    const known = examples.flatMap((example, at) => {
      const one = example.fields[field];
      return one?.anchor ? [{ at, ...one, anchor: one.anchor }] : [];
    });
    const [newest] = known;
    if (!newest) return [];
    const { anchor } = newest;
    const side = anchor.before !== '' ? 'before' : anchor.above !== '' ? 'above' : 'place';
    const judged = known.filter(({ wasRemembered }) => wasRemembered !== null);
    return [
      {
        field,
        side,
        label: side === 'place' ? '' : anchor[side],
        shape: anchor.shape,
        page: anchor.page,
        box: anchor.box,
        from: known.map(({ at }) => at),
        asked: judged.length,
        right: judged.filter(({ wasRemembered }) => wasRemembered === true).length,
      },
    ];
  });
}
