import { create } from 'xmlbuilder2';
import type { Draft } from './draft.ts';
import type { SampleLine, SampleParty } from './sample.ts';

type Builder = ReturnType<typeof create>;

/** Writes an invoice as UBL 2.1 by the rules of NLCIUS; a credit note's amounts are positive there. */
export function drawUbl(draft: Draft): string {
  const { expected, supplier, buyer, vatParts } = draft;
  const kind = expected.creditNote ? 'CreditNote' : 'Invoice';
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele(kind, {
    xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2`,
    'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
    'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
  });
  const text = (at: Builder, name: string, value: string, attributes: Record<string, string> = {}): Builder =>
    at.ele(`cbc:${name}`, attributes).txt(value).up();
  const money = (at: Builder, name: string, cents: number): Builder =>
    text(at, name, decimal(cents), { currencyID: 'EUR' });
  text(root, 'CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0');
  text(root, 'ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0');
  text(root, 'ID', expected.number);
  text(root, 'IssueDate', expected.date);
  if (expected.dueDate && !expected.creditNote) text(root, 'DueDate', expected.dueDate);
  text(
    root,
    expected.creditNote ? 'CreditNoteTypeCode' : 'InvoiceTypeCode',
    expected.creditNote ? '381' : '380',
  );
  text(root, 'DocumentCurrencyCode', 'EUR');
  const order = root.ele('cac:OrderReference');
  text(order, 'ID', draft.decoys.orderNumber);
  if (expected.creditNote)
    text(
      root.ele('cac:BillingReference').ele('cac:InvoiceDocumentReference'),
      'ID',
      draft.decoys.earlierNumber,
    );
  party(root.ele('cac:AccountingSupplierParty'), supplier, text);
  party(root.ele('cac:AccountingCustomerParty'), buyer, text);
  const means = root.ele('cac:PaymentMeans');
  text(means, 'PaymentMeansCode', '30');
  text(means, 'PaymentID', expected.paymentReference ?? expected.number);
  text(means.ele('cac:PayeeFinancialAccount'), 'ID', expected.iban);
  const tax = root.ele('cac:TaxTotal');
  money(tax, 'TaxAmount', expected.vatInCents);
  const parts =
    vatParts.length > 0 ? vatParts : [{ percent: 0, exclInCents: expected.exclInCents, vatInCents: 0 }];
  for (const part of parts) {
    const subtotal = tax.ele('cac:TaxSubtotal');
    money(subtotal, 'TaxableAmount', part.exclInCents);
    money(subtotal, 'TaxAmount', part.vatInCents);
    category(subtotal.ele('cac:TaxCategory'), part.percent, text);
  }
  const totals = root.ele('cac:LegalMonetaryTotal');
  money(totals, 'LineExtensionAmount', expected.exclInCents);
  money(totals, 'TaxExclusiveAmount', expected.exclInCents);
  money(totals, 'TaxInclusiveAmount', expected.totalInCents);
  money(totals, 'PayableAmount', expected.totalInCents);
  expected.lines.forEach((line, index) => drawLine(root, line, index + 1, expected.creditNote, text, money));
  return root.end({ prettyPrint: true });
}

type WriteText = (at: Builder, name: string, value: string, attributes?: Record<string, string>) => Builder;

function drawLine(
  root: Builder,
  line: SampleLine,
  number: number,
  isCredit: boolean,
  text: WriteText,
  money: (at: Builder, name: string, cents: number) => Builder,
): void {
  const at = root.ele(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine');
  text(at, 'ID', String(number));
  text(at, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity', String(line.quantity), {
    unitCode: line.unit === 'uur' ? 'HUR' : 'C62',
  });
  money(at, 'LineExtensionAmount', line.amountInCents);
  const item = at.ele('cac:Item');
  text(item, 'Name', line.description);
  category(item.ele('cac:ClassifiedTaxCategory'), line.vatPercent, text);
  money(at.ele('cac:Price'), 'PriceAmount', line.unitPriceInCents);
}

function category(at: Builder, percent: number, text: WriteText): void {
  text(at, 'ID', percent === 0 ? 'AE' : 'S');
  text(at, 'Percent', String(percent));
  text(at.ele('cac:TaxScheme'), 'ID', 'VAT');
}

function party(
  at: Builder,
  { name, street, postcode, city, kvk, vatId, email }: SampleParty,
  text: WriteText,
): void {
  const own = at.ele('cac:Party');
  text(own, 'EndpointID', kvk, { schemeID: '0106' });
  text(own.ele('cac:PartyName'), 'Name', name);
  const address = own.ele('cac:PostalAddress');
  text(address, 'StreetName', street);
  text(address, 'CityName', city);
  text(address, 'PostalZone', postcode);
  text(address.ele('cac:Country'), 'IdentificationCode', 'NL');
  const tax = own.ele('cac:PartyTaxScheme');
  text(tax, 'CompanyID', vatId);
  text(tax.ele('cac:TaxScheme'), 'ID', 'VAT');
  const legal = own.ele('cac:PartyLegalEntity');
  text(legal, 'RegistrationName', name);
  text(legal, 'CompanyID', kvk, { schemeID: '0106' });
  text(own.ele('cac:Contact'), 'ElectronicMail', email);
}

function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
