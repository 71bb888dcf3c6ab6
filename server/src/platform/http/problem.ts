import type { FieldCode, ProblemKind, UsedBy } from '#contract/problem.ts';

/** What a problem may carry beside its kind. */
export interface ProblemExtras {
  /** Codes by field id, for `validation`. */
  readonly codes?: Readonly<Record<string, readonly FieldCode[]>>;
  /** Ready sentences by field id, where the text of a code would say too little; written for users. */
  readonly texts?: Readonly<Record<string, readonly string[]>>;
  /** Key of a sentence in the contract's locales, with its values, for `detail`. */
  readonly sentence?: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Ready text for `detail`; must be written for users. */
  readonly detail?: string;
  readonly current?: unknown;
  readonly usedBy?: { readonly count: number; readonly first: readonly UsedBy[] };
  readonly retryAfterSeconds?: number;
}

/** A failure with a name, thrown by services and rules, turned into RFC 9457 by the one error handler. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly extras: ProblemExtras;

  constructor(kind: ProblemKind, extras: ProblemExtras = {}) {
    super(kind);
    this.name = 'Problem';
    this.kind = kind;
    this.extras = extras;
  }
}

/** Problems by name: `throw problem.notFound()`. */
export const problem = {
  /** 400 with codes per field id: all bad fields at once. */
  validation: (codes: Readonly<Record<string, readonly FieldCode[]>>) => new Problem('validation', { codes }),
  /** 404: unknown, deleted or of another tenant; never says which (§A7). */
  notFound: () => new Problem('not-found'),
  /** 403: signed in, but without the right. */
  forbidden: () => new Problem('forbidden'),
  /** 401: no valid token. */
  unauthenticated: () => new Problem('unauthenticated'),
  /** Any kind of the contract, with what it carries. */
  of: (kind: ProblemKind, extras?: ProblemExtras) => new Problem(kind, extras),
} as const;

/** The record, or 404. */
export function orNotFound<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw problem.notFound();
  return record;
}
