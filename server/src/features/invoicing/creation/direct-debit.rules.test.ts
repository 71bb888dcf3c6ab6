import { expect, test } from 'vitest';
import { isDirectDebit } from './direct-debit.rules.ts';

test.each([
  ['Het bedrag wordt omstreeks 3 mei 2026 automatisch van uw rekening afgeschreven.', true],
  ['Dit bedrag zal binnen 14 dagen worden geïncasseerd', true],
  ['Betaalwijze: automatische incasso', true],
  // As the page of an e-invoice says it, of UBL's payment means 49 and 59.
  ['Betalingskenmerk 4471\nBetaalwijze\nautomatische incasso\nOrdernummer 12', true],
  ['Betaling via SEPA incasso', true],
  ['The amount will be collected from your account by direct debit.', true],
  ['Regel het makkelijk: kies voor automatische incasso op onze website.', false],
  ['Wij verzoeken u het bedrag binnen 30 dagen over te maken op NL91 ABNA 0417 1643 00.', false],
  ['Incassokosten zijn voor uw rekening.', false],
  ['', false],
])('%j is direct debit: %s', (text, expected) => {
  expect(isDirectDebit(text)).toBe(expected);
});
