import { describe, expect, test } from 'vitest';
import english from './locales/rules.en.json' with { type: 'json' };
import dutch from './locales/rules.nl.json' with { type: 'json' };
import { withoutEach } from './testing/mutations.ts';
import { richUbl } from './testing/rich-ubl.ts';
import { sentenceNames, verdictOf, verdictRuleCount } from './verdict.ts';

const rich = richUbl['peppol-rich'] ?? '';
const verdict = (xml: string) => verdictOf(Buffer.from(xml));
const found = (xml: string) => verdict(xml)?.findings.map(({ rule }) => rule);

test('every sentence stands in both languages, and no other', () => {
  expect(Object.keys(dutch).toSorted()).toEqual([...sentenceNames].toSorted());
  expect(Object.keys(english).toSorted()).toEqual([...sentenceNames].toSorted());
  expect(verdictRuleCount(['en16931', 'peppol', 'nlcius'])).toBeGreaterThan(300);
});

test.each(Object.entries(richUbl))('%s keeps every rule', (_name, xml) => {
  expect(verdict(xml)).toMatchObject({ result: 'valid', findings: [] });
});

describe('what is wrong is found, with its place and who can mend it', () => {
  test('a total that is not the sum of its parts', () => {
    const wrong = rich.replace('>189.45<', '>190.45<');
    expect(found(wrong)).toEqual(['BR-CO-15', 'BR-CO-16']);
    expect(verdict(wrong)?.findings[0]).toMatchObject({
      level: 'error',
      mender: 'supplier',
      places: ['Invoice'],
    });
  });

  test('a line among others', () => {
    const wrong = rich.replace('<cbc:Name>Werk 2</cbc:Name>', '');
    expect(verdict(wrong)?.findings).toMatchObject([
      { rule: 'BR-25', level: 'error', places: ['Invoice/InvoiceLine[2]'] },
    ]);
  });

  test('what the buyer has to tell', () => {
    const wrong = rich
      .replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '')
      .replace(/<cac:OrderReference>.*?<\/cac:OrderReference>/, '');
    expect(verdict(wrong)?.findings[0]).toMatchObject({ rule: 'PEPPOL-EN16931-R003', mender: 'buyer' });
  });

  test('numbers of the Dutch registers, as Peppol has them since May 2026, warn', () => {
    expect(verdict(rich.replaceAll('>12345678<', '>1234567<'))).toMatchObject({
      result: 'warnings',
      findings: [{ rule: 'PEPPOL-COMMON-R054' }],
    });
    expect(found(rich.replace('>NL810433941B01<', '>NL81043394B01<'))).toEqual(['PEPPOL-COMMON-R056-2']);
  });

  test('the rules of NLCIUS count for what claims to follow it', () => {
    const wrong = (richUbl['nlcius-rich'] ?? '').replace('>30<', '>10<');
    expect(found(wrong)).toEqual(['BR-NL-12']);
    expect(found(wrong.replace('#compliant#urn:fdc:nen.nl:nlcius:v1.0', ''))).toEqual([]);
  });
});

test('other XML has no verdict', () => {
  expect(verdict('<meter/>')).toBeUndefined();
  expect(verdict('not XML')).toBeUndefined();
});

test('whatever is left out, it ends with a verdict', () => {
  const damaged = [...withoutEach(rich)].map(([, xml]) => xml);
  for (const xml of damaged.slice(0, 20)) verdict(xml);
  for (const xml of damaged) expect(verdict(xml)).toBeDefined();
});
