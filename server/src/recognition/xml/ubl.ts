import { isVatId } from '../text/identifiers.ts';
import { bareCode } from '../fields/parties.ts';
import { parseIsoDay } from '../text/dates.ts';
import {
  accountsAt,
  attachmentOf,
  centsAt,
  dayAt,
  extraOf,
  fileNamesIn,
  firstAt,
  inCurrency,
  isCreditType,
  isDirectDebitCode,
  kvkIn,
  numberAt,
  present,
  unitPriceOf,
  type XmlInvoice,
  type XmlLine,
  type XmlParty,
  type XmlReferences,
  type XmlTax,
} from './xml-invoice.ts';
import type { XmlElement } from './xml-tree.ts';

/** Documents of UBL 2.0 to 2.4 that ask for money, and those that give it back. */
const invoices = ['Invoice', 'DebitNote', 'SelfBilledInvoice', 'FreightInvoice'];
const creditNotes = ['CreditNote', 'SelfBilledCreditNote'];
const lineNames = ['InvoiceLine', 'CreditNoteLine', 'DebitNoteLine'];
const quantities = ['InvoicedQuantity', 'CreditedQuantity', 'DebitedQuantity'];

/** Whether an element is a UBL invoice or credit note. */
export function isUbl(name: string, root: XmlElement): boolean {
  return (
    [...invoices, ...creditNotes].includes(name) &&
    (totalsOf(root) ?? root.at('AccountingSupplierParty')) !== undefined
  );
}

function totalsOf(root: XmlElement): XmlElement | undefined {
  return root.at('LegalMonetaryTotal') ?? root.at('RequestedMonetaryTotal');
}

/** Reads a UBL invoice, debit note or credit note. */
export function readUbl(name: string, root: XmlElement): XmlInvoice {
  const currency = root.value('DocumentCurrencyCode');
  const totals = totalsOf(root);
  const means = root.all('PaymentMeans');
  const terms = root.all('PaymentTerms');
  const type = root.value('InvoiceTypeCode') ?? root.value('CreditNoteTypeCode');
  const due = root.value('DueDate') ?? firstAt(means, 'PaymentDueDate') ?? firstAt(terms, 'PaymentDueDate');
  return {
    number: root.value('ID'),
    date: dayAt(root, 'IssueDate'),
    dueDate: parseIsoDay(due ?? ''),
    currency,
    totalInCents: centsAt(totals, 'TaxInclusiveAmount') ?? centsAt(totals, 'PayableAmount'),
    exclInCents: centsAt(totals, 'TaxExclusiveAmount'),
    vatInCents: inCurrency(
      root.all('TaxTotal').flatMap((total) => total.all('TaxAmount').slice(0, 1)),
      currency,
    ),
    sums: {
      prepaidInCents: centsAt(totals, 'PrepaidAmount'),
      roundingInCents: centsAt(totals, 'PayableRoundingAmount'),
      payableInCents: centsAt(totals, 'PayableAmount'),
    },
    seller: partyOf(root.at('AccountingSupplierParty/Party')),
    buyer: partyOf(root.at('AccountingCustomerParty/Party')),
    payee: partyOf(root.at('PayeeParty')).names[0] ?? null,
    ...accountsAt(
      means.flatMap((one) => one.all('PayeeFinancialAccount')),
      { iban: 'ID', name: 'Name' },
    ),
    paymentReference: firstAt(means, 'PaymentID'),
    isDirectDebit: means.some((one) => isDirectDebitCode(one.value('PaymentMeansCode'))),
    references: referencesOf(root),
    notes: present([...terms.map((term) => term.value('Note')), ...root.all('Note').map(({ text }) => text)]),
    isCreditNote: creditNotes.includes(name) || isCreditType(type),
    lines: lineNames.flatMap((line) => root.all(line)).map(lineOf),
    taxes: root.all('TaxTotal').flatMap((total) => total.all('TaxSubtotal').map(taxOf)),
    extras: root
      .all('AllowanceCharge')
      .flatMap((extra) =>
        extraOf(
          centsAt(extra, 'Amount'),
          extra.value('ChargeIndicator'),
          extra.value('AllowanceChargeReason'),
        ),
      ),
    attachments: root
      .all('AdditionalDocumentReference')
      .flatMap((reference) =>
        attachmentOf(
          reference.at('Attachment/EmbeddedDocumentBinaryObject'),
          reference.value('DocumentDescription') ?? reference.value('ID'),
        ),
      ),
    fileNames: fileNamesIn(
      root
        .all('AdditionalDocumentReference')
        .flatMap((reference) => [
          reference.at('Attachment/EmbeddedDocumentBinaryObject')?.attributes['filename'],
          reference.value('Attachment/ExternalReference/URI'),
          reference.value('ID'),
          reference.value('DocumentDescription'),
        ]),
    ),
  };
}

