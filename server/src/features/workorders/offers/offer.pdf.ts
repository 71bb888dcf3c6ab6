import { formatDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import { a4, openPaper } from '#server/platform/pdf/paper.ts';
import { fill } from '#contract/texts.ts';
import { type OfferTexts, offerTexts } from './offer-texts.ts';
import { percentageOf, totalsOf } from './offers.rules.ts';

/** The letterhead of the company that makes the offer. */
export interface Letterhead {
  readonly name: string;
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly kvkNumber: string;
  readonly vatId: string;
  readonly iban: string;
  /** A PNG or JPEG. */
  readonly logo: Buffer | null;
}

/** A line as it is offered. */
export interface OfferedLine {
  readonly description: string;
  readonly specification: string;
  readonly salesAmount: number;
  readonly isOptional: boolean;
}

/** Everything that stands on an offer. */
export interface OfferDraft {
  readonly letterhead: Letterhead;
  readonly language: Language;
  /** `2026-12-1`. */
  readonly number: string;
  readonly date: string;
  readonly validUntil: string;
  readonly reference: string;
  readonly sender: string;
  readonly recipient: {
    readonly name: string;
    readonly contact: string;
    readonly street: string;
    readonly zipCode: string;
    readonly city: string;
  };
  readonly introduction: string;
  readonly terms: string;
  readonly vatRate: number;
  readonly lines: readonly OfferedLine[];
  readonly isConcept: boolean;
  readonly now: Date;
}

const left = 56;
const right = a4.width - 56;
const width = right - left;
const amountWidth = 90;
const bottom = a4.height - 84;
const ink = '#15181e';
const quiet = '#5b6470';
const rule = '#d5dae1';

interface Pen {
  readonly pdf: PDFKit.PDFDocument;
  readonly draft: OfferDraft;
  readonly texts: OfferTexts;
  y: number;
}

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
  /** Digits of equal width, so that amounts align; in dates and numbers they would leave gaps. */
  readonly isAmount?: boolean;
}

/** The offer as a PDF with the letterhead of the company: real text, embedded fonts. */
export async function drawOffer(draft: OfferDraft): Promise<Buffer> {
  const texts = offerTexts(draft.language);
  const name = fill(texts.title, { number: draft.number });
  const title = draft.isConcept ? `${name} – ${texts.concept}` : name;
  const author = draft.letterhead.name;
  const paper = await openPaper({ title, author, language: draft.language, at: draft.now });
  const pen: Pen = { pdf: paper.pdf, draft, texts, y: 56 };
  drawLetterhead(pen);
  drawRecipient(pen);
  drawHead(pen, title);
  drawLines(pen);
  drawTotals(pen);
  drawOptions(pen);
  drawClosing(pen);
  const { count } = pen.pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) drawFrame(pen, page, count);
  return paper.finish();
}

// User input: lone surrogates and control characters would be drawn as boxes.
function clean(text: string): string {
  return text.toWellFormed().replaceAll(/[^\P{Cc}\n]/gu, ' ');
}

