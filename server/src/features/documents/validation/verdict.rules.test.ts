import { expect, test } from 'vitest';
import { judgeVerdict } from './verdict.rules.ts';

const now = new Date('2026-11-21T13:05:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

test.each([
  ['a first one', { isRecognised: true, isCorrect: null, verdictAt: null }, true, 'write'],
  ['the same again', { isRecognised: true, isCorrect: true, verdictAt: minutesAgo(60) }, true, 'same'],
  [
    'the same negative again',
    { isRecognised: false, isCorrect: false, verdictAt: minutesAgo(60) },
    false,
    'same',
  ],
  [
    'the opposite one soon',
    { isRecognised: true, isCorrect: true, verdictAt: minutesAgo(10) },
    false,
    'write',
  ],
  [
    'the opposite one late',
    { isRecognised: true, isCorrect: true, verdictAt: minutesAgo(11) },
    false,
    'too-late',
  ],
  [
    'one on what is not recognised',
    { isRecognised: false, isCorrect: null, verdictAt: null },
    true,
    'not-open',
  ],
] as const)('%s', (_, document, isCorrect, step) => {
  expect(judgeVerdict(document, isCorrect, now)).toBe(step);
});
