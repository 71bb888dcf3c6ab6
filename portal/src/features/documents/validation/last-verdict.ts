import { createStore } from '#portal/kit/store.ts';

/** The verdict that can be taken back in the bar: one at a time, also after the screen of the document was left. */
export interface LastVerdict {
  readonly id: string;
  readonly documentId: string;
  readonly isCorrect: boolean;
}

/** The last verdict of this person in this tab. */
export const lastVerdict = createStore<LastVerdict | undefined>(undefined);
