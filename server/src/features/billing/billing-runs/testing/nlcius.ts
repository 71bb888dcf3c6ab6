import { decimalToCents, readUbl, readXml, type XmlElement } from '#server/recognition/index.ts';

/**
 * The rules of EN 16931 and NLCIUS that an invoice of ours breaks, by their names in the standards; empty when it keeps
 * them. It is read by the reader that takes in the invoices of others. Only rules that our invoices can touch: no
 * allowances, charges, prepayments or other currencies.
 */
export function broken(xml: string): string[] {
  const read = readXml(Buffer.from(xml, 'utf8'));
  if (typeof read === 'string' || (read.name !== 'Invoice' && read.name !== 'CreditNote'))
    return ['no UBL invoice'];
  const { root } = read;
  const kind = kinds[read.name];
  const paid =
    read.name === 'Invoice'
      ? payment(root)
      : failed([['BR-55', has(root, 'BillingReference/InvoiceDocumentReference/ID')]]);
  return [
    ...mandatory(root, kind),
    ...sums(root, kind),
    ...paid,
    ...dutch(root),
    ...readBack(read.name, root),
  ];
}

// An invoice, and what takes it back: the same rules under other names.
const kinds = {
  Invoice: { lines: 'InvoiceLine', quantity: 'InvoicedQuantity', typeCode: 'InvoiceTypeCode', type: '380' },
  CreditNote: {
    lines: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
    typeCode: 'CreditNoteTypeCode',
    type: '381',
  },
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

// How an invoice is to be paid; a credit note need not say.
function payment(root: XmlElement): string[] {
  return failed([
    ['BR-49', has(root, 'PaymentMeans/PaymentMeansCode')],
    ['BR-50', has(root, 'PaymentMeans/PayeeFinancialAccount/ID')],
    [
      'BR-CO-25',
      Number(root.value('LegalMonetaryTotal/PayableAmount')) <= 0 ||
        has(root, 'DueDate') ||
        has(root, 'PaymentTerms/Note'),
    ],
    ['BR-CO-27', has(root, 'PaymentMeans/PayeeFinancialAccount/ID')],
    [
      'BR-NL-12',
      ['30', '48', '49', '57', '58', '59'].includes(root.value('PaymentMeans/PaymentMeansCode') ?? ''),
    ],
  ]);
}

type Rule = readonly [name: string, holds: boolean];
const failed = (rules: readonly Rule[]) => rules.filter(([, holds]) => !holds).map(([name]) => name);
const has = (element: XmlElement | undefined, path: string) => (element?.value(path) ?? '') !== '';

function mandatory(root: XmlElement, kind: Kind): string[] {
  const lines = root.all(kind.lines);
  const everyLine = (path: string) => lines.every((line) => has(line, path));
  const seller = root.at('AccountingSupplierParty/Party');
  const buyer = root.at('AccountingCustomerParty/Party');
  return failed([
    ['BR-01', has(root, 'CustomizationID')],
    ['PEPPOL-R001', has(root, 'ProfileID')],
    ['BR-02', has(root, 'ID')],
    ['BR-03', has(root, 'IssueDate')],
    ['BR-04', root.value(kind.typeCode) === kind.type],
    ['BR-05', root.value('DocumentCurrencyCode') === 'EUR'],
    ['BR-06', has(seller, 'PartyLegalEntity/RegistrationName')],
    ['BR-07', has(buyer, 'PartyLegalEntity/RegistrationName')],
    ['BR-08', seller?.at('PostalAddress') !== undefined],
    ['BR-09', has(seller, 'PostalAddress/Country/IdentificationCode')],
    ['BR-10', buyer?.at('PostalAddress') !== undefined],
    ['BR-11', has(buyer, 'PostalAddress/Country/IdentificationCode')],
    ['BR-16', lines.length > 0],
    ['BR-21', everyLine('ID')],
    ['BR-22', everyLine(kind.quantity)],
    ['BR-23', lines.every((line) => (line.at(kind.quantity)?.attributes['unitCode'] ?? '') !== '')],
    ['BR-24', everyLine('LineExtensionAmount')],
    ['BR-25', everyLine('Item/Name')],
    ['BR-26', everyLine('Price/PriceAmount')],
    ['BR-29', (root.value('InvoicePeriod/EndDate') ?? '') >= (root.value('InvoicePeriod/StartDate') ?? '')],
    [
      'BR-30',
      lines.every(
        (line) =>
          (line.value('InvoicePeriod/EndDate') ?? '') >= (line.value('InvoicePeriod/StartDate') ?? ''),
      ),
    ],
    ['BR-62', (seller?.at('EndpointID')?.attributes['schemeID'] ?? '') !== '' && has(seller, 'EndpointID')],
    // KvK, public bodies, or a VAT number; an e-mail address reaches nobody over Peppol.
    [
      'BR-63',
      buyer?.at('EndpointID') === undefined ||
        (/^\d{4}$/.test(buyer.at('EndpointID')?.attributes['schemeID'] ?? '') && has(buyer, 'EndpointID')),
    ],
    [
      'PEPPOL-R110',
      lines.every(
        (line) =>
          (line.value('InvoicePeriod/StartDate') ?? '') >= (root.value('InvoicePeriod/StartDate') ?? ''),
      ),
    ],
    [
      'PEPPOL-R111',
      lines.every(
        (line) => (line.value('InvoicePeriod/EndDate') ?? '') <= (root.value('InvoicePeriod/EndDate') ?? ''),
      ),
    ],
    ['PEPPOL-R003', has(root, 'BuyerReference')],
    ['BR-CO-26', has(seller, 'PartyLegalEntity/CompanyID') || has(seller, 'PartyTaxScheme/CompanyID')],
    ['BR-CO-09', /^[A-Z]{2}/.test(seller?.value('PartyTaxScheme/CompanyID') ?? '')],
  ]);
}

function sums(root: XmlElement, kind: Kind): string[] {
  const totals = root.at('LegalMonetaryTotal');
  const cents = (element: XmlElement | undefined, path: string) =>
    decimalToCents(element?.value(path) ?? '') ?? Number.NaN;
  const of = (name: string) => cents(totals, name);
  const lines = root.all(kind.lines);
  const lineTotal = lines.reduce((total, line) => total + cents(line, 'LineExtensionAmount'), 0);
  const parts = root.all('TaxTotal').flatMap((total) => total.all('TaxSubtotal'));
  const category = parts[0]?.value('TaxCategory/ID');
  const percent = Number(parts[0]?.value('TaxCategory/Percent'));
  return failed([
    ['BR-CO-04', lines.every((line) => line.value('Item/ClassifiedTaxCategory/ID') === category)],
    ['BR-CO-10', of('LineExtensionAmount') === lineTotal],
    ['BR-CO-13', of('TaxExclusiveAmount') === of('LineExtensionAmount')],
    [
      'BR-CO-14',
      cents(root, 'TaxTotal/TaxAmount') ===
        parts.reduce((total, part) => total + cents(part, 'TaxAmount'), 0),
    ],
    ['BR-CO-15', of('TaxInclusiveAmount') === of('TaxExclusiveAmount') + cents(root, 'TaxTotal/TaxAmount')],
    ['BR-CO-16', of('PayableAmount') === of('TaxInclusiveAmount')],
    // Half a cent up; cents × percent stays whole far beyond any invoice.
    [
      'BR-CO-17',
      cents(parts[0], 'TaxAmount') ===
        Math.floor((cents(parts[0], 'TaxableAmount') * Math.round(percent * 100) + 5000) / 10_000),
    ],
    ['BR-CO-18', parts.length === 1],
    ['BR-S-08', cents(parts[0], 'TaxableAmount') === lineTotal],
    [
      'PEPPOL-R120',
      lines.every(
        (line) =>
          Number(line.value(kind.quantity)) * cents(line, 'Price/PriceAmount') ===
          cents(line, 'LineExtensionAmount'),
      ),
    ],
    ['one currency', [...amountsOf(root, kind)].every((currency) => currency === 'EUR')],
  ]);
}

function* amountsOf(root: XmlElement, kind: Kind): Generator<string | undefined> {
  for (const name of ['LineExtensionAmount', 'TaxExclusiveAmount', 'TaxInclusiveAmount', 'PayableAmount'])
    yield root.at(`LegalMonetaryTotal/${name}`)?.attributes['currencyID'];
  for (const line of root.all(kind.lines)) yield line.at('LineExtensionAmount')?.attributes['currencyID'];
}

// NLCIUS: a Dutch seller has a KvK number and a whole address; so has a Dutch customer; and money goes by transfer.
function dutch(root: XmlElement): string[] {
  const seller = root.at('AccountingSupplierParty/Party');
  const buyer = root.at('AccountingCustomerParty/Party');
  const isRegistered = (party: XmlElement | undefined) =>
    ['0106', '0190'].includes(party?.at('PartyLegalEntity/CompanyID')?.attributes['schemeID'] ?? '');
  const isDutch = (party: XmlElement | undefined) =>
    party?.value('PostalAddress/Country/IdentificationCode') === 'NL';
  const hasAddress = (party: XmlElement | undefined) =>
    ['StreetName', 'CityName', 'PostalZone'].every((part) => has(party, `PostalAddress/${part}`));
  return failed([
    [
      'NLCIUS',
      (root.value('CustomizationID') ?? '').endsWith('urn:fdc:nen.nl:nlcius:v1.0') ||
        !has(root, 'CustomizationID'),
    ],
    ['BR-NL-1', isRegistered(seller)],
    ['BR-NL-3', hasAddress(seller)],
    ['BR-NL-4', !isDutch(buyer) || hasAddress(buyer)],
    ['BR-NL-10', !isDutch(buyer) || isRegistered(buyer)],
    ['BR-NL-24', !has(root, 'BillingReference/InvoiceDocumentReference/IssueDate')],
    ['BR-NL-30', !has(root, 'PaymentMeans/PayeeFinancialAccount/Name')],
  ]);
}

function readBack(name: keyof typeof kinds, root: XmlElement): string[] {
  const { number, date, totalInCents, exclInCents, vatInCents, iban, lines, seller, paymentReference } =
    readUbl(name, root);
  return failed([
    [
      'reads as an invoice',
      number !== null &&
        date !== null &&
        totalInCents !== null &&
        exclInCents !== null &&
        vatInCents !== null,
    ],
    ['reads its account', name === 'CreditNote' || (iban !== null && paymentReference === number)],
    ['reads its seller', (seller.names[0] ?? '') !== '' && seller.vatId !== null],
    [
      'reads its lines',
      lines.length > 0 &&
        lines.every(({ amountInCents, description }) => amountInCents !== null && description !== ''),
    ],
  ]);
}
