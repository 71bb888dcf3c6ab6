import type { CarpetLine } from '#contract/carpetline/line.ts';
import { formatDay } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { a4, openPaper } from '#server/platform/pdf/paper.ts';
import en from '../locales/paper.en.json' with { type: 'json' };
import nl from '../locales/paper.nl.json' with { type: 'json' };
import type { StoredOrder } from './orders.repository.ts';

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** The PDFs of an order: what was ordered, and what goes with the finished product. */
export const paperKinds = ['confirmation', 'packing-slip'] as const;
/** One of the PDFs of an order. */
export type PaperKind = (typeof paperKinds)[number];

/** The contents of a PDF. */
export interface PaperDraft {
  readonly kind: PaperKind;
  readonly language: Language;
  readonly company: { readonly name: string; /** A PNG or JPEG. */ readonly logo: Buffer | null };
  readonly order: StoredOrder;
  readonly lines: readonly Omit<CarpetLine, 'discontinued'>[];
  readonly now: Date;
}

const left = 56;
const width = a4.width - 112;
const lowest = a4.height - 90;
const ink = '#15181e';
const quiet = '#5b6470';
const rule = '#d5dae1';
const columns = { line: 40, carpet: 210, finish: 180, quantity: width - 430 } as const;

interface Pen {
  readonly pdf: PDFKit.PDFDocument;
  y: number;
}

interface Style {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
}

/** Renders a PDF with every line and its sizes: real text, embedded fonts. */
export async function drawPaper(draft: PaperDraft): Promise<Buffer> {
  const t = texts[draft.language];
  const title = fill(t[draft.kind], { number: draft.order.number });
  const paper = await openPaper({
    title,
    author: draft.company.name,
    language: draft.language,
    at: draft.now,
  });
  const pen: Pen = { pdf: paper.pdf, y: 52 };
  drawHead(pen, draft, title);
  drawFacts(pen, draft);
  if (draft.kind === 'confirmation') pen.y = write(pen, t.thanks, left, pen.y, width) + 16;
  drawTableHead(pen, t);
  for (const line of draft.lines) drawLine(pen, t, line);
  if (draft.order.note !== '') {
    reserve(pen, 60);
    pen.y = write(pen, t.note, left, pen.y + 8, width, { size: 8, color: quiet });
    for (const paragraph of draft.order.note.split('\n')) {
      reserve(pen, 30);
      pen.y = write(pen, paragraph || ' ', left, pen.y, width);
    }
  }
  if (draft.kind === 'packing-slip') drawReceipt(pen, t);
  const { count } = pen.pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pen.pdf.switchToPage(page);
    const words = `${draft.company.name}   ·   ${fill(t.page, { page: page + 1, pages: count })}`;
    write(pen, words, left, a4.height - 52, width, { size: 7.5, color: quiet });
  }
  return paper.finish();
}

// User input: lone surrogates and control characters would be drawn as boxes.
function write(
  { pdf }: Pen,
  text: string,
  x: number,
  y: number,
  columnWidth: number,
  { size = 9.5, bold = false, color = ink }: Style = {},
): number {
  pdf
    .font(bold ? 'semibold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  pdf.text(text.toWellFormed().replaceAll(/\p{Cc}/gu, ' '), x, y, {
    width: columnWidth,
    lineGap: size * 0.25,
  });
  return pdf.y;
}

/** Starts a new page if this height does not fit on the current one. */
function reserve(pen: Pen, height: number): void {
  if (pen.y + height <= lowest) return;
  pen.pdf.addPage();
  pen.y = 64;
}

function drawHead(pen: Pen, { company, order }: PaperDraft, title: string): void {
  if (company.logo) pen.pdf.image(company.logo, left, 44, { fit: [190, 52], valign: 'center' });
  else write(pen, company.name, left, 54, 300, { size: 17, bold: true });
  pen.y = 122;
  if (order.customerRelation)
    pen.y = write(pen, order.customerRelation.name, left, pen.y, width, { size: 11, bold: true }) + 4;
  pen.y = write(pen, title, left, pen.y + 10, width, { size: 20, bold: true }) + 14;
}

