import { fill } from '#contract/texts.ts';
import { noLetter, openPaper, type Paper } from '#server/platform/pdf/paper.ts';
import texts from './locales/drawn-page.json' with { type: 'json' };
import type { XmlInvoice, XmlParty, XmlTax } from './xml-invoice.ts';

/** The words beside the values, by which these are found again on the page. */
export const drawnTexts = texts.nl;

const text = texts.nl;
const left = 50;
const right = 545;
const width = right - left;
const lowest = 770;
const factsLeft = 320;
const factsLabel = 98;
/** The columns of a line, from the right. */
const column = { amount: 84, rate: 40, price: 76, quantity: 62 } as const;
const wordsWidth = width - column.amount - column.rate - column.price - column.quantity - 8;
const sumsLeft = 335;
const size = 9.5;
const lineGap = 2;

// Limits of what is drawn of a file; the file itself is stored complete.
const maxLines = 1000;
const maxInLine = 1000;
const maxInHead = 200;
const maxInNotes = 4000;
const maxRows = 12;

/** An electronic invoice as pages that people can read (decision 0064). */
export interface DrawnInvoice {
  readonly bytes: Buffer;
  /** A text as it stands on the pages. */
  shown(value: string): string;
}

interface Drawing {
  readonly paper: Paper;
  readonly invoice: XmlInvoice;
  hasNoLetter: boolean;
  y: number;
}

interface TextStyle {
  readonly bold?: boolean;
  readonly size?: number;
  readonly quiet?: boolean;
  readonly align?: 'left' | 'right';
  readonly max?: number;
}

/** Draws what an electronic invoice says: such a file has no picture of its own. */
export async function drawInvoice(invoice: XmlInvoice): Promise<DrawnInvoice> {
  const paper = await openPaper({
    title: paperTitle(invoice),
    author: '',
    language: 'nl',
    at: new Date(`${invoice.date ?? '2000-01-01'}T12:00:00Z`),
  });
  const drawing: Drawing = { paper, invoice, hasNoLetter: false, y: 50 };
  drawHead(drawing);
  drawLines(drawing);
  drawSums(drawing);
  drawNotes(drawing);
  drawFeet(drawing);
  return { bytes: await paper.finish(), shown: (value) => clipped(paper.drawable(value), maxInHead) };
}

function paperTitle({ isCreditNote, number }: XmlInvoice): string {
  return `${isCreditNote ? text.creditNote : text.invoice} ${number ?? ''}`.trim();
}

function clipped(value: string, max: number): string {
  return value.length <= max ? value : `${value.slice(0, max)}…`;
}

/** Writes a text in a column; gives the y below it. */
function put(
  drawing: Drawing,
  value: string,
  x: number,
  y: number,
  columnWidth: number,
  style: TextStyle = {},
): number {
  const { pdf, drawable } = drawing.paper;
  const shown = clipped(drawable(value), style.max ?? maxInHead);
  drawing.hasNoLetter ||= shown.includes(noLetter) && !value.includes(noLetter);
  pdf
    .font(style.bold ? 'semibold' : 'regular')
    .fontSize(style.size ?? size)
    .fillColor(style.quiet ? '#5b6470' : 'black')
    .text(shown, x, y, {
      width: columnWidth,
      align: style.align ?? 'left',
      lineGap,
      features: style.align === 'right' ? ['tnum', 'kern'] : ['kern'],
    });
  return pdf.y;
}

function heightOf({ paper }: Drawing, value: string, columnWidth: number, max: number): number {
  paper.pdf.font('regular').fontSize(size);
  return paper.pdf.heightOfString(clipped(paper.drawable(value), max), { width: columnWidth, lineGap });
}

function stroke({ paper, y }: Drawing, from: number): void {
  paper.pdf.moveTo(from, y).lineTo(right, y).lineWidth(0.5).stroke('#888');
}

/** A new page where what comes does not fit. */
function ensure(drawing: Drawing, height: number): boolean {
  if (drawing.y + height <= lowest) return false;
  drawing.paper.pdf.addPage();
  drawing.y = 50;
  return true;
}

