import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMatches } from './matching.rules.ts';
import { compileField } from './patterns.rules.ts';

const habits = { decimaalteken: '', datumvolgorde: '' } as const;

describe('a pattern that cannot run says why and where', () => {
  test.each([
    ['a(?=b)', 'look-around', 1],
    ['(?<!x)a', 'look-around', 0],
    ['(?<=x)a', 'look-around', 0],
    ['(a)\\1', 'back-reference', 3],
    ['(?P<n>a)\\k<n>', 'back-reference', 8],
    ['a++', 'possessive', 2],
    ['(?>a)', 'possessive', 0],
    ['nr (\\d+', 'unclosed-group', 3],
    ['nr \\d+)', 'unopened-group', 6],
    ['nr [0-9', 'unclosed-class', 3],
    ['[z-a]', 'bad-range', 1],
    ['a\\', 'bad-escape', 1],
    ['\\y', 'bad-escape', 0],
    ['*a', 'nothing-to-repeat', 0],
    ['a|*', 'nothing-to-repeat', 2],
    ['a**', 'bad-repeat', 1],
    ['a{2,1}', 'bad-repeat', 1],
    ['x'.repeat(501), 'too-long', 500],
  ])('%s', (pattern, code, position) => {
    const { patterns, faults } = compileField('factuurnummer', pattern);
    expect(patterns).toEqual([]);
    expect(faults).toMatchObject([{ line: 0, code }]);
    expect(Math.abs((faults[0]?.position ?? -9) - position)).toBeLessThanOrEqual(1);
  });

  test('each on its own line, and the good ones stay', () => {
    const { patterns, faults } = compileField('factuurnummer', 'a\n(b\n\nc)');
    expect(patterns.map(({ source, line }) => [source, line])).toEqual([['a', 0]]);
    expect(faults.map(({ line }) => line)).toEqual([1, 3]);
  });

  test('no more than twenty in a field', () => {
    expect(compileField('factuurnummer', 'a\n'.repeat(21)).faults).toEqual([
      { line: 20, code: 'too-many', position: null },
    ]);
  });
});

describe('what may look wrong and is not', () => {
  test.each([
    '[]a]',
    '[^]]',
    '[[:digit:]]+',
    '\\(a\\)',
    '\\Q(a\\E',
    '(?P<name>a)',
    '(?<name>a)',
    '(?i)a',
    '\\p{L}+',
    '\\x{20AC}+',
    'a{2,3}?',
    '[(+*]',
  ])('%s', (pattern) => {
    expect(compileField('factuurnummer', pattern)).toMatchObject({
      faults: [],
      patterns: [{ source: pattern }],
    });
  });
});

describe('keywords', () => {
  test('are split at line ends and semicolons; a minus excludes', () => {
    const { patterns } = compileField('keywords', ' Zon ;-proforma\n\nKvK \\d{8};; -');
    expect(patterns.map(({ source, isExcluding, line }) => [source, isExcluding, line])).toEqual([
      ['Zon', false, 0],
      ['proforma', true, 0],
      ['KvK \\d{8}', false, 2],
      ['-', false, 2],
    ]);
  });

  test('that only exclude are remarked upon', () => {
    expect(compileField('keywords', '-a\n-b').remarks).toMatchObject([{ code: 'only-excludes' }]);
  });
});

test('no text of patterns throws, and none takes long on a long text', () => {
  const text = `${'a'.repeat(20_000)} ${'1.234,56 '.repeat(2000)}`;
  const piece = fc.constantFrom(
    'a',
    '(',
    ')',
    '[',
    ']',
    '*',
    '+',
    '?',
    '{2,5}',
    '|',
    '\\d',
    '.',
    '^',
    '$',
    '(a+)+',
    '(a|aa)*',
    '(?:',
    '\\',
    '-',
    '.*',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const { patterns } = compileField('totaalbedrag', pieces.join(''));
      const started = performance.now();
      for (const { regex } of patterns) regex.matcher(text).find();
      expect(performance.now() - started).toBeLessThan(2000);
      findMatches('totaalbedrag', patterns, text.slice(0, 500), habits, 100);
    }),
    { numRuns: 60 },
  );
});
