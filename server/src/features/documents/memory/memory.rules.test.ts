import { describe, expect, test } from 'vitest';
import { confirmedOf, type StoredCandidate, withoutForgotten } from './memory.rules.ts';

const candidate = (rank: number, value: string, reason: string, method = 'heuristic'): StoredCandidate => ({
  rank,
  value,
  reason,
  method,
  page: 1,
  box: null,
});
const field = { anchor: null, wasRead: true, wasRemembered: null };
const example = (learntAt: string) => ({
  words: [],
  fields: { number: field, date: field },
  term: null,
  currency: null,
  learntAt,
});

describe('what was confirmed', () => {
  test.each<[string, StoredCandidate[], boolean, boolean | null]>([
    ['as the rules read it', [candidate(0, 'A-1', 'label:Nr')], true, null],
    [
      'as memory and the rules read it',
      [candidate(0, 'A-1', 'memory:2; label:Nr'), candidate(1, 'A-2', 'label:No')],
      true,
      true,
    ],
    [
      'as memory read it against the rules',
      [candidate(0, 'A-1', 'memory:2'), candidate(1, 'A-2', 'label:No')],
      false,
      true,
    ],
    [
      'otherwise than both',
      [
        candidate(0, 'A-3', 'user:Petra', 'user'),
        candidate(1, 'A-1', 'memory:1'),
        candidate(2, 'A-2', 'label:No'),
      ],
      false,
      false,
    ],
    [
      'with other spaces, or another sign',
      [candidate(0, '12100', 'user:Petra', 'user'), candidate(1, '-12100', 'sum')],
      true,
      null,
    ],
  ])('%s', (_, candidates, wasRead, wasRemembered) => {
    expect(confirmedOf(candidates)).toMatchObject({ wasRead, wasRemembered });
  });

  test('is nothing where there is nothing, or a person said that there is none', () => {
    expect(confirmedOf([])).toBeUndefined();
    expect(
      confirmedOf([candidate(0, '', 'user:Petra', 'user'), candidate(1, 'A-1', 'label:Nr')]),
    ).toBeUndefined();
  });
});

describe('what was forgotten', () => {
  const examples = [example('2026-03-02T10:00:00Z'), example('2026-03-01T10:00:00Z')];

  test('counts no more: one field', () => {
    const [newer, older] = withoutForgotten(examples, [
      { property: 'date', forgottenAt: '2026-03-01T12:00:00Z' },
    ]);
    expect(Object.keys(newer?.fields ?? {})).toEqual(['number', 'date']);
    expect(Object.keys(older?.fields ?? {})).toEqual(['number']);
  });

  test('counts no more: all', () => {
    const left = withoutForgotten(examples, [{ property: '', forgottenAt: '2026-03-01T12:00:00Z' }]);
    expect(left.map(({ learntAt }) => learntAt)).toEqual(['2026-03-02T10:00:00Z']);
  });
});
