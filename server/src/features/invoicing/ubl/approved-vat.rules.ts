import type { EInvoice } from '#server/features/documents/index.ts';
import { type ExportedInvoice, type ExportedLine, exclOf } from '../exports/exported-invoice.ts';
import texts from '../locales/ubl.nl.json' with { type: 'json' };
import type { UblLine, UblTax, UblVat, VatCategory } from './ubl-invoice.ts';

/** The VAT of an approved invoice, as far as its booking, its e-invoice or its amounts tell. Amounts are positive on a credit note. */
export interface ApprovedVat {
  readonly taxes: readonly UblTax[];
  readonly lines: readonly UblLine[];
  /** False: several rates fit, or none; the VAT stands under the rate that it comes to as a whole. */
  readonly isKnown: boolean;
}

interface Cost {
  readonly name: string;
  readonly cents: number;
  readonly account: string;
  readonly vat: UblVat | null;
}

const reasons: Partial<Record<VatCategory, string>> = {
  AE: texts.reversed,
  E: texts.exempt,
  O: texts.exempt,
  G: texts.export,
};
/** The rates of Dutch VAT in hundredths of a percent, the usual one first. */
const dutchRates = [2100, 900];

/**
 * Divides an approved invoice into rates: by the VAT codes and rates of its booking where they come to its VAT, else as
 * its e-invoice has it, else by the one rate that fits. Nothing is made up: where two rates are mixed without either,
 * `isKnown` is false.
 */
export function vatOfApproved(invoice: ExportedInvoice, eInvoice?: EInvoice): ApprovedVat {
  const sign = invoice.totalInCents < 0 ? -1 : 1;
  const excl = exclOf(invoice) * sign;
  const vat = invoice.totalInCents * sign - excl;
  const costs = costsOf(invoice, excl, sign);
  const booked = bookedTaxes(costs, vat);
  if (booked) return { taxes: booked, lines: costs.map((cost) => lineOf(cost, cost.vat)), isKnown: true };
  const read = readTaxes(eInvoice, sign, { excl, vat });
  if (read) return { taxes: read, lines: linesUnder(read, costs, invoice), isKnown: true };
  const rate = vat === 0 ? 0 : rateOf(excl, vat, costs.length);
  const of: UblVat =
    vat === 0
      ? withoutVat(invoice)
      : { category: 'S', rate: rate ?? (excl === 0 ? 0 : Math.round((vat / excl) * 10_000)) };
  const tax = { ...of, baseInCents: excl, vatInCents: vat, reason: reasons[of.category] };
  return { taxes: [tax], lines: costs.map((cost) => lineOf(cost, of)), isKnown: rate !== undefined };
}

// The cost lines of the booking; where they do not make up the amount, one line does.
function costsOf(invoice: ExportedInvoice, excl: number, sign: number): Cost[] {
  const nameOf = (text: string) => text.trim() || invoice.description.trim() || invoice.invoiceNumber;
  const costs = invoice.lines
    .filter(({ kind }) => kind === 'costs')
    .map((line) => ({
      name: nameOf(line.description),
      cents: (line.debitInCents - line.creditInCents) * sign,
      account: line.ledgerNumber,
      vat: vatOfLine(line, invoice),
    }));
  if (costs.length > 0 && sumOf(costs.map(({ cents }) => cents)) === excl) return costs;
  return [{ name: nameOf(''), cents: excl, account: '', vat: null }];
}

function vatOfLine({ vatKind, vatRate }: ExportedLine, invoice: ExportedInvoice): UblVat | null {
  // Within the Union it is the buyer who owes it, for goods as for services.
  if (vatKind === 'reversed' || vatKind === 'eu') return { category: 'AE', rate: 0 };
  if (vatKind === 'import') return { category: 'G', rate: 0 };
  if (vatKind === 'none') return withoutVat(invoice);
  if (vatRate === null) return null;
  if (vatRate > 0) return { category: 'S', rate: vatRate };
  return invoice.creditor.vatId === null ? withoutVat(invoice) : { category: 'Z', rate: 0 };
}

