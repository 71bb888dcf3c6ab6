import { expect, test } from 'vitest';
import { reasonText } from './reasons.ts';

test.each([
  [['no-number'], 'Het factuurnummer is niet gevonden.'],
  [
    ['no-number', 'no-date', 'no-total', 'no-administration'],
    'Niet gevonden: het factuurnummer, de factuurdatum, het totaal en de administratie.',
  ],
  [['no-text', 'no-number', 'no-date', 'no-total'], 'Op dit document staat geen tekst.'],
  [['rejected'], 'De herkenning is afgekeurd.'],
  [[], ''],
])('%j is one sentence', (reasons, text) => {
  expect(reasonText('nl', reasons)).toBe(text);
});
