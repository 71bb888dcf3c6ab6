import { describe, expect, test } from 'vitest';
import { addressedTo, outcomeOf, textLength } from './outcome.rules.ts';

const found = <T>(value: T) => [
  { value, raw: '', page: 1, box: null, confidence: 1, method: 'xml' as const, reasons: [] },
];
const fields = { number: found('1'), date: found('2026-11-02'), total: found(100) };
const owner = { administrationId: null, administrationIds: ['noord', 'zuid'] };

describe('where a read document goes', () => {
  test.each([
    [
      'everything found, administration named',
      { fields, buyers: [] },
      { ...owner, administrationId: 'noord' },
      { state: 'Herkend', reasons: [], administrationId: 'noord' },
    ],
    [
      'the buyer on the document',
      { fields, buyers: ['company', 'zuid'] },
      owner,
      { state: 'Herkend', reasons: [], administrationId: 'zuid' },
    ],
    [
      'a named administration wins over the buyer',
      { fields, buyers: ['zuid'] },
      { ...owner, administrationId: 'noord' },
      { state: 'Herkend', reasons: [], administrationId: 'noord' },
    ],
    [
      'only the company as buyer',
      { fields, buyers: ['company'] },
      owner,
      { state: 'Onbekend', reasons: ['no-administration'], administrationId: null },
    ],
    [
      'nothing found at all',
      { fields: { number: [], date: [], total: [] }, buyers: [] },
      owner,
      {
        state: 'Onbekend',
        reasons: ['no-number', 'no-date', 'no-total', 'no-administration'],
        administrationId: null,
      },
    ],
  ])('%s', (_, read, of, expected) => {
    expect(outcomeOf(read, of)).toEqual(expected);
  });
});

test('text is counted trimmed and with white space as one', () => {
  expect(textLength([{ text: '  Factuur \n\t 12 ' }, { text: '\n' }, { text: 'ab' }])).toBe(
    'Factuur 12 ab'.length,
  );
  expect(textLength([])).toBe(0);
});

describe('to whom a document is addressed', () => {
  const identities = [
    { id: 'noord', name: 'Noord B.V.' },
    { id: 'zuid', name: 'Zuid B.V.' },
    { id: 'company', name: 'Holding' },
  ];
  test.each([
    ['somebody else', 'noord', [], 'Derden B.V.', 'Derden B.V.'],
    ['its administration', 'noord', ['noord'], null, null],
    ['the company', 'noord', ['company'], null, null],
    ['another administration', 'noord', ['zuid'], null, 'Zuid B.V.'],
    ['several, its own among them', 'noord', ['zuid', 'noord'], null, null],
    ['an administration, with none chosen', null, ['zuid'], null, null],
  ])('%s', (_, administrationId, buyers, other, expected) => {
    const found = addressedTo({ buyers, addressedTo: other }, { ...owner, administrationId, identities });
    expect(found).toBe(expected);
  });
});
