import { expect, test } from 'vitest';
import { rejectedAgain, type RejectedValue } from './rejections.rules.ts';

const at = '2026-11-21T13:00:00.000Z';
const read = { number: '42', date: '2026-11-02', total: '12100', creditor: 'Zon B.V.' };
const unnamed: RejectedValue[] = (['number', 'date', 'total', 'creditor'] as const).map((property) => ({
  property,
  value: read[property],
  isNamed: false,
  rejectedAt: at,
}));
const named = (property: 'total' | 'iban', value: string): RejectedValue[] => [
  { property, value, isNamed: true, rejectedAt: at },
];

test.each<[string, RejectedValue[], Partial<typeof read>, string | null, string[]]>([
  ['a named value that is read again stays rejected', named('total', '12100'), read, null, ['total']],
  [
    'also when a trigger that was saved since reads it',
    named('total', '12100'),
    read,
    '2026-11-22',
    ['total'],
  ],
  ['a named value that is read differently is accepted', named('total', '10000'), read, null, []],
  ['a value that was wrongly missing is still missing', named('iban', ''), read, null, ['iban']],
  ['nothing named: the same values again are rejected', unnamed, read, null, Object.keys(read)],
  ['nothing named: another total is accepted', unnamed, { ...read, total: '10000' }, null, []],
  ['nothing named: a trigger saved since is accepted', unnamed, read, '2026-11-22T00:00:00Z', []],
  ['nothing named: a trigger saved before is not', unnamed, read, '2026-11-20T00:00:00Z', Object.keys(read)],
  ['nothing was rejected', [], read, null, []],
])('%s', (_, rejected, values, triggerSavedAt, expected) => {
  expect(rejectedAgain(rejected, { values, triggerSavedAt })).toEqual(expected);
});
