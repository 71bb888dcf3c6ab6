import { ublAmount, ublXml } from '#server/platform/xml/ubl.ts';
import type { Draft } from './draft.ts';
import type { SampleLine, SampleParty } from './sample.ts';

/** Writes an invoice as UBL 2.1 by the rules of NLCIUS; a credit note's amounts are positive there. */
export function drawUbl({ expected, supplier, buyer, vatParts, decoys }: Draft): string {
  const isCredit = expected.creditNote;
  const parts =
    vatParts.length > 0 ? vatParts : [{ percent: 0, exclInCents: expected.exclInCents, vatInCents: 0 }];
  return ublXml(isCredit ? 'CreditNote' : 'Invoice', {
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0',
    'cbc:ProfileID': 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    'cbc:ID': expected.number,
    'cbc:IssueDate': expected.date,
    ...(expected.dueDate && !isCredit ? { 'cbc:DueDate': expected.dueDate } : {}),
    ...(isCredit ? { 'cbc:CreditNoteTypeCode': '381' } : { 'cbc:InvoiceTypeCode': '380' }),
    'cbc:DocumentCurrencyCode': 'EUR',
    'cac:OrderReference': { 'cbc:ID': decoys.orderNumber },
    ...(isCredit
      ? { 'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': decoys.earlierNumber } } }
      : {}),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(supplier) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(buyer) },
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': '30',
      'cbc:PaymentID': expected.paymentReference ?? expected.number,
      'cac:PayeeFinancialAccount': { 'cbc:ID': expected.iban },
    },
    'cac:TaxTotal': {
      'cbc:TaxAmount': money(expected.vatInCents),
      'cac:TaxSubtotal': parts.map(({ percent, exclInCents, vatInCents }) => ({
        'cbc:TaxableAmount': money(exclInCents),
        'cbc:TaxAmount': money(vatInCents),
        'cac:TaxCategory': taxCategory(percent),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(expected.exclInCents),
      'cbc:TaxExclusiveAmount': money(expected.exclInCents),
      'cbc:TaxInclusiveAmount': money(expected.totalInCents),
      'cbc:PayableAmount': money(expected.totalInCents),
    },
    [isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine']: expected.lines.map((line, index) =>
      lineOf(line, index + 1, isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'),
    ),
  });
}

const money = (cents: number) => ublAmount(Math.abs(cents), 'EUR');
const vat = { 'cbc:ID': 'VAT' };

function lineOf(line: SampleLine, number: number, quantity: string) {
  return {
    'cbc:ID': String(number),
    [quantity]: { '@unitCode': line.unit === 'uur' ? 'HUR' : 'C62', '#': String(line.quantity) },
    'cbc:LineExtensionAmount': money(line.amountInCents),
    'cac:Item': {
      'cbc:Name': line.description,
      'cac:ClassifiedTaxCategory': taxCategory(line.vatPercent),
    },
    'cac:Price': { 'cbc:PriceAmount': money(line.unitPriceInCents) },
  };
}

function taxCategory(percent: number) {
  return { 'cbc:ID': percent === 0 ? 'AE' : 'S', 'cbc:Percent': String(percent), 'cac:TaxScheme': vat };
}

function partyOf({ name, street, postcode, city, kvk, vatId, email }: SampleParty) {
  const register = { '@schemeID': '0106', '#': kvk };
  return {
    'cbc:EndpointID': register,
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': {
      'cbc:StreetName': street,
      'cbc:CityName': city,
      'cbc:PostalZone': postcode,
      'cac:Country': { 'cbc:IdentificationCode': 'NL' },
    },
    'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': vat },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': register },
    'cac:Contact': { 'cbc:ElectronicMail': email },
  };
}
