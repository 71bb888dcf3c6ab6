import { z } from 'zod';

/** A number from 0 to `max` with at most two decimals. */
export const twoDecimals = (max: number, min = 0) =>
  z
    .number()
    .min(min)
    .max(max)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'too-many-decimals');

/** The field types a list can be filtered and sorted on. `day` is a date without a zone, `instant` a moment. */
export type FieldType = 'text' | 'number' | 'boolean' | 'day' | 'instant' | 'id';

/**
 * The fields `$filter`, `$orderby` and `$select` may name, by their wire path (`administration/name`). A list inside
 * the record is an entry `{ any: … }` with the fields of its items, for `assignedUsers/any(u: u/id eq '…')`; a plain
 * list of values names its items `$it`. What stands before a `/`, and every list, can be named by `$expand`.
 */
export type ListFields = Readonly<Record<string, FieldType | ToMany>>;

/** A list inside a record. */
export interface ToMany {
  readonly any: ListFields;
}

type ParentNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParentNames<Rest>
  : never;

/** What every resource says of itself: where it lives, what it is called in permissions, and what travels. */
export interface ResourceDefinition {
  /** What one record is called in English: `work order`; its operations and types in OpenAPI are named after it. */
  readonly name: string;
  /** Path below `/api/`, with parents in braces: `core/companies/{companyId}/administrations`. */
  readonly path: string;
  /** `{prefix}.{resource without hyphens}`; the verb and the scope follow it (§A1). */
  readonly permission: string;
  /** Fields that lists may filter and sort on. */
  readonly fields: ListFields;
  /** The order of a list that asks for none, as `$orderby` text. */
  readonly defaultSort: string;
  /** Page sizes that screens offer, the default first. */
  readonly pageSizes?: readonly number[];
  /** One row of the list. */
  readonly row: z.ZodObject;
  /** The complete record. */
  readonly record: z.ZodObject;
  /** Body of POST; absent when nobody may create. */
  readonly create?: z.ZodObject;
  /** Body of PUT; absent when nobody may change. */
  readonly update?: z.ZodObject;
}

/** The parents in a resource's path: `{ companyId: string }`, or an empty object. */
export type Parents<R extends Pick<ResourceDefinition, 'path'>> = Readonly<
  Record<ParentNames<R['path']>, string>
>;
/** A row of the list, as it travels. */
export type Row<R extends ResourceDefinition> = z.output<R['row']>;
/** A complete record, as it travels. */
export type Rec<R extends ResourceDefinition> = z.output<R['record']>;
/** What a create takes, after parsing. */
export type CreateBody<R extends ResourceDefinition> = R['create'] extends z.ZodType
  ? z.output<R['create']>
  : never;
/** What an update takes, after parsing. */
export type UpdateBody<R extends ResourceDefinition> = R['update'] extends z.ZodType
  ? z.output<R['update']>
  : never;
/** What a form sends to create, before parsing. */
export type CreateInput<R extends ResourceDefinition> = R['create'] extends z.ZodType
  ? z.input<R['create']>
  : never;
/** What a form sends to update, before parsing. */
export type UpdateInput<R extends ResourceDefinition> = R['update'] extends z.ZodType
  ? z.input<R['update']>
  : never;

/**
 * A body as an unfinished form holds it: a field may still be empty, and a choice may be any text or number. No field
 * may be forgotten. The server names everything that is wrong with it at once.
 *
 * @example
 * const body: Draft<CreateInput<typeof modules>> = { name: '', code: '' };
 */
export type Draft<T> = { readonly [K in keyof T]: DraftValue<T[K]> | null | undefined };

type DraftValue<V> = V extends readonly (infer Item)[]
  ? readonly DraftValue<Item>[]
  : V extends string
    ? string
    : V extends number
      ? number
      : V extends object
        ? Draft<V>
        : V;

/**
 * Names a resource once; server, portal and OpenAPI read the same definition. What it describes, and what it leaves to
 * plain code, is decision 0002; why schemas are zod is decision 0003.
 *
 * @example
 * export const companies = defineResource({ name: 'company', path: 'core/companies', permission: 'core.companies', … });
 */
export function defineResource<const D extends ResourceDefinition>(definition: D): D {
  return definition;
}

/** The page sizes that screens offer where a resource names none (product 1.9 and 2.9). */
export const defaultPageSizes = [50, 100, 200] as const;

/** The address of a collection: `/api/core/companies/7/administrations`. Parents are percent-encoded. */
export function collectionUrl<R extends ResourceDefinition>(resource: R, parents: Parents<R>): string {
  const filled = resource.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (parents as Record<string, string>)[name];
    if (value === undefined) throw new Error(`no value for parent ${name} of ${resource.path}`);
    return encodeURIComponent(value);
  });
  return `/api/${filled}`;
}

/** Every identifier on the wire is an opaque string. */
export const id = z.string().min(1).max(64);
/** The code for a number or a list where a day or a moment should be; the same as for a text that is no date. */
export const notADate = {
  error: ({ code, input }: { readonly code?: string | undefined; readonly input?: unknown }) =>
    code === 'invalid_type' && input !== undefined && input !== null ? 'not-a-date' : undefined,
};
// The year 0 no database knows, and a zone can push the first and the last day past what has four digits.
const edge = /^(?:0000|(?:0001-01-01|9999-12-31).*[+-]\d\d:?\d\d$)/;
const isStorable = (text: string) => !edge.test(text);
/** A day without a zone, ISO `2026-11-21` (§B8), of the years 1 to 9999. */
export const day = z.iso.date(notADate).refine(isStorable, 'not-a-date');
/** A moment in UTC, ISO with `Z` (§B8), of the years 1 to 9999. */
export const instant = z.iso.datetime({ offset: true, ...notADate }).refine(isStorable, 'not-a-date');
/** Whole cents; negative on credit. Beyond 2^53 cents nothing is money. */
export const cents = z.int();
/** The version that PUT may send back to be refused when stale (§B5). */
export const rowVersion = z.int().min(0);
/** When a record was created, who changed it last and when, and its version. */
export const audited = {
  createdAt: instant,
  updatedAt: instant,
  updatedBy: z.string().nullable(),
  rowVersion,
};
/** A required text of one line: trimmed, not empty, at most `max` UTF-16 units. */
export const shortText = (max = 255) => z.string().trim().min(1).max(max);
/** A text that may be left empty; empty and absent read alike, as an empty string. */
export const optionalText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => text ?? '');
/**
 * A text that may be left empty, and stays as it is when it is absent (§B5); null empties it. For updates: with
 * `optionalText` an old client would empty what it does not know.
 */
export const keptText = (max = 255) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === null ? '' : text));
/** An e-mail address, trimmed and in lower case (§A12). */
export const email = z.string().trim().toLowerCase().pipe(z.email().max(254));