function referencesOf(root: XmlElement): XmlReferences {
  return {
    order: root.value('OrderReference/ID'),
    buyer: root.value('BuyerReference'),
    contract: root.value('ContractDocumentReference/ID'),
    invoice:
      root.value('BillingReference/InvoiceDocumentReference/ID') ??
      root.value('BillingReference/CreditNoteDocumentReference/ID') ??
      root.value('DiscrepancyResponse/ReferenceID'),
    period: [dayAt(root, 'InvoicePeriod/StartDate'), dayAt(root, 'InvoicePeriod/EndDate')],
    delivery: dayAt(root, 'Delivery/ActualDeliveryDate'),
  };
}

function partyOf(party: XmlElement | undefined): XmlParty {
  const person = party?.at('Person');
  const names = present([
    party?.value('PartyLegalEntity/RegistrationName'),
    ...(party?.all('PartyName') ?? []).map((name) => name.value('Name')),
    party?.value('PartyTaxScheme/RegistrationName'),
  ]);
  const address =
    party?.at('PostalAddress') ??
    party?.at('PhysicalLocation/Address') ??
    party?.at('PartyLegalEntity/RegistrationAddress');
  const ownName = [person?.value('FirstName'), person?.value('FamilyName')].filter(Boolean).join(' ');
  return {
    names: names.length > 0 ? names : present([ownName, party?.value('Contact/Name')]),
    kvk: kvkIn(codesOf(party), countryOf(party) === 'NL'),
    vatId: vatIdOf(party),
    address: addressOf(address),
    place: {
      street: [address?.value('StreetName'), address?.value('BuildingNumber')].filter(Boolean).join(' '),
      zipCode: address?.value('PostalZone') ?? '',
      city: address?.value('CityName') ?? '',
      country: address?.value('Country/IdentificationCode') ?? '',
    },
  };
}

function addressOf(address: XmlElement | undefined): string[] {
  const street = [address?.value('StreetName'), address?.value('BuildingNumber')];
  const town = [address?.value('PostalZone'), address?.value('CityName')];
  const lines = (address?.all('AddressLine') ?? []).map((line) => line.value('Line'));
  const [joined, place] = [street, town].map((parts) => parts.filter(Boolean).join(' '));
  return present([
    joined,
    address?.value('AdditionalStreetName'),
    ...(joined ? [] : lines),
    address?.value('Postbox'),
    place,
    address?.value('Country/IdentificationCode'),
  ]);
}

function countryOf(party: XmlElement | undefined): string | null {
  return (
    party?.value('PostalAddress/Country/IdentificationCode') ??
    party?.value('PhysicalLocation/Address/Country/IdentificationCode') ??
    null
  );
}

function codesOf(party: XmlElement | undefined): XmlElement[] {
  return [
    ...(party?.all('PartyLegalEntity') ?? []).flatMap((entity) => entity.all('CompanyID')),
    ...(party?.all('EndpointID') ?? []),
    ...(party?.all('PartyIdentification') ?? []).flatMap((identification) => identification.all('ID')),
  ];
}

/** The number of the scheme that is VAT; old UBL names no scheme, and then the number's own shape tells. */
function vatIdOf(party: XmlElement | undefined): string | null {
  const schemes = party?.all('PartyTaxScheme') ?? [];
  const isVat = (scheme: XmlElement): boolean =>
    /(?<!\p{L})(?:VAT|BTW)(?!\p{L})/iu.test(
      `${scheme.value('TaxScheme/ID')} ${scheme.value('TaxScheme/TaxTypeCode')}`,
    );
  const codes = (found: readonly XmlElement[]): string[] =>
    found.flatMap((scheme) => scheme.all('CompanyID').map(({ text }) => bareCode(text)));
  return codes(schemes.filter(isVat))[0] ?? codes(schemes).find(isVatId) ?? null;
}

function lineOf(line: XmlElement): XmlLine {
  const quantity = quantities.map((name) => numberAt(line, name)).find((value) => value !== null) ?? null;
  return {
    description: line.value('Item/Name') ?? line.value('Item/Description') ?? line.value('Note') ?? '',
    quantity,
    ...unitPriceOf(numberAt(line, 'Price/PriceAmount'), numberAt(line, 'Price/BaseQuantity')),
    amountInCents: centsAt(line, 'LineExtensionAmount'),
    vatPercent:
      numberAt(line, 'Item/ClassifiedTaxCategory/Percent') ??
      numberAt(line, 'TaxTotal/TaxSubtotal/TaxCategory/Percent') ??
      numberAt(line, 'TaxTotal/TaxSubtotal/Percent'),
  };
}

function taxOf(tax: XmlElement): XmlTax {
  return {
    category: tax.value('TaxCategory/ID'),
    percent: numberAt(tax, 'TaxCategory/Percent') ?? numberAt(tax, 'Percent'),
    baseInCents: centsAt(tax, 'TaxableAmount'),
    vatInCents: centsAt(tax, 'TaxAmount'),
    reason: tax.value('TaxCategory/TaxExemptionReason'),
  };
}
