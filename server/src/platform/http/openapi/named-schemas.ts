import { z } from 'zod';

/** A schema of JSON, as it stands in the document. */
export type JsonSchema = { readonly [key: string]: unknown };

type Direction = 'input' | 'output';

const base = '#/components/schemas/';
// How a schema is referred to while both directions are compared.
const inputMark = '.input';

interface Converted {
  readonly written: Readonly<Record<Direction, Readonly<Record<string, JsonSchema>>>>;
  readonly used: Readonly<Record<Direction, ReadonlySet<string>>>;
  /** Names of schemas that take something else than they answer. */
  readonly differing: ReadonlySet<string>;
}

interface Announced {
  readonly id: string;
  readonly holder: z.ZodType;
  readonly directions: Set<Direction>;
}

/**
 * The schemas of the document by name. A named schema is written once and referred to everywhere else; where what comes
 * in differs from what goes out (a default, a text that is trimmed), the former has a name of its own: `GroupInput`.
 */
export class NamedSchemas {
  readonly #names = new Map<z.ZodType, string>();
  readonly #taken = new Set<string>();
  readonly #places = new Map<z.ZodType, Announced>();
  #converted: Converted | undefined;

  /** Names an object or a choice of objects, by the first of the names that is free; other schemas stay where they are. */
  name(schema: z.ZodType, ...names: readonly string[]): void {
    const inner = unwrapped(schema);
    if (this.#names.has(inner) || !isWorthAName(inner)) return;
    const name = names.find((one) => !this.#taken.has(one));
    if (name === undefined) throw new Error(`two schemas of the contract are called ${names.join(' and ')}`);
    this.#names.set(inner, name);
    this.#taken.add(name);
  }

  /** Announces a schema that is written later: all are converted at once. */
  announce(schema: z.ZodType, direction: Direction): void {
    const place = this.#places.get(schema) ?? {
      id: `.${this.#places.size}`,
      holder: z.object({ schema }),
      directions: new Set<Direction>(),
    };
    place.directions.add(direction);
    this.#places.set(schema, place);
  }

  /** An announced schema as it is written where it is used: by reference if it has a name. */
  write(schema: z.ZodType, direction: Direction): JsonSchema {
    const { written } = (this.#converted ??= this.#convert());
    const { properties } = asSchema(written[direction][this.#places.get(schema)?.id ?? '']);
    return this.#resolved(asSchema(asSchema(properties)['schema']));
  }

  /** All schemas that are referred to. */
  components(): Readonly<Record<string, JsonSchema>> {
    const { used, written } = (this.#converted ??= this.#convert());
    const directions: readonly Direction[] = ['output', 'input'];
    const named = directions.flatMap((direction) =>
      [...used[direction]].map((name) => {
        const final = this.#finalName(name, direction);
        return [final, this.#resolved(asSchema(written[direction][name]))] as const;
      }),
    );
    return Object.fromEntries(named.toSorted(([one], [other]) => one.localeCompare(other)));
  }

  #convert(): Converted {
    const registry = z.registry<{ id: string }>();
    for (const [schema, id] of this.#names) registry.add(schema, { id });
    for (const { id, holder } of this.#places.values()) registry.add(holder, { id });
    const write = (direction: Direction) => {
      const { __shared: nested, ...schemas } = z.toJSONSchema(registry, options(direction)).schemas;
      const all = { ...schemas, ...asSchema(asSchema(nested)['$defs']) };
      return Object.fromEntries(
        Object.entries(all).map(([name, schema]) => {
          const { $id: _id, $schema: _schema, ...rest } = asSchema(schema);
          return [name, rest];
        }),
      );
    };
    const written = { input: write('input'), output: write('output') };
    const places = [...this.#places.values()];
    const usedBy = (direction: Direction) =>
      reached(
        places.filter(({ directions }) => directions.has(direction)).map(({ id }) => id),
        written[direction],
      );
    const used = { input: usedBy('input'), output: usedBy('output') };
    return { written, used, differing: differing(written.input, written.output) };
  }

  #finalName(name: string, direction: Direction): string {
    const { used, differing: differs } = (this.#converted ??= this.#convert());
    return direction === 'input' && differs.has(name) && used.output.has(name) ? `${name}Input` : name;
  }

  // References as they stand in the document.
  #resolved(schema: JsonSchema): JsonSchema {
    const resolve = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(resolve);
      if (!isRecord(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => {
          if (key !== '$ref' || typeof inner !== 'string') return [key, resolve(inner)];
          return [key, base + this.#finalName(nameIn(inner), inner.includes(inputMark) ? 'input' : 'output')];
        }),
      );
    };
    return asSchema(resolve(schema));
  }
}

// A reference to a schema, also to one inside of others that has an id of its own.
function nameIn(ref: string): string {
  return (ref.split('/').at(-1) ?? '').replace(inputMark, '');
}

// The names that schemas refer to, and what these refer to.
function reached(from: readonly string[], schemas: Readonly<Record<string, JsonSchema>>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    for (const [, ref = ''] of JSON.stringify(schemas[name] ?? {}).matchAll(/"\$ref":"([^"]+)"/g)) {
      const next = nameIn(ref);
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  from.forEach(visit);
  return found;
}

const options = (io: Direction) => ({
  io,
  unrepresentable: 'any' as const,
  uri: (id: string) => `${base}${id}${io === 'input' ? inputMark : ''}`,
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    // Extra fields are ignored, never refused: generators would make types without room for them.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // What is no JSON Schema, or says nothing to a person.
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    // Of a record with fixed keys: each is a property.
    const { propertyNames, additionalProperties } = jsonSchema;
    if (typeof propertyNames === 'object' && propertyNames.enum && jsonSchema.required) {
      const keys = propertyNames.enum.map(String);
      jsonSchema.properties = Object.fromEntries(keys.map((key) => [key, additionalProperties ?? {}]));
      delete jsonSchema.propertyNames;
      delete jsonSchema.additionalProperties;
    }
    // Long expressions of days and moments: the format says it.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
});

// A schema differs when its own text does, or that of one it refers to.
function differing(
  inputs: Readonly<Record<string, JsonSchema>>,
  outputs: Readonly<Record<string, JsonSchema>>,
): Set<string> {
  const text = (schema: unknown) => JSON.stringify(schema)?.replaceAll(inputMark, '');
  const found = new Set(Object.keys(outputs).filter((name) => text(inputs[name]) !== text(outputs[name])));
  const refersToOne = (name: string) =>
    [...JSON.stringify(outputs[name]).matchAll(/"\$ref":"([^"]+)"/g)].some(([, ref = '']) =>
      found.has(nameIn(ref)),
    );
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const name of Object.keys(outputs)) if (refersToOne(name)) found.add(name);
  }
  return found;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodArray) {
    const inner = schema instanceof z.ZodArray ? schema.element : schema.unwrap();
    return inner instanceof z.ZodType ? unwrapped(inner) : schema;
  }
  return schema;
}

function isWorthAName(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape).length > 0;
  return schema instanceof z.ZodUnion || schema instanceof z.ZodIntersection || schema instanceof z.ZodPipe;
}

/** Whether it is an object of JSON. */
export function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): JsonSchema {
  return isRecord(value) ? value : {};
}
