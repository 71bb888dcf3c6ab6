import { countryName } from '#contract/countries.ts';
import { formatDay } from '#contract/dates.ts';
import { formatAmount, formatMoney, formatNumber } from '#contract/money.ts';
import { fill } from '#contract/texts.ts';
import { amountFeatures, edge, ink, openPen, type Pen, type Style } from '#server/platform/pdf/pen.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { periodName } from './figures.rules.ts';
import { type Buyer, countryOf, type Credit, type FinalInvoice, type StoredLine } from './stored-invoices.ts';
import { vatOfBuyer } from './vat.rules.ts';

const { left, right, width } = edge;
/** The columns of a line, from the right: amount, price, quantity. */
const column = { amount: 84, price: 84, quantity: 64 } as const;
const wordsWidth = width - column.amount - column.price - column.quantity - 12;

/** The contents of an invoice or a credit invoice. */
interface Contents {
  readonly title: string;
  readonly buyer: Buyer;
  /** Label and value, side by side. */
  readonly facts: readonly (readonly [string, string])[];
  readonly lines: readonly InvoiceLine[];
  readonly totalInCents: number;
  readonly vatInCents: number;
  readonly totalLabel: string;
  /** Paragraphs below the totals. */
  readonly closing: readonly string[];
}

type InvoiceLine = Pick<StoredLine, 'description' | 'quantity' | 'price' | 'amount'>;

/** A final invoice as a PDF: real text, embedded fonts; the same invoice gives the same bytes. */
export async function drawInvoice(
  invoice: FinalInvoice,
  seller: Seller,
  run: { readonly period: string; readonly finalisedAt: Date },
): Promise<Buffer> {
  const pay = fill(texts.pay, {
    amount: formatMoney(invoice.totalInCents + invoice.vatInCents, 'EUR', 'nl'),
    day: formatDay(invoice.dueOn),
    iban: inFours(seller.iban),
    name: seller.name,
    number: invoice.invoiceNumber,
  });
  return draw(seller, run, {
    buyer: invoice.buyer,
    title: fill(texts.title, { number: invoice.invoiceNumber }),
    facts: [
      [texts.date, formatDay(invoice.invoicedOn)],
      [texts.dueDate, formatDay(invoice.dueOn)],
      [texts.customer, String(invoice.fmCustomerId)],
      [texts.period, periodName(run.period)],
    ],
    lines: invoice.lines,
    totalInCents: invoice.totalInCents,
    vatInCents: invoice.vatInCents,
    totalLabel: texts.total,
    closing: [pay],
  });
}

/** A credit invoice in the same form, with negative amounts. */
export async function drawCredit(
  invoice: FinalInvoice,
  credit: Credit,
  seller: Seller,
  run: { readonly period: string; readonly finalisedAt: Date },
): Promise<Buffer> {
  return draw(seller, run, {
    buyer: invoice.buyer,
    title: fill(texts.creditTitle, { number: credit.creditNumber }),
    facts: [
      [texts.date, formatDay(credit.creditedOn)],
      [texts.creditOf, invoice.invoiceNumber],
      [texts.customer, String(invoice.fmCustomerId)],
      [texts.period, periodName(run.period)],
    ],
    lines: credit.lines.map(({ description, amount }) => ({
      description,
      quantity: -1,
      price: amount,
      amount: -amount,
    })),
    totalInCents: -credit.totalInCents,
    vatInCents: -credit.vatInCents,
    totalLabel: texts.creditTotal,
    closing: [
      fill(texts.creditReason, { reason: credit.reason }),
      fill(texts.creditPay, { number: invoice.invoiceNumber }),
    ],
  });
}

async function draw(
  seller: Seller,
  { finalisedAt }: { readonly finalisedAt: Date },
  contents: Contents,
): Promise<Buffer> {
  const about = { title: contents.title, author: seller.name, language: 'nl', at: finalisedAt };
  const pen = await openPen(about, { bottom: 90, features: amountFeatures });
  drawHead(pen, seller, contents.buyer);
  drawFacts(pen, contents);
  pen.table(
    () => drawTableHead(pen),
    () => contents.lines.forEach((line) => drawLine(pen, line)),
  );
  drawTotals(pen, seller, contents);
  for (const text of contents.closing) {
    pen.reserve(Math.max(48, pen.heightOf(text, width)));
    pen.y = pen.write(text, left, pen.y, width) + 6;
  }
  const footer = [
    seller.name,
    fill(texts.kvk, { number: seller.kvkNumber }),
    fill(texts.vatId, { number: seller.vatId }),
    fill(texts.iban, { number: inFours(seller.iban) }),
  ].join('   ·   ');
  return pen.finish((page, pages) => pen.writeFooter(footer, fill(texts.page, { page, pages })));
}

