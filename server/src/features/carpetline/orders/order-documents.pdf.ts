import type { CarpetLine } from '#contract/carpetline/line.ts';
import { formatDay } from '#contract/dates.ts';
import type { Language } from '#contract/problem.ts';
import { fill } from '#contract/texts.ts';
import { a4 } from '#server/platform/pdf/paper.ts';
import { edge, ink, openPen, type Pen } from '#server/platform/pdf/pen.ts';
import en from '../locales/order-documents.en.json' with { type: 'json' };
import nl from '../locales/order-documents.nl.json' with { type: 'json' };
import type { StoredOrder } from './orders.repository.ts';

const texts: Readonly<Record<Language, typeof nl>> = { nl, en };

/** The PDFs of an order: what was ordered, and what goes with the finished product. */
export const documentKinds = ['confirmation', 'packing-slip'] as const;
/** One of the PDFs of an order. */
export type DocumentKind = (typeof documentKinds)[number];

/** The name of the file of a PDF: `Pakbon 1042.pdf`. */
export function documentName(kind: DocumentKind, number: number, language: Language): string {
  return `${fill(texts[language][kind], { number })}.pdf`;
}

interface Address {
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  readonly phone: string;
  readonly email: string;
  readonly kvkNumber: string;
}

/** The company that finishes the carpets, as its letterhead shows it. */
export interface Sender extends Address {
  readonly name: string;
  readonly website: string;
  /** A PNG or JPEG. */
  readonly logo: Buffer | null;
}

interface Customer extends Address {
  readonly postBox: string;
  readonly country: string;
}

/** The contents of a PDF. */
interface DocumentDraft {
  readonly kind: DocumentKind;
  readonly language: Language;
  readonly sender: Sender;
  /** The address of the relation; null where it is not known any more. */
  readonly customer: Customer | null;
  readonly order: StoredOrder;
  readonly lines: readonly Omit<CarpetLine, 'discontinued'>[];
  readonly now: Date;
}

const { left, width } = edge;
const columns = { line: 40, carpet: 210, finish: 180, quantity: width - 430 } as const;

/** Renders a PDF with every line and its sizes: real text, embedded fonts. */
export async function drawDocument(draft: DocumentDraft): Promise<Buffer> {
  const t = texts[draft.language];
  const title = fill(t[draft.kind], { number: draft.order.number });
  const about = { title, author: draft.sender.name, language: draft.language, at: draft.now };
  const pen = await openPen(about, { bottom: 90 });
  drawHead(pen, draft, title);
  drawFacts(pen, draft);
  if (draft.kind === 'confirmation') pen.y = pen.write(t.thanks, left, pen.y, width) + 16;
  pen.reserve(48);
  pen.table(
    () => drawTableHead(pen, t),
    () => draft.lines.forEach((line) => drawLine(pen, t, line)),
  );
  if (draft.order.note !== '') {
    pen.reserve(60);
    pen.y = pen.write(t.note, left, pen.y + 8, width, { size: 8, color: ink.quiet });
    for (const paragraph of draft.order.note.split('\n')) {
      pen.reserve(30);
      pen.y = pen.write(paragraph || ' ', left, pen.y, width);
    }
  }
  if (draft.kind === 'packing-slip') drawReceipt(pen, t);
  return pen.finish((page, pages) => {
    const words = `${draft.sender.name}   ·   ${fill(t.page, { page, pages })}`;
    pen.write(words, left, a4.height - 52, width, { size: 7.5, color: ink.quiet });
  });
}

function drawHead(pen: Pen, { sender, customer, order, language }: DocumentDraft, title: string): void {
  const t = texts[language];
  if (sender.logo) pen.image(sender.logo, sender.name, left, 44, { fit: [190, 52], valign: 'center' });
  else pen.write(sender.name, left, 54, 260, { size: 17, bold: true });
  const x = left + width - 190;
  const from = { size: 8.5, color: ink.quiet, align: 'right' } as const;
  const top = pen.write(sender.name, x, 44, 190, { size: 9, bold: true, align: 'right' });
  const { website, ...address } = sender;
  const below = pen.writeAll([...linesOf(t, address), website], x, top, 190, from);
  pen.y = Math.max(below + 16, 122);
  if (order.customerRelation) {
    pen.y = pen.write(order.customerRelation.name, left, pen.y, 300, { size: 11, bold: true });
    const attention = fill(t.attention, { name: order.orderedBy.fullName });
    const { country } = customer ?? { country: 'NL' };
    const lines = customer
      ? linesOf(t, { ...customer, street: customer.street || customer.postBox }, country)
      : [];
    pen.y = pen.writeAll([attention, ...lines], left, pen.y, 300, { size: 9.5 }) + 6;
  }
  pen.y = pen.write(title, left, pen.y + 10, width, { size: 20, bold: true, tag: 'H1' }) + 14;
}

