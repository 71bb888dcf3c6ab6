import type { Seller } from './billing-settings.repository.ts';

const needed = ['name', 'street', 'zipCode', 'city', 'kvkNumber', 'vatId', 'iban'] as const;
/** What of the seller an invoice cannot do without (NLCIUS). */
export type SellerField = (typeof needed)[number];

/** What of that is not filled in, by name. */
export function missingOfSeller(seller: Seller): SellerField[] {
  return needed.filter((field) => seller[field] === '');
}
