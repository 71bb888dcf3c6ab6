import { expect, test } from 'vitest';
import { deliverUnderKills } from '../support/deliveries.ts';
import { usually } from '../support/torture.ts';

const invoices = usually(50, { long: 100 });
const kills = usually(20, { long: 40 });

test(`${3 * invoices} deliveries and ${kills} kills: none twice without a person, none lost`, async () => {
  const { delivered, asked, tries, ...wrong } = await deliverUnderKills(invoices, kills);
  expect(wrong).toEqual({ twice: [], lost: [], stuck: 0, wrongStatus: 0 });
  console.log(`${delivered} delivered, ${asked} wait for a person, ${tries} attempts`);
});
