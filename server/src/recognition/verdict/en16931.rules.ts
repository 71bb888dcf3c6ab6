import { countryCodes } from '#contract/countries.ts';
import type { UblDocument } from './document.ts';
import { cents, has, isSameInCents, numberAt, type Place, placesAt, textAt } from './place.ts';
import { at, each, filled, present, rule, type Rule, whole } from './rule.ts';

const lines = ({ lines: all }: UblDocument) => all;
const totals = ({ totals: one }: UblDocument) => (one ? [one] : []);
const taxes = ({ taxes: all }: UblDocument) => all.map(({ place }) => place);
const seller = ({ seller: one }: UblDocument) => (one ? [one] : []);
const chargesOf =
  (isCharge: boolean, ofLines = false) =>
  (document: UblDocument) =>
    (ofLines ? document.lineCharges : document.charges)
      .filter((charge) => charge.isCharge === isCharge)
      .map(({ place }) => place);
const isVat = (scheme: Place) => textAt(scheme, 'TaxScheme/ID').toUpperCase() === 'VAT';
const named = (name: string) => (document: UblDocument) =>
  document.every.filter((one) => one.name === name).map(({ place }) => place);

/** Whether a party names a VAT number. */
export function hasVatId(party: Place | undefined): boolean {
  return (
    party !== undefined &&
    placesAt(party, 'PartyTaxScheme').some((one) => isVat(one) && has(one, 'CompanyID'))
  );
}

