import { decimalToCents } from './amounts.ts';
import { parseIsoDay } from './dates.ts';
import { isIban } from './identifiers.ts';
import { bareCode } from './parties.ts';
import type { XmlInvoice, XmlLine, XmlParty } from './xml-invoice.ts';
import type { XmlElement } from './xml-tree.ts';

/** The names of one part in today's CII (D16B) and in ZUGFeRD 1.0. */
type Names = readonly [now: string, before: string];

const header: Names = ['ExchangedDocument', 'HeaderExchangedDocument'];
const transaction: Names = ['SupplyChainTradeTransaction', 'SpecifiedSupplyChainTradeTransaction'];
const agreement: Names = ['ApplicableHeaderTradeAgreement', 'ApplicableSupplyChainTradeAgreement'];
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

/** Types that take money back, of UNCL 1001. */
const creditTypes = new Set(['81', '83', '381', '396', '532']);

/** Whether a root element is a Cross Industry Invoice, or ZUGFeRD 1.0's forerunner of it. */
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
  const account = means
    .map((mean) => bareCode(mean.value('PayeePartyCreditorFinancialAccount/IBANID') ?? ''))
    .find(isIban);
  return {
    number: head?.value('ID') ?? null,
    date: dayAt(head, 'IssueDateTime/DateTimeString'),
    dueDate:
      terms.map((term) => dayAt(term, 'DueDateDateTime/DateTimeString')).find((day) => day !== null) ?? null,
    currency,
    totalInCents: centsAt(totals, 'GrandTotalAmount'),
    exclInCents: centsAt(totals, 'TaxBasisTotalAmount'),
    vatInCents: vatOf(totals, currency),
    payableInCents: centsAt(totals, 'DuePayableAmount'),
    seller: partyOf(parties?.at('SellerTradeParty')),
    buyer: partyOf(parties?.at('BuyerTradeParty')),
    iban: account ?? null,
    paymentReference: paying?.value('PaymentReference') ?? null,
    note: head?.value('IncludedNote/Content') ?? null,
    isCreditNote: creditTypes.has(head?.value('TypeCode') ?? ''),
    lines: (trade?.all('IncludedSupplyChainTradeLineItem') ?? []).map(lineOf),
  };
}

function part(element: XmlElement | undefined, [now, before]: Names): XmlElement | undefined {
  return element?.at(now) ?? element?.at(before);
}

function dayAt(element: XmlElement | undefined, path: string): string | null {
  return parseIsoDay(element?.value(path) ?? '');
}

function centsAt(element: XmlElement | undefined, path: string): number | null {
  const text = element?.value(path);
  return text ? decimalToCents(text) : null;
}

/** A second amount may give the VAT in the seller's own currency. */
function vatOf(totals: XmlElement | undefined, currency: string | null): number | null {
  const amounts = totals?.all('TaxTotalAmount') ?? [];
  const own =
    amounts.find(({ attributes }) => currency !== null && attributes['currencyID'] === currency) ??
    amounts[0];
  return own ? decimalToCents(own.text) : null;
}

function partyOf(party: XmlElement | undefined): XmlParty {
  const names = [party?.value('Name'), party?.value('SpecifiedLegalOrganization/TradingBusinessName')];
  const address = party?.at('PostalTradeAddress');
  const town = [address?.value('PostcodeCode'), address?.value('CityName')].filter(Boolean).join(' ');
  const lines = [address?.value('LineOne'), address?.value('LineTwo'), town, address?.value('CountryID')];
  const vat = (party?.all('SpecifiedTaxRegistration') ?? []).flatMap((registration) =>
    registration.all('ID'),
  );
  const own = vat.find(({ attributes }) => attributes['schemeID'] === 'VA');
  const legal = party?.at('SpecifiedLegalOrganization/ID');
  const isKvk =
    legal !== undefined &&
    /^\d{8}$/.test(legal.text) &&
    ['0106', undefined, ''].includes(legal.attributes['schemeID']);
  return {
    names: [...new Set(names.flatMap((name) => (name ? [name] : [])))],
    kvk: isKvk ? legal.text : null,
    vatId: own ? bareCode(own.text) : null,
    address: lines.flatMap((line) => (line ? [line] : [])),
  };
}

function lineOf(line: XmlElement): XmlLine {
  const paying = part(line, lineSettlement);
  const price = part(line, lineAgreement)?.at('NetPriceProductTradePrice');
  const quantity = part(line, lineDelivery)?.value('BilledQuantity');
  const per = Number(price?.value('BasisQuantity') ?? '1') || 1;
  const each = centsAt(price, 'ChargeAmount');
  const percent =
    paying?.value('ApplicableTradeTax/RateApplicablePercent') ??
    paying?.value('ApplicableTradeTax/ApplicablePercent');
  return {
    description:
      line.value('SpecifiedTradeProduct/Name') ??
      line.value('AssociatedDocumentLineDocument/IncludedNote/Content') ??
      '',
    quantity: quantity ? finite(quantity) : null,
    unitPriceInCents: each === null ? null : Math.round(each / per),
    amountInCents: centsAt(part(paying, lineSums), 'LineTotalAmount'),
    vatPercent: percent ? finite(percent) : null,
  };
}

function finite(text: string): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