// Who has no VAT number is not subject to VAT.
function withoutVat({ creditor }: ExportedInvoice): UblVat {
  return { category: creditor.vatId === null ? 'O' : 'E', rate: 0 };
}

// Undefined where a line has no rate, or the rates do not come to the VAT of the invoice.
function bookedTaxes(costs: readonly Cost[], vatInCents: number): UblTax[] | undefined {
  const groups = new Map<string, UblVat & { base: number }>();
  for (const { vat, cents } of costs) {
    if (vat === null) return undefined;
    const key = `${vat.category} ${vat.rate}`;
    groups.set(key, { ...vat, base: (groups.get(key)?.base ?? 0) + cents });
  }
  const all = [...groups.values()];
  // What is not subject to VAT stands by itself or not at all (BR-O-11).
  if (all.length > 1 && all.some(({ category }) => category === 'O')) return undefined;
  const taxes = all.map(({ category, rate, base }) => ({
    category,
    rate,
    baseInCents: base,
    vatInCents: Math.round((base * rate) / 10_000),
    reason: reasons[category],
  }));
  const rest = vatInCents - sumOf(taxes.map((tax) => tax.vatInCents));
  if (rest === 0) return taxes;
  const largest = taxes
    .filter(({ category }) => category === 'S')
    .toSorted((a, b) => Math.abs(b.baseInCents) - Math.abs(a.baseInCents))[0];
  // VAT that was rounded line by line is a few cents off.
  if (!largest || Math.abs(rest) > costs.length + 1) return undefined;
  return taxes.map((tax) => (tax === largest ? { ...tax, vatInCents: tax.vatInCents + rest } : tax));
}

const categories: readonly VatCategory[] = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'];

function readTaxes(
  eInvoice: EInvoice | undefined,
  sign: number,
  { excl, vat }: { readonly excl: number; readonly vat: number },
): UblTax[] | undefined {
  const taxes = (eInvoice?.taxes ?? []).flatMap((tax): UblTax[] => {
    const category = categories.find((one) => one === tax.category);
    if (!category || tax.baseInCents === null || tax.vatInCents === null) return [];
    return [
      {
        category,
        rate: Math.round((tax.percent ?? 0) * 100),
        baseInCents: tax.baseInCents * sign,
        vatInCents: tax.vatInCents * sign,
        reason: reasons[category] && (tax.reason ?? reasons[category]),
      },
    ];
  });
  const isWhole =
    taxes.length > 0 &&
    taxes.length === eInvoice?.taxes.length &&
    sumOf(taxes.map(({ baseInCents }) => baseInCents)) === excl &&
    sumOf(taxes.map(({ vatInCents }) => vatInCents)) === vat;
  return isWhole ? taxes : undefined;
}

// One rate for all: the lines of the booking. Several: a line each, since the booking does not say which is whose.
function linesUnder(taxes: readonly UblTax[], costs: readonly Cost[], invoice: ExportedInvoice): UblLine[] {
  const [only] = taxes;
  if (taxes.length === 1 && only) return costs.map((cost) => lineOf(cost, only));
  const name = invoice.description.trim() || invoice.invoiceNumber;
  return taxes.map((tax) => lineOf({ name, cents: tax.baseInCents, account: '' }, tax));
}

// The rate that comes to the VAT within a cent a line: a Dutch one, or one in halves of a percent.
function rateOf(excl: number, vat: number, lineCount: number): number | undefined {
  if (excl === 0) return undefined;
  const fits = (rate: number) => Math.abs((excl * rate) / 10_000 - vat) <= lineCount + 0.5;
  const near = Math.round((vat / excl) * 200) * 50;
  return [...dutchRates, near].find((rate) => rate > 0 && rate <= 3000 && fits(rate));
}

// A price is never below zero (BR-27): what is taken off has a quantity below zero.
function lineOf({ name, cents, account }: Omit<Cost, 'vat'>, vat: UblVat | null): UblLine {
  return {
    name,
    quantity: cents < 0 ? -1 : 1,
    priceInCents: Math.abs(cents),
    amountInCents: cents,
    vat: { category: vat?.category ?? 'S', rate: vat?.rate ?? 0 },
    account,
  };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
