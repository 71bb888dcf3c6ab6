import { expect, test } from 'vitest';
import { deliverUnderKills } from '../support/deliveries.ts';

// The short form of tests/torture/deliveries.test.ts.
test('30 deliveries and 5 kills: none twice without a person, none lost', async () => {
  const { delivered, asked, tries, ...wrong } = await deliverUnderKills(10, 5);
  expect(wrong).toEqual({ twice: [], lost: [], stuck: 0, wrongStatus: 0 });
  expect(delivered + asked).toBeGreaterThan(0);
  expect(tries).toBeGreaterThanOrEqual(delivered);
});
