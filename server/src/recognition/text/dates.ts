/** A day as found in a piece of text. */
export interface FoundDate {
  /** ISO day. */
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly raw: string;
}

/** A scanned capital O is often read as a nought: `11-0CT-25`. */
function scanned(...names: readonly string[]): string[] {
  return names.map((name) => name.replace('o', '0'));
}

const monthNames: readonly (readonly string[])[] = [
  ['januari', 'january', 'januar', 'janvier', 'janv', 'jan', 'jänner'],
  ['februari', 'february', 'februar', 'février', 'fevrier', 'feb', 'febr', 'févr', 'fevr'],
  ['maart', 'march', 'märz', 'maerz', 'mars', 'mrt', 'maa', 'mar', 'mär'],
  ['april', 'avril', 'apr', 'avr'],
  ['mei', 'may', 'mai'],
  ['juni', 'june', 'juin', 'jun'],
  ['juli', 'july', 'juillet', 'jul', 'juil'],
  ['augustus', 'august', 'août', 'aout', 'aug'],
  ['september', 'septembre', 'sept', 'sep'],
  ['oktober', 'october', 'octobre', 'okt', 'oct', ...scanned('october', 'oktober', 'oct', 'okt')],
  ['november', 'novembre', 'nov', ...scanned('november', 'nov')],
  ['december', 'dezember', 'décembre', 'decembre', 'dec', 'dez', 'déc'],
];
const monthByName = new Map(
  monthNames.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);
const month = [...monthByName.keys()].toSorted((a, b) => b.length - a.length).join('|');

const begin = String.raw`(?<!\d|\d[.,/\-])`;
const finish = String.raw`(?![\d]|[\-/]\d|\.\d)`;
/** Which group of the pattern is which part of the date. */
type Order = readonly ['y' | 'm' | 'd', 'y' | 'm' | 'd', 'y' | 'm' | 'd'];
const patterns: readonly (readonly [RegExp, Order])[] = [
  // `DATUM 04 09 2026`: dots that a scan lost, where nothing else is in the cell.
  [/(?<=(?:^|\t|[\p{L}:.] ))(\d{2})( )(\d{2}) (20\d{2})(?=\s*(?:$|\t))/gu, ['d', 'm', 'y']],
  [new RegExp(String.raw`${begin}(\d{4})([\-/.])(\d{1,2})\2(\d{1,2})${finish}`, 'giu'), ['y', 'm', 'd']],
  [
    new RegExp(
      String.raw`${begin}(\d{1,2})(\s?[\-‐‑–/.]\s?)(\d{1,2})\s?[\-‐‑–/.]\s?(\d{4}|\d{2})${finish}`,
      'giu',
    ),
    ['d', 'm', 'y'],
  ],
  [
    new RegExp(
      // A scanned 1 that stands alone is often read as a stroke.
      String.raw`${begin}(\d{1,2}|(?<![\p{L}|])[|Il](?=\s))(?:er|e|ste|de|st|nd|rd|th|\.)?([\s\-/.]{0,2})(?:of\s)?(${month})\.?(?!\p{L})[\s\-/.,']{0,3}(\d{4}|\d{2})${finish}`,
      'giu',
    ),
    ['d', 'm', 'y'],
  ],
  [
    new RegExp(
      String.raw`(?<!\p{L})(${month})(\.?\s)(\d{1,2})(?:st|nd|rd|th)?\s?,?\s(\d{4})${finish}`,
      'giu',
    ),
    ['m', 'd', 'y'],
  ],
];

const weekday =
  /(?<!\p{L})(?:(?:maan|dins|woens|donder|vrij|zater|zon)dag|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|ma|di|wo|do|vr|za|zo)\.?,? (?:(?:de|den|le) )?$/iu;

/**
 * All days in a line of text, from left to right: `31-12-2025`, `2025-12-31`, `31 december 2025`, `Dec 31, 2025`.
 * Impossible days are left out; day before month, as all of Europe writes it, unless that is impossible or the
 * document is known to write `12/31/2025`.
 */
export function datesIn(text: string, isMonthFirst = false): FoundDate[] {
  const found: FoundDate[] = [];
  for (const [pattern, order] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [raw, a = '', , b = '', c = ''] = match;
      const start = match.index;
      if (found.some((other) => start < other.end && start + raw.length > other.start)) continue;
      const parts = new Map([a, b, c].map((part, index) => [order[index], part] as const));
      const [year, month, dayOf] = [parts.get('y') ?? '', parts.get('m') ?? '', parts.get('d') ?? ''];
      const isAmerican = isMonthFirst && order[0] === 'd' && /^\d+$/.test(month) && raw.includes('/');
      const day = isAmerican ? isoDay(year, dayOf, month) : isoDay(year, month, dayOf);
      if (day === null) continue;
      const named = weekday.exec(text.slice(0, start))?.[0] ?? '';
      found.push({ day, start: start - named.length, end: start + raw.length, raw: named + raw });
    }
  }
  return found.toSorted((x, y) => x.start - y.start);
}

/** Whether a document writes the month first, `05/31/2026`: its own dates say so, or else its being American. */
export function isMonthFirst(lower: string): boolean {
  const slashed = [...lower.matchAll(/(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/g)];
  const has = (group: 1 | 2): boolean => slashed.some((match) => Number(match[group]) > 12);
  if (has(1) || slashed.length === 0) return false;
  if (has(2)) return true;
  const marks = [
    /(?<!\p{L})[a-z]{2},? \d{5}(?:-\d{4})?(?![\d\p{L}])/u,
    /\(\d{3}\) ?\d{3}-\d{4}/,
    /sales tax|zip code|(?<!\p{L})ein:?(?!\p{L})|(?<!\p{L})inc\.?(?!\p{L})|llc/u,
    /\$ ?\d|(?<!\p{L})usd(?!\p{L})/u,
  ];
  const isEuropean = /€|£|(?<!\p{L})(?:btw|ust|mwst|tva|iban|eur|gbp)(?!\p{L})/u.test(lower);
  return !isEuropean && marks.filter((mark) => mark.test(lower)).length >= 2;
}

function isoDay(yearText: string, monthText: string, dayText: string): string | null {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const day = /^[|Il]$/.test(dayText) ? 1 : Number(dayText);
  const number = monthByName.get(monthText.toLowerCase()) ?? Number(monthText);
  return toDay(year, number, day) ?? toDay(year, day, number);
}

/** The ISO day, or null when no such day exists or it is no plausible day of an invoice. */
export function toDay(year: number, monthNumber: number, day: number): string | null {
  if (year < 1990 || year > 2099 || monthNumber < 1 || monthNumber > 12 || day < 1) return null;
  const date = new Date(Date.UTC(year, monthNumber - 1, day));
  return date.getUTCMonth() === monthNumber - 1 ? date.toISOString().slice(0, 10) : null;
}

/** Reads the day at the start of an ISO date or date-time, or `20251231`; null for anything else. */
export function parseIsoDay(text: string): string | null {
  const match = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?!\d)/.exec(text);
  return match ? toDay(Number(match[1]), Number(match[2]), Number(match[3])) : null;
}

/** Whole days from one ISO day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** The ISO day that lies `days` after `day`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
