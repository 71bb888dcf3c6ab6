import { expect, test } from 'vitest';
import { z } from 'zod';
import { emptyOf } from './empty-of.ts';

test('texts and lists are empty, the rest is null, absent or what the schema says', () => {
  const schema = z.object({
    name: z.string(),
    amount: z.int().nullable(),
    lines: z.array(z.string()),
    open: z.string().nullable().default(null),
    rowVersion: z.int().optional(),
  });
  expect(emptyOf(schema)).toEqual({ name: '', amount: null, lines: [], open: null });
});

test('a field that cannot be empty is refused', () => {
  expect(() => emptyOf(z.object({ count: z.int() }))).toThrow(/count/);
});
