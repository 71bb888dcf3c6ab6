import type { AgreementType } from '#contract/billing/codes.ts';
import type { Language } from '#contract/problem.ts';
import type { SellerField } from './billing-settings/billing-settings.rules.ts';
import en from './locales/billing.en.json' with { type: 'json' };
import nl from './locales/billing.nl.json' with { type: 'json' };

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** What is missing of the sender, as a list in words. */
export function sellerFields(language: Language, fields: readonly SellerField[]): string {
  return fields.map((field) => texts[language].missing[field]).join(', ');
}

/** What a type of agreement is called. */
export function typeName(language: Language, type: AgreementType): string {
  return texts[language].type[type];
}
