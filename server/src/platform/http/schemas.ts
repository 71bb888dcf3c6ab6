import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { codesOfIssues } from '#contract/problem.ts';
import { problem } from './problem.ts';

/**
 * Zod in both directions: what comes in is parsed with all bad fields at once, what goes out is parsed by the
 * contract, so that nothing leaves that it does not list.
 */
export function mountSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (value) => {
    const parsed = schema.safeParse(value);
    return parsed.success
      ? { value: parsed.data }
      : { error: problem.validation(codesOfIssues(parsed.error.issues)) };
  });
  app.setSerializerCompiler<z.ZodType>(({ schema }) => (value) => JSON.stringify(schema.parse(value)));
}

/** Parses a value that is no body, such as query or form parts; all bad fields at once. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw problem.validation(codesOfIssues(parsed.error.issues));
  return parsed.data;
}
