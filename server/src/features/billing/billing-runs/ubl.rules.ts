import { fill } from '#contract/texts.ts';
import { centsToDecimal, ublAmount, ublXml, xmlText } from '#server/platform/xml/ubl.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { type Buyer, countryOf, type Credit, type FinalInvoice, type StoredLine } from './stored-invoices.ts';
import { type Vat, vatOfBuyer } from './vat.rules.ts';

const nlcius = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0';
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
/** The registers of a buyer or seller in the Netherlands: KvK, and public bodies. */
const scheme = { kvk: '0106', oin: '0190' } as const;
/** The schemes of VAT numbers as electronic addresses (EAS), by country; others are reached in no way we know. */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CH: '9927',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  ES: '9920',
  FR: '9957',
  GB: '9932',
  GR: '9933',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SE: '9955',
  SI: '9949',
  SK: '9950',
};
/** Why there is no VAT, in words: NLCIUS advises against the code (BR-NL-35). */
const exemptions = {
  AE: { 'cbc:TaxExemptionReason': texts.reverseCharge },
  O: { 'cbc:TaxExemptionReason': texts.notSubject },
} as const;

/** The days that an invoice is for. */
export interface OfRun {
  readonly from: string;
  readonly to: string;
}

/** A final invoice as UBL 2.1 by NLCIUS. The customer must lack nothing (`missingOfBuyer`). */
export function invoiceUbl(invoice: FinalInvoice, seller: Seller, run: OfRun): string {
  const incl = invoice.totalInCents + invoice.vatInCents;
  const vat = vatOfBuyer(invoice.buyer, seller);
  return ublXml('Invoice', {
    'cbc:CustomizationID': nlcius,
    'cbc:ProfileID': profile,
    'cbc:ID': invoice.invoiceNumber,
    'cbc:IssueDate': invoice.invoicedOn,
    'cbc:DueDate': invoice.dueOn,
    'cbc:InvoiceTypeCode': '380',
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': String(invoice.fmCustomerId),
    'cac:InvoicePeriod': periodOf(run, invoice.lines),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller, vat, seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer, vat) },
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': '58',
      'cbc:PaymentID': invoice.invoiceNumber,
      'cac:PayeeFinancialAccount': { 'cbc:ID': seller.iban },
    },
    'cac:PaymentTerms': { 'cbc:Note': fill(texts.terms, { days: String(seller.paymentDays) }) },
    'cac:TaxTotal': taxTotal(invoice, vat),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(invoice.totalInCents),
      'cbc:TaxExclusiveAmount': money(invoice.totalInCents),
      'cbc:TaxInclusiveAmount': money(incl),
      'cbc:PayableAmount': money(incl),
    },
    'cac:InvoiceLine': invoice.lines.map((line, at) => lineOf(line, String(at + 1), vat)),
  });
}

/** A credit invoice as UBL 2.1 by NLCIUS: positive amounts, which the type of the document negates. */
export function creditUbl(invoice: FinalInvoice, credit: Credit, seller: Seller, run: OfRun): string {
  const incl = credit.totalInCents + credit.vatInCents;
  const vat = vatOfBuyer(invoice.buyer, seller);
  return ublXml('CreditNote', {
    'cbc:CustomizationID': nlcius,
    'cbc:ProfileID': profile,
    'cbc:ID': credit.creditNumber,
    'cbc:IssueDate': credit.creditedOn,
    'cbc:CreditNoteTypeCode': '381',
    'cbc:Note': xmlText(credit.reason),
    'cbc:DocumentCurrencyCode': 'EUR',
    'cbc:BuyerReference': String(invoice.fmCustomerId),
    'cac:InvoicePeriod': periodOf(run, credit.lines),
    'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': invoice.invoiceNumber } },
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller, vat, seller) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.buyer, vat) },
    'cac:TaxTotal': taxTotal(credit, vat),
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
      'cac:Item': { 'cbc:Name': xmlText(description), 'cac:ClassifiedTaxCategory': taxCategory(vat) },
      'cac:Price': { 'cbc:PriceAmount': money(amount) },
    })),
  });
}

