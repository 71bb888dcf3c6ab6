import { agreementTypes, billingCycles, invoiceTypes, subscriptionTypes } from '#contract/billing/codes.ts';
import type { Option } from '#portal/kit/form/choice-field.tsx';
import type { Text } from '#portal/kit/text.ts';

/** License or maintenance. */
export function typeOptions(text: Text): readonly Option<number>[] {
  return agreementTypes.map((value) => ({ value, label: text(`billing.type.${value}`) }));
}

/** Month, quarter, year. */
export function cycleOptions(text: Text): readonly Option<number>[] {
  return billingCycles.map((value) => ({ value, label: text(`billing.cycle.${value}`) }));
}

/** What a variable rate is counted by. */
export function invoiceTypeOptions(text: Text): readonly Option<number>[] {
  return invoiceTypes
    .filter((value) => value !== 0)
    .map((value) => ({ value, label: text(`billing.invoiceType.${value}`) }));
}

/** What a customer has bought. */
export function subscriptionOptions(text: Text): readonly Option[] {
  return subscriptionTypes.map((value) => ({
    value: String(value),
    label: text(`billing.subscription.${value}`),
  }));
}
