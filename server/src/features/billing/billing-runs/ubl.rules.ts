import { fill } from '#contract/texts.ts';
import {
  ublInvoice,
  type UblInvoice,
  type UblLine,
  type UblPeriod,
} from '#server/features/invoicing/index.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { countryOf, type Credit, type FinalInvoice, type StoredLine } from './stored-invoices.ts';
import { type Vat, vatOfBuyer } from './vat.rules.ts';

/** Why there is no VAT, in words. */
const exemptions: Partial<Record<Vat['category'], string>> = {
  AE: texts.reverseCharge,
  O: texts.notSubject,
};

/** The days that an invoice is for. */
export type OfRun = UblPeriod;

/** A final invoice as UBL 2.1 by NLCIUS. The customer must lack nothing (`missingOfBuyer`). */
export function invoiceUbl(invoice: FinalInvoice, seller: Seller, run: OfRun): string {
  const vat = vatOfBuyer(invoice.buyer, seller);
  return ublInvoice({
    ...shared(invoice, seller, vat, invoice),
    root: 'Invoice',
    number: invoice.invoiceNumber,
    issuedOn: invoice.invoicedOn,
    dueOn: invoice.dueOn,
    note: '',
    period: periodOf(run, invoice.lines),
    payment: { code: '58', reference: invoice.invoiceNumber, iban: seller.iban },
    terms: fill(texts.terms, { days: String(seller.paymentDays) }),
    lines: invoice.lines.map((line) => lineOf(line, vat)),
  });
}

/** A credit invoice as UBL 2.1 by NLCIUS: positive amounts, which the type of the document negates. */
export function creditUbl(invoice: FinalInvoice, credit: Credit, seller: Seller, run: OfRun): string {
  const vat = vatOfBuyer(invoice.buyer, seller);
  return ublInvoice({
    ...shared(invoice, seller, vat, credit),
    root: 'CreditNote',
    number: credit.creditNumber,
    issuedOn: credit.creditedOn,
    dueOn: null,
    note: credit.reason,
    period: periodOf(run, credit.lines),
    credits: invoice.invoiceNumber,
    payment: null,
    terms: '',
    lines: credit.lines.map(({ description, from, to, amount }) =>
      lineOf({ description, from, to, amount, quantity: 1, price: amount }, vat),
    ),
  });
}

type Shared = 'standard' | 'currency' | 'buyerReference' | 'attachments' | 'seller' | 'buyer' | 'taxes';

function shared(
  { buyer, fmCustomerId }: FinalInvoice,
  seller: Seller,
  vat: Vat,
  { totalInCents, vatInCents }: Pick<Credit, 'totalInCents' | 'vatInCents'>,
): Pick<UblInvoice, Shared> {
  return {
    standard: 'nlcius',
    currency: 'EUR',
    buyerReference: String(fmCustomerId),
    attachments: [],
    seller: { ...seller, country: 'NL' },
    // Their e-mail address is where the invoice goes, which its contact need not be.
    buyer: { ...buyer, country: countryOf(buyer), email: '' },
    taxes: [{ ...vat, baseInCents: totalInCents, vatInCents, reason: exemptions[vat.category] }],
  };
}

/** The days of the run, and those of lines that reach beyond them: a quarter's fee, a line of an earlier day (R110). */
function periodOf(run: OfRun, lines: readonly OfRun[]): UblPeriod {
  const days = [run, ...lines];
  return {
    from: days.map(({ from }) => from).toSorted()[0] ?? run.from,
    to:
      days
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? run.to,
  };
}

function lineOf(
  line: Pick<StoredLine, 'description' | 'from' | 'to' | 'amount' | 'quantity' | 'price'>,
  vat: Vat,
): UblLine {
  // Quantity times price must be the amount: a prorated line has quantity 1 at its own price.
  const isWhole = line.quantity * line.price === line.amount;
  return {
    name: line.description,
    quantity: isWhole ? line.quantity : 1,
    priceInCents: isWhole ? line.price : line.amount,
    amountInCents: line.amount,
    vat,
    period: { from: line.from, to: line.to },
  };
}
