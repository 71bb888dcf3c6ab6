import { create } from 'xmlbuilder2';
import { dutchScheme } from '../making/booking.rules.ts';
import type { HandedInvoice, HandedLine } from './handover.ts';

/** The namespaces of every UBL document, as attributes. */
export const namespaces = {
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/** An invoice as UBL 2.1: a CreditNote with positive amounts when the total is negative. Absent values leave no tag. */
export function ublOf(invoice: HandedInvoice): string {
  const isCredit = invoice.totalInCents < 0;
  const root = isCredit ? 'CreditNote' : 'Invoice';
  const money = (cents: number) => ({
    '@currencyID': invoice.currency,
    '#': euros(isCredit ? -cents : cents),
  });
  const document = {
    [root]: {
      '@xmlns': `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      ...namespaces,
      'cbc:UBLVersionID': '2.1',
      'cbc:ID': clean(invoice.invoiceNumber),
      'cbc:IssueDate': invoice.invoiceDate,
      ...(invoice.dueDate && !isCredit ? { 'cbc:DueDate': invoice.dueDate } : {}),
      [`cbc:${root}TypeCode`]: isCredit ? '381' : '380',
      ...(invoice.description ? { 'cbc:Note': clean(invoice.description) } : {}),
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
      [`cac:${root}Line`]: linesOf(invoice).map((line, at) => ({
        'cbc:ID': String(at + 1),
        [isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity']: { '@unitCode': 'C62', '#': '1' },
        'cbc:LineExtensionAmount': money(line.cents),
        ...(line.ledger ? { 'cbc:AccountingCost': clean(line.ledger) } : {}),
        'cac:Item': { 'cbc:Name': clean(line.name) },
        'cac:Price': { 'cbc:PriceAmount': money(line.cents) },
      })),
    },
  };
  return create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true });
}

type Money = (cents: number) => { '@currencyID': string; '#': string };

function supplierOf({ name, kvk, vatId }: HandedInvoice['creditor']) {
  return {
    'cac:PartyName': { 'cbc:Name': clean(name) },
    ...(vatId
      ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } }
      : {}),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': clean(name),
      ...(kvk ? { 'cbc:CompanyID': { '@schemeID': '0106', '#': kvk } } : {}),
    },
  };
}

function partyOf(name: string) {
  return {
    'cac:PartyName': { 'cbc:Name': clean(name) },
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': clean(name) },
  };
}

function paymentOf({ creditor, paymentReference }: HandedInvoice) {
  if (!creditor.iban) return {};
  return {
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': '30',
      ...(paymentReference ? { 'cbc:PaymentID': clean(paymentReference) } : {}),
      'cac:PayeeFinancialAccount': { 'cbc:ID': creditor.iban },
    },
  };
}

function taxOf(invoice: HandedInvoice, money: Money) {
  return { 'cac:TaxTotal': { 'cbc:TaxAmount': money(invoice.totalInCents - exclOf(invoice)) } };
}

function exclOf({ exclInCents, vatInCents, totalInCents }: HandedInvoice): number {
  return exclInCents ?? totalInCents - (vatInCents ?? 0);
}

// The cost lines of the booking; where they do not make up the amount, one line does.
function linesOf(invoice: HandedInvoice): { name: string; cents: number; ledger: string }[] {
  const lines = invoice.lines.filter(isCost).map((line) => ({
    name: line.description || invoice.invoiceNumber,
    cents: line.debitInCents - line.creditInCents,
    ledger: line.ledgerNumber,
  }));
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  if (lines.length > 0 && sum === exclOf(invoice)) return lines;
  return [{ name: invoice.description || invoice.invoiceNumber, cents: exclOf(invoice), ledger: '' }];
}

function isCost({ ledgerNumber }: HandedLine): boolean {
  return ledgerNumber !== dutchScheme.vat.number && ledgerNumber !== dutchScheme.creditors.number;
}

/** Cents as XML writes an amount: `-12.50`. */
export function euros(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A text without what XML 1.0 has no place for: most control characters. */
export function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
}