const required: readonly Rule[] = [
  ['BR-01', 'CustomizationID'],
  ['BR-02', 'ID'],
  ['BR-03', 'IssueDate'],
  ['BR-05', 'DocumentCurrencyCode'],
  ['BR-06', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'],
].map(([id = '', path = '']) =>
  rule(
    id,
    whole(({ root }) => filled(path)(root)),
  ),
);

const reasons = (place: Place) =>
  has(place, 'AllowanceChargeReason') || has(place, 'AllowanceChargeReasonCode');
const vatCategory = (place: Place) =>
  placesAt(place, 'TaxCategory').some((one) => isVat(one) && has(one, 'ID'));

const chargeRules: readonly Rule[] = [
  rule('BR-31', each(chargesOf(false), present('Amount'))),
  rule('BR-32', each(chargesOf(false), vatCategory)),
  rule('BR-33', each(chargesOf(false), reasons)),
  rule('BR-36', each(chargesOf(true), present('Amount'))),
  rule('BR-37', each(chargesOf(true), vatCategory)),
  rule('BR-38', each(chargesOf(true), reasons)),
  rule('BR-41', each(chargesOf(false, true), present('Amount'))),
  rule('BR-42', each(chargesOf(false, true), reasons)),
  rule('BR-43', each(chargesOf(true, true), present('Amount'))),
  rule('BR-44', each(chargesOf(true, true), reasons)),
  rule('BR-CO-21', each(chargesOf(false), reasons), { text: 'BR-33' }),
  rule('BR-CO-22', each(chargesOf(true), reasons), { text: 'BR-38' }),
  rule('BR-CO-23', each(chargesOf(false, true), reasons), { text: 'BR-42' }),
  rule('BR-CO-24', each(chargesOf(true, true), reasons), { text: 'BR-44' }),
];

const orderOfDays = (place: Place) => {
  const [start, end] = [textAt(place, 'StartDate'), textAt(place, 'EndDate')];
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
  return start === '' || end === '' || (isDay(start) && isDay(end) && end >= start);
};

const parts: readonly Rule[] = [
  rule(
    'BR-04',
    whole(({ root }) => filled('InvoiceTypeCode')(root) || filled('CreditNoteTypeCode')(root)),
  ),
  rule(
    'BR-07',
    whole(({ root }) => filled('AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName')(root)),
  ),
  rule(
    'BR-08',
    whole(({ root }) => has(root, 'AccountingSupplierParty/Party/PostalAddress')),
  ),
  rule(
    'BR-09',
    each(at('AccountingSupplierParty/Party/PostalAddress'), filled('Country/IdentificationCode')),
  ),
  rule(
    'BR-10',
    whole(({ root }) => has(root, 'AccountingCustomerParty/Party/PostalAddress')),
    {
      mender: 'buyer',
    },
  ),
  rule(
    'BR-11',
    each(at('AccountingCustomerParty/Party/PostalAddress'), filled('Country/IdentificationCode')),
    { mender: 'buyer' },
  ),
  rule('BR-12', each(totals, present('LineExtensionAmount'))),
  rule('BR-13', each(totals, present('TaxExclusiveAmount'))),
  rule('BR-14', each(totals, present('TaxInclusiveAmount'))),
  rule('BR-15', each(totals, present('PayableAmount'))),
  rule(
    'BR-16',
    whole((document) => document.lines.length > 0),
  ),
  rule(
    'BR-17',
    each(at('PayeeParty'), (payee, { seller: own }) => {
      const sames = (path: string) => {
        const known = own ? placesAt(own, path).map(({ element }) => element.text) : [];
        return placesAt(payee, path).some(({ element }) => known.includes(element.text));
      };
      return has(payee, 'PartyName/Name') && !sames('PartyName/Name') && !sames('PartyIdentification/ID');
    }),
  ),
  rule('BR-18', each(at('TaxRepresentativeParty'), filled('PartyName/Name'))),
  rule('BR-19', each(at('TaxRepresentativeParty'), present('PostalAddress'))),
  rule('BR-20', each(at('TaxRepresentativeParty/PostalAddress'), filled('Country/IdentificationCode'))),
  rule('BR-56', each(at('TaxRepresentativeParty'), hasVatId)),
  rule('BR-21', each(lines, filled('ID'))),
  rule(
    'BR-22',
    each(lines, (line) => has(line, 'InvoicedQuantity') || has(line, 'CreditedQuantity')),
  ),
  rule(
    'BR-23',
    each(lines, (line) =>
      ['InvoicedQuantity', 'CreditedQuantity'].some(
        (name) => placesAt(line, name)[0]?.element.attributes['unitCode'] !== undefined,
      ),
    ),
  ),
  rule('BR-24', each(lines, present('LineExtensionAmount'))),
  rule('BR-25', each(lines, filled('Item/Name'))),
  rule('BR-26', each(lines, present('Price/PriceAmount'))),
  rule(
    'BR-27',
    each(lines, (line) => (numberAt(line, 'Price/PriceAmount') ?? -1) >= 0),
  ),
  rule(
    'BR-28',
    each(lines, (line) => (numberAt(line, 'Price/AllowanceCharge/BaseAmount') ?? 0) >= 0),
  ),
  rule('BR-29', each(at('InvoicePeriod'), orderOfDays)),
  rule(
    'BR-30',
    each((document) => document.lines.flatMap((line) => placesAt(line, 'InvoicePeriod')), orderOfDays),
  ),
  rule('BR-45', each(taxes, present('TaxableAmount'))),
  rule('BR-46', each(taxes, present('TaxAmount'))),
  rule('BR-47', each(taxes, vatCategory)),
  rule('BR-48', ({ taxes: all }) =>
    all.filter(({ rate, category }) => rate === null && category !== 'O').map(({ place }) => place),
  ),
  rule(
    'BR-49',
    each(({ means }) => means, present('PaymentMeansCode')),
  ),
  rule(
    'BR-50',
    each(
      ({ means }) => means.filter(isTransfer).flatMap((one) => placesAt(one, 'PayeeFinancialAccount')),
      filled('ID'),
    ),
  ),
  rule(
    'BR-61',
    each(
      ({ means }) => means,
      (one) => !isTransfer(one) || has(one, 'PayeeFinancialAccount/ID'),
    ),
  ),
  rule(
    'BR-51',
    each(at('PaymentMeans/CardAccount/PrimaryAccountNumberID'), ({ element }) => element.text.length <= 10),
    { level: 'warning' },
  ),
  rule('BR-52', each(at('AdditionalDocumentReference'), filled('ID'))),
  rule(
    'BR-53',
    whole(({ root }) => {
      const code = textAt(root, 'TaxCurrencyCode');
      return !has(root, 'TaxCurrencyCode') || placesAt(root, 'TaxTotal/TaxAmount').some(isIn(code));
    }),
  ),
  rule(
    'BR-54',
    each(named('AdditionalItemProperty'), (property) => has(property, 'Name') && has(property, 'Value')),
  ),
  rule('BR-55', each(at('BillingReference'), present('InvoiceDocumentReference/ID'))),
  rule('BR-57', each(at('Delivery/DeliveryLocation/Address'), present('Country/IdentificationCode'))),
  rule(
    'BR-62',
    each(
      (document) => seller(document).flatMap((one) => placesAt(one, 'EndpointID')),
      hasAttribute('schemeID'),
    ),
  ),
  rule(
    'BR-63',
    each(({ buyer }) => (buyer ? placesAt(buyer, 'EndpointID') : []), hasAttribute('schemeID')),
  ),
  rule(
    'BR-64',
    each(
      (document) => document.lines.flatMap((line) => placesAt(line, 'Item/StandardItemIdentification/ID')),
      hasAttribute('schemeID'),
    ),
  ),
  rule(
    'BR-65',
    each(
      (document) =>
        document.lines.flatMap((line) =>
          placesAt(line, 'Item/CommodityClassification/ItemClassificationCode'),
        ),
      hasAttribute('listID'),
    ),
  ),
];

/** Whether a means of payment is a transfer to an account. */
export function isTransfer(means: Place): boolean {
  return ['30', '58'].includes(textAt(means, 'PaymentMeansCode'));
}

function hasAttribute(name: string) {
  return ({ element }: Place) => element.attributes[name] !== undefined;
}

function isIn(currency: string) {
  return ({ element }: Place) => element.attributes['currencyID'] === currency;
}

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** A sum of totals that must be right where its parts are there; what is missing is said by another rule. */
function adds(path: string, total: (place: Place, document: UblDocument) => number | null): Rule['broken'] {
  return each(totals, (place, document) => {
    const wanted = total(place, document);
    return wanted !== null && isSameInCents(numberAt(place, path), wanted);
  });
}

const sums: readonly Rule[] = [
  rule(
    'BR-CO-03',
    whole(({ root }) => !(has(root, 'TaxPointDate') && has(root, 'InvoicePeriod/DescriptionCode'))),
  ),
  rule(
    'BR-CO-04',
    each(lines, (line) =>
      placesAt(line, 'Item/ClassifiedTaxCategory').some((one) => isVat(one) && has(one, 'ID')),
    ),
  ),
  rule(
    'BR-CO-09',
    each(
      (document) => named('PartyTaxScheme')(document).filter((one) => isVat(one) && has(one, 'CompanyID')),
      (scheme) => {
        const letters = textAt(scheme, 'CompanyID').slice(0, 2);
        return countryCodes.includes(letters) || ['EL', 'XI', '1A', 'XK'].includes(letters);
      },
    ),
  ),
  rule(
    'BR-CO-10',
    adds('LineExtensionAmount', (_place, document) =>
      sum(document.lines.map((line) => numberAt(line, 'LineExtensionAmount'))),
    ),
  ),
  rule(
    'BR-CO-11',
    each(totals, (place, document) => isTotalOf(place, document, false)),
  ),
  rule(
    'BR-CO-12',
    each(totals, (place, document) => isTotalOf(place, document, true)),
  ),
  rule(
    'BR-CO-13',
    adds('TaxExclusiveAmount', (place) => {
      const net = numberAt(place, 'LineExtensionAmount');
      if (net === null) return null;
      return (
        net + (numberAt(place, 'ChargeTotalAmount') ?? 0) - (numberAt(place, 'AllowanceTotalAmount') ?? 0)
      );
    }),
  ),
  rule(
    'BR-CO-14',
    each(
      (document) => at('TaxTotal')(document).filter((total) => has(total, 'TaxSubtotal')),
      (total) =>
        isSameInCents(
          numberAt(total, 'TaxAmount'),
          sum(placesAt(total, 'TaxSubtotal').map((tax) => numberAt(tax, 'TaxAmount'))),
        ),
    ),
  ),
  rule(
    'BR-CO-15',
    whole(({ root, totals: total, currency }) => {
      if (!has(root, 'DocumentCurrencyCode')) return true;
      const amounts = placesAt(root, 'TaxTotal/TaxAmount').filter(isIn(currency));
      const excl = total ? numberAt(total, 'TaxExclusiveAmount') : null;
      if (!total || excl === null || amounts.length !== 1) return false;
      return isSameInCents(numberAt(total, 'TaxInclusiveAmount'), excl + Number(amounts[0]?.element.text));
    }),
  ),
  rule(
    'BR-CO-16',
    adds('PayableAmount', (place) => {
      const incl = numberAt(place, 'TaxInclusiveAmount');
      if (incl === null) return null;
      return incl - (numberAt(place, 'PrepaidAmount') ?? 0) + (numberAt(place, 'PayableRoundingAmount') ?? 0);
    }),
  ),
  rule('BR-CO-17', (document) =>
    document.taxes
      .filter(({ base, tax, rate }) => {
        if (tax === null || rate === null || Math.round(rate) === 0) return Math.round(tax ?? 1) !== 0;
        const wanted = Math.abs(base ?? Number.NaN) * (rate / 100);
        return !(Math.abs(cents(Math.abs(tax)) - cents(wanted)) < 100);
      })
      .map(({ place }) => place),
  ),
  rule(
    'BR-CO-18',
    whole(({ root }) => has(root, 'TaxTotal/TaxSubtotal')),
  ),
  rule(
    'BR-CO-19',
    each(at('InvoicePeriod'), (period) =>
      ['StartDate', 'EndDate', 'DescriptionCode'].some((name) => has(period, name)),
    ),
  ),
  rule(
    'BR-CO-20',
    each(
      (document) => document.lines.flatMap((line) => placesAt(line, 'InvoicePeriod')),
      (period) => has(period, 'StartDate') || has(period, 'EndDate'),
    ),
  ),
  rule(
    'BR-CO-26',
    each(
      at('AccountingSupplierParty'),
      (party) =>
        placesAt(party, 'Party').some(hasVatId) ||
        placesAt(party, 'Party/PartyIdentification/ID').some(
          ({ element }) => element.attributes['schemeID'] !== 'SEPA',
        ) ||
        has(party, 'Party/PartyLegalEntity/CompanyID'),
    ),
  ),
];

function isTotalOf(place: Place, { charges }: UblDocument, isCharge: boolean): boolean {
  const own = charges.filter((charge) => charge.isCharge === isCharge);
  const name = isCharge ? 'ChargeTotalAmount' : 'AllowanceTotalAmount';
  if (!has(place, name)) return own.length === 0;
  return isSameInCents(numberAt(place, name), sum(own.map(({ amount }) => amount)));
}

const twoDecimals = (path: string) => (place: Place) =>
  placesAt(place, path).every(({ element }) => (element.text.split('.')[1] ?? '').length <= 2);

const decimals: readonly Rule[] = [
  ...(
    [
      ['BR-DEC-01', chargesOf(false), 'Amount'],
      ['BR-DEC-02', chargesOf(false), 'BaseAmount'],
      ['BR-DEC-05', chargesOf(true), 'Amount'],
      ['BR-DEC-06', chargesOf(true), 'BaseAmount'],
      ['BR-DEC-09', totals, 'LineExtensionAmount'],
      ['BR-DEC-10', totals, 'AllowanceTotalAmount'],
      ['BR-DEC-11', totals, 'ChargeTotalAmount'],
      ['BR-DEC-12', totals, 'TaxExclusiveAmount'],
      ['BR-DEC-14', totals, 'TaxInclusiveAmount'],
      ['BR-DEC-16', totals, 'PrepaidAmount'],
      ['BR-DEC-17', totals, 'PayableRoundingAmount'],
      ['BR-DEC-18', totals, 'PayableAmount'],
      ['BR-DEC-19', taxes, 'TaxableAmount'],
      ['BR-DEC-20', taxes, 'TaxAmount'],
      ['BR-DEC-23', lines, 'LineExtensionAmount'],
      ['BR-DEC-24', chargesOf(false, true), 'Amount'],
      ['BR-DEC-25', chargesOf(false, true), 'BaseAmount'],
      ['BR-DEC-27', chargesOf(true, true), 'Amount'],
      ['BR-DEC-28', chargesOf(true, true), 'BaseAmount'],
    ] as const
  ).map(([id, places, path]) => rule(id, each(places, twoDecimals(path)), { text: 'decimals' })),
  rule(
    'UBL-DT-01',
    (document) =>
      document.every
        .filter(
          ({ name, place }) =>
            name.endsWith('Amount') &&
            !name.endsWith('PriceAmount') &&
            !/\/Price\/AllowanceCharge/.test(place.path) &&
            (place.element.text.split('.')[1] ?? '').length > 2,
        )
        .map(({ place }) => place),
    { text: 'decimals' },
  ),
];

/** UNTDID 1001: invoices, and credit notes. */
const invoiceTypes = new Set(
  (
    '71 80 81 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 ' +
    '456 457 471 472 473 500 501 527 553 575 623 633 751 780 817 870 875 876 877 935'
  ).split(' '),
);
/** Those of credit notes. */
export const creditTypes = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '));
/** UNTDID 5305, as far as EN 16931 takes it. */
const vatCategories = new Set(['AE', 'L', 'M', 'E', 'S', 'Z', 'G', 'O', 'K', 'B']);
const currencies = new Set([...Intl.supportedValuesOf('currency'), 'XUA', 'XTS', 'CNH', 'VED']);
/** What EN 16931 takes inside an invoice. */
export const attachmentTypes = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
]);
const isMeans = (code: string) =>
  code === 'ZZZ' ||
  (/^\d{1,2}$/.test(code) &&
    (Number(code) <= 70 ||
      [74, 75, 76, 77, 78].includes(Number(code)) ||
      (Number(code) >= 91 && Number(code) <= 98)));
