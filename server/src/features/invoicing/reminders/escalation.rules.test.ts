import { describe, expect, test } from 'vitest';
import { escalatesTo, isDue } from './escalation.rules.ts';

describe('a turn goes on', () => {
  const now = new Date('2026-11-23T10:00:00Z');
  const friday = '2026-11-20T10:00:00Z';
  test.each([
    ['never without a setting', { escalateAfter: null, escalateTo: null }, friday, false, false],
    ['at once when nobody can decide it', { escalateAfter: 5, escalateTo: null }, friday, false, true],
    ['after its working days', { escalateAfter: 1, escalateTo: null }, friday, true, true],
    ['not before', { escalateAfter: 2, escalateTo: null }, friday, true, false],
    ['not for waiting alone without days', { escalateAfter: null, escalateTo: 'x' }, friday, true, false],
  ])('%s', (_, setting, since, canBeDecided, expected) => {
    expect(isDue(setting, { since, canBeDecided }, now)).toBe(expected);
  });
});

describe('it goes to', () => {
  const turns = [
    { id: 'a', userId: 'petra', sequence: 1, state: 'pending' as const },
    { id: 'b', userId: 'henk', sequence: 1, state: 'pending' as const },
    { id: 'c', userId: 'joris', sequence: 2, state: 'waiting' as const },
    { id: 'd', userId: 'ilse', sequence: 3, state: 'waiting' as const },
  ];
  const next = { escalateAfter: 3, escalateTo: null };
  const anybody = () => true;
  test('the next who can decide', () => {
    expect(escalatesTo(turns, 'a', next, anybody)).toBe('joris');
    expect(escalatesTo(turns, 'a', next, (id) => id !== 'joris')).toBe('ilse');
    expect(escalatesTo(turns, 'a', next, () => false)).toBeUndefined();
  });
  test('the named person, unless they have a turn beside it', () => {
    expect(escalatesTo(turns, 'a', { ...next, escalateTo: 'boss' }, anybody)).toBe('boss');
    expect(escalatesTo(turns, 'a', { ...next, escalateTo: 'henk' }, anybody)).toBeUndefined();
    expect(escalatesTo(turns, 'a', { ...next, escalateTo: 'petra' }, anybody)).toBeUndefined();
  });
  test('nobody where it is no turn any more', () => {
    expect(escalatesTo(turns, 'c', next, anybody)).toBeUndefined();
  });
});
