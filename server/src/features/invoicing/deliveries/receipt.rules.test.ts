import { expect, test } from 'vitest';
import { bookedIn, cellsOf } from './receipt.rules.ts';

const awaited = [
  { id: 'a', documentNumber: '2026-11-0001', invoiceNumber: 'F-1' },
  { id: 'b', documentNumber: '2026-11-0002', invoiceNumber: '77' },
  { id: 'c', documentNumber: '2026-11-0003', invoiceNumber: '77' },
];
const read = (text: string) => bookedIn(cellsOf(text), awaited);

test('a list names invoices by our number, or by one of the supplier that is not used twice', () => {
  expect(read('Boekstuk;Factuur\r\n60001;"F-1"\r\n60002;2026-11-0002;77\r\n')).toEqual({
    ids: ['a', 'b'],
    unknown: [],
  });
  expect(read('2026-11-0001\n\n2026-11-0001')).toEqual({ ids: ['a'], unknown: [] });
});

test('what names no invoice, or two, is given back', () => {
  expect(read('77')).toEqual({ ids: [], unknown: ['77'] });
  expect(read('nummer\tdag\n9\t2026-11-01\nonbekend')).toEqual({
    ids: [],
    unknown: ['9;2026-11-01', 'onbekend'],
  });
});
