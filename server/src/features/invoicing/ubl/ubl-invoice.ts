import { centsToDecimal, ublAmount, ublXml, xmlText } from '#server/platform/xml/ubl.ts';
import { endpointOf, registerOf } from './electronic-address.ts';

/** A name of a standard that an invoice claims to follow; both include EN 16931. */
export type Standard = 'nlcius' | 'peppol';

const customizations: Readonly<Record<Standard, string>> = {
  nlcius: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0',
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
};
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** Seller or buyer; empty texts are not written. */
export interface UblParty {
  readonly name: string;
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  /** ISO 3166-1; empty where it is not known. */
  readonly country: string;
  readonly kvkNumber: string;
  readonly oin?: string | undefined;
  readonly vatId: string;
  readonly phone?: string;
  readonly email?: string;
}

/** A category of VAT: S standard, Z zero, E exempt, AE reverse charge, K within the Union, G export, O not subject. */
export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

/** VAT of one category and rate, which is in hundredths of a percent. */
export interface UblVat {
  readonly category: VatCategory;
  readonly rate: number;
}

/** What an invoice has of one category and rate; without VAT, why. */
export interface UblTax extends UblVat {
  readonly baseInCents: number;
  readonly vatInCents: number;
  readonly reason?: string | undefined;
}

/** Days, both included. */
export interface UblPeriod {
  readonly from: string;
  readonly to: string;
}

/** A line; quantity times price is its amount. */
export interface UblLine {
  readonly name: string;
  readonly quantity: number;
  readonly priceInCents: number;
  readonly amountInCents: number;
  readonly vat: UblVat;
  readonly period?: UblPeriod;
  /** The account that the buyer books it on. */
  readonly account?: string;
}

/** A document that belongs to the invoice, by the number that the buyer knows it by, and its file where that is inside. */
export interface UblAttachment {
  readonly id: string;
  readonly file?: { readonly filename: string; readonly mime: string; readonly bytes: Uint8Array };
}

/** An invoice or credit note; amounts of a credit note are positive. */
export interface UblInvoice {
  readonly root: 'Invoice' | 'CreditNote';
  /** None: the invoice lacks something, and claims no standard. */
  readonly standard: Standard | null;
  readonly number: string;
  readonly issuedOn: string;
  readonly dueOn: string | null;
  readonly note: string;
  readonly currency: string;
  readonly buyerReference: string;
  readonly orderNumber?: string | null;
  readonly period?: UblPeriod;
  /** The number of the invoice that a credit note takes back. */
  readonly credits?: string;
  readonly attachments: readonly UblAttachment[];
  readonly seller: UblParty;
  readonly buyer: UblParty;
  readonly payment: { readonly code: string; readonly reference: string; readonly iban: string } | null;
  readonly terms: string;
  readonly taxes: readonly UblTax[];
  readonly lines: readonly UblLine[];
}

