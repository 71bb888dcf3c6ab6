import { describe, expect, test } from 'vitest';
import { csvOf } from './csv.rules.ts';
import type { ExportedInvoice } from './exported-invoice.ts';
import { buildExported } from './testing/exported.ts';

describe('CSV', () => {
  const rows = (...invoices: ExportedInvoice[]) => csvOf(invoices).toString('utf8').split('\r\n');

  test('opens in a Dutch Excel: mark, semicolons, commas, CRLF, one row a booking line', () => {
    const [head, first, , third, end] = rows(buildExported());
    expect(head?.startsWith('\uFEFFDocumentnummer;Administratie;Crediteur;')).toBe(true);
    expect(first).toBe(
      '2026-11-0001;Holding;Bakker Techniek B.V.;12345678;NL810433941B01;NL91ABNA0417164300;42;02-11-2026;02-12-2026;Onderhoud ketel;EUR;100,00;21,00;121,00;RF 42;Sanne de Wit;21-11-2026 14:05;1;4300;Onderhoud;;100,00;0,00;Ketel',
    );
    expect(third?.endsWith(';3;1600;Crediteuren;;0,00;121,00;Ketel')).toBe(true);
    expect(end).toBe('');
  });

  test('an invoice without lines has one row, with the same number of columns', () => {
    const [head, only, end] = rows(
      buildExported({ lines: [], exclInCents: null, vatInCents: null, dueDate: null }),
    );
    expect(only?.split(';')).toHaveLength(head?.split(';').length ?? 0);
    expect(end).toBe('');
  });

  test.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+31 6', "'+31 6"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['a;b', '"a;b"'],
    ['regel\nregel', '"regel\nregel"'],
    ['zegt "ja"', '"zegt ""ja"""'],
  ])('%j is written as text', (description, cell) => {
    expect(csvOf([buildExported({ description })]).toString('utf8')).toContain(`;${cell};EUR;`);
  });

  test('a credit note has negative amounts, which are numbers and no formulas', () => {
    expect(
      rows(buildExported({ totalInCents: -5, exclInCents: -4, vatInCents: -1, lines: [] }))[1],
    ).toContain(';-0,04;-0,01;-0,05;');
  });
});
