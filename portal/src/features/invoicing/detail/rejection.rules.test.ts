import { expect, test } from 'vitest';
import { rejectionReason } from './rejection.rules.ts';

const decision = { decidedAt: '2026-11-21T13:05:30Z', decidedBy: 'Petra Huisman' };
const stamp = '21-11-2026 14:05 CET Petra Huisman';

test.each([
  [`${stamp}\nVerkeerde afdeling`, 'Verkeerde afdeling'],
  [`20-11-2026 09:00 CET Jan\nEerder\n${stamp}\nTwee\nregels`, 'Twee\nregels'],
  [`${stamp}\nReden\n22-11-2026 09:00 CET Jan\nLater`, 'Reden'],
  ['20-11-2026 09:00 CET Jan\nIets anders', ''],
  ['', ''],
])('of %j the reason is %j', (comments, reason) => {
  expect(rejectionReason({ comments, ...decision })).toBe(reason);
});

test('without a decision there is none', () => {
  expect(rejectionReason({ comments: `${stamp}\nReden`, decidedAt: null, decidedBy: null })).toBe('');
});
