import { describe, expect, test } from 'vitest';
import { addDays, datesIn, daysBetween, parseIsoDay, toDay } from './dates.ts';

const days = (text: string): string[] => datesIn(text).map((date) => date.day);

describe('days in a line', () => {
  test.each([
    ['31-12-2025', '2025-12-31'],
    ['12/1/25', '2025-01-12'],
    ['12.05.2024', '2024-05-12'],
    ['2025-01-31', '2025-01-31'],
    ['12 - 01 - 2025', '2025-01-12'],
    ['3 maart 2025', '2025-03-03'],
    ['1e mei 2024', '2024-05-01'],
    ['05-jan-2024', '2024-01-05'],
    ['5 mrt. 24', '2024-03-05'],
    ['Zwolle, 14 januari 2025', '2025-01-14'],
    ['Dec 31, 2025', '2025-12-31'],
    ['31st December 2025', '2025-12-31'],
    ['5. März 2018', '2018-03-05'],
    ['Datum: | januari 2025', '2025-01-01'],
    ['factuur 2024001d.d.12-3-2024', '2024-03-12'],
  ])('%s', (text, expected) => {
    expect(days(text)).toEqual([expected]);
  });

  test('the day comes before the month unless that is impossible', () => {
    expect(days('04/05/2025')).toEqual(['2025-05-04']);
    expect(days('12/31/2025')).toEqual(['2025-12-31']);
  });

  test('impossible days and numbers with dashes are none', () => {
    expect(days('31-02-2025 32-01-2025 2024-0012-01 01-01-1850 12-34-5678-90')).toEqual([]);
  });

  test('several keep their order and places', () => {
    const text = '01-01-2025 t/m 31-01-2025';
    expect(datesIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '01-01-2025',
      '31-01-2025',
    ]);
  });
});

test('29 February exists in leap years only', () => {
  expect(toDay(2024, 2, 29)).toBe('2024-02-29');
  expect(toDay(2025, 2, 29)).toBeNull();
});

test('days of XML come with dashes, without, or with a zone behind', () => {
  expect(parseIsoDay('2025-12-31')).toBe('2025-12-31');
  expect(parseIsoDay('20251231')).toBe('2025-12-31');
  expect(parseIsoDay('2025-12-31+01:00')).toBe('2025-12-31');
  expect(parseIsoDay('31-12-2025')).toBeNull();
  expect(parseIsoDay('')).toBeNull();
});

test('counting days passes the change of clocks', () => {
  expect(addDays('2025-03-15', 30)).toBe('2025-04-14');
  expect(daysBetween('2025-10-01', '2025-10-31')).toBe(30);
});

test('a month whose O a scan reads as a nought', () => {
  expect(datesIn('DATE 11-0CT-25 and 3 N0V 2026').map(({ day }) => day)).toEqual([
    '2025-10-11',
    '2026-11-03',
  ]);
});
