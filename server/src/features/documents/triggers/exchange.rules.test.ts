import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTriggers, writeTriggers } from './exchange.rules.ts';
import type { TriggerBody } from './trigger-values.ts';

const empty: TriggerBody = {
  naam: 'X',
  keywords: 'x',
  factuurnummer: '',
  factuurdatum: '',
  totaalbedrag: '',
  creditmodifier: '',
  isPdf: true,
  crediteur: '',
  valuta: '',
  decimaalteken: '',
  datumvolgorde: '',
};

describe('our own YAML', () => {
  test('comes back to the letter, whatever signs are in it', () => {
    const line = fc
      .stringMatching(/^[a-zA-Z0-9:#'"&!%@`,?. \\/-]{1,30}$/)
      .map((text) => text.replaceAll(/\\+/g, '\\d').trim())
      .filter((text) => text !== '' && !/^[*+?]|[*+?]{2}/.test(text));
    const field = fc
      .array(
        line.filter((text) => !text.includes('?')),
        { maxLength: 3 },
      )
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(
        field,
        field,
        field,
        fc.boolean(),
        fc.constantFrom('', ',', '.'),
        (factuurnummer, factuurdatum, totaalbedrag, isPdf, decimaalteken) => {
          const trigger: TriggerBody = {
            ...empty,
            naam: 'Naam: "x"',
            keywords: '0042\nyes',
            factuurnummer,
            factuurdatum,
            totaalbedrag,
            isPdf,
            decimaalteken: decimaalteken === ',' || decimaalteken === '.' ? decimaalteken : '',
          };
          expect(readTriggers(writeTriggers([trigger]), 'nl')).toEqual({ triggers: [trigger], remarks: [] });
        },
      ),
    );
  });

  test('of several triggers keeps their order', () => {
    const all = ['A', 'B', 'C'].map((naam) => ({ ...empty, naam }));
    expect(readTriggers(writeTriggers(all), 'nl').triggers).toEqual(all);
  });

  test.each([
    ['no YAML', 'a: [', 'trigger-import-unreadable'],
    ['nothing', '', ''],
    ['a list of numbers', '- 1\n- 2', ''],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\ntriggers: [*c,*c,*c,*c,*c,*c,*c,*c]`,
      '',
    ],
  ])('%s gives a sentence and no trigger', (_, content) => {
    const { triggers, remarks } = readTriggers(content, 'nl');
    expect(triggers).toEqual([]);
    expect(remarks.length).toBeGreaterThan(0);
    expect(remarks.every(({ message, isRefused }) => isRefused && message !== '')).toBe(true);
  });
});

describe('invoice2data', () => {
  const template = `
issuer: Zonnebloem Energie B.V.
keywords:
  - Zonnebloem
  - NL12 3456
exclude_keywords:
  - concept
fields:
  invoice_number: Factuurnummer\\s+(\\S+)
  date:
    parser: regex
    regex:
      - Factuurdatum\\s{2,}(\\d+-\\d+-\\d+)
      - Datum\\s+(\\d+-\\d+-\\d+)
    type: date
  amount:
    parser: regex
    regex: Totaal\\s+([\\d.,]+)
    type: float
  amount_untaxed: Subtotaal\\s+(\\S+)
  static_vat: NL001
options:
  currency: EUR
  date_formats: ['%d-%m-%Y']
  decimal_separator: ','
  languages: [nl]
  replace: [['a', 'b']]
lines:
  start: Omschrijving
`;

  test('becomes a trigger, and what does not exist here is said field by field', () => {
    const { triggers, remarks } = readTriggers(template, 'nl', 'zon.yml');
    expect(triggers).toEqual([
      {
        ...empty,
        naam: 'Zonnebloem Energie B.V.',
        crediteur: 'Zonnebloem Energie B.V.',
        keywords: 'Zonnebloem\nNL12 3456\n-concept',
        factuurnummer: 'Factuurnummer\\s+(\\S+)',
        factuurdatum: 'Factuurdatum\\s+(\\d+-\\d+-\\d+)\nDatum\\s+(\\d+-\\d+-\\d+)',
        totaalbedrag: 'Totaal\\s+([\\d.,]+)',
        valuta: 'EUR',
        decimaalteken: ',',
        datumvolgorde: 'dag-maand',
      },
    ]);
    expect(remarks.map(({ field }) => field).toSorted()).toEqual([
      'amount_untaxed',
      'date_formats',
      'lines',
      'replace',
      'static_vat',
    ]);
    expect(remarks.some(({ isRefused }) => isRefused)).toBe(false);
  });

  test('a pattern that looks ahead is refused with a sentence for its field, and the others are taken', () => {
    const bad = 'issuer: Fout\nkeywords: [x]\nfields:\n  amount: (?<=Totaal )\\d+\n  date: (?=x)';
    const { triggers, remarks } = readTriggers(`${template}\n---\n${bad}`, 'nl');
    expect(triggers.map(({ naam }) => naam)).toEqual(['Zonnebloem Energie B.V.']);
    const refused = remarks.filter(({ isRefused }) => isRefused);
    expect(refused.map(({ naam, field }) => [naam, field])).toEqual([
      ['Fout', 'factuurdatum'],
      ['Fout', 'totaalbedrag'],
    ]);
    expect(refused[0]?.message).toContain('terugkijken');
  });

  test('months before days, and a text without spaces', () => {
    const american = `issuer: US\nkeywords: x;y\nfields:\n  invoice_number: Invoice#:(\\d+)\noptions:\n  date_formats: ['%m/%d/%Y']\n  remove_whitespace: true`;
    const [trigger] = readTriggers(american, 'en').triggers;
    expect(trigger?.datumvolgorde).toBe('maand-dag');
    expect(trigger?.keywords).not.toContain(';');
    expect(new RegExp(trigger?.factuurnummer ?? '', 'i').test('Invoice #: 123')).toBe(true);
  });
});
