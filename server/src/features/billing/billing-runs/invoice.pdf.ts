import { formatDay } from '#contract/dates.ts';
import { formatAmount, formatMoney, formatNumber } from '#contract/money.ts';
import { fill } from '#contract/texts.ts';
import { a4, openPaper } from '#server/platform/pdf/paper.ts';
import texts from '../locales/invoice.nl.json' with { type: 'json' };
import type { Seller } from '../billing-settings/billing-settings.repository.ts';
import { periodName } from './figures.rules.ts';
import type { Buyer, Credit, FinalInvoice } from './stored-invoices.ts';

const left = 56;
const right = a4.width - 56;
const width = right - left;
const lowest = a4.height - 90;
const ink = '#15181e';
const quiet = '#5b6470';
const rule = '#d5dae1';
/** The columns of a line, from the right: amount, price, quantity. */
const column = { amount: 84, price: 84, quantity: 64 } as const;
const wordsWidth = width - column.amount - column.price - column.quantity - 12;

/** What a letter says. */
interface Says {
  readonly title: string;
  readonly buyer: Buyer;
  /** Label and value, side by side. */
  readonly facts: readonly (readonly [string, string])[];
  readonly lines: readonly LetterLine[];
  readonly totalInCents: number;
  readonly vatInCents: number;
  readonly totalLabel: string;
  /** Paragraphs below the totals. */
  readonly closing: readonly string[];
}

interface LetterLine {
  readonly description: string;
  readonly quantity: number;
  readonly price: number;
  readonly amount: number;
}

interface Letter {
  readonly pdf: PDFKit.PDFDocument;
  readonly says: Says;
  readonly seller: Seller;
  y: number;
}

