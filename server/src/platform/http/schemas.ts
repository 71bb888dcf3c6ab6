import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { codesOfIssues } from '#contract/problem.ts';
import { problem } from './problem.ts';

// Tells an absent value from one of the wrong type.
const withInput = { reportInput: true };

/**
 * Zod in both directions: what comes in is parsed with all bad fields at once, what goes out is parsed by the
 * contract, so that nothing leaves that it does not list.
 */
export function mountSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value) => {
    const parsed = schema.safeParse(value, withInput);
    return parsed.success
      ? { value: parsed.data }
      : { error: problem.validation(codesOfIssues(parsed.error.issues)) };
  });
  app.setSerializerCompiler<z.ZodType>(({ schema }) => (value) => JSON.stringify(schema.parse(value)));
}

/** Parses a value that is no body, such as query or form parts; all bad fields at once. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, withInput);
  if (!parsed.success) throw problem.validation(codesOfIssues(parsed.error.issues));
  return parsed.data;
}
