import type { UblDocument } from './document.ts';
import { attachmentTypes } from './en16931.rules.ts';
import { cents, has, numberAt, type Place, placesAt, textAt } from './place.ts';
import { at, each, present, rule, type Rule, whole } from './rule.ts';

const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const profile = /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/;
const lines = ({ lines: all }: UblDocument) => all;
const charges = (document: UblDocument) =>
  [...document.charges, ...document.lineCharges].map(({ place }) => place);
const areGerman = ({ sellerCountry, buyerCountry }: UblDocument) =>
  sellerCountry === 'DE' && buyerCountry === 'DE';

/** The country of the seller by their VAT number, else by their address. */
function sellerCountry({ seller, sellerCountry: byAddress }: UblDocument): string {
  const scheme =
    seller && placesAt(seller, 'PartyTaxScheme').find((one) => textAt(one, 'TaxScheme/ID') === 'VAT');
  return scheme ? textAt(scheme, 'CompanyID').slice(0, 2).toUpperCase() : byAddress;
}

const periodOf = ({ root }: UblDocument, name: string) => textAt(root, `InvoicePeriod/${name}`);
const dayOfLines = (name: string) => (document: UblDocument) =>
  document.lines.flatMap((line) => placesAt(line, `InvoicePeriod/${name}`));

function lineAmount(line: Place): number {
  const quantity = numberAt(line, 'InvoicedQuantity') ?? numberAt(line, 'CreditedQuantity') ?? 1;
  const price = numberAt(line, 'Price/PriceAmount') ?? 0;
  const per = numberAt(line, 'Price/BaseQuantity') || 1;
  const own = placesAt(line, 'AllowanceCharge').reduce((total, charge) => {
    const amount = numberAt(charge, 'Amount') ?? 0;
    return total + (textAt(charge, 'ChargeIndicator') === 'true' ? amount : -amount);
  }, 0);
  return quantity * (price / per) + own;
}

const addressIsFull = (place: Place) =>
  ['StreetName', 'CityName', 'PostalZone'].every((name) => has(place, name));
const isDutchRegister = ({ element }: Place) =>
  ['0106', '0190'].includes(element.attributes['schemeID'] ?? '') && element.text !== '';

/** Identifiers of a scheme, wherever a party names one. */
const idsOf = (scheme: string) => (document: UblDocument) =>
  document.every
    .filter(
      ({ place }) =>
        /(?:EndpointID|PartyIdentification(?:\[\d+\])?\/ID|CompanyID)(?:\[\d+\])?$/.test(place.path) &&
        place.element.attributes['schemeID'] === scheme,
    )
    .map(({ place }) => place);
const looks =
  (pattern: RegExp) =>
  ({ element }: Place) =>
    pattern.test(element.text);

const dutch = (holds: (document: UblDocument) => boolean): Rule['broken'] =>
  whole((document) => sellerCountry(document) !== 'NL' || holds(document));
const dutchEach = (
  places: (document: UblDocument) => readonly Place[],
  holds: (place: Place, document: UblDocument) => boolean,
): Rule['broken'] => each((document) => (sellerCountry(document) === 'NL' ? places(document) : []), holds);

/** Types of the profiles 01 and 02. */
const invoiceTypes = new Set(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(
    ' ',
  ),
);
const creditTypes = new Set(['381', '396', '81', '83', '532']);
const dutchVatId = /^NL\d{9}B\d{2}$/;
const meansInTheNetherlands = new Set(['30', '48', '49', '57', '58', '59']);
/** Which category of VAT a code for its absence belongs to. */
const categoriesOfReasons = [
  ['PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G'],
  ['PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O'],
  ['PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K'],
  ['PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE'],
  ['PEPPOL-EN16931-P0108', 'VATEX-EU-D', 'E'],
  ['PEPPOL-EN16931-P0109', 'VATEX-EU-F', 'E'],
  ['PEPPOL-EN16931-P0110', 'VATEX-EU-I', 'E'],
  ['PEPPOL-EN16931-P0111', 'VATEX-EU-J', 'E'],
] as const;
const days = /(?:IssueDate|DueDate|TaxPointDate|StartDate|EndDate|ActualDeliveryDate)(?:\[\d+\])?$/;

