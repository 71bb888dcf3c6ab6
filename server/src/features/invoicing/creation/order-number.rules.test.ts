import { expect, test } from 'vitest';
import { orderNumberOf } from './order-number.rules.ts';

test.each([
  ['Ordernummer: PO-2026/118', 'PO-2026/118'],
  ['Uw bestelnummer 4500018823 d.d. 3 november', '4500018823'],
  ['Bestelnr. 77-A', '77-A'],
  ['INKOOPORDERNUMMER 12345', '12345'],
  ['Orderdatum 3 november', ''],
  ['', ''],
])('%j names order %j', (text, expected) => {
  expect(orderNumberOf(text)).toBe(expected);
});
