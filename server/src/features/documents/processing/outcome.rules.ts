import { documentProperty, type DocumentProperty } from '#contract/documents/properties.ts';
import type { DocumentState } from '#contract/documents/documents.ts';
import type {
  Identity,
  RecognisedDocument,
  RecognisedFields,
  TriggerUse,
} from '#server/recognition/index.ts';

/** Where a read document goes (§D3), and why when it is not understood. */
export interface Outcome {
  readonly state: DocumentState;
  /** Codes of `DocumentReason`; `several-triggers` names them behind a colon. */
  readonly reasons: readonly string[];
  readonly administrationId: string | null;
}

/** What is known of whose document it is. */
export interface Ownership {
  /** Named at the upload, or the company's only one. */
  readonly administrationId: string | null;
  /** The company's administrations. */
  readonly administrationIds: readonly string[];
}

/** How sure we are of what an invoice needs, the likeliest candidate first. */
export type Sureness = Readonly<
  Record<'number' | 'date' | 'total', readonly { readonly confidence: number }[]>
>;

/** What was read, under what a person wrote (§D10): their value is certain, and an empty one says that there is none. */
export function withManual(
  read: Pick<RecognisedFields, 'number' | 'date' | 'total'>,
  manual: readonly { readonly property: string; readonly value: string }[],
): Sureness {
  const of = (name: 'number' | 'date' | 'total') => {
    const written = manual.find(({ property }) => property === name);
    if (!written) return read[name];
    return written.value === '' ? [] : [{ confidence: 1 }];
  };
  return { number: of('number'), date: of('date'), total: of('total') };
}

/** The value of each property: what a person wrote, else the likeliest candidate. */
export function valuesRead(
  fields: RecognisedFields,
  manual: readonly { readonly property: string; readonly value: string }[],
): Partial<Record<DocumentProperty, string>> {
  const read = documentProperty.options.flatMap((property) => {
    const written = manual.find((row) => row.property === property);
    const value = written?.value ?? fields[property][0]?.value;
    return value === undefined ? [] : [[property, String(value)]];
  });
  return Object.fromEntries(read);
}

/** Number, date, total and an administration make an invoice; all that is missing is named at once. */
export function outcomeOf(
  read: {
    readonly fields: Sureness;
    readonly buyers: readonly string[];
    readonly pages?: readonly { readonly text: string }[];
    readonly trigger?: TriggerUse;
  },
  owner: Ownership,
): Outcome {
  const buyer = read.buyers.find((id) => owner.administrationIds.includes(id)) ?? null;
  const administrationId = owner.administrationId ?? buyer;
  const { number, date, total } = read.fields;
  const reasons: string[] = [];
  const tied = read.trigger?.tied ?? [];
  if (tied.length > 0) reasons.push(`several-triggers:${tied.join(' · ')}`);
  if (read.pages && read.pages.length > 0 && textLength(read.pages) === 0) reasons.push('no-text');
  if (!isFound(number)) reasons.push('no-number');
  if (!isFound(date)) reasons.push('no-date');
  if (!isFound(total)) reasons.push('no-total');
  if (administrationId === null) reasons.push('no-administration');
  // A person can type what is on a page without a letter.
  const missing = reasons.filter((reason) => reason !== 'no-text');
  return {
    state: missing.length === 0 ? 'Herkend' : 'Onbekend',
    reasons: missing.length === 0 ? [] : reasons,
    administrationId,
  };
}

/**
 * To whom a document is addressed where that is neither the company nor its administration: somebody else, or another
 * administration of the company than it was filed under.
 */
export function addressedTo(
  read: Pick<RecognisedDocument, 'addressedTo' | 'buyers'>,
  owner: Ownership & { readonly identities: readonly Pick<Identity, 'id' | 'name'>[] },
): string | null {
  const { administrationId, administrationIds, identities } = owner;
  const isOwn = (id: string): boolean => id === administrationId || !administrationIds.includes(id);
  if (administrationId === null || read.buyers.length === 0 || read.buyers.some(isOwn))
    return read.addressedTo;
  return identities.find(({ id }) => id === read.buyers[0])?.name ?? null;
}

/** Below this a value is a suggestion for a person, such as the largest amount on the page, and makes no invoice. */
export const minConfidence = 0.35;

function isFound(candidates: readonly { readonly confidence: number }[]): boolean {
  return (candidates[0]?.confidence ?? 0) >= minConfidence;
}

/** Length of the text as people count it: trimmed, white space as one (§D4). */
export function textLength(pages: readonly { readonly text: string }[]): number {
  return pages
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim().length;
}
