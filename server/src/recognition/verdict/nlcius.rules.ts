import type { UblDocument } from './document.ts';
import { has, numberAt, type Place, placesAt, textAt } from './place.ts';
import { at, rule, type Rule } from './rule.ts';

const addressIsFull = (place: Place) =>
  ['StreetName', 'CityName', 'PostalZone'].every((name) => has(place, name));

/** Broken by each of these for which it is not true, where the supplier is Dutch: others keep few of these rules. */
const dutch =
  (
    places: (document: UblDocument) => readonly Place[],
    holds: (place: Place, document: UblDocument) => boolean,
  ): Rule['broken'] =>
  (document) =>
    document.sellerCountry === 'NL' ? places(document).filter((place) => !holds(place, document)) : [];

const isRegistered = (place: Place) => {
  const found = placesAt(place, 'CompanyID');
  return (
    found.some(({ element }) => ['0106', '0190'].includes(element.attributes['schemeID'] ?? '')) &&
    found.every(({ element }) => element.text !== '')
  );
};

/** Elements that NLCIUS advises against: the rule, and where. */
const unwanted: readonly (readonly [id: string, path: RegExp])[] = [
  ['BR-NL-19', /^\w+\/TaxCurrencyCode$/],
  ['BR-NL-20', /\/TaxPointDate$/],
  ['BR-NL-21', /InvoicePeriod(?:\[\d+\])?\/DescriptionCode$/],
  ['BR-NL-24', /BillingReference(?:\[\d+\])?\/InvoiceDocumentReference\/IssueDate$/],
  ['BR-NL-26', /AccountingSupplierParty\/Party\/PartyLegalEntity\/CompanyLegalForm$/],
  ['BR-NL-27-1', /AccountingSupplierParty\/Party\/PostalAddress\/AddressLine\/Line$/],
  ['BR-NL-27-2', /AccountingCustomerParty\/Party\/PostalAddress\/AddressLine\/Line$/],
  ['BR-NL-27-3', /TaxRepresentativeParty\/PostalAddress\/AddressLine\/Line$/],
  ['BR-NL-27-4', /DeliveryLocation\/Address\/AddressLine\/Line$/],
  ['BR-NL-28-1', /AccountingSupplierParty\/Party\/PostalAddress\/CountrySubentity$/],
  ['BR-NL-28-2', /AccountingCustomerParty\/Party\/PostalAddress\/CountrySubentity$/],
  ['BR-NL-28-3', /TaxRepresentativeParty\/PostalAddress\/CountrySubentity$/],
  ['BR-NL-28-4', /DeliveryLocation\/Address\/CountrySubentity$/],
  ['BR-NL-30', /PaymentMeans(?:\[\d+\])?\/PayeeFinancialAccount\/Name$/],
  ['BR-NL-32-1', /^\w+\/AllowanceCharge(?:\[\d+\])?\/AllowanceChargeReasonCode$/],
  ['BR-NL-32-2', /InvoiceLine(?:\[\d+\])?\/AllowanceCharge(?:\[\d+\])?\/AllowanceChargeReasonCode$/],
  ['BR-NL-32-3', /CreditNoteLine(?:\[\d+\])?\/AllowanceCharge(?:\[\d+\])?\/AllowanceChargeReasonCode$/],
  ['BR-NL-35', /TaxSubtotal(?:\[\d+\])?\/TaxCategory\/TaxExemptionReasonCode$/],
];
const allowedTypes = ['380', '381', '384', '389'];
const types = (document: UblDocument) => [
  ...at('InvoiceTypeCode')(document),
  ...at('CreditNoteTypeCode')(document),
];

