import type { AgreementType, InvoiceType, SubscriptionType } from '#contract/billing/codes.ts';
import type { Language } from '#contract/problem.ts';
import type { SellerField } from './billing-settings/billing-settings.rules.ts';
import en from './locales/billing.en.json' with { type: 'json' };
import nl from './locales/billing.nl.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** Fields of the seller by their labels. */
export function sellerFields(language: Language, fields: readonly SellerField[]): string {
  return fields.map((field) => texts[language].missing[field]).join(', ');
}

/** The codes of a row of the report in words; empty where there is nothing to say. */
export function labelsOf(
  language: Language,
  row: { readonly subscription: SubscriptionType | null; readonly invoiceType: InvoiceType },
): { subscription: string; invoiceType: string } {
  const { subscription, invoiceType } = texts[language];
  return {
    subscription: row.subscription === null ? '' : subscription[row.subscription],
    invoiceType: row.invoiceType === 0 ? '' : invoiceType[row.invoiceType],
  };
}

/** The name of a type of agreement. */
export function typeName(language: Language, type: AgreementType): string {
  return texts[language].type[type];
}
