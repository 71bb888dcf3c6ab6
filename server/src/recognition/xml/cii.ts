import { bareCode } from '../fields/parties.ts';
import {
  accountsAt,
  attachmentOf,
  centsAt,
  dayAt,
  extraOf,
  fileNamesIn,
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

/** The names of one part in today's CII (D16B) and in ZUGFeRD 1.0. */
type Names = readonly [now: string, before: string];

const header: Names = ['ExchangedDocument', 'HeaderExchangedDocument'];
const transaction: Names = ['SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction'];
const agreement: Names = ['ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement'];
const delivery: Names = ['ApplicableHeaderTradeDelivery', 'ApplicableSupplyChainTradeDelivery'];
const settlement: Names = ['ApplicableHeaderTradeSettlement', 'ApplicableSupplyChainTradeSettlement'];
const sums: Names = [
  'SpecifiedTradeSettlementHeaderMonetarySummation',
  'SpecifiedTradeSettlementMonetarySummation',
];
const lineAgreement: Names = ['SpecifiedLineTradeAgreement', 'SpecifiedSupplyChainTradeAgreement'];
const lineDelivery: Names = ['SpecifiedLineTradeDelivery', 'SpecifiedSupplyChainTradeDelivery'];
const lineSettlement: Names = ['SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement'];
const lineSums: Names = [
  'SpecifiedTradeSettlementLineMonetarySummation',
  'SpecifiedTradeSettlementMonetarySummation',
];

/** Whether an element is a Cross Industry Invoice, or ZUGFeRD 1.0's forerunner of it. */
export function isCii(name: string): boolean {
  return name === 'CrossIndustryInvoice' || name === 'CrossIndustryDocument';
}

/** Reads a UN/CEFACT Cross Industry Invoice, as Factur-X and ZUGFeRD carry it. */
export function readCii(root: XmlElement): XmlInvoice {
  const head = part(root, header);
  const trade = part(root, transaction);
  const parties = part(trade, agreement);
  const paying = part(trade, settlement);
  const totals = part(paying, sums);
  const currency = paying?.value('InvoiceCurrencyCode') ?? null;
  const terms = paying?.all('SpecifiedTradePaymentTerms') ?? [];
  const means = paying?.all('SpecifiedTradeSettlementPaymentMeans') ?? [];
  return {
    number: head?.value('ID') ?? null,
    date: dayAt(head, 'IssueDateTime/DateTimeString'),
    dueDate:
      terms.map((term) => dayAt(term, 'DueDateDateTime/DateTimeString')).find((day) => day !== null) ?? null,
    currency,
    totalInCents: centsAt(totals, 'GrandTotalAmount'),
    exclInCents: centsAt(totals, 'TaxBasisTotalAmount'),
    vatInCents: inCurrency(totals?.all('TaxTotalAmount') ?? [], currency),
    sums: {
      prepaidInCents: centsAt(totals, 'TotalPrepaidAmount'),
      roundingInCents: centsAt(totals, 'RoundingAmount'),
      payableInCents: centsAt(totals, 'DuePayableAmount'),
    },
    seller: partyOf(parties?.at('SellerTradeParty')),
    buyer: partyOf(parties?.at('BuyerTradeParty')),
    payee: paying?.value('PayeeTradeParty/Name') ?? null,
    ...accountsAt(
      means.flatMap((one) => one.all('PayeePartyCreditorFinancialAccount')),
      { iban: 'IBANID', name: 'AccountName' },
    ),
    paymentReference: paying?.value('PaymentReference') ?? null,
    isDirectDebit: means.some((one) => isDirectDebitCode(one.value('TypeCode'))),
    references: referencesOf(trade),
    notes: present([
      ...terms.map((term) => term.value('Description')),
      ...(head?.all('IncludedNote') ?? []).map((note) => note.value('Content')),
    ]),
    isCreditNote: isCreditType(head?.value('TypeCode')),
    lines: (trade?.all('IncludedSupplyChainTradeLineItem') ?? []).map(lineOf),
    taxes: (paying?.all('ApplicableTradeTax') ?? []).map(taxOf),
    extras: (paying?.all('SpecifiedTradeAllowanceCharge') ?? []).flatMap((extra) =>
      extraOf(
        centsAt(extra, 'ActualAmount'),
        extra.value('ChargeIndicator/Indicator'),
        extra.value('Reason'),
      ),
    ),
    attachments: (parties?.all('AdditionalReferencedDocument') ?? []).flatMap((reference) =>
      attachmentOf(reference.at('AttachmentBinaryObject'), reference.value('IssuerAssignedID')),
    ),
    fileNames: fileNamesIn(
      (parties?.all('AdditionalReferencedDocument') ?? []).flatMap((reference) => [
        reference.at('AttachmentBinaryObject')?.attributes['filename'],
        reference.value('URIID'),
        reference.value('IssuerAssignedID'),
        reference.value('Name'),
      ]),
    ),
  };
}

function part(element: XmlElement | undefined, [now, before]: Names): XmlElement | undefined {
  return element?.at(now) ?? element?.at(before);
}

function referencesOf(trade: XmlElement | undefined): XmlReferences {
  const parties = part(trade, agreement);
  const paying = part(trade, settlement);
  // ZUGFeRD 1.0 calls it `ID`.
  const idOf = (of: XmlElement | undefined, name: string): string | null =>
    of?.value(`${name}/IssuerAssignedID`) ?? of?.value(`${name}/ID`) ?? null;
  return {
    order: idOf(parties, 'BuyerOrderReferencedDocument'),
    buyer: parties?.value('BuyerReference') ?? null,
    contract: idOf(parties, 'ContractReferencedDocument'),
    invoice: idOf(paying, 'InvoiceReferencedDocument'),
    period: [
      dayAt(paying, 'BillingSpecifiedPeriod/StartDateTime/DateTimeString'),
      dayAt(paying, 'BillingSpecifiedPeriod/EndDateTime/DateTimeString'),
    ],
    delivery: dayAt(
      part(trade, delivery),
      'ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString',
    ),
  };
}

function partyOf(party: XmlElement | undefined): XmlParty {
  const legal = party?.at('SpecifiedLegalOrganization');
  const address = party?.at('PostalTradeAddress');
  const country = address?.value('CountryID');
  const numbers = (party?.all('SpecifiedTaxRegistration') ?? []).flatMap((one) => one.all('ID'));
  const vat = numbers.find(({ attributes }) => attributes['schemeID'] === 'VA');
  const codes = [...(legal?.all('ID') ?? []), ...(party?.all('GlobalID') ?? [])];
  return {
    names: present([party?.value('Name'), legal?.value('TradingBusinessName')]),
    kvk: kvkIn(codes, country === 'NL'),
    vatId: vat ? bareCode(vat.text) : null,
    place: {
      street: address?.value('LineOne') ?? '',
      zipCode: address?.value('PostcodeCode') ?? '',
      city: address?.value('CityName') ?? '',
      country: country ?? '',
    },
    address: present([
      address?.value('LineOne'),
      address?.value('LineTwo'),
      address?.value('LineThree'),
      [address?.value('PostcodeCode'), address?.value('CityName')].filter(Boolean).join(' '),
      country,
    ]),
  };
}

function lineOf(line: XmlElement): XmlLine {
  const paying = part(line, lineSettlement);
  const priced = part(line, lineAgreement);
  const price = priced?.at('NetPriceProductTradePrice') ?? priced?.at('GrossPriceProductTradePrice');
  return {
    description:
      line.value('SpecifiedTradeProduct/Name') ??
      line.value('AssociatedDocumentLineDocument/IncludedNote/Content') ??
      '',
    quantity: numberAt(part(line, lineDelivery), 'BilledQuantity'),
    ...unitPriceOf(numberAt(price, 'ChargeAmount'), numberAt(price, 'BasisQuantity')),
    amountInCents: centsAt(part(paying, lineSums), 'LineTotalAmount'),
    vatPercent: percentOf(paying?.at('ApplicableTradeTax')),
  };
}

function percentOf(tax: XmlElement | undefined): number | null {
  return numberAt(tax, 'RateApplicablePercent') ?? numberAt(tax, 'ApplicablePercent');
}

function taxOf(tax: XmlElement): XmlTax {
  return {
    category: tax.value('CategoryCode'),
    percent: percentOf(tax),
    baseInCents: centsAt(tax, 'BasisAmount'),
    vatInCents: centsAt(tax, 'CalculatedAmount'),
    reason: tax.value('ExemptionReason'),
  };
}
