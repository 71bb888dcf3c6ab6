import { expect, test } from 'vitest';
import { columnHead, fieldOfHead, listTitle } from './column-texts.ts';
import en from './locales/columns/en.json' with { type: 'json' };
import nl from './locales/columns/nl.json' with { type: 'json' };

test('heads and titles come in the language asked for', () => {
  expect([
    columnHead('nl', 'customer-relations', 'address.city'),
    columnHead('en', 'customer-relations', 'address.city'),
  ]).toEqual(['Plaats', 'City']);
  expect(listTitle('nl', 'customer-relations')).toBe('Klantrelaties');
});

test.each([
  ['Postcode', 'address.zipCode'],
  ['  E-MAIL ', 'emailAddress.address'],
  ['Phone number', 'phoneNumber.number'],
  ['btw_nummer', 'vatId'],
  ['address.street', 'address.street'],
  ['$title', undefined],
  ['companyId', undefined],
  ['', undefined],
])('the head %j stands for %s', (head, field) => {
  expect(fieldOfHead('customer-relations', head)).toBe(field);
});

test('no head stands for two fields, in whatever language', () => {
  const spellings = [nl, en].flatMap((language) =>
    Object.entries(language['customer-relations']).flatMap(([field, text]) =>
      [text.head, ...('also' in text ? text.also.split('|') : [])].map(
        (spelling) => [spelling, field] as const,
      ),
    ),
  );
  expect(
    spellings.filter(
      ([spelling, field]) => field !== '$title' && fieldOfHead('customer-relations', spelling) !== field,
    ),
  ).toEqual([]);
});

test('both languages name the same columns', () => {
  const shape = (texts: object) =>
    Object.entries(texts).map(([list, columns]) => [list, Object.keys(columns)]);
  expect(shape(nl)).toEqual(shape(en));
});
