import type { DocumentProperty } from '#contract/documents/properties.ts';

/** A value that a person rejected. */
export interface RejectedValue {
  readonly rejectedAt: string;
  readonly property: DocumentProperty;
  readonly value: string;
  /** The person said that it was this value; else it is one of those that were rejected together. */
  readonly isNamed: boolean;
}

/** What was read this time. */
export interface Reread {
  readonly values: Partial<Record<DocumentProperty, string>>;
  /** When the trigger that read it was last saved; null when none did. */
  readonly triggerSavedAt: string | null;
}

/** What decides whether a recognition is the rejected one when nobody named a value. */
export const decisive = ['number', 'date', 'total', 'creditor'] as const satisfies DocumentProperty[];

/**
 * The properties that make a new reading the rejected one again; empty when it may be accepted. A value that a person
 * named stays rejected. Without a name all decisive values together are rejected, until one of them is read differently or
 * a trigger that was saved since reads the document (decision 0082).
 */
export function rejectedAgain(rejected: readonly RejectedValue[], reread: Reread): DocumentProperty[] {
  const isSame = ({ property, value }: RejectedValue) => (reread.values[property] ?? '') === value;
  const named = rejected.filter((one) => one.isNamed && isSame(one)).map(({ property }) => property);
  if (named.length > 0) return [...new Set(named)];
  const unnamed = Map.groupBy(
    rejected.filter(({ isNamed }) => !isNamed),
    ({ rejectedAt }) => rejectedAt,
  );
  const isAgain = [...unnamed].some(
    ([at, values]) =>
      values.every(isSame) &&
      !(reread.triggerSavedAt !== null && Date.parse(reread.triggerSavedAt) > Date.parse(at)),
  );
  return isAgain ? [...decisive] : [];
}
