import { otherEuCountries } from '#contract/countries.ts';
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { type Buyer, countryOf } from './stored-invoices.ts';

/** What VAT an invoice has, as EN 16931 writes it. */
export interface Vat {
  /** S standard, Z zero, AE reverse charge, O not subject to VAT. */
  readonly category: 'S' | 'Z' | 'AE' | 'O';
  /** Hundredths of a percent. */
  readonly rate: number;
}

/**
 * The VAT of services to a buyer: ours within the country and to whoever has no VAT number elsewhere in the Union,
 * reverse charge to whoever has one, and none outside of the Union.
 */
export function vatOfBuyer(buyer: Buyer, { vatRate }: Pick<Seller, 'vatRate'>): Vat {
  const country = countryOf(buyer);
  if (country === 'NL' || otherEuCountries.includes(country)) {
    if (country !== 'NL' && buyer.vatId !== '') return { category: 'AE', rate: 0 };
    return { category: vatRate === 0 ? 'Z' : 'S', rate: vatRate };
  }
  return { category: 'O', rate: 0 };
}
