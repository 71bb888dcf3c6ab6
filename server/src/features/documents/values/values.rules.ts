import { documentProperties, type DocumentProperty } from '#contract/documents/properties.ts';
import { isIban, isVatId } from '#contract/identifiers.ts';
import type { FieldCode } from '#contract/problem.ts';
import { readAmount } from '#contract/money.ts';

/** A typed or clicked text as it is stored for a property, or what is wrong with it. Empty is empty. */
export function storedValue(
  property: DocumentProperty,
  given: { readonly value: string; readonly isStored?: boolean },
): { readonly value: string } | { readonly code: FieldCode } {
  const typed = given.value.replace(/\s+/g, ' ').trim();
  if (typed === '') return { value: '' };
  if (given.isStored && documentProperties[property] === 'money')
    return /^-?\d{1,15}$/.test(typed) ? { value: String(Number(typed)) } : { code: 'not-whole' };
  if (property === 'currency')
    return /^[a-z]{3}$/i.test(typed) ? { value: typed.toUpperCase() } : { code: 'invalid' };
  if (property === 'iban' || property === 'gAccount' || property === 'vatId')
    return partyCode(property, typed.replace(/[\s.]/g, '').toUpperCase());
  if (property === 'kvk') {
    const digits = typed.replace(/[\s.]/g, '');
    return /^\d{8}$/.test(digits) ? { value: digits } : { code: 'invalid' };
  }
  switch (documentProperties[property]) {
    case 'text':
      return { value: typed };
    case 'money':
      return money(typed);
    case 'day': {
      const day = dayOf(typed);
      return day === undefined ? { code: 'not-a-date' } : { value: day };
    }
  }
}

// A slip of the hand would be confirmed, and paid to.
function partyCode(
  property: 'iban' | 'gAccount' | 'vatId',
  code: string,
): { readonly value: string } | { readonly code: FieldCode } {
  const isRight = property === 'vatId' ? !code.startsWith('NL') || isVatId(code) : isIban(code);
  return isRight ? { value: code } : { code: 'invalid' };
}

// A trailing minus, brackets and CR are how bookkeepers write credit.
function money(typed: string): { readonly value: string } | { readonly code: FieldCode } {
  const plain = typed.replace(/^\((.*)\)$/, '-$1').replace(/^(.*?)\s*CR$/i, '-$1');
  const read = readAmount(plain);
  return 'cents' in read ? { value: String(read.cents) } : read;
}

const months = 'jan feb mrt|maa|mar apr mei|may jun jul aug sep okt|oct nov dec'.split(' ');

function dayOf(typed: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso) return realDay(iso[1], iso[2], iso[3]);
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(typed);
  if (numbers) return realDay(numbers[3], numbers[2], numbers[1]);
  const words = /^(\d{1,2})[- ]([a-z]+)\.?[- ](\d{2}|\d{4})$/i.exec(typed);
  const month = months.findIndex((name) => new RegExp(`^(?:${name})`, 'i').test(words?.[2] ?? ''));
  return words && month >= 0 ? realDay(words[3], String(month + 1), words[1]) : undefined;
}

function realDay(year = '', month = '', day = ''): string | undefined {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined;
}
