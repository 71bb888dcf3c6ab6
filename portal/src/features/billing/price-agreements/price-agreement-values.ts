import type { priceAgreements } from '#contract/billing/price-agreements.ts';
import type { CreateInput, Rec, UpdateInput } from '#contract/resource.ts';

/** A price agreement as the server gives it. */
export type PriceAgreement = Rec<typeof priceAgreements>;

/** What the form holds, by the field ids of product 2.5; the rate in cents. */
export interface AgreementValues {
  readonly name: string;
  readonly priceAgreementType: number | null;
  readonly agreementPrice: number | null;
  /** Whether the costs are variable. */
  readonly costs: boolean | null;
  readonly invoiceType: number;
  readonly cycleInMonths: number | null;
  readonly startdate: string | null;
  readonly enddate: string | null;
  readonly appliesFrom: string | null;
  readonly rowVersion?: number;
}

export const newAgreement: AgreementValues = {
  name: '',
  priceAgreementType: null,
  agreementPrice: null,
  costs: null,
  invoiceType: 0,
  cycleInMonths: null,
  startdate: null,
  enddate: null,
  appliesFrom: null,
};

export function valuesOf(agreement: PriceAgreement): AgreementValues {
  const {
    name,
    priceAgreementType,
    price,
    isVariable,
    invoiceType,
    cycleInMonths,
    startdate,
    enddate,
    rowVersion,
  } = agreement;
  return {
    name,
    priceAgreementType,
    agreementPrice: price,
    costs: isVariable,
    invoiceType,
    cycleInMonths,
    startdate,
    enddate,
    appliesFrom: null,
    rowVersion,
  };
}

// What is not chosen yet stays away: the server names it together with everything else that is wrong.
function fill<T extends object>(body: T, values: AgreementValues): T {
  const { priceAgreementType, agreementPrice, costs, cycleInMonths, appliesFrom: _, ...rest } = values;
  const sent = {
    ...rest,
    priceAgreementType: priceAgreementType ?? undefined,
    price: agreementPrice ?? undefined,
    isVariable: costs ?? undefined,
    cycleInMonths: cycleInMonths ?? undefined,
  };
  for (const [name, value] of Object.entries(sent)) Reflect.set(body, name, value);
  return body;
}

const empty = { name: '', priceAgreementType: 1, isVariable: false, cycleInMonths: 1 } as const;

/** The body that makes a new one. */
export function createBody(values: AgreementValues): CreateInput<typeof priceAgreements> {
  return fill({ ...empty }, values);
}

/** The body that changes one; with a day, the customers that have it get the new rate from then on (§I2). */
export function updateBody(values: AgreementValues): UpdateInput<typeof priceAgreements> {
  const { appliesFrom } = values;
  return fill({ ...empty, ...(appliesFrom === null ? {} : { appliesFrom }) }, values);
}
