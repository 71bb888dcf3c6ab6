/** Zone of every day and clock time that people see (§B8). */
export const amsterdam = 'Europe/Amsterdam';

/**
 * Reads a day as people type it, into ISO: `1-5-26`, `01052026`, `010526`, `1/5/2026`, `1.5.2026`, `2026-05-01`.
 * Two digits of year mean 2000–2079, above that 1980–1999. Undefined when it is no day that exists.
 */
export function parseDay(text: string): string | undefined {
  const typed = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return isoDay(iso[1], iso[2], iso[3]);
  const parts =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  return parts ? isoDay(parts[3], parts[2], parts[1]) : undefined;
}

function isoDay(yearText = '', monthText = '', dayText = ''): string | undefined {
  const short = Number(yearText);
  const year = yearText.length === 2 ? (short < 80 ? 2000 : 1900) + short : short;
  const month = Number(monthText);
  const day = Number(dayText);
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

/** An ISO day as people read it, in both languages alike: `2026-11-02` → `02-11-2026`. Other text stays as it is. */
export function formatDay(isoDayText: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(isoDayText);
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : isoDayText;
}

/**
 * Reads a clock time as people type it: `2200`, `22.00`, `22:00`, `22u00`, `930`, `9`. Undefined when it is no time of a
 * day.
 */
export function parseTime(text: string): string | undefined {
  const typed = text.trim();
  const parts =
    /^(\d{1,2})(?:\s*[:.,uh]\s*(\d{2})?)?$/i.exec(typed) ?? /^(\d{1,2})[ ]?(\d{2})$/.exec(typed) ?? undefined;
  if (parts === undefined) return undefined;
  const [hours, minutes] = [Number(parts[1]), Number(parts[2] ?? 0)];
  return hours < 24 && minutes < 60 ? `${pad(hours)}:${pad(minutes)}` : undefined;
}

/** A clock time moved by minutes, to the next multiple of them, within its day: `09:02` by 5 is `09:05`. */
export function stepTime(time: string, by: number): string {
  const read = parseTime(time);
  const now = read === undefined ? 0 : Number(read.slice(0, 2)) * 60 + Number(read.slice(3));
  const size = Math.abs(by);
  const next = by > 0 ? (Math.floor(now / size) + 1) * size : (Math.ceil(now / size) - 1) * size;
  const minutes = (next + 24 * 60) % (24 * 60);
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

interface Clock {
  readonly day: string;
  readonly time: string;
  readonly zone: 'CET' | 'CEST';
}

let clockFormat: Intl.DateTimeFormat | undefined;

/** The Amsterdam calendar day, clock time and zone of a moment. Throws a RangeError on what is no moment. */
export function amsterdamClock(moment: string | Date): Clock {
  // Made once, on first use: a formatter costs more than all dates of a page together.
  clockFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: amsterdam,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const at = typeof moment === 'string' ? new Date(moment) : moment;
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of clockFormat.formatToParts(at)) part[type] = value;
  const day = `${part.year}-${part.month}-${part.day}`;
  const time = `${part.hour}:${part.minute}`;
  const wholeMinute = Math.floor(at.getTime() / 60_000) * 60_000;
  const offset = (Date.parse(`${day}T${time}:00Z`) - wholeMinute) / 3_600_000;
  return { day, time, zone: offset === 2 ? 'CEST' : 'CET' };
}

/** A moment as people read it: `21-11-2026 14:05`, Amsterdam time. */
export function formatInstant(moment: string | Date): string {
  const { day, time } = amsterdamClock(moment);
  return `${formatDay(day)} ${time}`;
}

/** The ISO day a moment falls on in Amsterdam. */
export function dayOfInstant(moment: string | Date): string {
  return amsterdamClock(moment).day;
}

/** The stamp put before a name in a remark: `21-11-2026 14:05 CET` or `CEST` (§C7). */
export function formatStamp(moment: string | Date): string {
  const { day, time, zone } = amsterdamClock(moment);
  return `${formatDay(day)} ${time} ${zone}`;
}

/**
 * The moment, as ISO with `Z`, of an Amsterdam day and clock time. A time that the clock skips in spring moves
 * forward by the hour it lost; one that comes twice in autumn is the first (§H8).
 */
export function instantOfAmsterdam(isoDayText: string, time: string): string {
  const asUtc = Date.parse(`${isoDayText}T${time}:00Z`);
  if (Number.isNaN(asUtc)) throw new RangeError(`no day and time: ${isoDayText} ${time}`);
  const summer = new Date(asUtc - 2 * 3_600_000);
  const isSummer = amsterdamClock(summer).zone === 'CEST';
  return (isSummer ? summer : new Date(asUtc - 3_600_000)).toISOString();
}

/**
 * The ISO day so many days later, or earlier when negative. Throws a RangeError past the years 0 to 9999: the text of such
 * a day sorts before all others, and who walks from day to day would never end.
 */
export function addDays(isoDayText: string, days: number): string {
  const text = new Date(Date.parse(`${isoDayText}T00:00:00Z`) + days * 86_400_000).toISOString();
  if (!/^\d/.test(text)) throw new RangeError(`no day of four digits: ${days} days from ${isoDayText}`);
  return text.slice(0, 10);
}

/** The Monday of the week of an ISO day. */
export function mondayOf(isoDayText: string): string {
  const weekday = (new Date(`${isoDayText}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(isoDayText, -weekday);
}

/** Whole days from one ISO day to another; negative when the second comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}
