import { describe, expect, test } from 'vitest';
import { readDay, readValue, showValue } from './value.rules.ts';
import { inReadingOrder, valueAtWord, valueOfWords, type PlacedWord } from './words.rules.ts';

describe('what a person types', () => {
  test.each([
    ['12 november 2026', '2026-11-12'],
    ['3 mei 26', '2026-05-03'],
    ['1st March 2026', '2026-03-01'],
    ['12-11-2026', '2026-11-12'],
    ['31 februari 2026', undefined],
    ['12 foo 2026', undefined],
  ])('%s is the day %s', (typed, day) => expect(readDay(typed)).toBe(day));

  test.each([
    ['total', '€ 1.234,56', '123456'],
    ['total', '-12,-', '-1200'],
    ['total', 'EUR 12,50', '1250'],
    ['total', 'twaalf', undefined],
    ['iban', 'NL91 ABNA 0417 1643 00', 'NL91ABNA0417164300'],
    ['iban', 'nl91abna0417164300', 'NL91ABNA0417164300'],
    ['iban', 'NL91 ABNA 0417 1643 01', undefined],
    ['kvk', '0507 1234', '05071234'],
    ['kvk', '12', undefined],
    ['vatId', 'nl8123.45.678.B01', 'NL812345678B01'],
    ['vatId', 'NL81234567B01', undefined],
    ['vatId', 'GB 123 4567 89', 'GB123456789'],
    ['currency', 'usd', 'USD'],
    ['currency', 'Euro', undefined],
    ['number', ' 2026-1184 ', '2026-1184'],
    ['number', '', ''],
  ] as const)('%s %s travels as %s', (property, typed, value) =>
    expect(readValue(property, typed)).toBe(value),
  );

  test('values read as people write them', () => {
    expect(showValue('date', '2026-11-12', 'nl')).toBe('12-11-2026');
    expect(showValue('total', '189897', 'nl', '')).toBe('1.898,97');
    expect(showValue('iban', 'NL91ABNA0417164300', 'nl')).toBe('NL91 ABNA 0417 1643 00');
  });
});

describe('what a click on a word means', () => {
  const line = (top: number, texts: readonly string[], from = 0.1): PlacedWord[] => {
    let left = from;
    return texts.map((text) => {
      const right = left + text.length * 0.008;
      const word: PlacedWord = { text, box: [left, top, right, top + 0.012] };
      left = right + 0.004;
      return word;
    });
  };
  const words = [
    ...line(0.1, ['Van', 'Dijk', 'Installaties', 'B.V.']),
    ...line(0.2, ['Factuurdatum']),
    ...line(0.2, ['12', 'november', '2026'], 0.4),
    ...line(0.3, ['Te', 'betalen']),
    ...line(0.3, ['€', '1.898,97'], 0.7),
  ];
  const at = (text: string) => words.findIndex((word) => word.text === text);

  test('a part of a day is the whole day', () => {
    expect(valueAtWord('date', words, at('november'))).toMatchObject({
      raw: '12 november 2026',
      value: '2026-11-12',
    });
  });
  test('an amount comes with its sign', () => {
    expect(valueAtWord('total', words, at('1.898,97'))).toMatchObject({ raw: '€ 1.898,97', value: '189897' });
  });
  test('a name has all its words', () => {
    expect(valueAtWord('creditor', words, at('Dijk'))?.value).toBe('Van Dijk Installaties B.V.');
  });
  test('a word that is no amount is none', () => {
    expect(valueAtWord('total', words, at('betalen'))).toBeUndefined();
  });
  test('a number is the word alone, with its own place', () => {
    const clicked = valueAtWord('number', words, at('2026'));
    expect(clicked?.value).toBe('2026');
    expect(clicked?.box).toEqual(words[at('2026')]?.box);
  });

  const chosen = (...texts: readonly string[]) => texts.flatMap((text) => words[at(text)] ?? []);
  test('several words are one value, in reading order', () => {
    expect(valueOfWords('creditor', chosen('B.V.', 'Dijk', 'Van'))?.value).toBe('Van Dijk B.V.');
    expect(inReadingOrder(chosen('betalen', 'Factuurdatum', 'Te')).map(({ text }) => text)).toEqual([
      'Factuurdatum',
      'Te',
      'betalen',
    ]);
  });
  test('words beside an amount or a day may be taken along', () => {
    expect(valueOfWords('total', chosen('Te', 'betalen', '€', '1.898,97'))).toMatchObject({
      raw: '€ 1.898,97',
      value: '189897',
    });
    expect(valueOfWords('date', chosen('Factuurdatum', '12', 'november', '2026'))?.value).toBe('2026-11-12');
    expect(valueOfWords('total', chosen('Te', 'betalen'))).toBeUndefined();
  });
});