const isRegister = (code: string) => /^0\d{3}$/.test(code) && Number(code) >= 2 && Number(code) <= 248;
const codeIn = (codes: { readonly has: (code: string) => boolean }) => (place: Place) =>
  codes.has(place.element.text);
/** Whether an element is the code of a category of VAT. */
export const isVatCategory = codeIn(vatCategories);
const attribute = (name: string, isRight: (code: string) => boolean) => (place: Place) =>
  place.element.attributes[name] === undefined || isRight(place.element.attributes[name]);

const codes: readonly Rule[] = [
  rule('BR-CL-01', each(at('InvoiceTypeCode'), codeIn(invoiceTypes))),
  rule('BR-CL-01', each(at('CreditNoteTypeCode'), codeIn(creditTypes))),
  rule('BR-CL-04', each(at('DocumentCurrencyCode'), codeIn(currencies)), { text: 'BR-CL-03' }),
  rule('BR-CL-05', each(at('TaxCurrencyCode'), codeIn(currencies)), { text: 'BR-CL-03' }),
  rule(
    'BR-CL-03',
    each(
      (document) => document.every.filter(({ name }) => name.endsWith('Amount')).map(({ place }) => place),
      attribute('currencyID', (code) => currencies.has(code)),
    ),
  ),
  rule('BR-CL-06', each(at('InvoicePeriod/DescriptionCode'), codeIn(new Set(['3', '35', '432'])))),
  rule(
    'BR-CL-10',
    each(
      (document) =>
        document.every
          .filter(({ place }) => place.path.includes('PartyIdentification') && place.path.endsWith('/ID'))
          .map(({ place }) => place),
      attribute('schemeID', (code) => code === 'SEPA' || isRegister(code)),
    ),
    { text: 'BR-CL-11' },
  ),
  rule(
    'BR-CL-11',
    each(
      (document) =>
        document.every
          .filter(({ place }) => place.path.endsWith('PartyLegalEntity/CompanyID'))
          .map(({ place }) => place),
      attribute('schemeID', isRegister),
    ),
  ),
  rule(
    'BR-CL-14',
    each(
      (document) =>
        document.every
          .filter(({ place }) => /(?<!Origin)Country\/IdentificationCode$/.test(place.path))
          .map(({ place }) => place),
      ({ element }) => countryCodes.includes(element.text) || ['1A', 'XI', 'XK', 'EL'].includes(element.text),
    ),
  ),
  rule(
    'BR-CL-16',
    each(at('PaymentMeans/PaymentMeansCode'), ({ element }) => isMeans(element.text)),
  ),
  rule(
    'BR-CL-17',
    each((document) => named('TaxCategory')(document).flatMap((one) => placesAt(one, 'ID')), isVatCategory),
  ),
  rule(
    'BR-CL-18',
    each(
      (document) => named('ClassifiedTaxCategory')(document).flatMap((one) => placesAt(one, 'ID')),
      isVatCategory,
    ),
    { text: 'BR-CL-17' },
  ),
  rule(
    'BR-CL-24',
    each(
      named('EmbeddedDocumentBinaryObject'),
      attribute('mimeCode', (code) => attachmentTypes.has(code)),
    ),
  ),
  rule(
    'BR-CL-25',
    each(
      named('EndpointID'),
      attribute(
        'schemeID',
        (code) =>
          isRegister(code) || /^99[1-5]\d$/.test(code) || ['AN', 'AQ', 'AS', 'AU', 'EM'].includes(code),
      ),
    ),
  ),
  rule('UBL-DT-06', each(named('EmbeddedDocumentBinaryObject'), hasAttribute('mimeCode'))),
  rule('UBL-DT-07', each(named('EmbeddedDocumentBinaryObject'), hasAttribute('filename'))),
  rule(
    'UBL-SR-53',
    each(named('PartyTaxScheme'), (scheme) => has(scheme, 'TaxScheme/ID') && has(scheme, 'CompanyID')),
  ),
  rule(
    'UBL-SR-48',
    each(lines, (line) => placesAt(line, 'Item/ClassifiedTaxCategory').length === 1),
  ),
  rule('UBL-SR-07', each(at('BillingReference'), present('InvoiceDocumentReference/ID')), { text: 'BR-55' }),
];

