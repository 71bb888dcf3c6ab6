import { countryCodes } from '#contract/countries.ts';
import type { MissingField } from '#contract/invoicing/deliveries.ts';
import type { ExportedInvoice, ExportedParty } from '../exports/exported-invoice.ts';
import type { ApprovedVat } from './approved-vat.rules.ts';
import { endpointOf } from './electronic-address.ts';
import type { UblParty } from './ubl-invoice.ts';

/** What an invoice lacks for EN 16931, and of whom. */
export interface Missing {
  readonly of: 'creditor' | 'administration' | 'invoice';
  readonly field: MissingField;
}

/** A party as UBL names it; what is not known is empty. */
export function partyOf({ name, street, zipCode, city, country, kvk, vatId }: ExportedParty): UblParty {
  return {
    name,
    street,
    zipCode,
    city,
    country: country || countryOf(kvk, vatId),
    kvkNumber: kvk ?? '',
    // One without a country in front names nobody (BR-CO-09).
    vatId: vatId !== null && countryOfVatId(vatId) !== '' ? vatId : '',
  };
}

function countryOf(kvk: string | null, vatId: string | null): string {
  return countryOfVatId(vatId ?? '') || (kvk ? 'NL' : '');
}

/** VAT numbers that begin with other letters than their country. */
const otherLetters: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' };

function countryOfVatId(vatId: string): string {
  const letters = vatId.slice(0, 2).toUpperCase();
  const country = otherLetters[letters] ?? letters;
  return countryCodes.includes(country) ? country : '';
}

/** What an invoice lacks to pass EN 16931 with NLCIUS, or with Peppol where the seller is abroad; empty when nothing. */
export function missingOf(
  invoice: ExportedInvoice,
  { seller, buyer, vat }: { readonly seller: UblParty; readonly buyer: UblParty; readonly vat: ApprovedVat },
): Missing[] {
  const isDutch = seller.country === 'NL';
  const namesVat = vat.taxes.some(({ category }) => category !== 'O');
  const creditor: MissingField[] = [
    ...(invoice.creditor.name.trim() === '' ? (['name'] as const) : []),
    ...(isDutch ? dutchFields(seller) : countryField(seller)),
    ...(seller.vatId === '' && (namesVat || (!isDutch && !endpointOf(seller))) ? (['vatId'] as const) : []),
  ];
  const administration: MissingField[] = [
    ...(isDutch && buyer.country === 'NL' ? dutchFields(buyer) : countryField(buyer)),
    ...(!isDutch && !endpointOf(buyer) ? (['kvk'] as const) : []),
  ];
  const own: MissingField[] = [
    ...(vat.isKnown ? [] : (['vatRates'] as const)),
    // Goods within the Union need the day and country of their delivery (BR-IC-11, BR-IC-12).
    ...(vat.taxes.some(({ category }) => category === 'K') ? (['delivery'] as const) : []),
  ];
  const named = (of: Missing['of'], fields: readonly MissingField[]) =>
    fields.map((field) => ({ of, field }));
  return [
    ...named('creditor', creditor),
    ...named('administration', administration),
    ...named('invoice', own),
  ];
}

const countryField = ({ country }: UblParty): MissingField[] => (country === '' ? ['country'] : []);

// BR-NL-1, BR-NL-3, BR-NL-4, BR-NL-10.
function dutchFields({ street, zipCode, city, kvkNumber }: UblParty): MissingField[] {
  const known = { street, zipCode, city, kvk: kvkNumber };
  return (['street', 'zipCode', 'city', 'kvk'] as const).filter((field) => known[field].trim() === '');
}