function drawFacts(pen: Pen, { order, language }: PaperDraft): void {
  const t = texts[language];
  const facts: readonly (readonly [string, string])[] = [
    [t.orderDate, formatDay(order.orderDate)],
    [t.receivedDate, order.receivedDate === null ? '–' : formatDay(order.receivedDate)],
    [t.deliveryDate, order.deliveryDate === null ? t.notYetKnown : formatDay(order.deliveryDate)],
    [t.reference, order.reference || '–'],
    [t.deliveredBy, order.deliveredBy],
    [t.transport, t.transports[order.transportFinishedProduct] ?? ''],
    [t.orderedBy, order.orderedBy.fullName],
  ];
  const column = width / 3;
  for (let at = 0; at < facts.length; at += 3) {
    let below = pen.y;
    for (const [index, [label, value]] of facts.slice(at, at + 3).entries()) {
      const x = left + index * column;
      const y = write(pen, label, x, pen.y, column - 12, { size: 8, color: quiet });
      below = Math.max(
        below,
        write(pen, value.length > 160 ? `${value.slice(0, 159)}…` : value, x, y, column - 12),
      );
    }
    pen.y = below + 8;
  }
  pen.y += 8;
}

function drawTableHead(pen: Pen, t: typeof nl): void {
  reserve(pen, 48);
  const { y } = pen;
  let x = left;
  for (const name of ['line', 'carpet', 'finish', 'quantity'] as const) {
    const column = columns[name];
    pen.y = write(pen, t[name], x, y, column - 10, { size: 8, color: quiet });
    x += column;
  }
  pen.pdf
    .moveTo(left, pen.y + 3)
    .lineTo(left + width, pen.y + 3)
    .lineWidth(0.6)
    .stroke(ink);
  pen.y += 10;
}

function drawLine(pen: Pen, t: typeof nl, line: PaperDraft['lines'][number]): void {
  reserve(pen, 64);
  const { y } = pen;
  const carpetX = left + columns.line;
  const finishX = carpetX + columns.carpet;
  write(pen, String(line.lineNumber), left, y, columns.line);
  let below = write(pen, line.qualityName, carpetX, y, columns.carpet - 12, { bold: true });
  below = write(pen, measuresOf(t, line), carpetX, below, columns.carpet - 12, { size: 9, color: quiet });
  const finish = [
    line.semiFinishDescription,
    [line.articleNumber, line.articleDescription].join(' ').trim(),
    line.colorDescription,
  ];
  const finishBelow = write(
    pen,
    finish.filter((part) => part !== '').join('\u2002·\u2002'),
    finishX,
    y,
    columns.finish - 12,
  );
  write(pen, String(line.quantity), finishX + columns.finish, y, columns.quantity);
  pen.y = Math.max(below, finishBelow) + 5;
  pen.pdf
    .moveTo(left, pen.y)
    .lineTo(left + width, pen.y)
    .lineWidth(0.6)
    .stroke(rule);
  pen.y += 7;
}

/** The shape of a line with its sizes in whole centimetres. */
function measuresOf(
  t: typeof nl,
  { shape, length, width: across, diameter, attachment }: PaperDraft['lines'][number],
): string {
  const sizes =
    diameter === null ? [length, across].filter((size) => size !== null).join(' × ') : `⌀ ${diameter}`;
  const drawing = attachment && fill(t.byDrawing, { name: attachment.name });
  return [t.shapes[shape], sizes && `${sizes} cm`, drawing].filter(Boolean).join(', ');
}

function drawReceipt(pen: Pen, t: typeof nl): void {
  reserve(pen, 90);
  pen.y = write(pen, t.received, left, pen.y + 20, width, { bold: true }) + 36;
  pen.pdf
    .moveTo(left, pen.y)
    .lineTo(left + 240, pen.y)
    .lineWidth(0.6)
    .stroke(ink);
  write(pen, t.signature, left, pen.y + 4, 240, { size: 8, color: quiet });
}
