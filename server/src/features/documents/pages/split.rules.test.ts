import { expect, test } from 'vitest';
import { splitBefore } from './split.rules.ts';

const pages = (...texts: string[]) => texts.map((text, at) => ({ number: at + 1, text }));

test.each([
  ['one invoice of one page', pages('Factuurnummer: 2026-0042\nTotaal 121,00'), []],
  ['one invoice that repeats its number', pages('Factuurnummer 2026-0042', 'Vervolg factuurnummer 2026-0042'), []],
  ['two invoices', pages('Factuurnummer: 2026-0042', 'Factuurnummer: 2026-0043'), [2]],
  ['two invoices of two pages', pages('Factuurnr. A-1', 'specificatie', 'Factuurnr. A-2', 'specificatie'), [3]],
  ['pages that count from one again', pages('Pagina 1 van 2', 'Pagina 2 van 2', 'Pagina 1 van 1'), [3]],
  ['an English invoice and its credit note', pages('Invoice No: INV-77', 'Credit note number CN-12'), [2]],
  ['a date behind the word', pages('Factuurnummer 2026-1', 'Factuur 12-11-2026'), []],
  ['pages without numbers', pages('Beste Petra', 'met groet'), []],
])('%s', (_, given, expected) => {
  expect(splitBefore(given)).toEqual(expected);
});
