import { describe, expect, test } from 'vitest';
import { extractFields } from '../extract.ts';
import type { FieldName } from '../recognised.ts';
import { pageOf } from '#tests/support/page-of.ts';

const valueOf = (drawing: string, field: FieldName) =>
  extractFields(pageOf(drawing), { excluded: [], known: [] }).fields[field][0]?.value;

const head = 'Factuurnummer 2026-0199       Factuurdatum 12 mei 2026\n';

test.each<[string, FieldName, string]>([
  ['Uw ordernummer: PO-42199', 'orderNumber', 'PO-42199'],
  ['Uw referentie      2026-418', 'orderNumber', '2026-418'],
  ['Bestelnummer 438748', 'orderNumber', '438748'],
  ['Klantnummer: 13370', 'customerNumber', '13370'],
  ['Debiteurnr.      10422', 'customerNumber', '10422'],
  ['Leverdatum: 10-05-2026', 'deliveryDate', '2026-05-10'],
  ['Uitgevoerd op 9 mei 2026', 'deliveryDate', '2026-05-09'],
  ['Periode: 01-04-2026 t/m 30-04-2026', 'periodFrom', '2026-04-01'],
  ['Periode: 01-04-2026 t/m 30-04-2026', 'periodTo', '2026-04-30'],
  ['Betaling binnen 14 dagen na factuurdatum', 'paymentTerm', '14'],
  ['Kenmerk: 6040 2851 7300 1499', 'paymentReference', '6040285173001499'],
])('%s is the %s', (line, field, value) => {
  expect(valueOf(head + line, field)).toBe(value);
  expect(valueOf(head + line, 'number')).toBe('2026-0199');
  expect(valueOf(head + line, 'date')).toBe('2026-05-12');
});

test('stand below their heads as well', () => {
  const table = `
Factuurnummer    Klantnummer    Uw order     Leverdatum
2026-0199        13370          PO-4219      10-05-2026`;
  expect(valueOf(table, 'customerNumber')).toBe('13370');
  expect(valueOf(table, 'orderNumber')).toBe('PO-4219');
  expect(valueOf(table, 'deliveryDate')).toBe('2026-05-10');
});

describe('what is not printed is not found', () => {
  const fields: FieldName[] = ['orderNumber', 'customerNumber', 'deliveryDate', 'periodFrom', 'paymentTerm'];
  test.each(fields)('%s', (field) => {
    expect(valueOf(`${head}Huur steiger, 14 dagen      450,00\nTotaal 450,00`, field)).toBeUndefined();
  });
});

test('an account is no reference', () => {
  expect(valueOf(`${head}IBAN NL91 ABNA 0417 1643 00`, 'paymentReference')).toBeUndefined();
});
