import { agreementTypes, billingCycles, invoiceTypes, subscriptionTypes } from '#contract/billing/codes.ts';
import type { Option } from '#portal/kit/form/choice-field.tsx';
import type { Text } from '#portal/kit/text.ts';

const options = (of: string, values: readonly number[], text: Text): readonly Option<number>[] =>
  values.map((value) => ({ value, label: text(`billing.${of}.${value}`) }));

/** License or maintenance. */
export const typeOptions = (text: Text) => options('type', agreementTypes, text);

/** Month, quarter, year. */
export const cycleOptions = (text: Text) => options('cycle', billingCycles, text);

/** What a variable rate is counted by. */
export const invoiceTypeOptions = (text: Text) =>
  options('invoiceType', invoiceTypes, text).filter(({ value }) => value !== 0);

/** What a customer has bought. */
export const subscriptionOptions = (text: Text): readonly Option[] =>
  options('subscription', subscriptionTypes, text).map(({ value, label }) => ({
    value: String(value),
    label,
  }));
