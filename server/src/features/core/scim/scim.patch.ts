import { z } from 'zod';
import { plainPath, readScimFilter, UnreadableScim } from './scim.filter.ts';

/** A PATCH of RFC 7644, 3.5.2; Entra ID writes `Add` and `Replace`. */
export const scimPatch = z.looseObject({
  Operations: z
    .array(
      z.looseObject({
        op: z
          .string()
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(['add', 'remove', 'replace'])),
        path: z.string().max(2000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(1000),
});
type Operation = z.output<typeof scimPatch>['Operations'][number];

/** One value that a PATCH sets or takes away, by its path in lower case. */
export interface ScimChange {
  readonly op: Operation['op'];
  readonly path: string;
  /** The one of several that is meant: `members[value eq "…"]`. */
  readonly item: string | null;
  readonly value: unknown;
}

/**
 * The changes of a PATCH one by one. Without a path, and for `name` as a whole, each key of the value is one; keys may be
 * paths themselves, as Entra ID sends them (`"name.givenName": "…"`).
 *
 * @throws UnreadableScim for a path that cannot be read, or a value that cannot be at its place
 */
export function changesOf({ Operations: operations }: z.output<typeof scimPatch>): ScimChange[] {
  return operations.flatMap(({ op, path, value }) => {
    if (path === undefined && op === 'remove') throw new UnreadableScim();
    return path === undefined ? ofObject(op, value) : ofPath(op, path, value);
  });
}

function ofPath(op: Operation['op'], path: string, value: unknown): ScimChange[] {
  const [, start = '', inner, rest = ''] = /^([^[\]]+)(?:\[(.*)\])?(?:\.([^[\]]+))?$/.exec(path.trim()) ?? [];
  const plain = plainPath(rest === '' ? start : `${start}.${rest}`);
  const item = inner === undefined ? null : itemOf(inner);
  if (plain === 'name' && typeof value === 'object') return ofObject(op, value, 'name.');
  return [{ op, path: plain, item, value }];
}

function ofObject(op: Operation['op'], value: unknown, start = ''): ScimChange[] {
  const given = z.record(z.string(), z.unknown()).safeParse(value);
  if (!given.success) throw new UnreadableScim();
  return Object.entries(given.data).flatMap(([key, of]) =>
    /^urn:/i.test(key) && typeof of === 'object'
      ? []
      : key === 'schemas'
        ? []
        : ofPath(op, `${start}${key}`, of),
  );
}

function itemOf(filter: string): string | null {
  const read = readScimFilter(filter);
  return read.kind === 'compare' && read.op === 'eq' && read.path === 'value' ? String(read.value) : null;
}

/** A boolean as directories send it: `false`, `"False"`, `"false"`. */
export const scimBoolean = z.union([
  z.boolean(),
  z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(['true', 'false']))
    .transform((text) => text === 'true'),
]);
