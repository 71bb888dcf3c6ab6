import type { priceAgreements } from '#contract/billing/price-agreements.ts';
import type { CreateInput, Draft, Rec, UpdateInput } from '#contract/resource.ts';

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

/** The body of a new one. What is not chosen yet stays away: the server names all that is wrong at once. */
export function createBody({
  priceAgreementType,
  agreementPrice,
  costs,
  cycleInMonths,
  appliesFrom: _day,
  ...rest
}: AgreementValues): Draft<CreateInput<typeof priceAgreements>> {
  return {
    ...rest,
    priceAgreementType: priceAgreementType ?? undefined,
    price: agreementPrice ?? undefined,
    isVariable: costs ?? undefined,
    cycleInMonths: cycleInMonths ?? undefined,
  };
}

/** The body of a change; with a day, the customers that have it get the new rate from then on (§I2). */
export function updateBody(values: AgreementValues): Draft<UpdateInput<typeof priceAgreements>> {
  const { appliesFrom } = values;
  return { ...createBody(values), ...(appliesFrom === null ? {} : { appliesFrom }) };
}
