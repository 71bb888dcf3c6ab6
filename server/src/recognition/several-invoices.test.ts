import { expect, test } from 'vitest';
import { pageOf } from '#tests/support/page-of.ts';
import { splitBefore } from './several-invoices.ts';

const startsOf = (...pages: readonly string[]) =>
  splitBefore(
    pages.flatMap((drawing, at) => pageOf(drawing, at + 1)),
    { excluded: [], known: [] },
  );

interface Drawn {
  readonly number?: string;
  readonly date?: string;
  readonly excl?: string;
  readonly vat?: string;
  readonly total?: string;
  readonly sender?: string;
  readonly codes?: string;
  readonly title?: string;
}

const mine = 'KvK 12345679   BTW NL003000012B11   IBAN NL91ABNA0417164300';
const theirs = 'KvK 87654321   BTW NL810433941B01   IBAN NL20INGB0001234567';

const invoice = ({
  number = '2026-0042',
  date = '12-10-2026',
  excl = '100,00',
  vat = '21,00',
  total = '121,00',
  sender = 'Bouwbedrijf Jansen B.V.',
  codes = mine,
  title = 'Factuur',
}: Drawn = {}) => `
${sender}
${codes}

${title}
${title}nummer: ${number}
Factuurdatum: ${date}
Omschrijving          Bedrag
Arbeid                ${excl}
Subtotaal             ${excl}
Btw 21%               ${vat}
Totaal te betalen     ${total}`;

const second = { number: '2026-0043', date: '19-10-2026', excl: '200,00', vat: '42,00', total: '242,00' };
const others = { sender: 'Tuincentrum De Roos', codes: theirs };

test.each<[string, readonly string[], readonly number[]]>([
  ['one invoice', [invoice()], []],
  [
    'four invoices of one supplier',
    [
      invoice(),
      invoice(second),
      invoice({ ...second, number: '2026-0044' }),
      invoice({ number: '2026-0045' }),
    ],
    [2, 3, 4],
  ],
  ['two suppliers with the same number', [invoice(), invoice({ ...others, total: '121,00' })], [2]],
  ['two suppliers', [invoice(), invoice({ ...second, ...others })], [2]],
  ['the same page twice', [invoice(), invoice()], []],
  [
    'a credit note that names the invoice before it',
    [invoice(), `${invoice({ ...second, title: 'Creditnota', number: 'C-77' })}\nBetreft factuur 2026-0042`],
    [2],
  ],
  [
    'a body of two pages with continuing totals',
    [
      `Bouwbedrijf Jansen B.V.\n${mine}\nFactuur\nFactuurnummer: 2026-0042\nFactuurdatum: 12-10-2026\nArbeid      900,00\nTransport   900,00`,
      `Factuurnummer: 2026-0042\nTransport            900,00\nMateriaal            100,00\nSubtotaal            1.000,00\nBtw 21%              210,00\nTotaal te betalen    1.210,00`,
    ],
    [],
  ],
  [
    'a second page without a number',
    [
      `Bouwbedrijf Jansen B.V.\nFactuurnummer: 2026-0042\nFactuurdatum: 12-10-2026\nArbeid      900,00\nTransport   900,00`,
      `Vervolgblad\nTransport            900,00\nSubtotaal            900,00\nBtw 21%              189,00\nTotaal te betalen    1.089,00`,
    ],
    [],
  ],
  [
    'conditions that count their own pages',
    [
      invoice(),
      'Algemene voorwaarden\nGedeponeerd bij de Kamer van Koophandel onder nummer 30112233. Pagina 1 van 1\nElke factuur wordt betaald binnen 14 dagen.',
    ],
    [],
  ],
  [
    'a packing slip behind it',
    [invoice(), 'PAKBON\nPakbonnummer: 88123\nDatum: 10-10-2026\n12 x Tegels'],
    [],
  ],
  [
    'a packing slip in front, and another invoice',
    ['PAKBON\nPakbonnummer: 88123\nDatum: 10-10-2026', invoice(), invoice(second)],
    [3],
  ],
  [
    'a specification with its own number and total',
    [
      invoice(),
      'Specificatie bij factuur 2026-0042\nProjectnummer 88\nPeriode oktober\nArbeid   100,00\nTotaal   100,00',
    ],
    [],
  ],
  [
    'pages that count from one again',
    [`${invoice()}\nPagina 1 van 1`, `${invoice(second)}\nPagina 1 van 1`],
    [2],
  ],
  [
    'another account for taxes only',
    [invoice(), 'Factuurnummer: 2026-0042\nG-rekening NL86 RABO 2877 5342 25'],
    [],
  ],
])('%s', (_, pages, expected) => {
  expect(startsOf(...pages)).toEqual(expected);
});
