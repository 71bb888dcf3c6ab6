import type { NamedElement } from '../xml/xml-tree.ts';
import { everyPlace, numberAt, type Place, placesAt, textAt } from './place.ts';

/** An invoice or credit note in UBL, with the parts that many rules speak of, found once. */
export interface UblDocument {
  readonly root: Place;
  readonly isCredit: boolean;
  readonly customization: string;
  readonly currency: string;
  readonly seller: Place | undefined;
  readonly buyer: Place | undefined;
  readonly sellerCountry: string;
  readonly buyerCountry: string;
  readonly lines: readonly Place[];
  /** Discounts and costs of the invoice as a whole, those of lines, and those of prices. */
  readonly charges: readonly Charge[];
  readonly lineCharges: readonly Charge[];
  readonly priceCharges: readonly Place[];
  readonly taxes: readonly Tax[];
  readonly totals: Place | undefined;
  readonly means: readonly Place[];
  readonly every: readonly { readonly name: string; readonly place: Place }[];
}

/** A discount, or a cost. */
export interface Charge {
  readonly place: Place;
  /** Null where the document does not say which. */
  readonly isCharge: boolean | null;
  readonly amount: number;
  readonly category: string;
  readonly rate: number | null;
}

/** VAT of one category and rate. */
export interface Tax {
  readonly place: Place;
  readonly base: number | null;
  readonly tax: number | null;
  readonly category: string;
  readonly rate: number | null;
  /** The category, of whatever tax. */
  readonly code: string;
  readonly isVat: boolean;
}

/** The category of a line, of whatever tax. */
export const lineCategory = (line: Place) => textAt(line, 'Item/ClassifiedTaxCategory/ID');

/** Whether a category is one of VAT. */
export const isOfVat = (category: Place) => textAt(category, 'TaxScheme/ID').toUpperCase() === 'VAT';

/** Totals of VAT in the invoice's own currency. */
export const vatTotals = ({ root, currency }: UblDocument): Place[] =>
  placesAt(root, 'TaxTotal').filter((total) =>
    placesAt(total, 'TaxAmount').some(({ element }) => element.attributes['currencyID'] === currency),
  );

/** Finds the parts of a UBL document. */
export function ublDocument({ name, root: element }: NamedElement): UblDocument {
  const root: Place = { element, path: name };
  const seller = placesAt(root, 'AccountingSupplierParty/Party')[0];
  const buyer = placesAt(root, 'AccountingCustomerParty/Party')[0];
  const lines = [...placesAt(root, 'InvoiceLine'), ...placesAt(root, 'CreditNoteLine')];
  const country = (party: Place | undefined) =>
    party ? textAt(party, 'PostalAddress/Country/IdentificationCode').toUpperCase() : '';
  return {
    root,
    isCredit: name === 'CreditNote',
    customization: textAt(root, 'CustomizationID'),
    currency: textAt(root, 'DocumentCurrencyCode'),
    seller,
    buyer,
    sellerCountry: country(seller),
    buyerCountry: country(buyer),
    lines,
    charges: placesAt(root, 'AllowanceCharge').map(chargeOf),
    lineCharges: lines.flatMap((line) => placesAt(line, 'AllowanceCharge')).map(chargeOf),
    priceCharges: lines.flatMap((line) => placesAt(line, 'Price/AllowanceCharge')),
    taxes: placesAt(root, 'TaxTotal/TaxSubtotal').map((place) => {
      const isVat = textAt(place, 'TaxCategory/TaxScheme/ID').toUpperCase() === 'VAT';
      return {
        place,
        base: numberAt(place, 'TaxableAmount'),
        tax: numberAt(place, 'TaxAmount'),
        category: isVat ? textAt(place, 'TaxCategory/ID') : '',
        code: textAt(place, 'TaxCategory/ID'),
        isVat,
        rate: isVat ? numberAt(place, 'TaxCategory/Percent') : null,
      };
    }),
    totals: placesAt(root, 'LegalMonetaryTotal')[0],
    means: placesAt(root, 'PaymentMeans'),
    every: everyPlace(root),
  };
}

function chargeOf(place: Place): Charge {
  const indicator = textAt(place, 'ChargeIndicator');
  return {
    place,
    isCharge: indicator === '' ? null : indicator === 'true',
    amount: numberAt(place, 'Amount') ?? 0,
    category: textAt(place, 'TaxCategory/ID'),
    rate: numberAt(place, 'TaxCategory/Percent'),
  };
}
