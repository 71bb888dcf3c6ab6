import { expect, test } from 'vitest';
import { deliverUnderKills } from '../support/deliveries.ts';

test('300 deliveries and 40 kills: none twice without a person, none lost', async () => {
  const { delivered, asked, tries, ...wrong } = await deliverUnderKills(100, 40);
  expect(wrong).toEqual({ twice: [], lost: [], stuck: 0, wrongStatus: 0 });
  console.log(`${delivered} delivered, ${asked} wait for a person, ${tries} attempts`);
});