/** Writes a text in a column; gives the y below it. */
function write(pen: Pen, text: string, x: number, y: number, columnWidth: number, style: Style = {}): number {
  const { size = 9.5, bold = false, color = ink, align = 'left', isAmount = false } = style;
  pen.pdf
    .font(bold ? 'semibold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  const features: PDFKit.Mixins.OpenTypeFeatures[] = isAmount ? ['tnum', 'kern'] : ['kern'];
  pen.pdf.text(clean(text), x, y, { width: columnWidth, align, lineGap: size * 0.25, features });
  return pen.pdf.y;
}

function heightOf(
  pen: Pen,
  text: string,
  columnWidth: number,
  { size = 9.5, bold = false }: Style = {},
): number {
  pen.pdf.font(bold ? 'semibold' : 'regular').fontSize(size);
  return pen.pdf.heightOfString(clean(text), { width: columnWidth, lineGap: size * 0.25 });
}

/** Starts a new page if this height does not fit on the current one. */
function reserve(pen: Pen, height: number): void {
  if (pen.y + height <= bottom) return;
  pen.pdf.addPage();
  pen.y = 64;
}

function drawLetterhead(pen: Pen): void {
  const { letterhead } = pen.draft;
  if (letterhead.logo) pen.pdf.image(letterhead.logo, left, 48, { fit: [190, 56], valign: 'center' });
  else write(pen, letterhead.name, left, 56, 260, { size: 17, bold: true });
  const x = right - 190;
  let y = write(pen, letterhead.name, x, 50, 190, { size: 9, bold: true, align: 'right' });
  const town = `${letterhead.zipCode}  ${letterhead.city}`.trim();
  for (const text of [letterhead.street, town, letterhead.phone, letterhead.email, letterhead.website]) {
    if (text !== '') y = write(pen, text, x, y, 190, { size: 8.5, color: quiet, align: 'right' });
  }
}

function drawRecipient(pen: Pen): void {
  const { recipient } = pen.draft;
  const contact = recipient.contact === '' ? '' : fill(pen.texts.attention, { name: recipient.contact });
  const town = `${recipient.zipCode}  ${recipient.city}`.trim();
  let y = 148;
  for (const text of [recipient.name, contact, recipient.street, town]) {
    if (text !== '') y = write(pen, text, left, y, 260, { size: 10, bold: text === recipient.name });
  }
  pen.y = Math.max(y + 28, 236);
}

function drawHead(pen: Pen, title: string): void {
  const { draft, texts } = pen;
  pen.y = write(pen, title, left, pen.y, width, { size: 20, bold: true }) + 12;
  const facts: readonly (readonly [string, string, number])[] = [
    [texts.date, formatDay(draft.date), 80],
    [texts.validUntil, formatDay(draft.validUntil), 100],
    [texts.reference, draft.reference, 180],
    [texts.contact, draft.sender, width - 360],
  ];
  let x = left;
  let below = pen.y;
  for (const [label, value, column] of facts) {
    const y = write(pen, label, x, pen.y, column - 12, { size: 8, color: quiet });
    // A reference may have a thousand characters; the portal shows all of it.
    const shown = value.length > 160 ? `${value.slice(0, 159)}…` : value;
    below = Math.max(below, write(pen, shown, x, y + 1, column - 12, { size: 9 }));
    x += column;
  }
  pen.y = below + 18;
  const introduction = draft.introduction === '' ? texts.introduction : draft.introduction;
  pen.y = paragraphs(pen, introduction, {}) + 16;
}

/** Writes paragraphs over as many pages as needed; gives the y below them. */
function paragraphs(pen: Pen, text: string, style: Style): number {
  for (const paragraph of text.split('\n')) {
    const height = heightOf(pen, paragraph === '' ? ' ' : paragraph, width, style);
    reserve(pen, Math.min(height, bottom - 64));
    pen.y = paragraph === '' ? pen.y + height : write(pen, paragraph, left, pen.y, width, style);
  }
  return pen.y;
}

function drawLines(pen: Pen): void {
  drawTableHead(pen);
  for (const line of pen.draft.lines) if (!line.isOptional) drawLine(pen, line);
}

function drawTableHead(pen: Pen): void {
  reserve(pen, 48);
  const { description, amount } = pen.texts;
  write(pen, amount, right - amountWidth, pen.y, amountWidth, { size: 8, color: quiet, align: 'right' });
  pen.y = write(pen, description, left, pen.y, width - amountWidth, { size: 8, color: quiet }) + 3;
  drawRule(pen, ink);
  pen.y += 7;
}

function drawRule({ pdf, y }: Pen, color: string): void {
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(color);
}

function drawLine(pen: Pen, line: OfferedLine): void {
  const column = width - amountWidth - 12;
  const specification = { size: 8.5, color: quiet };
  const height =
    heightOf(pen, line.description, column, { bold: true }) +
    (line.specification === '' ? 0 : heightOf(pen, line.specification, column, specification)) +
    12;
  reserve(pen, Math.min(height, bottom - 64));
  const amount = formatMoney(line.salesAmount, 'EUR', pen.draft.language);
  write(pen, amount, right - amountWidth, pen.y, amountWidth, { align: 'right', isAmount: true });
  pen.y = write(pen, line.description, left, pen.y, column, { bold: true });
  if (line.specification !== '')
    pen.y = write(pen, line.specification, left, pen.y + 1, column, specification);
  pen.y += 5;
  drawRule(pen, rule);
  pen.y += 7;
}

function drawTotals(pen: Pen): void {
  const { draft, texts } = pen;
  const sums = totalsOf(
    draft.lines.map((line) => ({ ...line, isAccepted: null })),
    draft.vatRate,
  );
  const money = (cents: number) => formatMoney(cents, 'EUR', draft.language);
  const rows: readonly (readonly [string, string, boolean])[] = [
    [texts.subtotal, money(sums.totalAmount), false],
    [
      fill(texts.vat, { percentage: percentageOf(draft.vatRate, draft.language) }),
      money(sums.vatAmount),
      false,
    ],
    [texts.total, money(sums.totalInclVatAmount), true],
  ];
  reserve(pen, 64);
  for (const [label, amount, bold] of rows) {
    write(pen, label, right - 260, pen.y, 160, { bold });
    const style: Style = { bold, align: 'right', isAmount: true };
    pen.y = write(pen, amount, right - amountWidth, pen.y, amountWidth, style) + 3;
  }
  pen.y += 14;
}

function drawOptions(pen: Pen): void {
  const options = pen.draft.lines.filter(({ isOptional }) => isOptional);
  if (options.length === 0) return;
  reserve(pen, 110);
  pen.y = write(pen, pen.texts.optionalTitle, left, pen.y, width, { size: 12, bold: true }) + 2;
  pen.y = write(pen, pen.texts.optionalNote, left, pen.y, width, { size: 8.5, color: quiet }) + 8;
  drawTableHead(pen);
  for (const line of options) drawLine(pen, line);
  pen.y += 10;
}

function drawClosing(pen: Pen): void {
  const { draft, texts } = pen;
  pen.y = paragraphs(pen, fill(texts.closing, { day: formatDay(draft.validUntil) }), {}) + 14;
  if (draft.terms === '') return;
  reserve(pen, 48);
  pen.y = write(pen, texts.terms, left, pen.y, width, { size: 9, bold: true }) + 2;
  pen.y = paragraphs(pen, draft.terms, { size: 8.5, color: quiet });
}

/** The parts of every page: the footer, and the watermark of a concept. */
function drawFrame(pen: Pen, page: number, pages: number): void {
  const { draft, texts, pdf } = pen;
  pdf.switchToPage(page);
  const { kvkNumber, vatId, iban, name } = draft.letterhead;
  const parts = [
    name,
    kvkNumber && fill(texts.kvk, { number: kvkNumber }),
    vatId && fill(texts.vatId, { number: vatId }),
    iban && fill(texts.iban, { number: iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0') }),
  ];
  const y = a4.height - 62;
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(rule);
  const style = { size: 7.5, color: quiet } as const;
  write(pen, parts.filter(Boolean).join('   ·   '), left, y + 9, width - 90, style);
  const number = fill(texts.page, { page: page + 1, pages });
  write(pen, number, right - 90, y + 9, 90, { ...style, align: 'right' });
  if (!draft.isConcept) return;
  pdf.save().rotate(-35, { origin: [a4.width / 2, a4.height / 2] });
  pdf.font('semibold').fontSize(96).fillColor('#15181e', 0.06);
  pdf.text(texts.concept, 0, a4.height / 2 - 60, { width: a4.width, align: 'center' });
  pdf.restore();
}
