import { formatDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import type { Language } from '#contract/problem.ts';
import type { VatKind } from '#contract/workorders/vat.ts';
import { a4 } from '#server/platform/pdf/paper.ts';
import { amountFeatures, edge, ink, openPen, type Pen, type Style } from '#server/platform/pdf/pen.ts';
import { fill } from '#contract/texts.ts';
import { type OfferTexts, offerTexts } from './offer-texts.ts';
import { choicesOf, discountLabel, type OfferRates, totalsOf, vatLabel, vatNoteOf } from './offers.rules.ts';

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
  readonly vat: VatKind;
  readonly vatRate: number | null;
  readonly isOptional: boolean;
  readonly choice: number | null;
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
  readonly discountRate: number;
  readonly lines: readonly OfferedLine[];
  readonly isConcept: boolean;
  readonly now: Date;
}

const { left, right, width } = edge;
const amountWidth = 90;
const bottom = 84;
const maxHeight = a4.height - bottom - 64;

/** A pen that writes lines and their sums. */
export interface LinePen extends Pen {
  readonly language: Language;
  readonly texts: OfferTexts;
  /** The VAT of a line; empty where it needs no words. */
  readonly vatNote: (line: Pick<OfferedLine, 'vat' | 'vatRate'>) => string;
}

interface OfferPen extends LinePen {
  readonly draft: OfferDraft;
}

/** The offer as a PDF with the letterhead of the company: real text, embedded fonts. */
export async function drawOffer(draft: OfferDraft): Promise<Buffer> {
  const texts = offerTexts(draft.language);
  const name = fill(texts.title, { number: draft.number });
  const title = draft.isConcept ? `${name} – ${texts.concept}` : name;
  const author = draft.letterhead.name;
  const about = { title, author, language: draft.language, at: draft.now };
  const pen = Object.assign(await openPen(about, { bottom, features: ['kern'], keepsLines: true }), {
    draft,
    language: draft.language,
    texts,
    vatNote: vatNoteOf(draft.lines, draft.vatRate, draft.language),
  });
  drawLetterhead(pen);
  drawRecipient(pen);
  drawHead(pen, title);
  drawLines(pen);
  drawChoices(pen);
  drawTotals(pen);
  drawOptions(pen);
  drawClosing(pen);
  return pen.finish((page, pages) => completePage(pen, page, pages));
}

function drawLetterhead(pen: OfferPen): void {
  const { logo, name, street, zipCode, city, phone, email, website } = pen.draft.letterhead;
  if (logo) pen.image(logo, name, left, 48, { fit: [190, 56], valign: 'center' });
  else pen.write(name, left, 56, 260, { size: 17, bold: true });
  const x = right - 190;
  const top = pen.write(name, x, 50, 190, { size: 9, bold: true, align: 'right' });
  const details = [street, `${zipCode}  ${city}`.trim(), phone, email, website];
  pen.writeAll(details, x, top, 190, { size: 8.5, color: ink.quiet, align: 'right' });
}

function drawRecipient(pen: OfferPen): void {
  const { name, contact, street, zipCode, city } = pen.draft.recipient;
  const attention = contact === '' ? '' : fill(pen.texts.attention, { name: contact });
  const top = pen.writeAll([name], left, 148, 260, { size: 10, bold: true });
  const address = [attention, street, `${zipCode}  ${city}`.trim()];
  pen.y = Math.max(pen.writeAll(address, left, top, 260, { size: 10 }) + 28, 236);
}

function drawHead(pen: OfferPen, title: string): void {
  const { draft, texts } = pen;
  pen.y = pen.write(title, left, pen.y, width, { size: 20, bold: true, tag: 'H1' }) + 12;
  const facts: readonly (readonly [string, string, number])[] = [
    [texts.date, formatDay(draft.date), 80],
    [texts.validUntil, formatDay(draft.validUntil), 100],
    [texts.reference, draft.reference, 180],
    [texts.contact, draft.sender, width - 360],
  ];
  let x = left;
  let below = pen.y;
  for (const [label, value, column] of facts) {
    const y = pen.write(label, x, pen.y, column - 12, { size: 8, color: ink.quiet });
    // A reference may have a thousand characters; the portal shows all of it.
    const shown = value.length > 160 ? `${value.slice(0, 159)}…` : value;
    below = Math.max(below, pen.write(shown, x, y + 1, column - 12, { size: 9 }));
    x += column;
  }
  pen.y = below + 18;
  const introduction = draft.introduction === '' ? texts.introduction : draft.introduction;
  pen.y = paragraphs(pen, introduction, {}) + 16;
}

/** Writes paragraphs over as many pages as needed; gives the y below them. */
function paragraphs(pen: OfferPen, text: string, style: Style): number {
  for (const paragraph of text.split('\n')) {
    const height = pen.heightOf(paragraph === '' ? ' ' : paragraph, width, style);
    pen.reserve(Math.min(height, maxHeight));
    pen.y = paragraph === '' ? pen.y + height : pen.write(paragraph, left, pen.y, width, style);
  }
  return pen.y;
}

function drawLines(pen: OfferPen): void {
  const lines = pen.draft.lines.filter(({ isOptional, choice }) => !isOptional && choice === null);
  if (lines.length > 0) drawTable(pen, lines);
}

function drawChoices(pen: OfferPen): void {
  for (const [, lines] of choicesOf(pen.draft.lines)) {
    pen.y += 8;
    drawPart(pen, pen.texts.choiceTitle, pen.texts.choiceNote, lines);
  }
}

