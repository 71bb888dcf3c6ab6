import type { Seller } from './seller.repository.ts';

/** What of the seller an invoice cannot do without, by name (NLCIUS). */
export function missingOfSeller({ name, street, zipCode, city, kvkNumber, vatId, iban }: Seller): string[] {
  return Object.entries({ name, street, zipCode, city, kvkNumber, vatId, iban }).flatMap(([field, value]) => (value === '' ? [field] : []));
}