/** The days of the run, and those of lines that reach beyond them: a quarter's fee, a line of an earlier day (R110). */
function periodOf(run: OfRun, lines: readonly OfRun[]) {
  const days = [run, ...lines];
  return {
    'cbc:StartDate': days.map(({ from }) => from).toSorted()[0],
    'cbc:EndDate': days
      .map(({ to }) => to)
      .toSorted()
      .at(-1),
  };
}

function taxTotal({ totalInCents, vatInCents }: Pick<Credit, 'totalInCents' | 'vatInCents'>, vat: Vat) {
  return {
    'cbc:TaxAmount': money(vatInCents),
    'cac:TaxSubtotal': {
      'cbc:TaxableAmount': money(totalInCents),
      'cbc:TaxAmount': money(vatInCents),
      'cac:TaxCategory': taxCategory(vat, exemptionOf(vat)),
    },
  };
}

const money = (cents: number) => ublAmount(cents, 'EUR');

function exemptionOf({ category }: Vat) {
  return category === 'AE' || category === 'O' ? exemptions[category] : {};
}

/** The category of a line, and of the whole, which says why there is no VAT. What is not subject to it has no rate. */
function taxCategory({ category, rate }: Vat, exemption: object = {}) {
  return {
    'cbc:ID': category,
    ...(category === 'O' ? {} : { 'cbc:Percent': centsToDecimal(rate) }),
    ...exemption,
    'cac:TaxScheme': { 'cbc:ID': 'VAT' },
  };
}

function lineOf(line: StoredLine, id: string, vat: Vat) {
  // Quantity times price must be the amount: a prorated line has quantity 1 at its own price.
  const isWhole = line.quantity * line.price === line.amount;
  return {
    'cbc:ID': id,
    'cbc:InvoicedQuantity': { '@unitCode': 'C62', '#': String(isWhole ? line.quantity : 1) },
    'cbc:LineExtensionAmount': money(line.amount),
    'cac:InvoicePeriod': { 'cbc:StartDate': line.from, 'cbc:EndDate': line.to },
    'cac:Item': { 'cbc:Name': xmlText(line.description), 'cac:ClassifiedTaxCategory': taxCategory(vat) },
    'cac:Price': { 'cbc:PriceAmount': money(isWhole ? line.price : line.amount) },
  };
}

function partyOf(party: Buyer, vat: Vat, contact?: Pick<Seller, 'phone' | 'email'>) {
  const { name, street, zipCode, city, vatId } = party;
  const register = registerOf(party);
  const endpoint = endpointOf(party);
  // What is not subject to VAT names no VAT number of either (BR-O-02).
  const hasVatId = vatId !== '' && vat.category !== 'O';
  return {
    ...(endpoint ? { 'cbc:EndpointID': endpoint } : {}),
    'cac:PartyName': { 'cbc:Name': xmlText(name) },
    'cac:PostalAddress': {
      'cbc:StreetName': xmlText(street),
      'cbc:CityName': xmlText(city),
      ...(zipCode === '' ? {} : { 'cbc:PostalZone': xmlText(zipCode) }),
      'cac:Country': { 'cbc:IdentificationCode': countryOf(party) },
    },
    ...(hasVatId
      ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }
      : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': xmlText(name),
      ...(register ? { 'cbc:CompanyID': register } : {}),
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

/** A public body is known by its OIN, others by their KvK number. */
function registerOf({ kvkNumber, oin = '' }: Buyer) {
  if (oin !== '') return { '@schemeID': scheme.oin, '#': oin };
  return kvkNumber === '' ? undefined : { '@schemeID': scheme.kvk, '#': kvkNumber };
}

function endpointOf(party: Buyer) {
  const vatScheme = vatSchemes[countryOf(party)];
  const byVat =
    party.vatId === '' || vatScheme === undefined ? undefined : { '@schemeID': vatScheme, '#': party.vatId };
  return registerOf(party) ?? byVat;
}
