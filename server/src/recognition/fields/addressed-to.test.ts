import { expect, test } from 'vitest';
import { pageOf } from '#tests/support/page-of.ts';
import { extractFields } from '../extract.ts';
import type { Identity } from '../recognised.ts';

const us = { id: 'us', name: 'Bakkerij De Vries B.V.', kvk: '87654321' };

const to = (buyer: string, excluded: readonly Identity[] = [us]) =>
  extractFields(
    pageOf(`
Schildersbedrijf Wieringa B.V.              Havenstraat 12
KvK 12345679   BTW NL003000012B11           8011 AB Zwolle
                                            Tel. 038-4212345


${buyer}



Factuurnummer: 2026-0042
Factuurdatum: 12-10-2026
Schilderwerk                                100,00
Subtotaal                                   100,00
Btw 21%                                      21,00
Totaal te betalen                           121,00`),
    { excluded, known: [] },
  ).addressedTo;

const address = (name: string, more = '') => `${name}\n${more}Kerklaan 5\n3721 AB Bilthoven`;

test.each<[string, string, string | null]>([
  ['another firm', address('Bakkerij Pieters B.V.'), 'Bakkerij Pieters B.V.'],
  ['another firm behind a label', `Factuur aan:\nHotel Kustzicht B.V.`, 'Hotel Kustzicht B.V.'],
  ['us', address('Bakkerij De Vries B.V.'), null],
  ['us without the legal form', address('Bakkerij De Vries'), null],
  ['us, misread', address('Bakkerij De Vrles B.V.'), null],
  ['us by a shorter name', address('De Vries'), null],
  ['somebody at our firm', address('Mevrouw P. Jansen', 'Bakkerij De Vries\n'), null],
  ['another name with our registration', `${address('De Gouden Krakeling')}\nUw KvK 87654321`, null],
  ['nobody', '', null],
])('addressed to %s', (_, buyer, expected) => {
  expect(to(buyer)).toBe(expected);
});

test('nothing is said where nobody knows who we are', () => {
  expect(to(address('Bakkerij Pieters B.V.'), [])).toBeNull();
});