/** Lines that the customer decides on, below their heading. */
function drawPart(pen: OfferPen, title: string, note: string, lines: readonly OfferedLine[]): void {
  pen.reserve(110);
  pen.y = pen.write(title, left, pen.y, width, { size: 12, bold: true, tag: 'H2' }) + 2;
  pen.y = pen.write(note, left, pen.y, width, { size: 8.5, color: ink.quiet }) + 8;
  drawTable(pen, lines);
}

/** Lines below their head, which every page of them has. */
export function drawTable(pen: LinePen, lines: readonly OfferedLine[]): void {
  pen.reserve(48);
  pen.table(
    () => drawTableHead(pen),
    () => lines.forEach((line) => drawLine(pen, line)),
  );
}

function drawTableHead(pen: LinePen): void {
  const { description, amount } = pen.texts;
  const style = { size: 8, color: ink.quiet, tag: 'TH' } as const;
  const below = pen.write(description, left, pen.y, width - amountWidth, style);
  pen.write(amount, right - amountWidth, pen.y, amountWidth, { ...style, align: 'right' });
  pen.y = below + 3;
  pen.line(ink.text);
  pen.y += 7;
}

function drawLine(pen: LinePen, line: OfferedLine): void {
  const column = width - amountWidth - 12;
  const specification = [line.specification, pen.vatNote(line)].filter(Boolean).join(' · ');
  const quiet = { size: 8.5, color: ink.quiet };
  const height =
    pen.heightOf(line.description, column, { bold: true }) +
    (specification === '' ? 0 : pen.heightOf(specification, column, quiet)) +
    12;
  pen.reserve(Math.min(height, maxHeight));
  const amount = formatMoney(line.salesAmount, 'EUR', pen.language);
  pen.group('TR', () => {
    const { y } = pen;
    pen.group('TD', () => {
      pen.y = pen.write(line.description, left, y, column, { bold: true });
      if (specification !== '') pen.y = pen.write(specification, left, pen.y + 1, column, quiet);
    });
    pen.write(amount, right - amountWidth, y, amountWidth, { align: 'right', features: amountFeatures });
  });
  pen.y += 5;
  pen.line(ink.line);
  pen.y += 7;
}

function drawTotals(pen: OfferPen): void {
  const { draft } = pen;
  const lines = draft.lines.map((line) => ({ ...line, isAccepted: null }));
  drawAmounts(pen, totalsOf(lines, draft), draft);
}

/** The sums below lines. */
export function drawAmounts(
  pen: LinePen,
  sums: ReturnType<typeof totalsOf>,
  rates: Pick<OfferRates, 'discountRate'>,
): void {
  const { language, texts } = pen;
  const money = (cents: number) => formatMoney(cents, 'EUR', language);
  const discounted: readonly (readonly [string, string, boolean])[] =
    sums.discountAmount === 0
      ? []
      : [
          [texts.beforeDiscount, money(sums.totalAmount + sums.discountAmount), false],
          [discountLabel(rates, language), money(-sums.discountAmount), false],
        ];
  const rows: readonly (readonly [string, string, boolean])[] = [
    ...discounted,
    [texts.subtotal, money(sums.totalAmount), false],
    ...sums.vat.map(
      (kind) => [vatLabel(kind, sums.vat.length === 1, language), money(kind.vatAmount), false] as const,
    ),
    [texts.total, money(sums.totalInclVatAmount), true],
  ];
  pen.reserve(48 + 16 * (discounted.length + sums.vat.length));
  for (const [label, amount, bold] of rows) {
    pen.write(label, right - 260, pen.y, 260 - amountWidth, { bold });
    const style: Style = { bold, align: 'right', features: amountFeatures };
    pen.y = pen.write(amount, right - amountWidth, pen.y, amountWidth, style) + 3;
  }
  pen.y += 14;
}

function drawOptions(pen: OfferPen): void {
  const options = pen.draft.lines.filter(({ isOptional }) => isOptional);
  if (options.length === 0) return;
  drawPart(pen, pen.texts.optionalTitle, pen.texts.optionalNote, options);
  pen.y += 10;
}

function drawClosing(pen: OfferPen): void {
  const { draft, texts } = pen;
  pen.y = paragraphs(pen, fill(texts.closing, { day: formatDay(draft.validUntil) }), {}) + 14;
  if (draft.terms === '') return;
  pen.reserve(48);
  pen.y = pen.write(texts.terms, left, pen.y, width, { size: 9, bold: true, tag: 'H2' }) + 2;
  pen.y = paragraphs(pen, draft.terms, { size: 8.5, color: ink.quiet });
}

/** The parts of every page: the footer, and the watermark of a concept. */
function completePage(pen: OfferPen, page: number, pages: number): void {
  const { draft, texts, pdf } = pen;
  const { kvkNumber, vatId, iban, name } = draft.letterhead;
  const parts = [
    name,
    kvkNumber && fill(texts.kvk, { number: kvkNumber }),
    vatId && fill(texts.vatId, { number: vatId }),
    iban && fill(texts.iban, { number: iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0') }),
  ];
  pen.writeFooter(parts.filter(Boolean).join('   ·   '), fill(texts.page, { page, pages }));
  if (!draft.isConcept) return;
  pdf.save().rotate(-35, { origin: [a4.width / 2, a4.height / 2] });
  pdf.font('semibold').fontSize(96).fillColor('#15181e', 0.06);
  pdf.text(texts.concept, 0, a4.height / 2 - 60, { width: a4.width, align: 'center' });
  pdf.restore();
}
