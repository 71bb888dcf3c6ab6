import { addDays } from './dates.ts';

/**
 * The Dutch holidays of a year on which nobody works, as ISO days in order (§F2): New Year, Easter Monday, King's day
 * (the 26th when the 27th is a Sunday), Ascension, Whit Monday and both Christmas days.
 */
export function dutchHolidays(year: number): readonly string[] {
  const easter = easterSunday(year);
  const kingsDay = isSunday(`${year}-04-27`) ? `${year}-04-26` : `${year}-04-27`;
  return [
    `${year}-01-01`,
    addDays(easter, 1),
    kingsDay,
    addDays(easter, 39),
    addDays(easter, 50),
    `${year}-12-25`,
    `${year}-12-26`,
  ].toSorted();
}

/** Whether people work on this ISO day: Monday to Friday, no Dutch holiday, none of the company's closing days (§F2). */
export function isWorkingDay(day: string, closingDays: ReadonlySet<string> = new Set()): boolean {
  const weekday = weekdayOf(day);
  return (
    weekday !== 0 &&
    weekday !== 6 &&
    !closingDays.has(day) &&
    !dutchHolidays(Number(day.slice(0, 4))).includes(day)
  );
}

/**
 * The ISO day so many working days after another; the day itself does not count (§F2).
 *
 * @throws RangeError when ten years have too few working days: everything is closed
 */
export function addWorkingDays(
  day: string,
  count: number,
  closingDays: ReadonlySet<string> = new Set(),
): string {
  let found = 0;
  for (let passed = 1; passed <= 3660; passed += 1) {
    const next = addDays(day, passed);
    if (isWorkingDay(next, closingDays)) found += 1;
    if (found === count) return next;
  }
  throw new RangeError(`no ${count} working days after ${day}`);
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const isSunday = (day: string) => weekdayOf(day) === 0;

// The Gregorian computus of Meeus (Astronomical Algorithms, chapter 8).
function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  const month = Math.floor(sum / 31);
  return `${year}-${String(month).padStart(2, '0')}-${String((sum % 31) + 1).padStart(2, '0')}`;
}
