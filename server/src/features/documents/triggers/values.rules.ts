import type { ParsedValue, ValueField } from '#contract/documents/triggers.ts';
import { datesIn, toDay } from '#server/recognition/text/dates.ts';

/** How the amounts and days of one supplier are to be read where their shape leaves doubt. */
export interface ReadingHabits {
  readonly decimaalteken: '' | ',' | '.';
  readonly datumvolgorde: '' | 'dag-maand' | 'maand-dag';
}

/** What a piece of text means for a field; null: nothing that the field can hold, so that it is not found (§D8). */
export function parseValue(field: ValueField, raw: string, habits: ReadingHabits): ParsedValue | null {
  if (field === 'factuurnummer') {
    const value = raw.replaceAll(/\s+/g, ' ').trim();
    return value === '' || value.length > 60 ? null : { kind: 'text', value };
  }
  if (field === 'factuurdatum') {
    const value = parseDay(raw, habits.datumvolgorde);
    return value === null ? null : { kind: 'date', value };
  }
  const value = parseMoney(raw, habits.decimaalteken);
  return value === null ? null : { kind: 'amount', value };
}

const yearFirst = /(?<!\d)(\d{4})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{1,2})(?!\d)/;
const yearLast = /(?<!\d)(\d{1,2})(?:\s?[-/.]\s?|\s)(\d{1,2})(?:\s?[-/.]\s?|\s)(\d{4}|\d{2})(?!\d)/;
const compact = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/;

/** `3-5-2026`, `3/5/26`, `3 mei 2026`, `2026-05-03`; null for a day that does not exist. */
export function parseDay(raw: string, order: ReadingHabits['datumvolgorde'] = ''): string | null {
  const text = raw.replaceAll(/\s+/g, ' ').trim();
  const iso = yearFirst.exec(text) ?? compact.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const match = yearLast.exec(text);
  if (match) {
    const [first, second, year] = [Number(match[1]), Number(match[2]), match[3] ?? ''];
    const [day, month] = order === 'maand-dag' ? [second, first] : [first, second];
    return toDay(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
  }
  return /\p{L}{3}/u.test(text) ? (datesIn(text)[0]?.day ?? null) : null;
}

const minus = /^[-–−]|[-–−]$|^\(.*\)$/;
const around = /^(?:€|eur(?:o)?|usd|gbp|chf|\$|£)\s?|\s?(?:€|eur(?:o)?|usd|gbp|chf|\$|£)$/gi;

/** `1.234,56`, `1234.56`, `€ -12,50`, `1'234.50`, `12,-` as cents; null for what is no amount. */
export function parseMoney(raw: string, decimal: ReadingHabits['decimaalteken'] = ''): number | null {
  let text = raw.replaceAll(/[\s\u00a0\u202f]+/g, ' ').trim();
  let isNegative = false;
  // A sign and a currency stand in either order, before or behind.
  for (let turn = 0; turn < 3; turn += 1) {
    text = text.replaceAll(around, '').trim();
    const isRound = /[.,](?:-{1,2}|–|=)$/.test(text);
    if (isRound) text = text.replace(/[.,](?:-{1,2}|–|=)$/, '').trim();
    else if (minus.test(text)) {
      isNegative = true;
      text = text.replaceAll(/^[-–−(]\s?|\s?[-–−)]$/g, '').trim();
    }
  }
  const cents = centsOf(text.replaceAll(/['’ ]/g, ''), decimal);
  if (cents === null || !Number.isSafeInteger(cents)) return null;
  return isNegative && cents !== 0 ? -cents : cents;
}

function centsOf(digits: string, decimal: ReadingHabits['decimaalteken']): number | null {
  if (!/^\d{1,3}(?:[.,]?\d{3})*(?:[.,]\d{1,2})?$|^\d+(?:[.,]\d{1,2})?$/.test(digits)) return null;
  const last = /([.,])(\d+)$/.exec(digits);
  if (!last) return Number(digits) * 100;
  const [, sign = '', tail = ''] = last;
  const others = digits.slice(0, -tail.length - 1);
  if (tail.length === 1 && others.includes(sign)) return null;
  // Three digits behind it make a separator of thousands. `1.410.67` is a comma that a scan lost.
  const isThousands = tail.length === 3;
  if (decimal !== '' && isThousands === (sign === decimal)) return null;
  if (isThousands) return Number(digits.replaceAll(/[.,]/g, '')) * 100;
  return Number(others.replaceAll(/[.,]/g, '')) * 100 + Number(tail.padEnd(2, '0'));
}
