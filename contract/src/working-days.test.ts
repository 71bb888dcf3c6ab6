import { expect, test } from 'vitest';
import { addWorkingDays, dutchHolidays, isWorkingDay } from './working-days.ts';

// Worked out by hand from calendars and the church's own tables of Easter.
test.each([
  ['2026-01-02', '2026-01-13', 'no holiday between'],
  ['2026-03-30', '2026-04-09', 'Easter Monday 6 April'],
  ['2026-04-03', '2026-04-15', 'Good Friday is a working day; Easter Monday is not'],
  ['2026-04-20', '2026-04-30', 'King’s day on Monday 27 April'],
  ['2026-04-24', '2026-05-06', 'King’s day; 5 May is worked'],
  ['2026-05-12', '2026-05-22', 'Ascension 14 May'],
  ['2026-05-22', '2026-06-03', 'Whit Monday 25 May'],
  ['2026-08-14', '2026-08-25', 'from a Friday'],
  ['2026-12-17', '2026-12-29', 'Christmas on Friday and Saturday'],
  ['2026-12-24', '2027-01-06', 'Christmas and New Year'],
  ['2027-03-26', '2027-04-07', 'Easter Monday 29 March'],
  ['2027-04-26', '2027-05-07', 'King’s day on Tuesday, Ascension 6 May'],
  ['2027-12-23', '2028-01-03', 'Christmas in the weekend takes no working day'],
  ['2028-04-13', '2028-04-25', 'Easter Monday 17 April'],
  ['2028-05-24', '2028-06-06', 'Ascension and Whit Monday'],
  ['2029-03-30', '2029-04-11', 'Easter Monday 2 April'],
  ['2029-12-21', '2030-01-04', 'Christmas on Tuesday and Wednesday, New Year'],
  ['2030-04-19', '2030-05-01', 'Easter Monday 22 April, King’s day on Saturday'],
  ['2030-05-29', '2030-06-11', 'Ascension 30 May, Whit Monday 10 June'],
  ['2031-04-11', '2031-04-23', 'Easter Monday 14 April'],
  ['2031-04-18', '2031-04-29', '27 April is a Sunday: King’s day on Saturday the 26th, Monday is worked'],
  ['2031-04-25', '2031-05-06', 'the same, the weekend after it'],
  ['2031-05-21', '2031-06-03', 'Ascension 22 May, Whit Monday 2 June'],
  ['2031-12-23', '2032-01-06', 'over the year'],
])('seven working days after %s is %s: %s', (received, delivery) => {
  expect(addWorkingDays(received, 7)).toBe(delivery);
});

test('closing days of the company count as holidays', () => {
  expect(addWorkingDays('2026-08-14', 7, new Set(['2026-08-17', '2026-08-22']))).toBe('2026-08-26');
});

test('a day that no working day follows is an error, not an endless search', () => {
  const closed = new Set(
    Array.from({ length: 3700 }, (_, index) =>
      new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    ),
  );
  expect(() => addWorkingDays('2026-01-01', 1, closed)).toThrow(RangeError);
});

test('King’s day moves off a Sunday', () => {
  expect(dutchHolidays(2031)).toContain('2031-04-26');
  expect(isWorkingDay('2031-04-28')).toBe(true);
  expect(isWorkingDay('2026-04-27')).toBe(false);
});
