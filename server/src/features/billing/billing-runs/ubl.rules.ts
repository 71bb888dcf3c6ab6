import { fill } from '#contract/texts.ts';
import { centsToDecimal, ublAmount, ublXml, xmlText } from '#server/platform/xml/ubl.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import type { Buyer, Credit, FinalInvoice, StoredLine } from './stored-invoices.ts';

const nlcius = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0';
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
/** The schemes of electronic addresses and registers: KvK, Dutch VAT, e-mail. */
const scheme = { kvk: '0106', vat: '9944', email: 'EM' } as const;

/** The days that an invoice is for. */
export interface OfRun {
  readonly from: string;
  readonly to: string;
}

/** A final invoice as UBL 2.1 by NLCIUS. The customer must lack nothing (`missingOfBuyer`). */
export function invoiceUbl(invoice: FinalInvoice, seller: Seller, run: OfRun): string {
  const incl = invoice.totalInCents + invoice.vatInCents;
  return ublXml('Invoice', {
    'cbc:CustomizationID': nlcius,
    'cbc:ProfileID': profile,
    'cbc:ID': invoice.invoiceNumber,
    'cbc:IssueDate': invoice.invoicedOn,
    'cbc:DueDate': invoice.dueOn,
    'cbc:InvoiceTypeCode': '380',
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': String(invoice.fmCustomerId),
    'cac:InvoicePeriod': { 'cbc:StartDate': run.from, 'cbc:EndDate': run.to },
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller, seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer) },
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': '58',
      'cbc:PaymentID': invoice.invoiceNumber,
      'cac:PayeeFinancialAccount': { 'cbc:ID': seller.iban, 'cbc:Name': xmlText(seller.name) },
    },
    'cac:PaymentTerms': { 'cbc:Note': fill(texts.terms, { days: String(seller.paymentDays) }) },
    'cac:TaxTotal': taxTotal(invoice, seller),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(invoice.totalInCents),
      'cbc:TaxExclusiveAmount': money(invoice.totalInCents),
      'cbc:TaxInclusiveAmount': money(incl),
      'cbc:PayableAmount': money(incl),
    },
    'cac:InvoiceLine': invoice.lines.map((line, at) => lineOf(line, String(at + 1), seller)),
  });
}

/** A credit invoice as UBL 2.1 by NLCIUS: positive amounts, which the type of the document negates. */
export function creditUbl(invoice: FinalInvoice, credit: Credit, seller: Seller, run: OfRun): string {
  const incl = credit.totalInCents + credit.vatInCents;
  return ublXml('CreditNote', {
    'cbc:CustomizationID': nlcius,
    'cbc:ProfileID': profile,
    'cbc:ID': credit.creditNumber,
    'cbc:IssueDate': credit.creditedOn,
    'cbc:CreditNoteTypeCode': '381',
    'cbc:Note': xmlText(credit.reason),
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': String(invoice.fmCustomerId),
    'cac:InvoicePeriod': { 'cbc:StartDate': run.from, 'cbc:EndDate': run.to },
    'cac:BillingReference': {
      'cac:InvoiceDocumentReference': {
        'cbc:ID': invoice.invoiceNumber,
        'cbc:IssueDate': invoice.invoicedOn,
      },
    },
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller, seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer) },
    'cac:TaxTotal': taxTotal(credit, seller),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(credit.totalInCents),
      'cbc:TaxExclusiveAmount': money(credit.totalInCents),
      'cbc:TaxInclusiveAmount': money(incl),
      'cbc:PayableAmount': money(incl),
    },
    'cac:CreditNoteLine': credit.lines.map(({ description, from, to, amount }, at) => ({
      'cbc:ID': String(at + 1),
      'cbc:CreditedQuantity': { '@unitCode': 'C62', '#': '1' },
      'cbc:LineExtensionAmount': money(amount),
      'cac:InvoicePeriod': { 'cbc:StartDate': from, 'cbc:EndDate': to },
      'cac:Item': { 'cbc:Name': xmlText(description), 'cac:ClassifiedTaxCategory': taxCategory(seller) },
      'cac:Price': { 'cbc:PriceAmount': money(amount) },
    })),
  });
}

function taxTotal({ totalInCents, vatInCents }: Pick<Credit, 'totalInCents' | 'vatInCents'>, seller: Seller) {
  return {
    'cbc:TaxAmount': money(vatInCents),
    'cac:TaxSubtotal': {
      'cbc:TaxableAmount': money(totalInCents),
      'cbc:TaxAmount': money(vatInCents),
      'cac:TaxCategory': taxCategory(seller),
    },
  };
}

const money = (cents: number) => ublAmount(cents, 'EUR');

function taxCategory({ vatRate }: Seller) {
  return {
    'cbc:ID': vatRate === 0 ? 'Z' : 'S',
    'cbc:Percent': centsToDecimal(vatRate),
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  };
}

function lineOf(line: StoredLine, id: string, seller: Seller) {
  // Quantity times price must be the amount: a prorated line has quantity 1 at its own price.
  const isWhole = line.quantity * line.price === line.amount;
  return {
    'cbc:ID': id,
    'cbc:InvoicedQuantity': { '@unitCode': 'C62', '#': String(isWhole ? line.quantity : 1) },
    'cbc:LineExtensionAmount': money(line.amount),
    'cac:InvoicePeriod': { 'cbc:StartDate': line.from, 'cbc:EndDate': line.to },
    'cac:Item': { 'cbc:Name': xmlText(line.description), 'cac:ClassifiedTaxCategory': taxCategory(seller) },
    'cac:Price': { 'cbc:PriceAmount': money(isWhole ? line.price : line.amount) },
  };
}

function partyOf(party: Buyer, contact?: Pick<Seller, 'phone' | 'email'>) {
  const { name, street, zipCode, city, kvkNumber, vatId } = party;
  return {
    'cbc:EndpointID': endpointOf(party),
    'cac:PartyName': { 'cbc:Name': xmlText(name) },
    'cac:PostalAddress': {
      'cbc:StreetName': xmlText(street),
      'cbc:CityName': xmlText(city),
      'cbc:PostalZone': xmlText(zipCode),
      'cac:Country': { 'cbc:IdentificationCode': 'NL' },
    },
    ...(vatId === ''
      ? {}
      : { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': xmlText(name),
      ...(kvkNumber === '' ? {} : { 'cbc:CompanyID': { '@schemeID': scheme.kvk, '#': kvkNumber } }),
    },
    ...contactOf(contact),
  };
}

function contactOf(contact: Pick<Seller, 'phone' | 'email'> | undefined) {
  if (!contact || (contact.phone === '' && contact.email === '')) return {};
  return {
    'cac:Contact': {
      ...(contact.phone === '' ? {} : { 'cbc:Telephone': xmlText(contact.phone) }),
      ...(contact.email === '' ? {} : { 'cbc:ElectronicMail': xmlText(contact.email) }),
    },
  };
}

function endpointOf({ kvkNumber, vatId, email }: Buyer) {
  if (kvkNumber !== '') return { '@schemeID': scheme.kvk, '#': kvkNumber };
  return vatId === ''
    ? { '@schemeID': scheme.email, '#': xmlText(email) }
    : { '@schemeID': scheme.vat, '#': vatId };
}
