import type { Language } from './problem.ts';

/** Why a text is no amount: not a number at all, more decimals than cents have, or beyond 2^53 cents (§B8). */
export type AmountProblem = 'not-a-number' | 'too-many-decimals' | 'too-large';

/** What `readAmount` found: whole cents, or the field code that says what is wrong. */
export type ReadAmount = { readonly cents: number } | { readonly code: AmountProblem };

// Sign or euro sign before, sign or the shopkeeper's ",-" after; spaces (also no-break ones) group thousands.
const wrapping =
  /^(?<before>[-−+]?)\s*(?:€|EUR)?\s*(?<between>[-−]?)\s*(?<body>[\d.,'\s]*\d)(?:[.,][-–—]{0,2})?\s*(?<after>-?)$/u;

/**
 * Reads an amount as people type it and documents print it: `1.234,56`, `1234.56`, `1,234.56`, `€ 12,-`, `-3`.
 * Where both separators occur the last one is the decimal sign; a lone point before exactly three digits groups
 * thousands, as in Dutch, a lone comma never does (§B8).
 */
export function readAmount(text: string): ReadAmount {
  const groups = wrapping.exec(text.trim())?.groups;
  const body = groups?.['body']?.replace(/[\s']/gu, '');
  if (body === undefined) return { code: 'not-a-number' };

  const parts = splitDecimals(body);
  if (parts === undefined) return { code: 'not-a-number' };
  if (parts.decimals.length > 2) return { code: 'too-many-decimals' };

  const cents = Number(parts.whole + parts.decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(cents)) return { code: 'too-large' };
  const signs = [groups?.['before'], groups?.['between'], groups?.['after']].filter(
    (sign) => sign && sign !== '+',
  );
  if (signs.length > 1) return { code: 'not-a-number' };
  return { cents: signs.length === 1 && cents !== 0 ? -cents : cents };
}

/** Whole cents of a text, or undefined when it is no amount; `readAmount` says why. */
export function parseAmount(text: string): number | undefined {
  const read = readAmount(text);
  return 'cents' in read ? read.cents : undefined;
}

function splitDecimals(body: string): { whole: string; decimals: string } | undefined {
  const sign = decimalSign(body);
  const at = sign === undefined ? -1 : body.lastIndexOf(sign);
  const whole = at < 0 ? body : body.slice(0, at);
  const decimals = at < 0 ? '' : body.slice(at + 1);
  if (!/^\d*$/.test(decimals) || whole === '') return undefined;
  const isPlain = /^\d+$/.test(whole);
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$/.test(whole) || /^\d{1,3}(?:,\d{3})+$/.test(whole);
  return isPlain || isGrouped ? { whole: whole.replace(/[.,]/g, ''), decimals } : undefined;
}

function decimalSign(body: string): ',' | '.' | undefined {
  const comma = body.lastIndexOf(',');
  const point = body.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.';
  if (comma >= 0) return body.indexOf(',') === comma ? ',' : undefined;
  if (point < 0 || body.indexOf('.') !== point) return undefined;
  return /^[1-9]\d{0,2}\.\d{3}$/.test(body) ? undefined : '.';
}

/** An amount in the parts that a screen colours apart: `€`, the space after it, and `-1.072,40`. */
export interface AmountParts {
  /** A minus that stands before the sign of currency, as in English; else it belongs to the number. */
  readonly minus: string;
  readonly sign: string;
  readonly gap: string;
  readonly number: string;
}

const narrowSpace = '\u202f';

/**
 * The parts of an amount. Dutch writes `€ -1.072,40` with a narrow no-break space, English `-€1,072.40`;
 * currencies without a sign of their own here are named by code: `USD 40,00`.
 */
export function amountParts(cents: number, currency = 'EUR', language: Language = 'nl'): AmountParts {
  const number = formatAmount(cents, language);
  if (currency !== 'EUR') return { minus: '', sign: currency, gap: '\u00a0', number };
  if (language === 'nl') return { minus: '', sign: '€', gap: narrowSpace, number };
  return { minus: cents < 0 ? '-' : '', sign: '€', gap: '', number: formatAmount(Math.abs(cents), language) };
}

/** Whole cents with two decimals and no sign of currency: `1.284,50`, `-0,05`. */
export function formatAmount(cents: number, language: Language = 'nl'): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = groupThousands(digits.slice(0, -2), language);
  return `${cents < 0 ? '-' : ''}${whole}${language === 'nl' ? ',' : '.'}${digits.slice(-2)}`;
}

/** Whole cents with their currency, in one text: `€ 1.284,50`. */
export function formatMoney(cents: number, currency = 'EUR', language: Language = 'nl'): string {
  const { minus, sign, gap, number } = amountParts(cents, currency, language);
  return `${minus}${sign}${gap}${number}`;
}

/** A number with thousands grouped and at most, or exactly, so many decimals: `1.861`, `9,67`. */
export function formatNumber(
  value: number,
  language: Language = 'nl',
  decimals: { readonly least?: number; readonly most?: number } = {},
): string {
  const most = decimals.most ?? decimals.least ?? 2;
  const [whole = '0', rest = ''] = Math.abs(value).toFixed(most).split('.');
  const kept = rest.replace(/0+$/, '').padEnd(decimals.least ?? 0, '0');
  const isZero = !/[1-9]/.test(whole + kept);
  const tail = kept === '' ? '' : `${language === 'nl' ? ',' : '.'}${kept}`;
  return `${value < 0 && !isZero ? '-' : ''}${groupThousands(whole, language)}${tail}`;
}

function groupThousands(digits: string, language: Language): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, language === 'nl' ? '.' : ',');
}
