import type { DocumentState } from '#contract/documents/documents.ts';
import { documentStates } from '#contract/documents/documents.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';

/** The states of a document as numbers in the database, in the order of `documentStates` (§D3). */
export const StateNumber = {
  New: 0,
  Reading: 1,
  Recognised: 2,
  Unknown: 3,
  Unprocessable: 4,
  Processed: 5,
} as const;

/** The states of a document that still has to be read to its end. */
export const unreadStates = [StateNumber.New, StateNumber.Reading];

/** The state of `documents` by its name on the wire. */
export const stateName = nameAt<DocumentState>(documentStates, 'documents.state');