interface Look {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

/** A final invoice as a PDF on the seller's paper: real text, fonts embedded; the same invoice gives the same bytes. */
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
  return drawLetter(seller, run, {
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

/** A credit invoice on the same paper: what it takes back is negative. */
export async function drawCredit(
  invoice: FinalInvoice,
  credit: Credit,
  seller: Seller,
  run: { readonly period: string; readonly finalisedAt: Date },
): Promise<Buffer> {
  return drawLetter(seller, run, {
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

async function drawLetter(
  seller: Seller,
  { finalisedAt }: { readonly finalisedAt: Date },
  says: Says,
): Promise<Buffer> {
  const paper = await openPaper({ title: says.title, author: seller.name, language: 'nl', at: finalisedAt });
  const letter: Letter = { pdf: paper.pdf, says, seller, y: 56 };
  drawHead(letter);
  drawFacts(letter);
  drawTableHead(letter);
  for (const line of says.lines) drawLine(letter, line);
  drawTotals(letter);
  drawClosing(letter);
  const { count } = letter.pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) drawFoot(letter, page, count);
  return paper.finish();
}

// Texts come from people: no half signs, and no control signs, which a PDF would draw as boxes.
const drawable = (text: string) => text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');

/** Writes a text in a column; gives the y below it. */
function put(
  { pdf }: Letter,
  text: string,
  x: number,
  y: number,
  columnWidth: number,
  { size = 9.5, bold = false, color = ink, align = 'left' }: Look = {},
): number {
  pdf
    .font(bold ? 'semibold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  // Figures as wide as each other, so that amounts stand in columns.
  pdf.text(drawable(text), x, y, {
    width: columnWidth,
    align,
    lineGap: size * 0.25,
    features: ['tnum', 'kern'],
  });
  return pdf.y;
}

function stroke({ pdf, y }: Letter, color: string): void {
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(color);
}

function ensure(letter: Letter, height: number): boolean {
  if (letter.y + height <= lowest) return false;
  letter.pdf.addPage();
  letter.y = 64;
  return true;
}

function drawHead(letter: Letter): void {
  const { seller, says } = letter;
  const { buyer } = says;
  put(letter, seller.name, left, 56, 260, { size: 17, bold: true });
  const x = right - 190;
  let y = 58;
  for (const text of [seller.street, `${seller.zipCode}  ${seller.city}`, seller.phone, seller.email]) {
    if (text !== '') y = put(letter, text, x, y, 190, { size: 8.5, color: quiet, align: 'right' });
  }
  y = put(letter, buyer.name, left, 148, 280, { size: 10, bold: true });
  const vat = buyer.vatId === '' ? '' : fill(texts.yourVatId, { number: buyer.vatId });
  for (const text of [buyer.street, `${buyer.zipCode}  ${buyer.city}`.trim(), vat]) {
    if (text !== '') y = put(letter, text, left, y, 280, { size: 10 });
  }
  letter.y = Math.max(y + 28, 236);
}

function drawFacts(letter: Letter): void {
  const { title, facts } = letter.says;
  letter.y = put(letter, title, left, letter.y, width, { size: 20, bold: true }) + 12;
  let below = letter.y;
  for (const [at, [label, value]] of facts.entries()) {
    const x = left + (at * width) / facts.length;
    const y = put(letter, label, x, letter.y, width / facts.length - 12, { size: 8, color: quiet });
    below = Math.max(below, put(letter, value, x, y + 1, width / facts.length - 12, { size: 9 }));
  }
  letter.y = below + 22;
}

function drawTableHead(letter: Letter): void {
  const look = { size: 8, color: quiet } as const;
  cells(letter, [texts.quantity, texts.price, texts.amount], look);
  letter.y = put(letter, texts.description, left, letter.y, wordsWidth, look) + 3;
  stroke(letter, ink);
  letter.y += 7;
}

function cells(
  letter: Letter,
  [quantity, price, amount]: readonly [string, string, string],
  look: Look = {},
): void {
  const at = { ...look, align: 'right' } as const;
  put(
    letter,
    quantity,
    right - column.amount - column.price - column.quantity,
    letter.y,
    column.quantity,
    at,
  );
  put(letter, price, right - column.amount - column.price, letter.y, column.price, at);
  put(letter, amount, right - column.amount, letter.y, column.amount, at);
}

function drawLine(letter: Letter, line: LetterLine): void {
  letter.pdf.font('regular').fontSize(9.5);
  const height = letter.pdf.heightOfString(drawable(line.description), { width: wordsWidth, lineGap: 2.4 });
  if (ensure(letter, height + 14)) drawTableHead(letter);
  cells(letter, [
    formatNumber(line.quantity, 'nl'),
    formatAmount(line.price, 'nl'),
    formatAmount(line.amount, 'nl'),
  ]);
  letter.y = put(letter, line.description, left, letter.y, wordsWidth) + 5;
  stroke(letter, rule);
  letter.y += 7;
}

function drawTotals(letter: Letter): void {
  const { says, seller } = letter;
  const money = (cents: number) => formatMoney(cents, 'EUR', 'nl');
  const vat = fill(texts.vat, {
    percentage: formatNumber(seller.vatRate / 100, 'nl'),
    amount: money(says.totalInCents),
  });
  const rows: readonly (readonly [string, number, boolean])[] = [
    [texts.subtotal, says.totalInCents, false],
    [vat, says.vatInCents, false],
    [says.totalLabel, says.totalInCents + says.vatInCents, true],
  ];
  ensure(letter, 70);
  for (const [label, cents, bold] of rows) {
    put(letter, label, right - 300, letter.y, 210, { bold });
    letter.y =
      put(letter, money(cents), right - column.amount, letter.y, column.amount, { bold, align: 'right' }) + 3;
  }
  letter.y += 18;
}

function drawClosing(letter: Letter): void {
  for (const text of letter.says.closing) {
    letter.pdf.font('regular').fontSize(9.5);
    ensure(letter, Math.max(48, letter.pdf.heightOfString(drawable(text), { width, lineGap: 2.4 })));
    letter.y = put(letter, text, left, letter.y, width) + 6;
  }
}

const inFours = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0');

/** What stands on every page: who we are, and which page of how many. */
function drawFoot(letter: Letter, page: number, pages: number): void {
  const { pdf, seller } = letter;
  pdf.switchToPage(page);
  const parts = [
    seller.name,
    fill(texts.kvk, { number: seller.kvkNumber }),
    fill(texts.vatId, { number: seller.vatId }),
    fill(texts.iban, { number: inFours(seller.iban) }),
  ];
  letter.y = a4.height - 62;
  stroke(letter, rule);
  const look = { size: 7.5, color: quiet } as const;
  put(letter, parts.join('   ·   '), left, letter.y + 9, width - 90, look);
  const number = fill(texts.page, { page: String(page + 1), pages: String(pages) });
  put(letter, number, right - 90, letter.y + 9, 90, { ...look, align: 'right' });
}
