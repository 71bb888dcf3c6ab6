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

export function valuesOf({ price, isVariable }: PriceAgreement): Partial<AgreementValues> {
  return { agreementPrice: price, costs: isVariable };
}

/**
 * The body that is sent. What is not chosen yet is left out: the server names all that is wrong at once. With a day, the
 * customers that have the agreement get the new rate from then on (§I2).
 */
export function bodyOf({
  priceAgreementType,
  agreementPrice,
  costs,
  cycleInMonths,
  appliesFrom,
  ...rest
}: AgreementValues): Draft<CreateInput<typeof priceAgreements> & UpdateInput<typeof priceAgreements>> {
  return {
    ...rest,
    priceAgreementType: priceAgreementType ?? undefined,
    price: agreementPrice ?? undefined,
    isVariable: costs ?? undefined,
    cycleInMonths: cycleInMonths ?? undefined,
    ...(appliesFrom === null ? {} : { appliesFrom }),
  };
}
