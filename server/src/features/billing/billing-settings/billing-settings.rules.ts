import type { Seller } from './billing-settings.repository.ts';

const needed = ['name', 'street', 'zipCode', 'city', 'kvkNumber', 'vatId', 'iban'] as const;
/** A field of the seller that every invoice needs (NLCIUS). */
export type SellerField = (typeof needed)[number];

/** Which of these fields are empty. */
export function missingOfSeller(seller: Seller): SellerField[] {
  return needed.filter((field) => seller[field] === '');
}
