import { expect, test } from 'vitest';
import { splitBefore } from './split.rules.ts';

const pages = (...texts: string[]) => texts.map((text, at) => ({ number: at + 1, text }));

test.each([
  ['one invoice of one page', pages('Factuurnummer: 2026-0042\nTotaal 121,00'), []],
  [
    'one invoice that repeats its number',
    pages('Factuurnummer 2026-0042', 'Vervolg factuurnummer 2026-0042'),
    [],
  ],
  ['two invoices', pages('Factuurnummer: 2026-0042', 'Factuurnummer: 2026-0043'), [2]],
  [
    'two invoices of two pages',
    pages('Factuurnr. A-1', 'specificatie', 'Factuurnr. A-2', 'specificatie'),
    [3],
  ],
  ['pages that count from one again', pages('Pagina 1 van 2', 'Pagina 2 van 2', 'Pagina 1 van 1'), [3]],
  ['an English invoice and its credit note', pages('Invoice No: INV-77', 'Credit note number CN-12'), [2]],
  ['a date behind the word', pages('Factuurnummer 2026-1', 'Factuur 12-11-2026'), []],
  [
    'numbers below the heads of a table',
    pages('Factuurnr. Relatienr.\n2026099127 33594', 'Factuurnr. Relatienr.\n2026099131 33594'),
    [2],
  ],
  [
    'heads that do not pair up with what is below',
    pages(
      'Debiteur Factuurnummer Datum\n90146 B VF-1 22/07/2026',
      'Debiteur Factuurnummer Datum\n90147 B VF-22 23/07/2026',
    ),
    [],
  ],
  [
    'the number as second column',
    pages(
      'Debiteur Factuurnummer Datum\n90146 VF-101 22/07/2026',
      'Debiteur Factuurnummer Datum\n90146 VF-102 23/07/2026',
    ),
    [2],
  ],
  [
    'two senders, one without a number that is read',
    pages(
      'Rekening 26240\nNL57 SNSB 9442 4412 40 KvK 88032646 btw NL578299197B01',
      'Nota 1513\nNL86 RABO 2877 5342 25 kvk 74876260',
    ),
    [2],
  ],
  [
    'a page with the account for taxes only',
    pages('Factuur 2026-1\nIBAN NL57 SNSB 9442 4412 40 KvK 88032646', 'G-rekening NL86 RABO 2877 5342 25'),
    [],
  ],
  [
    'the receiver’s registration on a second page',
    pages(
      'Factuur 2026-1\nBtw NL578299197B01 KvK 88032646',
      'Btw verlegd naar NL721751325B01, K.v.K. 88032646',
    ),
    [],
  ],
  ['pages without numbers', pages('Beste Petra', 'met groet'), []],
])('%s', (_, given, expected) => {
  expect(splitBefore(given)).toEqual(expected);
});

test('what follows the drawn pages of an electronic invoice is no other invoice', () => {
  const [drawn, own] = pages('Factuurnummer 2026-0042', 'Factuurnummer 2026-0043, pagina 1 van 2');
  const both = (textSource: 'xml' | 'pdf') => [
    { number: 1, text: drawn?.text ?? '', textSource },
    { number: 2, text: own?.text ?? '', textSource: 'pdf' as const },
  ];
  expect(splitBefore(both('xml'))).toEqual([]);
  expect(splitBefore(both('pdf'))).toEqual([2]);
});
