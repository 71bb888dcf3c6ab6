import type { z } from 'zod';

/** The two languages of the product; Dutch is the default. */
export type Language = 'nl' | 'en';

/**
 * Kinds of failure, each the last part of `type: /problems/{kind}`, with the HTTP status it always has.
 * Programs compare the kind; people read `title` and `detail`.
 */
export const problemKinds = {
  /** One or more fields are wrong; `errors` and `codes` name all of them. */
  validation: 400,
  /** The query cannot be read: an unknown field, operator or value in `$filter`, `$orderby`, `$top`… */
  'bad-query': 400,
  /** The request itself cannot be read: no JSON, a wrong content type, a broken upload. */
  'bad-request': 400,
  /** No valid access token. */
  unauthenticated: 401,
  /** The company is switched off (§A8). */
  'company-inactive': 401,
  /** Signed in, but without the right (§A7). */
  forbidden: 403,
  /** An external provider knows the person, and we do not; `detail` says why. */
  'account-unknown': 403,
  /** The caller has a second factor, and has to show it again: `POST /api/identity/step-up`. */
  'step-up': 403,
  /** The caller has to show it at the directory of their company: `POST /api/identity/step-up/directory`. */
  'step-up-directory': 403,
  /** Unknown, deleted, or of another tenant: always the same answer (§A7). */
  'not-found': 404,
  /** The path exists, the verb does not. */
  'method-not-allowed': 405,
  /** The request was not complete in time; answered in Dutch, since nothing of it was read. */
  'request-timeout': 408,
  /** Somebody saved since this was read; `current` holds what is stored (§B5). */
  stale: 409,
  /** Others use it; `usedBy` names them (§B6). */
  'in-use': 409,
  /** What comes back from the trash has a value that another record took meanwhile; `codes` names it (§B6). */
  taken: 409,
  /** Somebody else decided already; `detail` says who and when (§C4). */
  'already-decided': 409,
  /** Two people have to approve this invoice, and this would leave it at one; `detail` says who can (§C13). */
  'four-eyes': 409,
  /** A warning that stops the invoice is open; `detail` says what is needed (§C14). */
  'open-stop': 409,
  /** The state of the record does not allow this (§C1, §D2…). */
  'wrong-state': 409,
  /** A decided approval line is history (§C6). */
  'cannot-be-deleted': 409,
  /** The uploaded content is too large. */
  'too-large': 413,
  /** An address of more than 16 kB. */
  'address-too-long': 414,
  /** The content is of a type that is not taken here. */
  'unsupported-type': 415,
  /** The host is not in the table of hosts (§A10). */
  'unknown-host': 421,
  /** The same `Idempotency-Key` with another body (§B6). */
  'idempotency-mismatch': 422,
  /** Too many requests; `Retry-After` says when to come back. */
  'too-many-requests': 429,
  /** More than 64 kB of headers; answered in Dutch, since nothing of the request was read. */
  'headers-too-large': 431,
  /** Our mistake; the request id finds it in the log. */
  internal: 500,
  /** A part is starting, stopping or out of reach. */
  unavailable: 503,
  /** The disk of the files or the database is full; nothing was stored. */
  'storage-full': 507,
} as const;

/** One of the kinds above. */
export type ProblemKind = keyof typeof problemKinds;

/** Whether a text names a kind of failure. */
export function isProblemKind(text: string): text is ProblemKind {
  return Object.hasOwn(problemKinds, text);
}

/**
 * What can be wrong with one field. Each has its text in `locales/*.json` under `code`, and may have a better
 * one for a single field under `field.{field id}.{code}` (the texts that product 2.5 fixes).
 */
export const fieldCodes = [
  /** Empty or absent where a value is needed. */
  'required',
  /** Of the wrong shape, where no closer code fits. */
  'invalid',
  /** More characters than fit. */
  'too-long',
  /** Fewer characters than needed. */
  'too-short',
  /** A number below the min. */
  'too-small',
  /** A number above the max. */
  'too-large',
  /** More items than fit. */
  'too-many',
  /** A number, a list or another thing where a text should stand. */
  'not-a-text',
  /** Not a number. */
  'not-a-number',
  /** Not an integer. */
  'not-whole',
  /** More than two decimals in an amount (§B8). */
  'too-many-decimals',
  /** Not an e-mail address. */
  'not-an-email',
  /** Not a day that exists. */
  'not-a-date',
  /** Not a clock time. */
  'not-a-time',
  /** Not a host name (§J7). */
  'not-a-host',
  /** Not a web address. */
  'not-a-url',
  /** Not an https address, or one with a name or password in it. */
  'not-a-webhook-url',
  /** A host that nobody knows, or that may not be called. */
  'host-not-called',
  /** Not one of the choices. */
  'not-a-choice',
  /** Another record has this value already. */
  'taken',
  /** The thing it points to does not exist (or is not the caller's). */
  'unknown',
  /** Not an IP address or a network of them. */
  'not-an-address',
  /** A permission for people only, or one that does not keep to some administrations. */
  'not-for-programs',
  /** The granter does not have this permission (§A4). */
  'not-yours-to-give',
  /** Text that did not change (§C7). */
  'unchanged',
  /** Not an image that can be read. */
  'not-an-image',
  /** Not a drawing that can be read. */
  'not-a-drawing',
  /** A drawing that was stored for an order to come, and is deleted by now. */
  'drawing-gone',
  /** The drawings of one order are too large together. */
  'drawings-too-large',
  /** Too many bytes of drawings wait for carpets that did not come in yet. */
  'drawings-full',
  /** A day after today. */
  'in-the-future',
  /** A file that is too large. */
  'file-too-large',
  /** The provider's own company stays as it is. */
  'provider-stays',
  /** Debit and credit differ (§C4). */
  'unbalanced',
  /** A booking line is a difference of which nobody said what it is (§C15). */
  'has-difference',
  /** A booking line has no ledger account, and the administration's coupling needs one (§C15). */
  'without-account',
  /** An account, a code or a period that is closed. */
  'closed',
  /** Debit and credit of one line are both filled in. */
  'one-side',
  /** A password without the needed length or kinds of characters. */
  'weak-password',
  /** An OpenID provider that does not answer, or answers as another one. */
  'issuer-not-answering',
  /** One of the passwords that are used most. */
  'common-password',
  /** Two passwords that differ. */
  'passwords-differ',
  /** A value that stands on another line of the same file too. */
  'repeated',
  'single-choice',
  /** A file that lacks a column it needs. */
  'column-missing',
  /** A pattern that cannot be used; its text says what is wrong and where (§D9). */
  'bad-pattern',
  /** A character that the database cannot store: NUL. */
  'unreadable-character',
  /** A last day before the first one. */
  'ends-before-start',
  /** The same in the same time, once more (§I2). */
  'overlaps',
  /** The substitute is away as well, or somebody already stands in by this person (§C13). */
  'stands-in',
  /** A day in a month that is over, where the past must stay (§I2). */
  'in-the-past',
  /** What a final run has billed does not change (§I9). */
  'billed',
] as const;

