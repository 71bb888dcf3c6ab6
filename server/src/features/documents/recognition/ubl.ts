import { decimalToCents } from './amounts.ts';
import { parseIsoDay } from './dates.ts';
import { isIban } from './identifiers.ts';
import { bareCode } from './parties.ts';
import type { XmlInvoice, XmlLine, XmlParty } from './xml-invoice.ts';
import type { XmlElement } from './xml-tree.ts';

/** The scheme of the Dutch trade register in ISO 6523. */
const kvkScheme = '0106';
/** Types that take money back, of UNCL 1001. */
const creditTypes = new Set(['81', '83', '381', '396', '532']);

/** Whether a root element is a UBL invoice or credit note. */
export function isUbl(name: string, root: XmlElement): boolean {
  return (
    (name === 'Invoice' || name === 'CreditNote') &&
    (root.at('LegalMonetaryTotal') ?? root.at('AccountingSupplierParty')) !== undefined
  );
}

/** Reads a UBL 2.1 invoice or credit note. */
export function readUbl(name: string, root: XmlElement): XmlInvoice {
  const currency = root.value('DocumentCurrencyCode');
  const totals = root.at('LegalMonetaryTotal');
  const means = root.all('PaymentMeans');
  const type = root.value('InvoiceTypeCode') ?? root.value('CreditNoteTypeCode') ?? '';
  const due =
    root.value('DueDate') ??
    firstOf(means, 'PaymentDueDate') ??
    firstOf(root.all('PaymentTerms'), 'PaymentDueDate');
  const account = means.map((mean) => bareCode(mean.value('PayeeFinancialAccount/ID') ?? '')).find(isIban);
  return {
    number: root.value('ID'),
    date: parseIsoDay(root.value('IssueDate') ?? ''),
    dueDate: parseIsoDay(due ?? ''),
    currency,
    totalInCents: centsAt(totals, 'TaxInclusiveAmount') ?? centsAt(totals, 'PayableAmount'),
    exclInCents: centsAt(totals, 'TaxExclusiveAmount'),
    vatInCents: vatOf(root, currency),
    payableInCents: centsAt(totals, 'PayableAmount'),
    seller: partyOf(root.at('AccountingSupplierParty/Party')),
    buyer: partyOf(root.at('AccountingCustomerParty/Party')),
    iban: account ?? null,
    paymentReference: firstOf(means, 'PaymentID'),
    note: root.value('Note'),
    isCreditNote: name === 'CreditNote' || creditTypes.has(type),
    lines: [...root.all('InvoiceLine'), ...root.all('CreditNoteLine')].map(lineOf),
  };
}

function firstOf(elements: readonly XmlElement[], path: string): string | null {
  return elements.map((element) => element.value(path)).find((value) => value !== null) ?? null;
}

function centsAt(element: XmlElement | undefined, path: string): number | null {
  const text = element?.value(path);
  return text ? decimalToCents(text) : null;
}

/** A second total may give the VAT in the seller's own currency. */
function vatOf(root: XmlElement, currency: string | null): number | null {
  const amounts = root.all('TaxTotal').flatMap((total) => total.all('TaxAmount').slice(0, 1));
  const own =
    amounts.find(({ attributes }) => currency !== null && attributes['currencyID'] === currency) ??
    amounts[0];
  return own ? decimalToCents(own.text) : null;
}

function partyOf(party: XmlElement | undefined): XmlParty {
  const registered = party?.value('PartyLegalEntity/RegistrationName');
  const names = [registered, party?.value('PartyName/Name')].flatMap((name) => (name ? [name] : []));
  const address = party?.at('PostalAddress');
  const town = [address?.value('PostalZone'), address?.value('CityName')].filter(Boolean).join(' ');
  const lines = [
    address?.value('StreetName'),
    address?.value('AdditionalStreetName'),
    town,
    address?.value('Country/IdentificationCode'),
  ];
  return {
    names: [...new Set(names)],
    kvk: kvkOf(party),
    vatId: vatIdOf(party),
    address: lines.flatMap((line) => (line ? [line] : [])),
  };
}

function kvkOf(party: XmlElement | undefined): string | null {
  const ids = [
    ...(party?.at('PartyLegalEntity')?.all('CompanyID') ?? []),
    ...(party?.all('EndpointID') ?? []),
    ...(party?.all('PartyIdentification') ?? []).flatMap((identification) => identification.all('ID')),
  ];
  const own = ids.find(
    ({ attributes, text }) => attributes['schemeID'] === kvkScheme && /^\d{8}$/.test(text.trim()),
  );
  if (own) return own.text;
  const isDutch = party?.value('PostalAddress/Country/IdentificationCode') === 'NL';
  const [registered] = ids;
  return isDutch && registered && !registered.attributes['schemeID'] && /^\d{8}$/.test(registered.text)
    ? registered.text
    : null;
}

function vatIdOf(party: XmlElement | undefined): string | null {
  const schemes = party?.all('PartyTaxScheme') ?? [];
  const vat = schemes.find((scheme) => /^(?:VAT|BTW)$/i.test(scheme.value('TaxScheme/ID') ?? ''));
  const id = vat?.value('CompanyID');
  return id ? bareCode(id) : null;
}

function lineOf(line: XmlElement): XmlLine {
  const quantity = line.value('InvoicedQuantity') ?? line.value('CreditedQuantity');
  const per = Number(line.value('Price/BaseQuantity') ?? '1') || 1;
  const price = centsAt(line, 'Price/PriceAmount');
  const percent = line.value('Item/ClassifiedTaxCategory/Percent');
  return {
    description: line.value('Item/Name') ?? line.value('Item/Description') ?? line.value('Note') ?? '',
    quantity: quantity === null ? null : finite(quantity),
    unitPriceInCents: price === null ? null : Math.round(price / per),
    amountInCents: centsAt(line, 'LineExtensionAmount'),
    vatPercent: percent === null ? null : finite(percent),
  };
}

function finite(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
