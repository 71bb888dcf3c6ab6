import { describe, expect, test } from 'vitest';
import english from './locales/rules.en.json' with { type: 'json' };
import dutch from './locales/rules.nl.json' with { type: 'json' };
import { withoutEach } from './testing/mutations.ts';
import { richCii } from './testing/rich-cii.ts';
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

test.each(Object.entries({ ...richUbl, ...richCii }))('%s keeps every rule', (_name, xml) => {
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

describe('CII is held against the same rules', () => {
  const cii = richCii['cii-nlcius-rich'] ?? '';

  test('with the places that its own elements have', () => {
    const wrong = cii.replace('>Werk 2<', '><').replace('>189.45<', '>190.45<');
    const trade = 'CrossIndustryInvoice/SupplyChainTradeTransaction';
    expect(verdict(wrong)?.findings).toMatchObject([
      { rule: 'BR-25', places: [`${trade}/IncludedSupplyChainTradeLineItem[2]`] },
      { rule: 'BR-CO-16' },
      { rule: 'BR-CO-15', places: ['CrossIndustryInvoice'] },
    ]);
  });

  test('those of NLCIUS too, where it claims to follow them', () => {
    const wrong = cii.replace('<ram:CityName>Zwolle</ram:CityName>', '');
    expect(verdict(wrong)).toMatchObject({
      result: 'invalid',
      standards: ['en16931Cii', 'nlciusCii'],
      findings: [{ rule: 'BR-NL-3' }],
    });
    expect(found(wrong.replace('#compliant#urn:fdc:nen.nl:nlcius:v1.0', ''))).toEqual([]);
  });

  test('a credit note is one by its type', () => {
    expect(found(cii.replace('>380<', '>381<'))).toEqual([]);
    expect(found(cii.replace('>380<', '>999<'))).toEqual(['BR-CL-01', 'BR-NL-7']);
  });

  test('whatever is left out, it ends with a verdict', () => {
    const damaged = [...withoutEach(cii)].map(([, xml]) => xml);
    for (const xml of damaged.filter((_, index) => index % 5 === 0)) expect(verdict(xml)).toBeDefined();
  });
});

test('one of 2026 is held against the rules of 2017, and says so', () => {
  const cii = richCii['cii-rich'] ?? '';
  for (const xml of [
    rich.replace(/urn:cen\.eu:en16931:2017#[^<]*/, 'urn:cen.eu:en16931:2026'),
    cii.replace(':2017', ':2026'),
  ])
    expect(verdict(xml)).toMatchObject({ result: 'warnings', findings: [{ rule: 'EN16931-2026' }] });
});

test('an envelope does not count', () => {
  const inner = rich.replace(/<\?xml.*?\?>/, '');
  expect(verdict(`<StandardBusinessDocument><Header/>${inner}</StandardBusinessDocument>`)).toMatchObject({
    result: 'valid',
    findings: [],
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
