import { expect, test } from 'vitest';
import { extractFields } from './extract.ts';
import { mergeTriggerResults } from './with-triggers.ts';
import { pageOf } from '#tests/support/page-of.ts';

const general = extractFields(
  pageOf('Factuurnummer 2026-118\nFactuurdatum 03-03-2026\nTotaal incl. btw 121,00'),
  {
    excluded: [],
    known: [],
  },
);
const merged = (value: string) =>
  mergeTriggerResults(general, {
    found: {
      id: 't1',
      number: { value, raw: value, page: 1, box: null },
      asked: ['number'],
      isCredit: false,
      creditor: '',
      currency: '',
      trust: 0.95,
    },
    tied: [],
    wantsOcr: false,
  }).fields.number;

test('a template that gives no more than a sign does not beat a number that was read', () => {
  expect(merged('#')).toEqual(general.fields.number);
  expect(merged('2026-119')[0]?.value).toBe('2026-119');
});
