import type { customerAgreements } from '#contract/billing/customer-agreements.ts';
import type { CreateInput, Rec, UpdateInput } from '#contract/resource.ts';

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

/** The body of a new one. Without a first day the server takes that of the agreement. */
export function createBody({
  startdate,
  ...values
}: CustomerAgreementValues): CreateInput<typeof customerAgreements> {
  return fill({ priceAgreementId: '' }, { ...values, ...(startdate === null ? {} : { startdate }) });
}

/** The body of a change; an emptied day is emptied there too. */
export function updateBody(values: CustomerAgreementValues): UpdateInput<typeof customerAgreements> {
  return fill({}, values);
}

// What is not chosen yet goes as it is: the server names it together with everything else that is wrong.
function fill<T extends object>(body: T, values: Partial<CustomerAgreementValues>): T {
  for (const [name, value] of Object.entries(values)) Reflect.set(body, name, value);
  return body;
}
