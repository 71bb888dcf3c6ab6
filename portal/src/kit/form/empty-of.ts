import { z } from 'zod';

const empties = [undefined, null, '', []];

/**
 * Values of a form in which nothing is filled in, from its schema: what may be absent is absent, what may be null is
 * null, texts and lists are empty.
 *
 * @example
 * const newOrder = { ...emptyOf(orderValues), status: '0' };
 */
export function emptyOf<S extends z.ZodObject>(schema: S): z.output<S> {
  const fields = Object.entries(schema.shape).map(([name, type]) => [
    name,
    empties.find((value) => z.safeParse(type, value).success),
  ]);
  return z.parse(schema, Object.fromEntries(fields));
}
