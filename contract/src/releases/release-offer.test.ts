import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMeantFor, type OfferedRelease, offerTo, reasonFor, waveOf } from './release-offer.ts';
import { releaseKey } from './versions.ts';

const now = new Date('2026-11-21T13:05:00Z');
const key = (version: string, build = '1') => releaseKey({ version, build });
const release = (version: string, is: Partial<OfferedRelease> = {}): OfferedRelease => ({
  id: version,
  key: key(version),
  active: true,
  availableFrom: null,
  forceUpdate: false,
  isTargeted: true,
  rolloutPercentage: 100,
  ...is,
});
const offered = (releases: readonly OfferedRelease[], installed: string | null) => {
  const offer = offerTo(releases, 'user:1', installed === null ? null : key(installed), now);
  return offer && [offer.release.id, offer.isForced];
};

describe('the offer', () => {
  test('is the highest above what is installed', () => {
    const all = [release('5.1'), release('5.10'), release('5.2')];
    expect(offered(all, '5.0')).toEqual(['5.10', false]);
    expect(offered(all, '5.2')).toEqual(['5.10', false]);
    expect(offered(all, '5.10')).toBeNull();
    expect(offered(all, '6.0')).toBeNull();
    expect(offered(all, null)).toEqual(['5.10', false]);
  });

  test('skips what is inactive, not yet available, or not targeted', () => {
    const all = [
      release('5.1'),
      release('5.2', { active: false }),
      release('5.3', { availableFrom: '2026-11-21T13:05:00.001Z' }),
      release('5.4', { isTargeted: false }),
      release('5.5', { rolloutPercentage: 0 }),
    ];
    expect(offered(all, '5.0')).toEqual(['5.1', false]);
  });

  test('is there from the very moment that it is available', () => {
    expect(offered([release('5.1', { availableFrom: '2026-11-21T14:05:00+01:00' })], '5.0')).toEqual([
      '5.1',
      false,
    ]);
  });

  test('is forced by any active release in between, and by none below or above', () => {
    const forced = { forceUpdate: true };
    expect(offered([release('5.1', forced), release('5.2')], '5.0')).toEqual(['5.2', true]);
    expect(offered([release('5.1', forced), release('5.2')], '5.1')).toEqual(['5.2', false]);
    expect(offered([release('5.1', { ...forced, active: false }), release('5.2')], '5.0')).toEqual([
      '5.2',
      false,
    ]);
    expect(offered([release('5.2'), release('5.3', { ...forced, isTargeted: false })], '5.0')).toEqual([
      '5.2',
      false,
    ]);
    expect(offered([release('5.2', forced)], '5.0')).toEqual(['5.2', true]);
  });

  test('has the reason that its absence has', () => {
    const [low, high] = [release('5.1'), release('5.2')];
    const reason = (asked: OfferedRelease, all: readonly OfferedRelease[], installed: string) =>
      reasonFor(asked, offerTo(all, 'user:1', key(installed), now), 'user:1', key(installed), now);
    expect(reason(high, [low, high], '5.0')).toBe('gets-it');
    expect(reason(low, [low, high], '5.0')).toBe('gets-higher');
    expect(reason(low, [low], '5.1')).toBe('has-it');
    expect(reason(release('5.1', { rolloutPercentage: 0 }), [], '5.1')).toBe('has-it');
    expect(reason(release('5.1', { active: false }), [], '5.0')).toBe('inactive');
    expect(reason(release('5.1', { availableFrom: '2027-01-01T00:00:00Z' }), [], '5.0')).toBe('not-yet');
    expect(reason(release('5.1', { isTargeted: false }), [], '5.0')).toBe('not-targeted');
    expect(reason(release('5.1', { rolloutPercentage: 0 }), [], '5.0')).toBe('outside-wave');
  });

  test('keeps both lists while it is for everyone, and ignores them', () => {
    const lists = { companyIds: new Set(['c']), userIds: new Set(['u']) };
    const stranger = { companyId: 'x', userId: 'x' };
    expect(isMeantFor({ ...lists, isForEveryone: true }, stranger)).toBe(true);
    expect(isMeantFor({ ...lists, isForEveryone: false }, stranger)).toBe(false);
    expect(isMeantFor({ ...lists, isForEveryone: false }, { companyId: 'c', userId: null })).toBe(true);
    expect(isMeantFor({ ...lists, isForEveryone: false }, { companyId: 'x', userId: 'u' })).toBe(true);
  });
});

describe('a wave', () => {
  const id = fc.uuid();

  test('of a lower percentage is contained in one of a higher', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(id, id, percent, percent, (releaseId, subject, first, second) => {
        const [low, high] = [Math.min(first, second), Math.max(first, second)];
        const wave = waveOf(releaseId, subject);
        expect(wave < low && !(wave < high)).toBe(false);
      }),
    );
  });

  test('lies from 0 up to 100: nobody is in one of 0, everybody in one of 100', () => {
    fc.assert(
      fc.property(id, fc.string(), (releaseId, subject) => {
        const wave = waveOf(releaseId, subject);
        expect(wave).toBeGreaterThanOrEqual(0);
        expect(wave).toBeLessThan(100);
        expect(waveOf(releaseId, subject)).toBe(wave);
      }),
    );
  });

  test('takes its share of ids that count up, and another share in each release', () => {
    const subjects = Array.from(
      { length: 10_000 },
      (_, at) => `user:019ab000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    );
    const inWave = (releaseId: string) =>
      new Set(subjects.filter((subject) => waveOf(releaseId, subject) < 30));
    const [first, second] = [inWave('release-1'), inWave('release-2')];
    for (const wave of [first, second]) expect(Math.abs(wave.size - 3000)).toBeLessThan(200);
    const both = [...first].filter((subject) => second.has(subject)).length;
    expect(Math.abs(both - 900)).toBeLessThan(150);
  });
});