/** One of the field codes above. */
export type FieldCode = (typeof fieldCodes)[number];

/** RFC 9457 body of every failure, as it travels. */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly instance: string;
  readonly detail?: string;
  /** Sentences for people by field id. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Codes for programs by field id. */
  readonly codes?: Readonly<Record<string, readonly FieldCode[]>>;
  /** With `stale`: the stored record as the caller may read it. */
  readonly current?: unknown;
  /** With `in-use`: how many, and the first five that the caller may read. */
  readonly usedBy?: { readonly count: number; readonly first: readonly UsedBy[] };
}

/** One thing that uses what was to be deleted. */
export interface UsedBy {
  readonly resource: string;
  /** NEW: what it is, in words. */
  readonly kind?: string | undefined;
  readonly id: string;
  readonly name: string;
}

// The ids that product 1.5 and 2.5 spell their own way; everything else follows the rule of fieldId().
const oddFieldIds: Readonly<Record<string, string>> = {
  mailHostname: 'mail-hostname',
  mailUsername: 'mail-username',
  mailIsActive: 'mail-is-active',
  mailPassword: 'mail-password',
  mailbox: 'mail-mailbox',
  startDate: 'startDate',
  triggerId: 'triggerId',
  contactPersonIds: 'contactPersonIds',
  transportFinishedProduct: 'delivery_id',
  isVariable: 'costs',
  subscriptionType: 'subscription',
  'landlineNumber.number': 'landline_number',
  'mobileNumber.number': 'mobile_number',
};

/**
 * The id under which forms and the server name a field: `emailAddress.address` → `email_address_address`
 * (§B1). A list index stays a part of its own: `lines.0.description` → `lines_0_description`.
 */
export function fieldId(path: string | readonly PropertyKey[]): string {
  const text = typeof path === 'string' ? path : path.map(String).join('.');
  return (
    oddFieldIds[text] ??
    text
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/\./g, '_')
      .toLowerCase()
  );
}

const ownFieldIds = new WeakMap<z.ZodType, Readonly<Record<string, string>>>();

/**
 * Gives a body field ids of its own, by path, where product 1.5 spells the same path in two ways: the address of a user
 * is `email_address`, that of a customer relation `email_address_address`.
 */
export function withFieldIds<S extends z.ZodType>(body: S, ids: Readonly<Record<string, string>>): S {
  ownFieldIds.set(body, ids);
  return body;
}

/** Reads what zod found in a body as codes per field id: all bad fields at once, each code once. */
export function codesOfIssues(
  issues: readonly z.core.$ZodIssue[],
  body?: z.ZodType,
): Record<string, FieldCode[]> {
  const own = (body && ownFieldIds.get(body)) ?? {};
  const codes: Record<string, FieldCode[]> = {};
  for (const issue of issues) {
    const list = (codes[own[issue.path.map(String).join('.')] ?? fieldId(issue.path)] ??= []);
    const code = codeOfIssue(issue);
    if (!list.includes(code)) list.push(code);
  }
  return codes;
}

function codeOfIssue(issue: z.core.$ZodIssue): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'required';
      if (issue.message === 'not-a-date') return 'not-a-date';
      if (issue.expected === 'int') return 'not-whole';
      if (issue.expected === 'string') return 'not-a-text';
      return issue.expected === 'number' ? 'not-a-number' : 'invalid';
    case 'too_small':
      if (issue.origin === 'string') return Number(issue.minimum) <= 1 ? 'required' : 'too-short';
      if (issue.origin === 'array') return 'required';
      return 'too-small';
    case 'too_big':
      if (issue.origin === 'string') return 'too-long';
      return issue.origin === 'array' ? 'too-many' : 'too-large';
    case 'invalid_format':
      if (issue.format === 'email') return 'not-an-email';
      if (issue.format === 'date' || issue.format === 'datetime') return 'not-a-date';
      return issue.format === 'url' ? 'not-a-url' : 'invalid';
    case 'invalid_value':
      return 'not-a-choice';
    case 'custom':
      return fieldCodes.find((code) => code === issue.message) ?? 'invalid';
    default:
      return 'invalid';
  }
}

/** The field ids by which a text is looked up: the id, then that of the field within a line: `order_lines_0_length`, `length`. */
export function textIdsOf(field: string): readonly string[] {
  const inLine = field.replace(/^[a-z_]+_\d+_/, '');
  return inLine === field ? [field] : [field, inLine];
}
