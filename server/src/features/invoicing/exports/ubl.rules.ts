import { ublAmount, ublXml, xmlText } from '#server/platform/xml/ubl.ts';
import { dutchScheme } from '../creation/booking.rules.ts';
import type { ExportedInvoice, ExportedLine } from './exported-invoice.ts';

/** An invoice as UBL 2.1: a CreditNote with positive amounts when the total is negative. Absent values leave no tag. */
export function ublOf(invoice: ExportedInvoice): string {
  const isCredit = invoice.totalInCents < 0;
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const money = (cents: number) => ublAmount(isCredit ? -cents : cents, invoice.currency);
  return ublXml(root, {
    'cbc:UBLVersionID': '2.1',
    'cbc:ID': xmlText(invoice.invoiceNumber),
    'cbc:IssueDate': invoice.invoiceDate,
    ...(invoice.dueDate && !isCredit ? { 'cbc:DueDate': invoice.dueDate } : {}),
    [`cbc:${root}TypeCode`]: isCredit ? '381' : '380',
    ...(invoice.description ? { 'cbc:Note': xmlText(invoice.description) } : {}),
    'cbc:DocumentCurrencyCode': invoice.currency,
    'cac:AdditionalDocumentReference': { 'cbc:ID': invoice.documentNumber },
    'cac:AccountingSupplierParty': { 'cac:Party': supplierOf(invoice.creditor) },
    'cac:AccountingCustomerParty': { 'cac:Party': partyOf(invoice.customer) },
    ...paymentOf(invoice),
    ...taxOf(invoice, money),
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': money(exclOf(invoice)),
      'cbc:TaxExclusiveAmount': money(exclOf(invoice)),
      'cbc:TaxInclusiveAmount': money(invoice.totalInCents),
      'cbc:PayableAmount': money(invoice.totalInCents),
    },
    [`cac:${root}Line`]: linesOf(invoice).map((line, index) => ({
      'cbc:ID': String(index + 1),
      [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: { '@unitCode': 'C62', '#': '1' },
      'cbc:LineExtensionAmount': money(line.cents),
      ...(line.ledger ? { 'cbc:AccountingCost': xmlText(line.ledger) } : {}),
      'cac:Item': { 'cbc:Name': xmlText(line.name) },
      'cac:Price': { 'cbc:PriceAmount': money(line.cents) },
    })),
  });
}

type Money = (cents: number) => ReturnType<typeof ublAmount>;

function supplierOf({ name, kvk, vatId }: ExportedInvoice['creditor']) {
  return {
    'cac:PartyName': { 'cbc:Name': xmlText(name) },
    ...(vatId
      ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }
      : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': xmlText(name),
      ...(kvk ? { 'cbc:CompanyID': { '@schemeID': '0106', '#': kvk } } : {}),
    },
  };
}

function partyOf(name: string) {
  return {
    'cac:PartyName': { 'cbc:Name': xmlText(name) },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': xmlText(name) },
  };
}

function paymentOf({ creditor, paymentReference }: ExportedInvoice) {
  if (!creditor.iban) return {};
  return {
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': '30',
      ...(paymentReference ? { 'cbc:PaymentID': xmlText(paymentReference) } : {}),
      'cac:PayeeFinancialAccount': { 'cbc:ID': creditor.iban },
    },
  };
}

function taxOf(invoice: ExportedInvoice, money: Money) {
  return { 'cac:TaxTotal': { 'cbc:TaxAmount': money(invoice.totalInCents - exclOf(invoice)) } };
}

function exclOf({ exclInCents, vatInCents, totalInCents }: ExportedInvoice): number {
  return exclInCents ?? totalInCents - (vatInCents ?? 0);
}

// The cost lines of the booking; where they do not make up the amount, one line does.
function linesOf(invoice: ExportedInvoice): { name: string; cents: number; ledger: string }[] {
  const lines = invoice.lines.filter(isCost).map((line) => ({
    name: line.description || invoice.invoiceNumber,
    cents: line.debitInCents - line.creditInCents,
    ledger: line.ledgerNumber,
  }));
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  if (lines.length > 0 && sum === exclOf(invoice)) return lines;
  return [{ name: invoice.description || invoice.invoiceNumber, cents: exclOf(invoice), ledger: '' }];
}

function isCost({ ledgerNumber }: ExportedLine): boolean {
  return ledgerNumber !== dutchScheme.vat.number && ledgerNumber !== dutchScheme.creditors.number;
}
