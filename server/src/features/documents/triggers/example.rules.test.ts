import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ValueField } from '#contract/documents/triggers.ts';
import { writePattern } from './example.rules.ts';
import { chosenMatch, findMatches } from './matching.rules.ts';
import { compileField } from './patterns.rules.ts';

const habits = { decimaalteken: '', datumvolgorde: '' } as const;
const chosen = (field: ValueField, pattern: string, text: string) =>
  chosenMatch(field, findMatches(field, compileField(field, pattern).patterns, text, habits));
const write = (field: Parameters<typeof writePattern>[0], text: string, selected: string, from = 0) => {
  const at = text.indexOf(selected, from);
  return writePattern(field, text, at, at + selected.length);
};

const february = `Bakkerij De Zon BV
Factuurnummer: RE-2026/118 Factuurdatum 3 februari 2026
Klantnr Vervaldatum Code
334 17-02-2026 A77
Subtotaal € 1.000,00
BTW 21% € 210,00
Totaal te betalen € 1.210,00`;
// The same supplier a month later.
const march = february
  .replace('RE-2026/118', 'RE-2026/1203')
  .replace('3 februari 2026', '12 maart 2026')
  .replace('334 17-02-2026', '334 26-03-2026')
  .replace('1.000,00', '85,00')
  .replace('210,00', '17,85')
  .replace('1.210,00', '102,85');

describe('a pattern written from one invoice', () => {
  test.each([
    ['factuurnummer', 'RE-2026/118', 'RE-2026/1203'],
    ['factuurdatum', '3 februari 2026', '2026-03-12'],
    ['factuurdatum', '17-02-2026', '2026-03-26'],
    ['totaalbedrag', '1.210,00', 10285],
    ['totaalbedrag', '1.000,00', 8500],
  ] as const)('reads the %s of the next one (%s)', (field, selected, next) => {
    const written = write(field, february, selected);
    expect(written).toMatchObject({ count: 1, isExact: true });
    expect(chosen(field, written?.pattern ?? '', march)?.parsed?.value).toBe(next);
  });

  test('takes half a selected word as the whole one, and leaves signs around it', () => {
    const at = february.indexOf('2026/118');
    const written = writePattern('factuurnummer', february, at + 2, at + 4);
    expect(february.slice(written?.start, written?.end)).toBe('RE-2026/118');
    expect(write('factuurnummer', 'Factuur (2026-12).', '2026-12')).toMatchObject({ isExact: true });
  });

  test('is anchored on the heading above where no label stands before', () => {
    expect(write('factuurdatum', february, '17-02-2026')).toMatchObject({
      anchor: 'line-above',
      label: 'Vervaldatum',
    });
  });

  test('of keywords is the text itself, whatever signs are in it', () => {
    const written = write('keywords', 'Jansen & Zn. (sinds 1900); Zwolle', 'Zn. (sinds 1900); Zwolle');
    const { patterns } = compileField('keywords', written?.pattern ?? '');
    expect(patterns).toHaveLength(1);
    expect(patterns[0]?.regex.matcher('jansen & zn.  (SINDS 1900); zwolle').find()).toBe(true);
  });

  test.each([
    ['factuurdatum', 'Bakkerij'],
    ['totaalbedrag', 'Zon'],
  ] as const)('there is none of %s from %s', (field, selected) => {
    expect(write(field, february, selected)).toBeNull();
  });
});

describe('whatever the page', () => {
  const words = fc.array(
    fc.constantFrom(
      'Factuur',
      'Nr',
      'Datum',
      'Totaal',
      'van',
      '€',
      '12,00',
      '7',
      '(a',
      '*',
      '\\',
      'x;y',
      '-',
      'Ümlaut',
    ),
    { maxLength: 8 },
  );
  const values: readonly (readonly [ValueField, fc.Arbitrary<string>])[] = [
    ['factuurnummer', fc.stringMatching(/^[A-Z]{0,3}[-/.]?\d{1,8}([-/]\d{1,4})?$/)],
    ['factuurdatum', fc.constantFrom('3-5-2026', '03/05/26', '3 mei 2026', '2026-05-03', '12. März 2026')],
    ['totaalbedrag', fc.constantFrom('1.234,56', '12,00', '1234.56', '€ 7,50', '-12,00', '1.000,-')],
  ];
  test.each(values)('a pattern for %s takes its own example', (field, value) => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 5 }),
        value,
        words,
        words,
        (above, selected, before, after) => {
          const head = [...above.map((line) => line.join(' ')), before.join(' ')].join('\n');
          const start = head.length + 1;
          const text = `${head} ${selected} ${after.join(' ')}`;
          const written = writePattern(field, text, start, start + selected.length);
          expect(written).not.toBeNull();
          if (!written) return;
          expect(written.isExact).toBe(true);
          const own = text.slice(written.start, written.end);
          const match = chosen(field, written.pattern, text);
          expect(match?.raw.toLowerCase()).toBe(own.toLowerCase());
          expect(compileField(field, written.pattern).faults).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
