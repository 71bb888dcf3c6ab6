import { expect, test } from 'vitest';
import { pageOf } from '#tests/support/page-of.ts';
import { explainCreditor } from '../extract.ts';
import { objectionTo } from './names.ts';

const nobody = { excluded: [], known: [] };

test('a name that was not chosen says which clues speak against it', () => {
  const creditor = explainCreditor(
    pageOf(`
Drukkerij Noordmeer B.V.
Kade 12, 1012 AB Amsterdam   KvK 12345678

Klant:
Bakkerij De Zon B.V.

Factuur 2025-001        12 maart 2025

Totaal                  121,00
Betaling op rekening NL91ABNA0417164300 ten name van Drukkerij Noordmeer B.V. bij Meerbank
`),
    nobody,
  );
  expect(creditor[0]).toMatchObject({ value: 'Drukkerij Noordmeer B.V.', doubts: [] });
  const customer = creditor.find(({ value }) => value === 'Bakkerij De Zon B.V.');
  expect(customer?.doubts).toEqual(['addressee']);
});

test.each([
  ['Drukkerij Noordmeer B.V.', null],
  ['Algemene voorwaarden', 'list:conditions'],
  ['Betalingsherinnering', 'list:documents'],
  ['Postbus Deventer', 'list:contacts'],
  ['Dorpsstraat 12', 'house-number'],
  ['B.V.', 'too-short'],
  ['het bedrag', 'article'],
])('%s as a name: %s', (text, objection) => {
  expect(objectionTo(text)).toBe(objection);
});
