import type { z } from 'zod';
import { isRecord, type JsonSchema } from './named-schemas.ts';

const base = '#/components/schemas/';
const maxDepth = 10;
const maxRounds = 200;

// What texts look like, by the name of their field or by their format.
const uuid = '019ad0c2-7f3e-7c11-9a52-6f1e8d2b4c70';
const day = '2026-11-21';
const byFormat: Readonly<Record<string, string>> = {
  date: day,
  'date-time': '2026-11-21T13:05:00.000Z',
  email: 'anna@company.example',
  uri: 'https://company.example/in',
  uuid,
};
const byName: readonly (readonly [RegExp, string])[] = [
  [/id$|Ids$/i, uuid],
  [/^startTime$/, '2026-11-21T08:30:00.000Z'],
  [/^endTime$/, '2026-11-21T12:00:00.000Z'],
  [/^bic$/i, 'RABONL2U'],
  [/iban/i, 'NL91ABNA0417164300'],
  [/kvk/i, '12345678'],
  [/At$|timestamp|Since$|Until$/, '2026-11-21T13:05:00.000Z'],
  [/On$|Date$|^(?:from|to|day)$/, day],
  [/url/i, 'https://company.example/in'],
  [/email/i, 'anna@company.example'],
];
// Tried in the place of a text that the contract refuses.
const others: readonly unknown[] = [
  ...Object.values(byFormat),
  day,
  '2026-11',
  '2026',
  '09:00',
  '1',
  'NL91ABNA0417164300',
  'NL001234567B01',
  '12345678',
  'A-1',
  'nl',
  '1.2.3.4',
  'company.example',
  'data:image/png;base64,iVBORw0KGgo=',
  0,
  1,
  100,
  true,
  null,
  [],
];

/** Makes examples of what the document describes. */
export class Examples {
  readonly #schemas: Readonly<Record<string, JsonSchema>>;

  constructor(schemas: Readonly<Record<string, JsonSchema>>) {
    this.#schemas = schemas;
  }

  /** A value that the contract accepts, as the document describes it; undefined where none was found. */
  of(described: JsonSchema, contract: z.ZodType): unknown {
    for (const isWhole of [true, false]) {
      const found = mended(this.#make(described, '', 0, isWhole), contract);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #make(described: JsonSchema, name: string, depth: number, isWhole: boolean): unknown {
    const schema = this.#resolved(described);
    if ('const' in schema) return schema['const'];
    if (Array.isArray(schema['enum'])) return schema['enum'][0];
    if ('default' in schema) return schema['default'];
    const choices = schema['anyOf'] ?? schema['oneOf'];
    if (Array.isArray(choices)) {
      const real = choices.filter(isRecord).filter(({ type }) => type !== 'null');
      return real[0] === undefined || depth > maxDepth ? null : this.#make(real[0], name, depth, isWhole);
    }
    if (Array.isArray(schema['allOf']))
      return Object.assign(
        {},
        ...schema['allOf'].filter(isRecord).map((part) => this.#make(part, name, depth, isWhole)),
      );
    const type = Array.isArray(schema['type'])
      ? schema['type'].find((one) => one !== 'null')
      : schema['type'];
    switch (type) {
      case 'object':
        return this.#object(schema, depth, isWhole);
      case 'array':
        // The sides of a box, which grow.
        if (Array.isArray(schema['prefixItems'])) return schema['prefixItems'].map((_, at) => (at + 1) / 10);
        return isRecord(schema['items']) && depth < maxDepth
          ? Array.from({ length: Math.max(1, numberOf(schema['minItems'], 1)) }, () =>
              this.#make(isRecord(schema['items']) ? schema['items'] : {}, name, depth + 1, isWhole),
            )
          : [];
      case 'integer':
      case 'number':
        return Math.max(numberOf(schema['minimum'], 1), Math.min(1, numberOf(schema['maximum'], 1)));
      case 'boolean':
        return true;
      case 'string':
        return text(schema, name);
      default:
        return null;
    }
  }

  #object(schema: JsonSchema, depth: number, isWhole: boolean): unknown {
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    const wanted = Object.entries(properties).filter(
      ([name]) => required.has(name) || (isWhole && depth < maxDepth),
    );
    return Object.fromEntries(
      wanted.map(([name, one]) => [name, this.#make(isRecord(one) ? one : {}, name, depth + 1, isWhole)]),
    );
  }

  #resolved(schema: JsonSchema): JsonSchema {
    const ref = schema['$ref'];
    if (typeof ref !== 'string' || !ref.startsWith(base)) return schema;
    return this.#resolved(this.#schemas[ref.slice(base.length)] ?? {});
  }
}

function text(schema: JsonSchema, name: string): string {
  const known = byName.find(([pattern]) => pattern.test(name))?.[1];
  const format = typeof schema['format'] === 'string' ? byFormat[schema['format']] : undefined;
  // Of two moments that follow each other the name says which.
  const named = (name.endsWith('Time') ? (known ?? format) : (format ?? known)) ?? 'Example';
  const long = named.padEnd(numberOf(schema['minLength'], 0), ' example');
  return long.slice(0, numberOf(schema['maxLength'], long.length));
}

/** The value with what the contract refuses replaced, place by place; undefined when that does not help. */
function mended(value: unknown, contract: z.ZodType): unknown {
  const tried = new Map<string, number>();
  let current = value;
  for (let round = 0; round < maxRounds; round += 1) {
    const parsed = contract.safeParse(current);
    if (parsed.success) return current;
    const [issue] = parsed.error.issues;
    if (!issue || issue.path.length === 0) return undefined;
    const place = issue.path.join('.');
    const next = tried.get(place) ?? 0;
    tried.set(place, next + 1);
    // At the end the field is left out: it may be one of two that exclude each other.
    if (next > others.length) return undefined;
    current = replaced(current, issue.path, next < others.length ? others[next] : undefined);
  }
  return undefined;
}

function replaced(value: unknown, path: readonly PropertyKey[], by: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? replaced(one, rest, by) : one));
  if (!isRecord(value)) return value;
  const { [String(key)]: before, ...kept } = value;
  const after = replaced(before, rest, by);
  return after === undefined ? kept : { ...value, [String(key)]: after };
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
