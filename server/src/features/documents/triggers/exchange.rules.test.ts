import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTriggers, writeTriggers } from './exchange.rules.ts';
import { compileTrigger, matchesKeywords, readWith } from './matching.rules.ts';
import { ruleOf, type TriggerBody } from './trigger-values.ts';

/** What the first template of a file reads in a text. */
function valuesOf(source: string, text: string, keyword = 'Zon') {
  const [body] = readTriggers(source, 'en').triggers;
  if (!body) throw new Error('no trigger was read');
  const trigger = compileTrigger(ruleOf(body, { id: '1', companyId: null, createdAtMs: 0 }));
  expect(matchesKeywords(trigger, `${keyword}\n${text}`)).toBe(true);
  const { values } = readWith(trigger, text);
  return Object.fromEntries(Object.entries(values).map(([name, found]) => [name, found.value]));
}

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

  test('what lacks a name or holds too much is refused in words of the reader’s language', () => {
    const { triggers, remarks } = readTriggers(
      `- trefwoorden: x\n- naam: A\n  keywords: ${'x'.repeat(60_000)}\n`,
      'nl',
    );
    expect(triggers).toEqual([]);
    expect(remarks).toMatchObject([
      { field: 'naam', message: 'Vul dit veld in', isRefused: true },
      { naam: 'A', field: 'keywords', message: 'Deze tekst is te lang', isRefused: true },
    ]);
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
        factuurnummer: '(?-i)Factuurnummer\\s+(\\S+)',
        factuurdatum: '(?-i)Factuurdatum\\s+(\\d+-\\d+-\\d+)\n(?-i)Datum\\s+(\\d+-\\d+-\\d+)',
        totaalbedrag: '(?s:\\A.*?)(?:(?-i)Totaal\\s+([\\d.,]+))',
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

  test('a pattern that cannot run is left out with a sentence for its field, and the rest is taken', () => {
    const bad = `issuer: Half\nkeywords: [x]\nfields:\n  amount:\n    - (?<!Sub)Totaal (\\d+)\n    - Te betalen (\\d+)\n  date: (a)\\1`;
    const { triggers, remarks } = readTriggers(`${template}\n---\n${bad}`, 'nl');
    expect(triggers.map(({ naam }) => naam)).toEqual(['Zonnebloem Energie B.V.', 'Half']);
    expect(triggers[1]).toMatchObject({ factuurdatum: '' });
    expect(triggers[1]?.totaalbedrag).toContain('Te betalen');
    const left = remarks.filter(({ naam, message }) => naam === 'Half' && message.includes('weggelaten'));
    expect(left.map(({ field }) => field).toSorted()).toEqual(['factuurdatum', 'totaalbedrag']);
    expect(left.find(({ field }) => field === 'totaalbedrag')?.message).toContain('terugkijken');
  });

  test('a template whose keyword cannot run is refused with a sentence', () => {
    const { triggers, remarks } = readTriggers('issuer: Fout\nkeywords: [(?<!a)b]\nfields:\n  date: x', 'nl');
    expect(triggers).toEqual([]);
    expect(remarks.filter(({ isRefused }) => isRefused).map(({ field }) => field)).toEqual(['keywords']);
  });

  test('months before days, and a text without spaces', () => {
    const american = `issuer: US\nkeywords: x;y\nfields:\n  invoice_number: Invoice#:(\\d+)\noptions:\n  date_formats: ['%m/%d/%Y']\n  remove_whitespace: true`;
    const [trigger] = readTriggers(american, 'en').triggers;
    expect(trigger?.datumvolgorde).toBe('maand-dag');
    expect(trigger?.keywords).not.toContain(';');
    expect(valuesOf(american, 'Invoice #: 123', 'x;y').factuurnummer).toBe('123');
  });

  describe('reads what Python reads', () => {
    const template = (fields: string, options = '') =>
      `issuer: A\nkeywords: [Zon]\nfields:\n${fields}\n${options === '' ? '' : `options:\n${options}`}`;
    test.each([
      ['capitals count', template('  amount: Totaal\\s+(\\S+)'), 'Zon\nSubtotaal 10,00\nTotaal 12,10', 1210],
      ['of a total the first', template('  amount: Totaal (\\S+)'), 'Zon\nTotaal 12,10\nTotaal 99,00', 1210],
      [
        'or the last where it says so',
        template('  amount:\n    parser: regex\n    regex: Totaal (\\S+)\n    group: last'),
        'Zon\nTotaal 12,10\nTotaal 99,00',
        9900,
      ],
      [
        'a text without spaces',
        template('  amount: Total(?:due)?:EUR(\\d+,\\d{2})DISP', '  remove_whitespace: true'),
        'Zon\nTotal due: EUR 12,10 DISP',
        1210,
      ],
      [
        'a text without accents',
        template('  amount: Net a payer\\s+(\\S+)', '  remove_accents: true'),
        'Zon\nNet à payer 12,10',
        1210,
      ],
      [
        'a text in lower case',
        template('  amount: totaal\\s+(\\S+)', '  lowercase: true'),
        'Zon\nTOTAAL 12,10',
        1210,
      ],
      [
        'the line below, up to the end of the line',
        template('  amount: Totaal[^\\n]*\\n+(\\d+,\\d{2})'),
        'Zon\nTotaal EUR\n12,10',
        1210,
      ],
      ['at most so many', template('  amount: Totaal (\\d{,3},\\d{2})'), 'Zon\nTotaal 12,10', 1210],
      ['what stands around', template("  amount: '(?<=Totaal )\\S+(?= EUR)'"), 'Zon\nTotaal 12,10 EUR', 1210],
    ])('%s', (_, source, text, total) => {
      expect(valuesOf(source, text).totaalbedrag).toBe(total);
    });

    test('the groups of a table under its head', () => {
      const table =
        template('  amount: Total (\\S+)') +
        `tables:
  - start: Nummer\\s+Datum
    end: Artikel
    body: (?P<invoice_number>\\w+)\\s+(?P<date>\\d+-\\d+-\\d+)\\s+(?P<rooms>\\d+)`;
      expect(valuesOf(table, 'Zon\nNummer Datum Kamers\nA12 3-5-2026 2\nArtikel')).toMatchObject({
        factuurnummer: 'A12',
        factuurdatum: '2026-05-03',
      });
    });

    test('and JSON is a template too', () => {
      const json = JSON.stringify({
        issuer: 'A',
        keywords: ['Zon'],
        fields: { amount: { parser: 'regex', regex: ['Totaal\\s+(\\S+)'], type: 'float' } },
      });
      expect(valuesOf(json, 'Zon\nTotaal 12,10').totaalbedrag).toBe(1210);
    });
  });

  test('what is added up, chosen otherwise or looked for in a part of the page is said', () => {
    const odd = `issuer: A
keywords: [Zon]
priority: 4
fields:
  sum_amount: [a(1), b(2)]
  date: {parser: regex, regex: x, group: min, area: {f: 1}}`;
    expect(
      readTriggers(odd, 'en')
        .remarks.map(({ field, message }) => `${field}: ${message}`)
        .toSorted(),
    ).toEqual([
      'date: The choice min of date does not exist here; the first match is taken.',
      'date: The part of the page given for date was left out: the pattern looks in the whole text.',
      'priority: The setting priority does not exist here and was left out.',
      'sum_amount: sum_amount adds amounts up; here one amount is taken as it is found.',
    ]);
  });
});
