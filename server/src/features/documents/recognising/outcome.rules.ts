import type { DocumentReason, DocumentState } from '#contract/documents/documents.ts';
import type { RecognisedFields } from '../recognition/recognised.ts';

/** Where a read document goes (§D3), and why when it is not understood. */
export interface Outcome {
  readonly state: DocumentState;
  readonly reasons: readonly DocumentReason[];
  readonly administrationId: string | null;
}

/** What is known of whose document it is. */
export interface Ownership {
  /** Named at the upload, or the company's only one. */
  readonly administrationId: string | null;
  /** The company's administrations. */
  readonly administrationIds: readonly string[];
}

/** Number, date, total and an administration make an invoice; whatever lacks is named, all at once. */
export function outcomeOf(
  read: {
    readonly fields: Pick<RecognisedFields, 'number' | 'date' | 'total'>;
    readonly buyers: readonly string[];
  },
  owner: Ownership,
): Outcome {
  const buyer = read.buyers.find((id) => owner.administrationIds.includes(id)) ?? null;
  const administrationId = owner.administrationId ?? buyer;
  const { number, date, total } = read.fields;
  const reasons: DocumentReason[] = [];
  if (!isFound(number)) reasons.push('no-number');
  if (!isFound(date)) reasons.push('no-date');
  if (!isFound(total)) reasons.push('no-total');
  if (administrationId === null) reasons.push('no-administration');
  return { state: reasons.length === 0 ? 'Herkend' : 'Onbekend', reasons, administrationId };
}

// Below this a value is a suggestion for a person, such as the largest amount on the page, and makes no invoice.
const leastConfidence = 0.35;

function isFound(candidates: readonly { readonly confidence: number }[]): boolean {
  return (candidates[0]?.confidence ?? 0) >= leastConfidence;
}

/** Length of the text as people count it: trimmed, white space as one (§D4). */
export function textLength(pages: readonly { readonly text: string }[]): number {
  return pages
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim().length;
}