/** What may stand only once: the rule, below what, and the path. */
const onlyOnce = [
  ['UBL-SR-01', '', 'ContractDocumentReference/ID'],
  ['UBL-SR-02', '', 'ReceiptDocumentReference/ID'],
  ['UBL-SR-03', '', 'DespatchDocumentReference/ID'],
  ['UBL-SR-05', '', 'PaymentTerms/Note'],
  ['UBL-SR-08', '', 'InvoicePeriod'],
  ['UBL-SR-09', '', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'],
  ['UBL-SR-10', '', 'AccountingSupplierParty/Party/PartyName/Name'],
  ['UBL-SR-11', '', 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID'],
  ['UBL-SR-14', '', 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyLegalForm'],
  ['UBL-SR-15', '', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'],
  ['UBL-SR-16', '', 'AccountingCustomerParty/Party/PartyIdentification/ID'],
  ['UBL-SR-17', '', 'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID'],
  ['UBL-SR-24', '', 'Delivery'],
  ['UBL-SR-39', '', 'ProjectReference/ID'],
  ['UBL-SR-40', '', 'AccountingCustomerParty/Party/PartyName/Name'],
  ['UBL-SR-45', '', 'PaymentMeans/PaymentDueDate'],
  ['UBL-SR-49', '', 'InvoicePeriod/DescriptionCode'],
  ['UBL-SR-54', '', 'PaymentMeans/CardAccount'],
  ['UBL-SR-55', '', 'PaymentMeans/PaymentMandate'],
  ['UBL-SR-56', '', 'OriginatorDocumentReference/ID'],
  ['UBL-SR-06', 'BillingReference', 'InvoiceDocumentReference'],
  ['UBL-SR-26', 'PaymentMeans', 'PaymentID'],
  ['UBL-SR-28', 'PaymentMeans', 'PaymentMandate/ID'],
  ['UBL-SR-33', 'AdditionalDocumentReference', 'DocumentDescription'],
  ['UBL-SR-22', 'TaxRepresentativeParty', 'PartyName/Name'],
  ['UBL-SR-23', 'TaxRepresentativeParty', 'PartyTaxScheme/CompanyID'],
  ['UBL-SR-32', 'TaxTotal/TaxSubtotal', 'TaxCategory/TaxExemptionReason'],
  ['UBL-SR-34', 'line', 'Note'],
  ['UBL-SR-35', 'line', 'OrderLineReference/LineID'],
  ['UBL-SR-36', 'line', 'InvoicePeriod'],
  ['UBL-SR-37', 'line', 'Price/AllowanceCharge/Amount'],
  ['UBL-SR-50', 'line', 'Item/Description'],
  ['UBL-SR-52', 'line', 'DocumentReference'],
] as const;

const once: readonly Rule[] = [
  ...onlyOnce.map(([id, below, path]) =>
    rule(
      id,
      each(
        (document) =>
          below === '' ? [document.root] : below === 'line' ? document.lines : placesAt(document.root, below),
        (place) => placesAt(place, path).length <= 1,
      ),
      { text: 'once', values: { element: path } },
    ),
  ),
  rule(
    'UBL-SR-44',
    whole(
      ({ root }) =>
        new Set(placesAt(root, 'PaymentMeans/PaymentID').map(({ element }) => element.text)).size <= 1,
    ),
    { text: 'once', values: { element: 'PaymentMeans/PaymentID' } },
  ),
  rule(
    'UBL-SR-47',
    whole(
      ({ means }) =>
        new Set(means.flatMap((one) => placesAt(one, 'PaymentMeansCode')).map(({ element }) => element.text))
          .size <= 1,
    ),
    { text: 'once', values: { element: 'PaymentMeans/PaymentMeansCode' } },
  ),
  ...(['AccountingSupplierParty', 'AccountingCustomerParty'] as const).map((party, index) =>
    rule(
      index === 0 ? 'UBL-SR-12' : 'UBL-SR-18',
      whole(
        ({ root }) =>
          placesAt(root, `${party}/Party/PartyTaxScheme`)
            .filter(isVat)
            .flatMap((one) => placesAt(one, 'CompanyID')).length <= 1,
      ),
      { text: 'once', values: { element: `${party}/Party/PartyTaxScheme` } },
    ),
  ),
];

/** The rules of EN 16931 that are not about one category of VAT. */
export const en16931: readonly Rule[] = [
  ...required,
  ...parts,
  ...chargeRules,
  ...sums,
  ...decimals,
  ...codes,
  ...once,
];
