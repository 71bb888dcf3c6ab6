import { expect, test } from 'vitest';
import { annualReport } from '../testing/samples.ts';
import { dueOf, duesOf, lastSoonDay } from './due.rules.ts';

const friday = '2026-11-20';

test('soon is within two working days: weekends and holidays do not count', () => {
  expect(lastSoonDay(friday)).toBe('2026-11-24');
  expect(lastSoonDay('2026-12-24')).toBe('2026-12-29');
});

test('of an order in production the printer is late, the diffuser soon, and the proof is behind it', () => {
  expect(duesOf(annualReport, friday)).toEqual([
    { field: 'printingCompanyDate', day: '2026-11-19', urgency: 'late', days: 1 },
    { field: 'diffuserDate', day: '2026-11-24', urgency: 'soon', days: 2 },
  ]);
});

test.each([
  ['2026-11-19', 'late'],
  ['2026-11-20', 'today'],
  ['2026-11-23', 'soon'],
  ['2026-11-24', 'soon'],
  ['2026-11-25', 'later'],
])('a proof on %s is %s on Friday the 20th', (firstTestDate, urgency) => {
  expect(dueOf({ ...annualReport, status: 2, firstTestDate }, 'firstTestDate', friday)?.urgency).toBe(
    urgency,
  );
});

test('nothing of a finished order is late, and no date is no date', () => {
  expect(duesOf({ ...annualReport, status: 5 }, friday)).toEqual([]);
  expect(dueOf({ ...annualReport, deliveryDate: null }, 'deliveryDate', friday)).toBeUndefined();
});