/** An invoice as UBL 2.1: what comes in and is approved, and what billing sends, are written here. */
export function ublInvoice(invoice: UblInvoice): string {
  const { root, standard, currency, lines, taxes, orderNumber, credits } = invoice;
  const isCredit = root === 'CreditNote';
  const money = (cents: number) => ublAmount(cents, currency);
  const excl = sumOf(lines.map(({ amountInCents }) => amountInCents));
  const vat = sumOf(taxes.map(({ vatInCents }) => vatInCents));
  const type = { [`cbc:${root}TypeCode`]: isCredit ? '381' : '380' };
  // What is not subject to VAT names no VAT number of anybody (BR-O-02).
  const namesVatIds = taxes.every(({ category }) => category !== 'O');
  return ublXml(root, {
    ...(standard ? { 'cbc:CustomizationID': customizations[standard] } : {}),
    'cbc:ProfileID': profile,
    'cbc:ID': xmlText(invoice.number),
    'cbc:IssueDate': invoice.issuedOn,
    ...(invoice.dueOn && !isCredit ? { 'cbc:DueDate': invoice.dueOn } : {}),
    ...type,
    ...text('cbc:Note', invoice.note),
    'cbc:DocumentCurrencyCode': currency,
    ...text('cbc:BuyerReference', invoice.buyerReference),
    ...periodOf(invoice.period),
    ...(orderNumber ? { 'cac:OrderReference': { 'cbc:ID': xmlText(orderNumber) } } : {}),
    ...(credits
      ? { 'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': xmlText(credits) } } }
      : {}),
    'cac:AdditionalDocumentReference': invoice.attachments.map(attachmentOf),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(invoice.seller, namesVatIds) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer, namesVatIds) },
    ...paymentOf(invoice.payment),
    ...(invoice.terms === '' ? {} : { 'cac:PaymentTerms': { 'cbc:Note': xmlText(invoice.terms) } }),
    'cac:TaxTotal': {
      'cbc:TaxAmount': money(vat),
      'cac:TaxSubtotal': taxes.map((tax) => ({
        'cbc:TaxableAmount': money(tax.baseInCents),
        'cbc:TaxAmount': money(tax.vatInCents),
        'cac:TaxCategory': categoryOf(tax, tax.reason),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(excl),
      'cbc:TaxExclusiveAmount': money(excl),
      'cbc:TaxInclusiveAmount': money(excl + vat),
      'cbc:PayableAmount': money(excl + vat),
    },
    [`cac:${root}Line`]: lines.map((line, index) => ({
      'cbc:ID': String(index + 1),
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: {
        '@unitCode': 'C62',
        '#': String(line.quantity),
      },
      'cbc:LineExtensionAmount': money(line.amountInCents),
      ...text('cbc:AccountingCost', line.account ?? ''),
      ...periodOf(line.period),
      'cac:Item': { 'cbc:Name': xmlText(line.name), 'cac:ClassifiedTaxCategory': categoryOf(line.vat) },
      'cac:Price': { 'cbc:PriceAmount': money(line.priceInCents) },
    })),
  });
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

// An empty element breaks Peppol's rule R008: it is left out.
function text(name: string, value: string): Record<string, string> {
  const written = xmlText(value).trim();
  return written === '' ? {} : { [name]: written };
}

function periodOf(period: UblPeriod | undefined) {
  if (!period) return {};
  return { 'cac:InvoicePeriod': { 'cbc:StartDate': period.from, 'cbc:EndDate': period.to } };
}

// What is not subject to VAT has no rate. NLCIUS advises against a code for why there is none (BR-NL-35).
function categoryOf({ category, rate }: UblVat, reason = '') {
  return {
    'cbc:ID': category,
    ...(category === 'O' ? {} : { 'cbc:Percent': centsToDecimal(rate) }),
    ...text('cbc:TaxExemptionReason', reason),
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  };
}

function attachmentOf({ id, file }: UblAttachment) {
  if (!file) return { 'cbc:ID': xmlText(id) };
  return {
    'cbc:ID': xmlText(id),
    'cac:Attachment': {
      'cbc:EmbeddedDocumentBinaryObject': {
        '@mimeCode': file.mime,
        '@filename': xmlText(file.filename),
        '#': Buffer.from(file.bytes).toString('base64'),
      },
    },
  };
}

function partyOf(party: UblParty, namesVatId: boolean) {
  const { name, street, zipCode, city, country, vatId, phone = '', email = '' } = party;
  const endpoint = endpointOf(party);
  const register = registerOf(party);
  const contact = { ...text('cbc:Telephone', phone), ...text('cbc:ElectronicMail', email) };
  return {
    ...(endpoint ? { 'cbc:EndpointID': endpoint } : {}),
    'cac:PartyName': { 'cbc:Name': xmlText(name) },
    'cac:PostalAddress': {
      ...text('cbc:StreetName', street),
      ...text('cbc:CityName', city),
      ...text('cbc:PostalZone', zipCode),
      ...(country === '' ? {} : { 'cac:Country': { 'cbc:IdentificationCode': country } }),
    },
    ...(vatId !== '' && namesVatId
      ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }
      : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': xmlText(name),
      ...(register ? { 'cbc:CompanyID': register } : {}),
    },
    ...(Object.keys(contact).length > 0 ? { 'cac:Contact': contact } : {}),
  };
}

function paymentOf(payment: UblInvoice['payment']) {
  if (!payment) return {};
  return {
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': payment.code,
      ...text('cbc:PaymentID', payment.reference),
      ...(payment.iban === '' ? {} : { 'cac:PayeeFinancialAccount': { 'cbc:ID': payment.iban } }),
    },
  };
}
