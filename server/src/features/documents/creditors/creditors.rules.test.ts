import { describe, expect, test } from 'vitest';
import { nameKey, pickCreditor, supplierKey, type SupplierIdentity } from './creditors.rules.ts';

function supplier(seed: Partial<SupplierIdentity> = {}): SupplierIdentity {
  return { name: 'Bakker Techniek B.V.', kvk: null, vatId: null, iban: null, ...seed };
}

describe('a name to compare', () => {
  test.each([
    ['Bakker & Zn. B.V.', 'bakker zn'],
    ['BAKKER ZN BV', 'bakker zn'],
    ['  Café   René VOF', 'cafe rene'],
    ['B.V.', 'b v'],
    ['Müller GmbH', 'muller'],
    ['', ''],
  ])('%j is %j', (name, key) => {
    expect(nameKey(name)).toBe(key);
  });
});

test('a supplier is known by KvK, else btw-id, else IBAN, else name (§C2)', () => {
  const all = { kvk: '12345678', vatId: 'NL810433941B01', iban: 'NL91ABNA0417164300' };
  expect(supplierKey(supplier(all))).toBe('kvk:12345678');
  expect(supplierKey(supplier({ ...all, kvk: null }))).toBe('vat:NL810433941B01');
  expect(supplierKey(supplier({ iban: all.iban }))).toBe('iban:NL91ABNA0417164300');
  expect(supplierKey(supplier())).toBe('name:bakker techniek');
});

describe('which creditor a supplier is', () => {
  const bakker = supplier({ kvk: '12345678', vatId: 'NL810433941B01', iban: 'NL91ABNA0417164300' });
  const nameless = supplier({ name: 'Visser', iban: 'NL91ABNA0417164300' });

  test.each<[string, SupplierIdentity, readonly SupplierIdentity[], SupplierIdentity | undefined]>([
    ['the same KvK under another name', supplier({ name: 'Anders', kvk: '12345678' }), [bakker], bakker],
    [
      'KvK before IBAN',
      supplier({ kvk: '12345678', iban: 'NL91ABNA0417164300' }),
      [nameless, bakker],
      bakker,
    ],
    ['only the IBAN is read', supplier({ name: 'onleesbaar', iban: 'NL91ABNA0417164300' }), [bakker], bakker],
    ['only the name is read', supplier({ name: 'BAKKER TECHNIEK' }), [bakker], bakker],
    [
      'another KvK with the same IBAN, as factoring firms have',
      supplier({ name: 'Visser', kvk: '87654321', iban: 'NL91ABNA0417164300' }),
      [bakker],
      undefined,
    ],
    ['another KvK with the same name', supplier({ kvk: '87654321' }), [bakker], undefined],
    ['another btw-id with the same name', supplier({ vatId: 'NL004495445B01' }), [bakker], undefined],
    ['nobody', supplier(), [], undefined],
  ])('%s', (_, subject, candidates, expected) => {
    expect(pickCreditor(subject, candidates)).toBe(expected);
  });
});