/** The rules of NLCIUS (SI-UBL 2.0). */
export const nlcius: readonly Rule[] = [
  rule(
    'BR-NL-1',
    dutch(at('AccountingSupplierParty/Party'), (party) =>
      placesAt(party, 'PartyLegalEntity').some(isRegistered),
    ),
  ),
  rule(
    'BR-NL-2',
    dutch(
      ({ root }) => [root],
      (root) => has(root, 'BuyerReference') || has(root, 'OrderReference/ID'),
    ),
    { text: 'PEPPOL-EN16931-R003', mender: 'buyer' },
  ),
  rule('BR-NL-3', dutch(at('AccountingSupplierParty/Party/PostalAddress'), addressIsFull)),
  rule(
    'BR-NL-4',
    dutch(
      at('AccountingCustomerParty/Party/PostalAddress'),
      (place) => textAt(place, 'Country/IdentificationCode') !== 'NL' || addressIsFull(place),
    ),
    { mender: 'buyer' },
  ),
  rule(
    'BR-NL-5',
    dutch(
      at('TaxRepresentativeParty/PostalAddress'),
      (place) => textAt(place, 'Country/IdentificationCode') !== 'NL' || addressIsFull(place),
    ),
  ),
  rule(
    'BR-NL-7',
    dutch(types, ({ element }) => allowedTypes.includes(element.text)),
  ),
  rule(
    'BR-NL-8',
    dutch(types, ({ element }, { isCredit }) => (element.text === '381') === isCredit),
  ),
  rule(
    'BR-NL-9',
    dutch(
      types,
      ({ element }, { root }) =>
        element.text !== '384' || has(root, 'BillingReference/InvoiceDocumentReference/ID'),
    ),
  ),
  rule(
    'BR-NL-10',
    dutch(
      at('AccountingCustomerParty/Party/PartyLegalEntity'),
      (place, { buyerCountry }) =>
        (buyerCountry !== 'NL' || isRegistered(place)) &&
        placesAt(place, 'CompanyID').every(({ element }) => element.text !== ''),
    ),
    { mender: 'buyer' },
  ),
  rule(
    'BR-NL-11',
    dutch(
      at('LegalMonetaryTotal'),
      (total, { isCredit, means }) =>
        isCredit || (numberAt(total, 'PayableAmount') ?? 0) <= 0 || means.length > 0,
    ),
  ),
  rule(
    'BR-NL-12',
    dutch(
      ({ means }) => means,
      (one) => ['30', '48', '49', '57', '58', '59'].includes(textAt(one, 'PaymentMeansCode')),
    ),
  ),
  rule('BR-NL-13', (document) =>
    has(document.root, 'OrderReference/ID')
      ? []
      : document.lines.flatMap((line) => placesAt(line, 'OrderLineReference/LineID')),
  ),
  rule(
    'BR-NL-25',
    dutch(
      at('AccountingSupplierParty/Party/PartyTaxScheme'),
      (scheme) => !has(scheme, 'CompanyID') || textAt(scheme, 'TaxScheme/ID') === 'VAT',
    ),
    { level: 'warning' },
  ),
  rule(
    'BR-NL-29',
    dutch(at('PaymentMeans/PaymentMeansCode'), ({ element }) => element.attributes['name'] === undefined),
    { level: 'warning', text: 'unwanted' },
  ),
  rule(
    'BR-NL-31',
    dutch(
      ({ means }) => means.filter((one) => ['58', '59'].includes(textAt(one, 'PaymentMeansCode'))),
      (one) => !has(one, 'PayeeFinancialAccount/FinancialInstitutionBranch/ID'),
    ),
    { level: 'warning', text: 'unwanted' },
  ),
  rule(
    'BR-NL-33',
    dutch(
      at('TaxTotal/TaxAmount'),
      ({ element }, { currency }) => element.attributes['currencyID'] === currency,
    ),
    { level: 'warning' },
  ),
  ...unwanted.map(([id, path]) =>
    rule(
      id,
      dutch(
        (document) => document.every.filter(({ place }) => path.test(place.path)).map(({ place }) => place),
        () => false,
      ),
      { level: 'warning', text: 'unwanted' },
    ),
  ),
  rule(
    'SI-UBL-2',
    (document) =>
      document.every
        .filter(({ place }) => place.element.text === '' && place.element.children().length === 0)
        .map(({ place }) => place),
    { level: 'warning', text: 'PEPPOL-EN16931-R008' },
  ),
];
