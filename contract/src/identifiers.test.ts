import { describe, expect, test } from 'vitest';
import { bareCode, ibanLength, isIban, isKvkNumber, isVatId, passesVatCheck } from './identifiers.ts';

describe('IBAN', () => {
  test.each(['NL91ABNA0417164300', 'BE68539007547034', 'DE89370400440532013000', 'GB29NWBK60161331926819'])(
    '%s is one',
    (iban) => {
      expect(isIban(iban)).toBe(true);
    },
  );

  test.each([
    ['with two digits swapped', 'NL91ABNA0417164030'],
    ['of another length than its country has', 'NL91ABNA04171643001'],
    ['with spaces', 'NL91 ABNA 0417 1643 00'],
    ['in lower case', 'nl91abna0417164300'],
    ['empty', ''],
  ])('one %s is none', (_what, iban) => {
    expect(isIban(iban)).toBe(false);
  });

  test('the length is known for the countries around', () => {
    expect([ibanLength('NL'), ibanLength('BE'), ibanLength('XX')]).toEqual([18, 16, undefined]);
  });
});

describe('VAT number', () => {
  test.each([
    'NL123456782B12',
    'BE0123456749',
    'DE123456789',
    'EL123456789',
    'SE123456789001',
    'IE1234567WA',
  ])('%s has its country’s format', (value) => {
    expect(isVatId(value)).toBe(true);
  });

  test.each(['NL123456782', 'XX123456789', 'NL123456782B1', '', 'BE2123456749'])('%j has not', (value) => {
    expect(isVatId(value)).toBe(false);
  });

  test('a Dutch one passes by the eleven test of a company or by mod 97 of a sole trader', () => {
    expect(passesVatCheck('NL123456782B01')).toBe(true);
    // The example of the tax authority for sole traders.
    expect(passesVatCheck('NL000099998B57')).toBe(true);
    expect(passesVatCheck('NL123456789B01')).toBe(false);
    expect(passesVatCheck('BE0123456749')).toBe(false);
  });
});

test('a KvK number is eight digits', () => {
  expect([
    isKvkNumber('01234567'),
    isKvkNumber('1234567'),
    isKvkNumber('123456789'),
    isKvkNumber('1234567A'),
  ]).toEqual([true, false, false, false]);
});

test('a code is kept without what people put between', () => {
  expect(bareCode(' nl91 ABNA-0417.1643 00 ')).toBe('NL91ABNA0417164300');
});
