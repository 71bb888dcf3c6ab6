import { expect, test } from 'vitest';
import { rememberRecent } from './recent.ts';

function memory() {
  let time = 0;
  const recent = rememberRecent<{ id: string }>(() => time);
  return {
    recent,
    at: (ms: number) => void (time = ms),
    add: (...ids: string[]) => ids.forEach((id) => recent.add({ id })),
  };
}

test('what was heard in so many milliseconds comes in its order, the same once', () => {
  const { recent, at, add } = memory();
  recent.begin();
  at(1000);
  add('before');
  at(2000);
  add('one', 'two', 'one');
  at(3000);
  expect(recent.since(1500)).toEqual([{ id: 'one' }, { id: 'two' }]);
  expect(recent.since(500)).toEqual([]);
});

test('what it cannot know it does not claim: before it began, after a loss, longer than two minutes ago', () => {
  const { recent, at, add } = memory();
  expect(recent.since(0)).toBeUndefined();
  at(1000);
  recent.begin();
  at(2000);
  add('one');
  expect(recent.since(1001)).toBeUndefined();
  expect(recent.since(1000)).toEqual([{ id: 'one' }]);
  recent.end();
  expect(recent.since(0)).toBeUndefined();
  at(3000);
  recent.begin();
  expect(recent.since(0)).toEqual([]);
  at(200_000);
  expect(recent.since(120_001)).toBeUndefined();
  expect(recent.since(120_000)).toEqual([]);
});

test('what is more than it keeps shortens how far back it knows, and is never a wrong answer', () => {
  const { recent, at, add } = memory();
  recent.begin();
  for (let ms = 1; ms <= 12_000; ms += 1) {
    at(ms);
    add(`n${ms}`);
  }
  expect(recent.since(11_000)).toBeUndefined();
  expect(recent.since(3000)).toHaveLength(3001);
});
