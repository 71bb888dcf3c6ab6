import { addDays } from '#contract/dates.ts';
import { type Random, randomFrom, seedOf } from './random.ts';
import type { ExpectedValues, LayoutName, SampleLine, SampleParty } from './sample.ts';
import { type Supplier, products } from './suppliers.ts';

/** Numbers and days that stand on an invoice and are none of the asked values. */
export interface Decoys {
  readonly customerNumber: string;
  readonly orderNumber: string;
  readonly projectNumber: string;
  readonly deliveryNoteNumber: string;
  /** The invoice that a credit note takes back. */
  readonly earlierNumber: string;
  readonly earlierDate: string;
  readonly orderDate: string;
  readonly deliveryDate: string;
}

export interface VatPart {
  readonly percent: number;
  readonly exclInCents: number;
  readonly vatInCents: number;
}

/** Everything that a layout prints. Amounts are signed as expected: negative on a credit note. */
export interface Draft {
  readonly layout: LayoutName;
  readonly supplier: SampleParty;
  readonly buyer: SampleParty;
  readonly expected: ExpectedValues;
  readonly vatParts: readonly VatPart[];
  readonly decoys: Decoys;
  /** Days to pay; the due date is printed only where `expected.dueDate` is set. */
  readonly termDays: number;
  readonly paidInCents: number;
  /** Decides fonts, wording and colours. */
  readonly styleSeed: number;
}

/**
 * Invents one invoice of a supplier.
 *
 * @param days its date lies so many days before `until`, or fewer
 */
export function draftInvoice(
  random: Random,
  layout: LayoutName,
  supplier: Supplier,
  buyer: SampleParty,
  until: string,
  days = 360,
): Draft {
  const date = addDays(until, -random.integer(1, days));
  const termDays = random.pick([14, 30, 30, 21, 8, 60]);
  const creditNote = layout === 'credit-note';
  const lines = linesOf(random, layout, supplier).map((line) => ({
    ...line,
    amountInCents: line.amountInCents * (creditNote ? -1 : 1),
  }));
  const vatParts = vatOf(lines, layout);
  const exclInCents = lines.reduce((sum, line) => sum + line.amountInCents, 0);
  const vatInCents = vatParts.reduce((sum, part) => sum + part.vatInCents, 0);
  const style = numberStyle(supplier.party.name);
  const number = style(random, date);
  const hasDueDate = !['bare-number', 'receipt', 'letter', 'credit-note'].includes(layout);
  const totalInCents = exclInCents + vatInCents;
  const { name: creditor, kvk, vatId, iban } = supplier.party;
  return {
    layout,
    supplier: supplier.party,
    buyer,
    expected: {
      number,
      date,
      totalInCents,
      exclInCents,
      vatInCents,
      creditor,
      kvk,
      vatId,
      iban,
      creditNote,
      lines,
      dueDate: hasDueDate ? addDays(date, termDays) : null,
      currency: 'EUR',
      paymentReference: layout === 'direct-debit' ? random.digits(16) : null,
    },
    vatParts,
    decoys: decoysOf(random, date, style),
    termDays,
    paidInCents: layout === 'part-paid' ? Math.round((totalInCents * random.integer(10, 60)) / 100) : 0,
    styleSeed: seedOf(supplier.party.name),
  };
}

function linesOf(random: Random, layout: LayoutName, { trade }: Supplier): SampleLine[] {
  const [min, max] = layout === 'multi-page' ? [34, 70] : layout === 'receipt' ? [1, 4] : [1, 6];
  const lines = Array.from({ length: random.integer(min, max) }, () => lineOf(random, layout, trade));
  // A split needs both rates.
  if (layout !== 'split-vat' || new Set(lines.map(({ vatPercent }) => vatPercent)).size > 1) return lines;
  const [first, ...rest] = lines;
  return first
    ? [first, ...rest, { ...lineOf(random, layout, trade), vatPercent: first.vatPercent === 21 ? 9 : 21 }]
    : lines;
}

function lineOf(random: Random, layout: LayoutName, trade: Supplier['trade']): SampleLine {
  const [description, unit, min, max, vatPercent] = random.pick(products[trade]);
  const isHourly = ['uur', 'km', 'kWh', 'm³', 'm²'].includes(unit);
  const quantity = isHourly ? random.integer(2, 80) + (random.chance(0.3) ? 0.5 : 0) : random.integer(1, 12);
  const unitPriceInCents = random.integer(min, max);
  const rate =
    layout === 'shifted-vat'
      ? 0
      : layout === 'split-vat'
        ? vatPercent
        : vatPercent === 9 && random.chance(0.5)
          ? 9
          : 21;
  return {
    description,
    quantity,
    unit,
    unitPriceInCents,
    amountInCents: Math.round(quantity * unitPriceInCents),
    vatPercent: rate,
  };
}

function vatOf(lines: readonly SampleLine[], layout: LayoutName): VatPart[] {
  const percents = [...new Set(lines.map(({ vatPercent }) => vatPercent))].toSorted((a, b) => b - a);
  if (layout === 'shifted-vat') return [];
  return percents.map((percent) => {
    const own = lines.filter(({ vatPercent }) => vatPercent === percent);
    const exclInCents = own.reduce((sum, { amountInCents }) => sum + amountInCents, 0);
    return { percent, exclInCents, vatInCents: Math.round((exclInCents * percent) / 100) };
  });
}

type NumberStyle = (random: Random, date: string) => string;

const numberStyles: readonly [NumberStyle, ...NumberStyle[]] = [
  (random, date) => `${date.slice(0, 4)}-${random.digits(4)}`,
  (random, date) => `F${date.slice(0, 4)}${random.digits(5)}`,
  (random, date) => `${date.slice(2, 4)}30${random.digits(4)}`,
  (random, date) => `VF/${date.slice(0, 4)}/${random.integer(10, 999)}`,
  (random) => `INV-${random.digits(5)}`,
  (random) => `7${random.digits(7)}`,
  (random, date) => `${date.slice(0, 4)}${random.digits(4)}`,
  (random, date) => `${date.slice(2, 4)}.${random.digits(3)}.${random.digits(2)}`,
  (random) => `${random.integer(100, 9999)}`,
  (random, date) => `RE${date.slice(2, 4)}-${random.digits(6)}`,
  (random, date) => `${date.slice(0, 4)}${date.slice(5, 7)}-${random.digits(3)}`,
];

/** A supplier numbers all its invoices alike. */
function numberStyle(name: string): NumberStyle {
  return randomFrom(seedOf(`${name} numbers`)).pick(numberStyles);
}

function decoysOf(random: Random, date: string, style: NumberStyle): Decoys {
  const orderDate = addDays(date, -random.integer(8, 45));
  const earlierDate = addDays(date, -random.integer(10, 60));
  return {
    customerNumber: random.digits(5).replace(/^0/, '1'),
    orderNumber: random.chance(0.5) ? `${date.slice(0, 4)}${random.digits(4)}` : `PO-${random.digits(6)}`,
    projectNumber: `P${random.digits(4)}`,
    deliveryNoteNumber: random.digits(7),
    earlierNumber: style(random, earlierDate),
    earlierDate,
    orderDate,
    deliveryDate: addDays(date, -random.integer(1, 7)),
  };
}
