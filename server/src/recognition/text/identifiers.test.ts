import { describe, expect, test } from 'vitest';
import { ibansIn, isIban, isVatId, kvksIn, passesVatCheck, vatIdsIn } from './identifiers.ts';

describe('IBAN', () => {
  test('passes mod 97 and has its country’s length', () => {
    expect(isIban('NL91ABNA0417164300')).toBe(true);
    expect(isIban('DE89370400440532013000')).toBe(true);
    expect(isIban('NL91ABNA0417164301')).toBe(false);
    expect(isIban('NL91ABNA041716430')).toBe(false);
    expect(isIban('')).toBe(false);
  });

  test.each([
    'IBAN NL91 ABNA 0417 1643 00',
    'NL91ABNA0417164300',
    'Bank: nl91 abna 0417 1643 00 t.n.v. Jansen',
    'NL91.ABNA.0417.1643.00',
  ])('%s', (text) => {
    expect(ibansIn(text).map(({ value }) => value)).toEqual(['NL91ABNA0417164300']);
  });

  test('letters and digits that a scan confused are repaired where the check then holds', () => {
    expect(ibansIn('NL9I ABNA O4I7 1643 OO').map(({ value }) => value)).toEqual(['NL91ABNA0417164300']);
    expect(ibansIn('NL91 A8NA 0417 1643 00').map(({ value }) => value)).toEqual(['NL91ABNA0417164300']);
  });

  test.each(['NL588922298B03 IBAN NL91 ABNA 0417 1643 00', 'NL240973410B02 Rekn NL91ABNA0417164300'])(
    'a VAT number before it is none, though its digits pass the check: %s',
    (text) => {
      expect(ibansIn(text).map(({ value }) => value)).toEqual(['NL91ABNA0417164300']);
    },
  );

  test('one that fails its check is left out', () => {
    expect(ibansIn('NL91 ABNA 0417 1643 01')).toEqual([]);
  });
});

describe('btw-id', () => {
  test.each([
    ['BTW NL810433941B01', 'NL810433941B01'],
    ['NL8104.33.941.B.01', 'NL810433941B01'],
    ['nl 810433941 b01', 'NL810433941B01'],
    ['NLO01234567B22', 'NL001234567B22'],
    ['NL854433221BO01', 'NL854433221B01'],
    ['USt-ID: DE123456789', 'DE123456789'],
    ['BE 0123.456.789', 'BE0123456789'],
  ])('%s', (text, expected) => {
    expect(vatIdsIn(text).map(({ value }) => value)).toEqual([expected]);
  });

  test('the eleven test or mod 97 tells a likely one', () => {
    expect(passesVatCheck('NL810433941B01')).toBe(true);
    expect(passesVatCheck('NL810433942B01')).toBe(false);
    expect(passesVatCheck('DE123456789')).toBe(false);
  });

  test('another country’s format is not mixed up', () => {
    expect(isVatId('NL810433941B01')).toBe(true);
    expect(isVatId('NL810433941')).toBe(false);
    expect(isVatId('XX123456789')).toBe(false);
  });
});

describe('KvK number', () => {
  test.each([
    'KvK 24330087',
    'K.v.K. Rotterdam: 24330087',
    'KvK-nummer: 24.33.00.87',
    'Kamer van Koophandel nr. 24330087',
    'CoC no. 24330087',
  ])('%s', (text) => {
    expect(kvksIn(text).map(({ value }) => value)).toEqual(['24330087']);
  });

  test('eight digits without the label, or more than eight with it, are none', () => {
    expect(kvksIn('Klantnummer 24330087')).toEqual([]);
    expect(kvksIn('KvK 243300871234')).toEqual([]);
  });
});
