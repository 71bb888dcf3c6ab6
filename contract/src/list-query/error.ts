/** The parameters of a list that this grammar reads. */
export type ListParameter =
  | '$top'
  | '$skip'
  | '$count'
  | '$orderby'
  | '$filter'
  | '$select'
  | '$expand'
  | 'query';

/** What can be wrong with a list's query; each leaves as 400 `bad-query` (§B3). */
export type ListQueryCode =
  /** A field, list or lambda variable that the resource does not have, or that the caller may not see. */
  | 'unknown-field'
  /** An operator or function outside the grammar, or one that this type of field does not know. */
  | 'unknown-operator'
  /** A `$parameter` outside the grammar. */
  | 'unknown-parameter'
  /** The same parameter twice. */
  | 'repeated'
  /** A value that is broken, does not exist (`2026-02-30`), or is of another type than the field. */
  | 'bad-literal'
  /** Something else was expected here. */
  | 'syntax'
  /** Parentheses, `not`, functions and lists nested past 20. */
  | 'too-deep'
  /** Past 8192 characters, 200 conditions, 250 values of `in`, 20 sort fields or 20 words. */
  | 'too-long'
  /** `$top` that is not 1 to 250 (§J8). */
  | 'bad-top'
  /** `$skip` that is not a whole number from 0. */
  | 'bad-skip'
  /** `$count` that is neither `true` nor `false`. */
  | 'bad-count';

/** A list query that cannot be read, with the place: `position` counts UTF-16 units from 0 in the decoded value. */
export class ListQueryError extends Error {
  readonly code: ListQueryCode;
  readonly parameter: string;
  readonly position: number;
  /** The text at that place, cut short; empty at the end. */
  readonly near: string;

  constructor(code: ListQueryCode, parameter: string, position: number, near = '') {
    super(`${parameter}, character ${position}: ${code}${near ? ` at "${near}"` : ''}`);
    this.name = 'ListQueryError';
    this.code = code;
    this.parameter = parameter;
    this.position = position;
    this.near = near;
  }
}
