import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildText, releaseKey, versionKey, versionText } from './versions.ts';

const parts = fc.array(fc.nat({ max: 1_000_000_000 }), { minLength: 1, maxLength: 8 });
const byNumbers = (a: readonly number[], b: readonly number[]) => {
  for (let at = 0; at < 8; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
};
const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

describe('versions', () => {
  test('stand by their numeric parts', () => {
    const sorted = ['4.9.6', '5.0', '5.1.2', '5.1.10', '5.2', '5.2.0.1', '5.10', '10.0'];
    expect(sorted.toReversed().toSorted((a, b) => byText(versionKey(a), versionKey(b)))).toEqual(sorted);
  });

  test('a missing part is zero, and zeros in front say nothing', () => {
    expect(versionKey('5.2')).toBe(versionKey('5.2.0.0'));
    expect(versionKey('05.02')).toBe(versionKey('5.2'));
    expect(versionKey('0')).toBe(versionKey('0.0'));
  });

  test('any two stand as their numbers do', () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        expect(byText(versionKey(a.join('.')), versionKey(b.join('.')))).toBe(byNumbers(a, b));
      }),
    );
  });

  test('the build decides between two of one version, and never between two versions', () => {
    const key = (version: string, build: string) => releaseKey({ version, build });
    expect(key('5.2', '20261118.3') < key('5.2', '20261118.10')).toBe(true);
    expect(key('5.2', '9') < key('5.2', '10')).toBe(true);
    expect(key('5.2', '999999999') < key('5.2.1', '1')).toBe(true);
    expect(key('5', 'zzz') < key('5.0.1', '1')).toBe(true);
    expect(key('5.2', '3-beta')).toBe(key('5.2.0', '3_BETA'));
  });

  test('any two with builds stand by version first', () => {
    const build = fc.stringMatching(/^[0-9a-z]{1,8}(\.[0-9a-z]{1,8}){0,2}$/);
    fc.assert(
      fc.property(parts, parts, build, build, (a, b, first, second) => {
        const order = byText(
          releaseKey({ version: a.join('.'), build: first }),
          releaseKey({ version: b.join('.'), build: second }),
        );
        const versions = byNumbers(a, b);
        expect(versions === 0 ? 0 : order).toBe(versions);
      }),
    );
  });

  test.each(['', '5.', '.5', '5.x', 'v5', '5.2 beta', '1.2.3.4.5.6.7.8.9', '-1'])(
    '%o is no version',
    (text) => {
      expect(versionText.safeParse(text).success).toBe(false);
    },
  );

  test.each(['', '.', 'a..b', 'a b', '-1', "1'", 'x'.repeat(65)])('%o is no build', (text) => {
    expect(buildText.safeParse(text).success).toBe(false);
  });
});