/** Street, place, telephone, e-mail and KvK number, as far as they are known. */
function linesOf(
  t: typeof nl,
  { street, zipCode, city, phone, email, kvkNumber }: Address,
  country = 'NL',
): readonly string[] {
  const place = `${zipCode}  ${city}`.trim();
  return [
    street,
    country === 'NL' ? place : `${place}, ${country}`,
    phone,
    email,
    kvkNumber && fill(t.kvk, { number: kvkNumber }),
  ];
}

function drawFacts(pen: Pen, { order, language }: DocumentDraft): void {
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
      const y = pen.write(label, x, pen.y, column - 12, { size: 8, color: ink.quiet });
      below = Math.max(
        below,
        pen.write(value.length > 160 ? `${value.slice(0, 159)}…` : value, x, y, column - 12),
      );
    }
    pen.y = below + 8;
  }
  pen.y += 8;
}

function drawTableHead(pen: Pen, t: typeof nl): void {
  const { y } = pen;
  let x = left;
  for (const name of ['line', 'carpet', 'finish', 'quantity'] as const) {
    const column = columns[name];
    pen.y = pen.write(t[name], x, y, column - 10, { size: 8, color: ink.quiet, tag: 'TH' });
    x += column;
  }
  pen.y += 3;
  pen.line(ink.text);
  pen.y += 7;
}

function drawLine(pen: Pen, t: typeof nl, line: DocumentDraft['lines'][number]): void {
  pen.reserve(64);
  pen.group('TR', () => drawCells(pen, t, line));
  pen.line(ink.line);
  pen.y += 7;
}

function drawCells(pen: Pen, t: typeof nl, line: DocumentDraft['lines'][number]): void {
  const { y } = pen;
  const carpetX = left + columns.line;
  const finishX = carpetX + columns.carpet;
  pen.write(String(line.lineNumber), left, y, columns.line);
  let below = y;
  pen.group('TD', () => {
    below = pen.write(line.qualityName, carpetX, y, columns.carpet - 12, { bold: true });
    const quiet = { size: 9, color: ink.quiet };
    below = pen.write(measuresOf(t, line), carpetX, below, columns.carpet - 12, quiet);
  });
  const finish = [
    line.semiFinishDescription,
    [line.articleNumber, line.articleDescription].join(' ').trim(),
    line.colorDescription,
  ];
  const finishBelow = pen.write(
    finish.filter((part) => part !== '').join('\u2002·\u2002'),
    finishX,
    y,
    columns.finish - 12,
  );
  pen.write(String(line.quantity), finishX + columns.finish, y, columns.quantity);
  pen.y = Math.max(below, finishBelow) + 5;
}

/** The shape of a line with its sizes in whole centimetres. */
function measuresOf(
  t: typeof nl,
  { shape, length, width: across, diameter, attachment }: DocumentDraft['lines'][number],
): string {
  const sizes =
    diameter === null ? [length, across].filter((size) => size !== null).join(' × ') : `⌀ ${diameter}`;
  const drawing = attachment && fill(t.byDrawing, { name: attachment.name });
  return [t.shapes[shape], sizes && `${sizes} cm`, drawing].filter(Boolean).join(', ');
}

function drawReceipt(pen: Pen, t: typeof nl): void {
  pen.reserve(90);
  pen.y = pen.write(t.received, left, pen.y + 20, width, { bold: true }) + 36;
  pen.line(ink.text, 240);
  pen.write(t.signature, left, pen.y + 4, 240, { size: 8, color: ink.quiet });
}
