import { formatDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import en from '../locales/supplier.en.json' with { type: 'json' };
import nl from '../locales/supplier.nl.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** What a letter to a supplier names. */
export interface LetterValues {
  readonly invoiceNumber: string;
  readonly invoiceDate: string;
  readonly totalInCents: number;
  readonly currency: string;
  /** The administration that the invoice is for, else the company. */
  readonly buyer: string;
  readonly reason: string;
  /** Who rejected it. */
  readonly by: string;
}

/** The letter that tells a supplier that an invoice was rejected, and why. */
export function supplierLetter(
  language: Language,
  { invoiceNumber, invoiceDate, totalInCents, currency, buyer, reason, by }: LetterValues,
): { readonly subject: string; readonly text: string } {
  const { subject, text } = texts[language];
  const values = {
    number: invoiceNumber,
    date: formatDay(invoiceDate),
    amount: formatMoney(totalInCents, currency, language),
    buyer,
    reason,
    by,
  };
  return { subject: fill(subject, values), text: fill(text, values) };
}

/** The language that a supplier is written in: Dutch in the Netherlands and Belgium, and where no country is known. */
export function languageOfCountry(country: string): Language {
  return ['', 'NL', 'BE'].includes(country.toUpperCase()) ? 'nl' : 'en';
}