function drawHead(drawing: Drawing): void {
  const { seller, buyer, isCreditNote, iban, payee } = drawing.invoice;
  const top = put(drawing, seller.names[0] ?? '', left, drawing.y, width, { bold: true, size: 18 }) + 4;
  const sellerEnd = drawParty(drawing, seller, top);
  const title = isCreditNote ? text.creditNote : text.invoice;
  let y = put(drawing, title, factsLeft, top, right - factsLeft, { bold: true, size: 15 }) + 2;
  for (const [label, value] of factsOf(drawing.invoice)) {
    const below = put(drawing, label, factsLeft, y, factsLabel, { quiet: true });
    y = Math.max(below, put(drawing, value, factsLeft + factsLabel, y, right - factsLeft - factsLabel));
  }
  y = put(drawing, text.to, left, Math.max(sellerEnd, y) + 14, 260, { quiet: true });
  y = put(drawing, buyer.names[0] ?? '', left, y, 260, { bold: true });
  y = drawParty(drawing, buyer, y);
  if (payee) y = put(drawing, `${text.payee} ${payee}`, left, y + 6, width);
  if (iban) y = put(drawing, `${text.iban} ${iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, left, y + 6, width);
  drawing.y = y + 16;
}

function drawParty(drawing: Drawing, party: XmlParty, top: number): number {
  const lines = [
    ...party.names.slice(1, 3),
    ...party.address.slice(0, 6),
    ...(party.kvk ? [`${text.kvk} ${party.kvk}`] : []),
    ...(party.vatId ? [`${text.vatId} ${party.vatId}`] : []),
  ];
  return lines.reduce((y, line) => put(drawing, line, left, y, 250), top);
}

function factsOf(invoice: XmlInvoice): [string, string][] {
  const { number, date, dueDate, paymentReference, isDirectDebit, references } = invoice;
  const [from, until] = references.period.map(shownDay);
  const facts = [
    [text.number, number],
    [text.date, shownDay(date)],
    [text.dueDate, shownDay(dueDate)],
    [text.reference, paymentReference],
    [text.payment, isDirectDebit ? text.directDebit : null],
    [text.earlier, references.invoice],
    [text.order, references.order],
    [text.buyerReference, references.buyer],
    [text.contract, references.contract],
    [text.period, from || until ? `${from ?? ''} – ${until ?? ''}` : null],
    [text.delivery, shownDay(references.delivery)],
  ] as const;
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}

function drawLines(drawing: Drawing): void {
  const { lines } = drawing.invoice;
  if (lines.length === 0) return;
  drawTableHead(drawing);
  for (const line of lines.slice(0, maxLines)) {
    const height = Math.max(heightOf(drawing, line.description, wordsWidth, maxInLine), 12);
    if (ensure(drawing, height)) drawTableHead(drawing);
    drawCells(drawing, [
      line.quantity === null ? '' : shownNumber(line.quantity, 0),
      line.unitPrice === null ? '' : shownNumber(line.unitPrice, 2),
      line.vatPercent === null ? '' : shownPercent(line.vatPercent),
      line.amountInCents === null ? '' : shownCents(line.amountInCents),
    ]);
    const end = put(drawing, line.description, left, drawing.y, wordsWidth, { max: maxInLine });
    drawing.y = Math.max(end, drawing.y + 12) + 3;
  }
  const more = lines.length - maxLines;
  if (more > 0) {
    ensure(drawing, 14);
    drawing.y = put(drawing, fill(text.more, { count: String(more) }), left, drawing.y, width) + 3;
  }
}

function drawTableHead(drawing: Drawing): void {
  const style = { bold: true } as const;
  const amount = `${text.amount} ${drawing.invoice.currency ?? ''}`.trim();
  drawCells(drawing, [text.quantity, text.price, text.rate, amount], style);
  drawing.y = put(drawing, text.description, left, drawing.y, wordsWidth, style) + 2;
  stroke(drawing, left);
  drawing.y += 5;
}

function drawCells(
  drawing: Drawing,
  values: readonly [string, string, string, string],
  style: TextStyle = {},
): void {
  const widths = [column.quantity, column.price, column.rate, column.amount];
  let x = left + wordsWidth + 8;
  values.forEach((value, index) => {
    const own = widths[index] ?? 0;
    if (value !== '') put(drawing, value, x, drawing.y, own, { ...style, align: 'right' });
    x += own;
  });
}

function drawSums(drawing: Drawing): void {
  const rows = sumsOf(drawing.invoice);
  ensure(drawing, 30 + 16 * Math.max(rows.length, drawing.invoice.taxes.length + 1));
  drawing.y += 5;
  stroke(drawing, sumsLeft);
  drawing.y += 7;
  const ratesEnd = drawRates(drawing);
  for (const [label, cents] of rows) {
    const bold = label === text.total;
    put(drawing, label, sumsLeft, drawing.y, 118, { bold, max: 60 });
    const end = drawing.paper.pdf.y;
    put(drawing, shownAmount(cents, drawing.invoice.currency), right - 95, drawing.y, 95, {
      bold,
      align: 'right',
    });
    drawing.y = Math.max(end, drawing.paper.pdf.y) + 2;
  }
  drawing.y = Math.max(drawing.y, ratesEnd) + 12;
}

function sumsOf(invoice: XmlInvoice): [string, number][] {
  const { sums, extras, totalInCents } = invoice;
  const added = extras.slice(0, maxRows).map(({ reason, amountInCents }) => {
    return [reason ?? (amountInCents < 0 ? text.discount : text.charge), amountInCents] as const;
  });
  const isOther = sums.payableInCents !== null && sums.payableInCents !== totalInCents;
  const rows = [
    ...added,
    [text.excl, invoice.exclInCents],
    [text.vat, invoice.vatInCents],
    [text.total, totalInCents],
    [text.prepaid, sums.prepaidInCents ? -sums.prepaidInCents : null],
    [text.rounding, sums.roundingInCents || null],
    [text.payable, isOther ? sums.payableInCents : null],
  ] as const;
  return rows.flatMap(([label, cents]): [string, number][] => (cents === null ? [] : [[label, cents]]));
}

/** What each rate of VAT is over, beside the sums; without a sign of currency, so that a sum is found in one place. */
function drawRates(drawing: Drawing): number {
  const taxes = drawing.invoice.taxes.slice(0, maxRows);
  if (taxes.length === 0) return drawing.y;
  const start = put(drawing, text.rates, left, drawing.y, 260, { quiet: true });
  const shown = (tax: XmlTax) => `${shownRate(tax)}${tax.reason ? ` (${tax.reason})` : ''}`;
  return taxes.reduce((y, tax) => put(drawing, shown(tax), left, y, 270, { max: 300 }), start);
}

/** VAT at a rate, as it stands on the page before its reason. */
export function shownRate({ percent, baseInCents, vatInCents }: XmlTax): string {
  const rate = percent === null ? text.noVat : shownPercent(percent);
  const base = baseInCents === null ? '' : ` ${text.over} ${shownCents(baseInCents)}`;
  const vat = vatInCents === null ? '' : `: ${shownCents(vatInCents)}`;
  return `${rate}${base}${vat}`;
}

function drawNotes(drawing: Drawing): void {
  const { notes, attachments } = drawing.invoice;
  const files = attachments.slice(0, maxRows).map(({ name }) => clipped(name ?? text.attachment, 80));
  drawBlock(drawing, text.notes, notes.slice(0, maxRows));
  drawBlock(drawing, text.attachments, files.length > 0 ? [files.join(', ')] : []);
}

function drawBlock(drawing: Drawing, label: string, paragraphs: readonly string[]): void {
  const [first] = paragraphs;
  if (first === undefined) return;
  ensure(drawing, 14 + Math.min(heightOf(drawing, first, width, maxInNotes), 200));
  drawing.y = put(drawing, label, left, drawing.y, width, { quiet: true });
  for (const paragraph of paragraphs) {
    ensure(drawing, Math.min(heightOf(drawing, paragraph, width, maxInNotes), lowest - 50));
    drawing.y = put(drawing, paragraph, left, drawing.y, width, { max: maxInNotes }) + 4;
  }
  drawing.y += 6;
}

function drawFeet(drawing: Drawing): void {
  const { pdf } = drawing.paper;
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    const style = { quiet: true, size: 8 } as const;
    if (drawing.hasNoLetter) put(drawing, text.noLetter, left, 786, width, style);
    put(drawing, text.source, left, 800, width - 80, style);
    put(drawing, `${page + 1} / ${count}`, right - 80, 800, 80, { ...style, align: 'right' });
  }
}

/** `31-12-2025`, as it stands on the drawn page. */
export function shownDay(day: string | null): string | null {
  return day === null ? null : day.split('-').toReversed().join('-');
}

/** `€ 1.234,56`, as it stands on the drawn page. */
export function shownAmount(cents: number, currency: string | null): string {
  const sign = currency === null || currency === 'EUR' ? '€' : clipped(currency, 8);
  return `${sign} ${shownCents(cents)}`;
}

function shownCents(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const units = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
  return `${cents < 0 ? '-' : ''}${units},${digits.slice(-2)}`;
}

function shownNumber(value: number, minDecimals: number): string {
  return new Intl.NumberFormat('nl-NL', {
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: 6,
  }).format(value);
}

function shownPercent(percent: number): string {
  return `${shownNumber(percent, 0)}%`;
}
