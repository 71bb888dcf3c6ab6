import type { Language } from './problem.ts';

/** Why a text is no amount: not a number at all, more decimals than cents have, or beyond 2^53 cents (§B8). */
export type AmountProblem = 'not-a-number' | 'too-many-decimals' | 'too-large';

/** What `readAmount` found: whole cents, or the field code that says what is wrong. */
export type ReadAmount = { readonly cents: number } | { readonly code: AmountProblem };

// Sign or euro sign before, sign or the shopkeeper's ",-" after; spaces (also no-break ones) group thousands.
const wrapping =
  /^(?<before>[-−+]?)\s*(?:€|EUR)?\s*(?<between>[-−]?)\s*(?<body>[\d.,'\s]*\d)(?:[.,][-–—]{0,2})?\s*(?<after>-?)$/u;

/** What `readAmount` may find. */
interface AmountOptions {
  /** 2 when absent; more give fractions of cents. */
  readonly maxDecimals?: number;
}

/**
 * Reads an amount as people type it and documents print it: `1.234,56`, `1234.56`, `1,234.56`, `€ 12,-`, `-3`.
 * Where both separators occur the last one is the decimal sign; a lone point before exactly three digits groups
 * thousands, as in Dutch, a lone comma never does (§B8).
 */
export function readAmount(text: string, { maxDecimals = 2 }: AmountOptions = {}): ReadAmount {
  const groups = wrapping.exec(text.trim())?.groups;
  const body = groups?.['body']?.replace(/[\s']/gu, '');
  if (body === undefined) return { code: 'not-a-number' };

  const parts = splitDecimals(body);
  if (parts === undefined) return { code: 'not-a-number' };
  if (parts.decimals.length > maxDecimals) return { code: 'too-many-decimals' };

  const units = Number(parts.integer + parts.decimals.padEnd(maxDecimals, '0'));
  if (!Number.isSafeInteger(units)) return { code: 'too-large' };
  const cents = units / 10 ** (maxDecimals - 2);
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

function splitDecimals(body: string): { integer: string; decimals: string } | undefined {
  const sign = decimalSign(body);
  const index = sign === undefined ? -1 : body.lastIndexOf(sign);
  const integer = index < 0 ? body : body.slice(0, index);
  const decimals = index < 0 ? '' : body.slice(index + 1);
  if (!/^\d*$/.test(decimals) || integer === '') return undefined;
  const isPlain = /^\d+$/.test(integer);
  const isGrouped = /^\d{1,3}(?:\.\d{3})+$/.test(integer) || /^\d{1,3}(?:,\d{3})+$/.test(integer);
  return isPlain || isGrouped ? { integer: integer.replace(/[.,]/g, ''), decimals } : undefined;
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
  const integer = groupThousands(digits.slice(0, -2), language);
  return `${cents < 0 ? '-' : ''}${integer}${language === 'nl' ? ',' : '.'}${digits.slice(-2)}`;
}

/** Whole cents with their currency, in one text: `€ 1.284,50`. */
export function formatMoney(cents: number, currency = 'EUR', language: Language = 'nl'): string {
  const { minus, sign, gap, number } = amountParts(cents, currency, language);
  return `${minus}${sign}${gap}${number}`;
}

/** The price of one in cents, which may be less than a cent: `€ 0,0125`, `€ 1,50`. */
export function formatPrice(cents: number, language: Language = 'nl'): string {
  const number = formatNumber(Math.abs(cents) / 100, language, { min: 2, max: 4 });
  const minus = cents < 0 ? '-' : '';
  return language === 'nl' ? `€${narrowSpace}${minus}${number}` : `${minus}€${number}`;
}

/** A number with thousands grouped and at most, or exactly, so many decimals: `1.861`, `9,67`. */
export function formatNumber(
  value: number,
  language: Language = 'nl',
  decimals: { readonly min?: number; readonly max?: number } = {},
): string {
  const max = decimals.max ?? decimals.min ?? 2;
  const [integer = '0', rest = ''] = Math.abs(value).toFixed(max).split('.');
  const shown = rest.replace(/0+$/, '').padEnd(decimals.min ?? 0, '0');
  const isZero = !/[1-9]/.test(integer + shown);
  const tail = shown === '' ? '' : `${language === 'nl' ? ',' : '.'}${shown}`;
  return `${value < 0 && !isZero ? '-' : ''}${groupThousands(integer, language)}${tail}`;
}

function groupThousands(digits: string, language: Language): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, language === 'nl' ? '.' : ',');
}

/** VAT in cents over an amount, half a cent away from zero; the rate in hundredths of a percent. */
export function vatOf(amountInCents: number, vatRate: number): number {
  // Exact in whole numbers: floating point would lose half cents of large amounts.
  const exact = BigInt(Math.abs(amountInCents)) * BigInt(vatRate);
  const rounded = Number((exact + 5000n) / 10_000n);
  return amountInCents < 0 ? -rounded : rounded;
}
