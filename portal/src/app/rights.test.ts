import { expect, test } from 'vitest';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { mePath } from '#contract/identity/me.ts';
import { keepRightsFresh, ownRights } from './rights.ts';

test('rights are asked for again when the server says that they changed, and after a gap', () => {
  expect(`/api/${ownRights}`).toBe(mePath);
  let asked = 0;
  const hear = keepRightsFresh({ refresh: async () => void (asked += 1) });
  hear(ownRights);
  expect(asked).toBe(1);
  hear(customerRelations.path);
  expect(asked).toBe(1);
  hear(undefined);
  expect(asked).toBe(2);
});
