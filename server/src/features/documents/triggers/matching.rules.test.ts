import { describe, expect, test } from 'vitest';
import { choose, compileTrigger, matchesKeywords, readWith, type TriggerRule } from './matching.rules.ts';

const trigger = (rule: Partial<TriggerRule>) =>
  compileTrigger({
    id: 'x',
    naam: 'X',
    companyId: 'own',
    keywords: 'zon',
    factuurnummer: '',
    factuurdatum: '',
    totaalbedrag: '',
    creditmodifier: '',
    isPdf: true,
    createdAtMs: 0,
    decimaalteken: '',
    datumvolgorde: '',
    ...rule,
  });

describe('keywords (§D7)', () => {
  test.each([
    ['zon', true],
    ['ZON', true],
    ['zon\nmaan', false],
    ['zon; bakkerij', true],
    ['zon\n-proforma', true],
    ['zon\n-bakkerij', false],
    ['z.n', true],
    ['^de zon$', true],
    ['', false],
    ['-proforma', false],
    ['zon\n(', false],
  ])('%j: %j', (keywords, isMatch) => {
    expect(matchesKeywords(trigger({ keywords }), 'Bakkerij\nDe Zon\nFactuur')).toBe(isMatch);
  });
});

describe('which of several reads (§D7)', () => {
  const own = trigger({ id: 'own' });
  const general = trigger({ id: 'general', companyId: null, keywords: 'a\nb\nc', createdAtMs: 9 });
  const closer = trigger({ id: 'closer', keywords: 'a\nb' });
  const newer = trigger({ id: 'newer', createdAtMs: 5 });
  const equal = trigger({ id: 'equal' });

  test.each([
    ['own before general', [general, own], 'own'],
    ['more keywords before fewer', [own, closer], 'closer'],
    ['newest before older', [own, newer], 'newer'],
    ['more keywords before newest', [newer, closer], 'closer'],
    ['general where there is no own', [general], 'general'],
  ])('%s', (_, matching, id) => {
    expect(choose(matching).chosen?.rule.id).toBe(id);
  });

  test('two that are equal: none, and both are named', () => {
    const { chosen, tied } = choose([equal, own]);
    expect(chosen).toBeNull();
    expect(tied.map(({ rule }) => rule.id).toSorted()).toEqual(['equal', 'own']);
  });

  test('nothing of nothing', () => {
    expect(choose([])).toEqual({ chosen: null, tied: [] });
  });
});

describe('values (§D8)', () => {
  const text =
    'Nr: 12 Nr: 13\nDatum: 31-02-2026\nDatum: 3 mei 2026\nTotaal 10,00\nTotaal 12,00\nSom 99,00\nCredit';
  const read = (rule: Partial<TriggerRule>) => readWith(trigger(rule), text);

  test('group 1 else the whole match; the first match, of a total the last', () => {
    const { values, isWhole } = read({
      factuurnummer: 'nr: (\\d+)',
      factuurdatum: '\\d mei \\d{4}',
      totaalbedrag: 'totaal (\\S+)',
    });
    expect([values.factuurnummer?.value, values.factuurdatum?.value, values.totaalbedrag?.value]).toEqual([
      '12',
      '2026-05-03',
      1200,
    ]);
    expect(isWhole).toBe(true);
    expect(text.slice(values.totaalbedrag?.start, values.totaalbedrag?.end)).toBe('12,00');
  });

  test('alternatives in order: a later one only where the earlier ones find nothing', () => {
    expect(
      read({ totaalbedrag: 'eindsom (\\S+)\nsom (\\S+)\ntotaal (\\S+)' }).values.totaalbedrag?.value,
    ).toBe(9900);
  });

  test('an impossible day is not found, so that the next one is taken', () => {
    expect(read({ factuurdatum: 'datum: (.+)' }).values.factuurdatum?.value).toBe('2026-05-03');
    expect(read({ factuurdatum: '31-02-2026' }).values.factuurdatum).toBeUndefined();
  });

  test('the credit modifier makes the total negative, however it is printed', () => {
    expect(read({ totaalbedrag: 'totaal (\\S+)', creditmodifier: 'credit' })).toMatchObject({
      isCredit: true,
      values: { totaalbedrag: { value: -1200 } },
    });
    expect(read({ totaalbedrag: 'totaal (\\S+)', creditmodifier: 'nota' }).isCredit).toBe(false);
  });

  test('fewer than three is not whole, and says what was asked', () => {
    expect(read({ factuurnummer: 'nr: (\\d+)', totaalbedrag: 'niets' })).toMatchObject({
      isWhole: false,
      asked: ['factuurnummer', 'totaalbedrag'],
    });
  });

  test('a group that took no part leaves the whole match', () => {
    expect(read({ factuurnummer: '(?:(\\d{5})|nr: 12)' }).values.factuurnummer?.value).toBe('Nr: 12');
  });
});
