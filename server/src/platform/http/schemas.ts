import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { codesOfIssues, type FieldCode } from '#contract/problem.ts';
import { problem } from './problem.ts';

// So that an absent value differs from one of the wrong type.
const withInput = { reportInput: true };

/**
 * Zod in both directions: what comes in is parsed with all bad fields at once, what goes out is parsed by the
 * contract, so that nothing leaves that it does not list.
 */
export function mountSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value) => {
    const codes = unreadable(value);
    if (codes) return { error: problem.validation(codes) };
    const parsed = httpPart === 'body' ? parsedBody(schema, value) : schema.safeParse(value, withInput);
    return parsed.success
      ? { value: parsed.data }
      : { error: problem.validation(codesOfIssues(parsed.error.issues, schema)) };
  });
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (value) =>
        JSON.stringify(schema.parse(value)),
  );
}

// A command that takes nothing, or nothing that it needs, is often sent without a body: that says as much as `{}`.
function parsedBody(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value, withInput);
  if (parsed.success || (value !== undefined && value !== null)) return parsed;
  const empty = schema.safeParse({}, withInput);
  return empty.success || empty.error.issues.every(({ path }) => path.length > 0) ? empty : parsed;
}

/** Parses a value that is no body, such as query or form parts; all bad fields at once. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const codes = unreadable(value);
  if (codes) throw problem.validation(codes);
  const parsed = schema.safeParse(value, withInput);
  if (!parsed.success) throw problem.validation(codesOfIssues(parsed.error.issues, schema));
  return parsed.data;
}

// PostgreSQL stores no NUL, in no text and in no JSON: a request with one is refused with its place, whatever the field.
function unreadable(value: unknown): Record<string, FieldCode[]> | undefined {
  const places = placesOfNul(value, []);
  return places.length === 0
    ? undefined
    : Object.fromEntries(places.map((place): [string, FieldCode[]] => [place, ['unreadable-character']]));
}

function placesOfNul(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'string') return value.includes('\0') ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key.includes('\0') ? [path.join('.')] : placesOfNul(one, [...path, key]),
  );
}
