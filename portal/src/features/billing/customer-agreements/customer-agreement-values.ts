import type { customerAgreements } from '#contract/billing/customer-agreements.ts';
import type { CreateInput, Draft, Rec } from '#contract/resource.ts';

/** An agreement of a customer as the server gives it. */
export type CustomerAgreement = Rec<typeof customerAgreements>;

export interface CustomerAgreementValues {
  readonly priceAgreementId: string | null;
  readonly quantity: number | null;
  readonly startdate: string | null;
  readonly enddate: string | null;
  readonly rowVersion?: number;
}

export const newCustomerAgreement: CustomerAgreementValues = {
  priceAgreementId: null,
  quantity: 1,
  startdate: null,
  enddate: null,
};

export function valuesOf(agreement: CustomerAgreement): CustomerAgreementValues {
  const { priceAgreementId, quantity, startdate, enddate, rowVersion } = agreement;
  return { priceAgreementId, quantity, startdate, enddate, rowVersion };
}

/** The body of a new one. Without a first day the server takes that of the price agreement. */
export function createBody({
  startdate,
  ...values
}: CustomerAgreementValues): Draft<CreateInput<typeof customerAgreements>> {
  return startdate === null ? values : { ...values, startdate };
}
