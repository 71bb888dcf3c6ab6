import { expect, test } from 'vitest';
import { buildExported, buildExportedLine } from '../exports/testing/exported.ts';
import { unmappedIn, withPackageCodes } from './package-codes.rules.ts';

const invoice = buildExported({
  creditor: { ...buildExported().creditor, number: null },
  lines: [
    buildExportedLine({ costCenter: 'KP1', costUnit: 'KD1', vatCode: 'H' }),
    buildExportedLine({ ledgerNumber: '4310', ledgerName: '', costCenter: 'KP1', vatCode: 'H' }),
    buildExportedLine({ kind: 'creditor', ledgerNumber: '1600', ledgerName: 'Crediteuren' }),
  ],
});
const codes = new Map([['account', new Map([['4310', '43']])]] as const);
const namesFor = (coupling: string) =>
  unmappedIn([invoice, invoice], codes, { coupling, administrationId: 'a' }).map(({ about }) => about);

test('what is not mapped is named once, and only where the file of the coupling has it', () => {
  expect(namesFor('exact')).toEqual([
    '4300 Onderhoud',
    '1600 Crediteuren',
    'KP1',
    'KD1',
    'H',
    'Bakker Techniek B.V.',
  ]);
  expect(namesFor('snelstart_online')).toEqual([
    '4300 Onderhoud',
    '1600 Crediteuren',
    'KP1',
    'Bakker Techniek B.V.',
  ]);
  expect(namesFor('king')).toEqual(['4300 Onderhoud', 'Bakker Techniek B.V.']);
  expect(namesFor('ubl')).toEqual(['4300 Onderhoud', '1600 Crediteuren']);
  expect(namesFor('baan')).toEqual([]);
});

test('codes of the package take the place of ours, and nothing else changes', () => {
  const [first, second] = withPackageCodes(invoice, codes).lines;
  expect(first).toEqual(invoice.lines[0]);
  expect(second).toEqual({ ...invoice.lines[1], ledgerNumber: '43' });
});
