import { expect, test } from 'vitest';
import type { Invoice } from '../invoices/invoice.ts';
import { invoice } from '../testing/samples.ts';
import { differing } from './compare.rules.ts';

const one = invoice(1, { iban: 'NL91ABNA0417164300', creditorId: 'k1' });

test.each<[string, Partial<Invoice>, string[]]>([
  ['nothing', {}, []],
  ['the number', { invoiceNumber: 'F-2' }, ['number']],
  ['an account that is not there', { iban: null }, ['iban']],
  ['the currency of an equal amount', { currency: 'USD' }, ['total']],
  ['not the spelling of one creditor', { creditor: { name: 'CREDITEUR 1' } }, []],
  ['another creditor, however alike', { creditorId: 'k2' }, ['creditor']],
  ['the name of creditors that are not known', { creditorId: null, creditor: { name: 'X' } }, ['creditor']],
  ['date and total', { invoiceDate: '2026-11-13', totalAmount: 1 }, ['date', 'total']],
])('%s', (_, differs, expected) => {
  expect([...differing(one, { ...one, ...differs })]).toEqual(expected);
});
