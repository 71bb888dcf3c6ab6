import { formatDay, parseDay } from '#contract/dates.ts';
import { documentProperties, type DocumentProperty } from '#contract/documents/properties.ts';
import { bareCode, isIban, isKvkNumber, isVatId } from '#contract/identifiers.ts';
import { formatMoney, parseAmount } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';

/** How the value of a property is sent: as text, an ISO day, or whole cents. */
export const kindOf = (property: DocumentProperty) => documentProperties[property];

const months = /^(?:jan|feb|mrt|maa|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)[a-z]*\.?$/i;
const monthNumbers: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mrt: 3,
  maa: 3,
  mar: 3,
  apr: 4,
  mei: 5,
  may: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  okt: 10,
  oct: 10,
  nov: 11,
  dec: 12,
};

/** Parses a day as it is typed or printed, also with its month in words; undefined when it is none. */
export function readDay(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[,;:]+$/, '')
    .replace(/\s+/g, ' ');
  const inWords = /^(\d{1,2})(?:e|ste|de|st|nd|rd|th)?[ .-]+([a-z]{3,}\.?)[ ,.-]+(\d{4}|\d{2})$/i.exec(plain);
  if (inWords === null || !months.test(inWords[2] ?? '')) return parseDay(plain);
  return parseDay(
    `${inWords[1]}-${monthNumbers[(inWords[2] ?? '').slice(0, 3).toLowerCase()]}-${inWords[3]}`,
  );
}

/**
 * Parses what a person typed, or clicked on the page: a day as ISO, an amount in whole cents. Undefined when it cannot
 * be that property; an empty text means that it is not on the document.
 */
export function readValue(property: DocumentProperty, text: string): string | undefined {
  const plain = text.trim();
  if (plain === '') return '';
  switch (kindOf(property)) {
    case 'day':
      return readDay(plain);
    case 'money': {
      const cents = parseAmount(plain.replace(/^[A-Z]{3}\s|\s[A-Z]{3}$|[:;]+$/g, '').trim());
      return cents === undefined ? undefined : String(cents);
    }
    case 'text':
      return isCode(property) ? readCode(property, bareCode(plain)) : plain;
  }
}

/** Whether the value is an IBAN. */
export const isAccount = (property: DocumentProperty): property is 'iban' | 'gAccount' =>
  property === 'iban' || property === 'gAccount';

const codes = ['iban', 'gAccount', 'vatId', 'kvk', 'currency'] as const;
type Code = (typeof codes)[number];
const isCode = (property: DocumentProperty): property is Code => codes.some((code) => code === property);

/** The key of the sentence for an invalid value: codes have their own, others that of their kind. */
export const wrongOf = (
  property: DocumentProperty,
): Exclude<Code, 'gAccount'> | ReturnType<typeof kindOf> => {
  if (isAccount(property)) return 'iban';
  return isCode(property) ? property : kindOf(property);
};

// The same checks as the server's, so that the error shows at its own field.
function readCode(property: Code, code: string): string | undefined {
  const isRight = {
    iban: isIban(code),
    gAccount: isIban(code),
    vatId: !code.startsWith('NL') || isVatId(code),
    kvk: isKvkNumber(code),
    currency: /^[A-Z]{3}$/.test(code),
  }[property];
  return isRight ? code : undefined;
}

/** Formats a value as people read it, and as they may type it again. */
export function showValue(
  property: DocumentProperty,
  value: string,
  language: Language,
  currency = '',
): string {
  switch (kindOf(property)) {
    case 'day':
      return formatDay(value);
    case 'money':
      return /^-?\d+$/.test(value) ? formatMoney(Number(value), currency, language).trim() : value;
    case 'text':
      return isAccount(property) ? value.replace(/(.{4})(?=.)/g, '$1 ') : value;
  }
}