function drawHead(pen: Pen, seller: Seller, buyer: Buyer): void {
  pen.write(seller.name, left, 56, 260, { size: 17, bold: true });
  const sender = [seller.street, `${seller.zipCode}  ${seller.city}`, seller.phone, seller.email];
  pen.writeAll(sender, right - 190, 58, 190, { size: 8.5, color: ink.quiet, align: 'right' });
  const top = pen.write(buyer.name, left, 148, 280, { size: 10, bold: true });
  const vat = buyer.vatId === '' ? '' : fill(texts.yourVatId, { number: buyer.vatId });
  const abroad = countryOf(buyer) === 'NL' ? '' : countryName(countryOf(buyer), 'nl');
  const address = [buyer.street, `${buyer.zipCode}  ${buyer.city}`.trim(), abroad, vat];
  pen.y = Math.max(pen.writeAll(address, left, top, 280, { size: 10 }) + 28, 236);
}

function drawFacts(pen: Pen, { title, facts }: Contents): void {
  pen.y = pen.write(title, left, pen.y, width, { size: 20, bold: true, tag: 'H1' }) + 12;
  let below = pen.y;
  for (const [index, [label, value]] of facts.entries()) {
    const x = left + (index * width) / facts.length;
    const y = pen.write(label, x, pen.y, width / facts.length - 12, { size: 8, color: ink.quiet });
    below = Math.max(below, pen.write(value, x, y + 1, width / facts.length - 12, { size: 9 }));
  }
  pen.y = below + 22;
}

function drawTableHead(pen: Pen): void {
  const style = { size: 8, color: ink.quiet, tag: 'TH' } as const;
  const below = pen.write(texts.description, left, pen.y, wordsWidth, style);
  drawCells(pen, [texts.quantity, texts.price, texts.amount], style);
  pen.y = below + 3;
  pen.line(ink.text);
  pen.y += 7;
}

function drawCells(
  pen: Pen,
  [quantity, price, amount]: readonly [string, string, string],
  style: Style = {},
): void {
  const write = (text: string, x: number, columnWidth: number) =>
    pen.write(text, x, pen.y, columnWidth, { ...style, align: 'right' });
  write(quantity, right - column.amount - column.price - column.quantity, column.quantity);
  write(price, right - column.amount - column.price, column.price);
  write(amount, right - column.amount, column.amount);
}

function drawLine(pen: Pen, { description, quantity, price, amount }: InvoiceLine): void {
  pen.reserve(pen.heightOf(description, wordsWidth) + 14);
  pen.group('TR', () => {
    const below = pen.write(description, left, pen.y, wordsWidth);
    drawCells(pen, [formatNumber(quantity, 'nl'), formatAmount(price, 'nl'), formatAmount(amount, 'nl')]);
    pen.y = below + 5;
  });
  pen.line(ink.line);
  pen.y += 7;
}

function drawTotals(
  pen: Pen,
  seller: Seller,
  { buyer, totalInCents, vatInCents, totalLabel }: Contents,
): void {
  const money = (cents: number) => formatMoney(cents, 'EUR', 'nl');
  const { category, rate } = vatOfBuyer(buyer, seller);
  const percentage = formatNumber(rate / 100, 'nl');
  const words = { AE: texts.reverseCharge, O: texts.notSubject, S: texts.vat, Z: texts.vat }[category];
  const vat = fill(words, { percentage, amount: money(totalInCents) });
  const rows: readonly (readonly [string, number, boolean])[] = [
    [texts.subtotal, totalInCents, false],
    [vat, vatInCents, false],
    [totalLabel, totalInCents + vatInCents, true],
  ];
  pen.reserve(70);
  for (const [label, cents, bold] of rows) {
    pen.write(label, right - 300, pen.y, 210, { bold });
    const style = { bold, align: 'right' } as const;
    pen.y = pen.write(money(cents), right - column.amount, pen.y, column.amount, style) + 3;
  }
  pen.y += 18;
}

const inFours = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0');