/** The rules of Peppol BIS Billing 3 of May 2026, without those of single countries other than the Netherlands. */
export const peppol: readonly Rule[] = [
  rule(
    'PEPPOL-EN16931-R001',
    whole(({ root }) => has(root, 'ProfileID')),
  ),
  rule(
    'PEPPOL-EN16931-R007',
    whole(({ root }) => profile.test(textAt(root, 'ProfileID'))),
  ),
  rule(
    'PEPPOL-EN16931-R002',
    whole((document) => placesAt(document.root, 'Note').length <= 1 || areGerman(document)),
  ),
  rule(
    'PEPPOL-EN16931-R003',
    whole(({ root }) => has(root, 'BuyerReference') || has(root, 'OrderReference/ID')),
    { mender: 'buyer' },
  ),
  rule(
    'PEPPOL-EN16931-R004',
    whole(({ customization: own }) => own.startsWith(customization) && !own.includes('::')),
  ),
  rule(
    'PEPPOL-EN16931-R005',
    each(at('TaxCurrencyCode'), ({ element }, { currency }) => element.text !== currency),
  ),
  rule('PEPPOL-EN16931-R008', (document) =>
    document.every
      .filter(({ place }) => place.element.text === '' && place.element.children().length === 0)
      .map(({ place }) => place),
  ),
  rule(
    'PEPPOL-EN16931-R010',
    each(({ buyer }) => (buyer ? [buyer] : []), present('EndpointID')),
    {
      mender: 'buyer',
    },
  ),
  rule(
    'PEPPOL-EN16931-R020',
    each(({ seller }) => (seller ? [seller] : []), present('EndpointID')),
  ),
  rule(
    'PEPPOL-EN16931-R040',
    each(charges, (place) => {
      const [factor, base] = [numberAt(place, 'MultiplierFactorNumeric'), numberAt(place, 'BaseAmount')];
      if (factor === null || base === null) return true;
      return Math.abs(cents(numberAt(place, 'Amount') ?? 0) - cents((base * factor) / 100)) <= 2;
    }),
  ),
  rule(
    'PEPPOL-EN16931-R041',
    each(charges, (place) => !has(place, 'MultiplierFactorNumeric') || has(place, 'BaseAmount')),
  ),
  rule(
    'PEPPOL-EN16931-R042',
    each(charges, (place) => has(place, 'MultiplierFactorNumeric') || !has(place, 'BaseAmount')),
  ),
  rule(
    'PEPPOL-EN16931-R043',
    each(charges, (place) => ['true', 'false'].includes(textAt(place, 'ChargeIndicator'))),
  ),
  rule(
    'PEPPOL-EN16931-R044',
    each(
      ({ priceCharges }) => priceCharges,
      (place) => textAt(place, 'ChargeIndicator') === 'false',
    ),
  ),
  rule('PEPPOL-EN16931-R046', (document) =>
    document.lines
      .flatMap((line) => placesAt(line, 'Price'))
      .filter((price) =>
        placesAt(price, 'AllowanceCharge').some((charge) => {
          const base = numberAt(charge, 'BaseAmount');
          if (base === null) return false;
          const net = base - (numberAt(charge, 'Amount') ?? 0);
          return Math.abs((numberAt(price, 'PriceAmount') ?? 0) - net) > 1e-9;
        }),
      ),
  ),
  rule('PEPPOL-EN16931-R051', (document) =>
    document.every
      .filter(({ name, place }) => {
        const own = place.element.attributes['currencyID'];
        if (!name.endsWith('Amount') || own === undefined || own === document.currency) return false;
        // The total in the seller's own currency (BT-111).
        return !(
          name === 'TaxAmount' &&
          /TaxTotal(?:\[\d+\])?\/TaxAmount$/.test(place.path) &&
          own === textAt(document.root, 'TaxCurrencyCode')
        );
      })
      .map(({ place }) => place),
  ),
  rule(
    'PEPPOL-EN16931-R053',
    whole(({ root }) => placesAt(root, 'TaxTotal').filter((one) => has(one, 'TaxSubtotal')).length === 1),
  ),
  rule(
    'PEPPOL-EN16931-R054',
    whole(
      ({ root }) =>
        placesAt(root, 'TaxTotal').filter((one) => !has(one, 'TaxSubtotal')).length ===
        (has(root, 'TaxCurrencyCode') ? 1 : 0),
    ),
  ),
  rule(
    'PEPPOL-EN16931-R061',
    each(
      ({ means }) => means.filter((one) => ['49', '59'].includes(textAt(one, 'PaymentMeansCode'))),
      present('PaymentMandate/ID'),
    ),
  ),
  rule(
    'PEPPOL-EN16931-R080',
    whole(
      ({ root, isCredit }) =>
        !isCredit ||
        placesAt(root, 'AdditionalDocumentReference').filter(
          (one) => textAt(one, 'DocumentTypeCode') === '50',
        ).length <= 1,
    ),
    { text: 'once', values: { element: 'AdditionalDocumentReference' } },
  ),
  rule(
    'PEPPOL-EN16931-R100',
    each(lines, (line) => placesAt(line, 'DocumentReference').length <= 1),
    {
      text: 'once',
      values: { element: 'DocumentReference' },
    },
  ),
  rule(
    'PEPPOL-EN16931-R101',
    each(lines, (line) =>
      placesAt(line, 'DocumentReference').every((one) => textAt(one, 'DocumentTypeCode') === '130'),
    ),
  ),
  rule(
    'PEPPOL-EN16931-R110',
    each(dayOfLines('StartDate'), ({ element }, document) => {
      const start = periodOf(document, 'StartDate');
      return start === '' || (isDay(start) && isDay(element.text) && element.text >= start);
    }),
  ),
  rule(
    'PEPPOL-EN16931-R111',
    each(dayOfLines('EndDate'), ({ element }, document) => {
      const end = periodOf(document, 'EndDate');
      return end === '' || (isDay(end) && isDay(element.text) && element.text <= end);
    }),
  ),
  rule(
    'PEPPOL-EN16931-R120',
    each(
      lines,
      (line) => Math.abs((numberAt(line, 'LineExtensionAmount') ?? 0) - lineAmount(line)) <= 0.02 + 1e-9,
    ),
  ),
  rule(
    'PEPPOL-EN16931-R121',
    each(
      lines,
      (line) => !has(line, 'Price/BaseQuantity') || (numberAt(line, 'Price/BaseQuantity') ?? 0) > 0,
    ),
  ),
  rule(
    'PEPPOL-EN16931-R130',
    each(lines, (line) => {
      const own = placesAt(line, 'Price/BaseQuantity')[0]?.element.attributes['unitCode'];
      const quantity = [...placesAt(line, 'InvoicedQuantity'), ...placesAt(line, 'CreditedQuantity')][0];
      return own === undefined || !quantity || quantity.element.attributes['unitCode'] === own;
    }),
  ),
  rule('PEPPOL-COMMON-R054', each(idsOf('0106'), looks(/^\d{8}$/)), { level: 'warning' }),
  rule('PEPPOL-COMMON-R055', each(idsOf('0190'), looks(/^\d{20}$/)), { level: 'warning' }),
  rule('PEPPOL-COMMON-R056-1', each(idsOf('9944'), looks(dutchVatId)), {
    level: 'warning',
    text: 'PEPPOL-COMMON-R056',
  }),
  rule(
    'PEPPOL-COMMON-R056-2',
    each(
      (document) =>
        document.every
          .filter(
            ({ name, place }) =>
              name === 'PartyTaxScheme' &&
              textAt(place, 'TaxScheme/ID') === 'VAT' &&
              textAt(place, 'CompanyID').startsWith('NL'),
          )
          .map(({ place }) => place),
      (scheme) => dutchVatId.test(textAt(scheme, 'CompanyID')),
    ),
    { level: 'warning', text: 'PEPPOL-COMMON-R056' },
  ),
  rule(
    'PEPPOL-EN16931-P0100',
    each(at('InvoiceTypeCode'), ({ element }) => invoiceTypes.has(element.text)),
    {
      text: 'BR-CL-01',
    },
  ),
  rule(
    'PEPPOL-EN16931-P0101',
    each(at('CreditNoteTypeCode'), ({ element }) => creditTypes.has(element.text)),
    {
      text: 'BR-CL-01',
    },
  ),
  rule(
    'PEPPOL-EN16931-CL001',
    each(
      (document) =>
        document.every
          .filter(({ name }) => name === 'EmbeddedDocumentBinaryObject')
          .map(({ place }) => place),
      ({ element }) => attachmentTypes.has(element.attributes['mimeCode'] ?? ''),
    ),
    { text: 'BR-CL-24' },
  ),
  rule(
    'PEPPOL-EN16931-P0112',
    each(
      at('InvoiceTypeCode'),
      ({ element }, document) => !['326', '384'].includes(element.text) || areGerman(document),
    ),
  ),
  rule('PEPPOL-EN16931-F001', (document) =>
    document.every
      .filter(({ place }) => days.test(place.path) && !isDay(place.element.text))
      .map(({ place }) => place),
  ),
  ...categoriesOfReasons.map(([id, code, category]) =>
    rule(
      id,
      each(
        ({ taxes }) =>
          taxes
            .map(({ place }) => place)
            .filter((place) => textAt(place, 'TaxCategory/TaxExemptionReasonCode').toUpperCase() === code),
        (place) => textAt(place, 'TaxCategory/ID') === category,
      ),
      { text: 'category-of-reason', values: { code, category } },
    ),
  ),
  rule(
    'NL-R-001',
    dutch(({ isCredit, root }) => !isCredit || has(root, 'BillingReference/InvoiceDocumentReference/ID')),
  ),
  rule('NL-R-002', dutchEach(at('AccountingSupplierParty/Party/PostalAddress'), addressIsFull), {
    text: 'BR-NL-3',
  }),
  rule(
    'NL-R-003',
    dutchEach(at('AccountingSupplierParty/Party/PartyLegalEntity/CompanyID'), isDutchRegister),
    {
      text: 'BR-NL-1',
    },
  ),
  rule(
    'NL-R-004',
    dutchEach(
      (document) =>
        document.buyerCountry === 'NL' ? at('AccountingCustomerParty/Party/PostalAddress')(document) : [],
      addressIsFull,
    ),
    { text: 'BR-NL-4', mender: 'buyer' },
  ),
  rule(
    'NL-R-005',
    dutchEach(
      (document) =>
        document.buyerCountry === 'NL'
          ? at('AccountingCustomerParty/Party/PartyLegalEntity/CompanyID')(document)
          : [],
      isDutchRegister,
    ),
    { text: 'BR-NL-10', mender: 'buyer' },
  ),
  rule(
    'NL-R-007',
    dutchEach(at('LegalMonetaryTotal'), (total, { isCredit, means }) => {
      const payable = numberAt(total, 'PayableAmount') ?? 0;
      return (isCredit ? payable >= 0 : payable <= 0) || means.length > 0;
    }),
    { text: 'BR-NL-11' },
  ),
  rule(
    'NL-R-008',
    dutchEach(
      ({ buyerCountry, means }) => (buyerCountry === 'NL' ? means : []),
      (one) => meansInTheNetherlands.has(textAt(one, 'PaymentMeansCode')),
    ),
    { text: 'BR-NL-12' },
  ),
  rule(
    'NL-R-009',
    dutchEach(
      (document) => document.lines.flatMap((line) => placesAt(line, 'OrderLineReference/LineID')),
      (_place, { root }) => has(root, 'OrderReference/ID'),
    ),
    { text: 'BR-NL-13' },
  ),
];

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
