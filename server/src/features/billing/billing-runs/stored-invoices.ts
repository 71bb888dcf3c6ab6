import { z } from 'zod';
import { billingLine } from '#contract/billing/billing-runs.ts';

/**
 * A stored line, with the price agreement that it is from, which outlives the customer's own row; empty in a one-off line,
 * which has its own id.
 */
export const storedLine = billingLine.extend({
  priceAgreementId: z.string(),
  oneOffId: z.string().optional(),
});
/** A line as it is stored. */
export type StoredLine = z.output<typeof storedLine>;

/** The customer on an invoice: the relation of the provider with their relation number. */
export const buyer = z.object({
  name: z.string(),
  street: z.string(),
  zipCode: z.string(),
  city: z.string(),
  kvkNumber: z.string(),
  vatId: z.string(),
  email: z.string(),
  /** Absent in invoices from before relations had one. */
  country: z.string().optional(),
  oin: z.string().optional(),
});
/** The customer on an invoice. */
export type Buyer = z.output<typeof buyer>;

/** The figures of one customer in a run, before a number is given. */
export interface Figures {
  readonly companyId: string;
  readonly name: string;
  readonly fmCustomerId: number;
  readonly buyer: Buyer;
  readonly missing: readonly string[];
  readonly lines: readonly StoredLine[];
  readonly fixedInCents: number;
  readonly variableInCents: number;
  readonly totalInCents: number;
  readonly vatInCents: number;
}

/** The figures of one customer, as a run that is not final has them. */
export interface DraftInvoice extends Figures {
  readonly id: string;
}

/** An invoice of a final run. */
export interface FinalInvoice extends DraftInvoice {
  readonly invoiceNumber: string;
  readonly invoicedOn: string;
  readonly dueOn: string;
}

/** A credit invoice. */
export interface Credit {
  readonly creditNumber: string;
  readonly creditedOn: string;
  readonly reason: string;
  /** Positive amounts, each of a line of the invoice. */
  readonly lines: readonly {
    readonly description: string;
    readonly from: string;
    readonly to: string;
    readonly amount: number;
    readonly place: number;
  }[];
  readonly totalInCents: number;
  readonly vatInCents: number;
}

/** Whether the customer's address is not complete: such an invoice is not sent at all. */
export function lacksAddress({ missing }: Pick<Figures, 'missing'>): boolean {
  return missing.some((field) => field !== 'kvkNumber');
}

/** Where a buyer is, by ISO 3166-1. */
export function countryOf({ country = 'NL' }: Buyer): string {
  return country;
}

/**
 * What of a customer is missing for a UBL, by name: the address, and within the Netherlands a KvK number or an OIN
 * (BR-NL-10). Elsewhere there are places without a postcode.
 */
export function missingOfBuyer(buyer: Buyer): string[] {
  const { street, zipCode, city, kvkNumber, oin = '' } = buyer;
  const isDutch = countryOf(buyer) === 'NL';
  const address = Object.entries({ street, ...(isDutch ? { zipCode } : {}), city }).flatMap(
    ([field, value]) => (value === '' ? [field] : []),
  );
  return isDutch && kvkNumber === '' && oin === '' ? [...address, 'kvkNumber'] : address;
}
