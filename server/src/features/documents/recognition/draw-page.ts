import PDFDocument from 'pdfkit';
import texts from './locales/drawn-page.json' with { type: 'json' };
import type { XmlInvoice, XmlParty } from './xml-invoice.ts';

const text = texts.nl;
const left = 50;
const right = 545;
const bottom = 770;
const mostLines = 400;
const columns = { quantity: 300, price: 345, rate: 425, amount: 465 } as const;

/** Draws what an electronic invoice says as pages that people can read: such a file has no picture of its own. */
export function drawInvoice(invoice: XmlInvoice): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margins: { top: 50, left, right: 50, bottom: 20 } });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  drawHead(pdf, invoice);
  drawLines(pdf, invoice);
  drawSums(pdf, invoice);
  pdf.end();
  return done;
}

type Pdf = InstanceType<typeof PDFDocument>;

/** The standard fonts know the letters of Western Europe; others lose their accents, or become a question mark. */
export function printable(value: string): string {
  return [...value.normalize('NFC')]
    .map((letter) => {
      if (/[\u0020-\u007e\u00a0-\u00ff€–—‘’“”„•…Œœ‚ŠšŽžŸƒ™]/u.test(letter)) return letter;
      const bare = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
      if (/\s/u.test(letter)) return ' ';
      return /^[\u0020-\u007e]+$/.test(bare) ? bare : '?';
    })
    .join('');
}

function drawHead(pdf: Pdf, invoice: XmlInvoice): void {
  const { seller, buyer } = invoice;
  pdf
    .font('Helvetica-Bold')
    .fontSize(20)
    .text(printable(seller.names[0] ?? ''), left, 50, { width: 495 });
  pdf.font('Helvetica').fontSize(9.5);
  const top = pdf.y + 4;
  drawParty(pdf, seller, left, top, true);
  const sellerEnd = pdf.y;
  pdf
    .font('Helvetica-Bold')
    .fontSize(16)
    .text(invoice.isCreditNote ? text.creditNote : text.invoice, 320, top, { width: 225 });
  pdf.font('Helvetica').fontSize(9.5);
  const facts = [
    [text.number, invoice.number],
    [text.date, shownDay(invoice.date)],
    [text.dueDate, shownDay(invoice.dueDate)],
    [text.reference, invoice.paymentReference],
  ] as const;
  let y = pdf.y + 4;
  for (const [label, value] of facts) {
    if (!value) continue;
    pdf.text(label, 320, y, { width: 90 }).text(printable(value), 415, y, { width: 130 });
    y = pdf.y + 2;
  }
  const next = Math.max(sellerEnd, y) + 18;
  pdf.fillColor('#555').text(text.to, left, next).fillColor('black');
  pdf
    .font('Helvetica-Bold')
    .text(printable(buyer.names[0] ?? ''), left, pdf.y, { width: 300 })
    .font('Helvetica');
  drawParty(pdf, buyer, left, pdf.y, false);
  if (invoice.iban)
    pdf.text(`${text.iban} ${invoice.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, left, pdf.y + 10, {
      width: 300,
    });
  pdf.moveDown(1.5);
}

function drawParty(pdf: Pdf, party: XmlParty, x: number, y: number, hasCodes: boolean): void {
  pdf.text('', x, y);
  for (const line of party.address) pdf.text(printable(line), x, pdf.y, { width: 250 });
  if (hasCodes && party.kvk) pdf.text(`${text.kvk} ${party.kvk}`, x, pdf.y, { width: 250 });
  if (hasCodes && party.vatId) pdf.text(`${text.vatId} ${printable(party.vatId)}`, x, pdf.y, { width: 250 });
}

function drawLines(pdf: Pdf, { lines, currency }: XmlInvoice): void {
  drawTableHead(pdf);
  for (const line of lines.slice(0, mostLines)) {
    const description = printable(line.description).slice(0, 300);
    const height = Math.max(pdf.heightOfString(description, { width: 240 }), 12);
    if (pdf.y + height > bottom) {
      pdf.addPage();
      drawTableHead(pdf);
    }
    const { y } = pdf;
    pdf.text(description, left, y, { width: 240 });
    const end = pdf.y;
    const cell = (value: string, x: number, width: number): void => {
      if (value !== '') pdf.text(value, x, y, { width, align: 'right', lineBreak: false });
    };
    cell(line.quantity === null ? '' : String(line.quantity).replace('.', ','), columns.quantity - 10, 45);
    cell(
      line.unitPriceInCents === null ? '' : shownAmount(line.unitPriceInCents, currency),
      columns.price,
      75,
    );
    cell(line.vatPercent === null ? '' : `${String(line.vatPercent).replace('.', ',')}%`, columns.rate, 35);
    cell(
      line.amountInCents === null ? '' : shownAmount(line.amountInCents, currency),
      columns.amount,
      right - columns.amount,
    );
    pdf.text('', left, Math.max(end, y + 12) + 3);
  }
}

function drawTableHead(pdf: Pdf): void {
  const { y } = pdf;
  pdf.font('Helvetica-Bold');
  pdf.text(text.description, left, y, { width: 200, lineBreak: false });
  pdf.text(text.quantity, columns.quantity - 10, y, { width: 45, align: 'right', lineBreak: false });
  pdf.text(text.price, columns.price, y, { width: 75, align: 'right', lineBreak: false });
  pdf.text(text.rate, columns.rate, y, { width: 35, align: 'right', lineBreak: false });
  pdf.text(text.amount, columns.amount, y, {
    width: right - columns.amount,
    align: 'right',
    lineBreak: false,
  });
  pdf.font('Helvetica');
  pdf
    .moveTo(left, y + 14)
    .lineTo(right, y + 14)
    .lineWidth(0.5)
    .stroke('#888');
  pdf.text('', left, y + 20);
}

function drawSums(pdf: Pdf, invoice: XmlInvoice): void {
  if (pdf.y > bottom - 90) pdf.addPage();
  pdf
    .moveTo(columns.price, pdf.y + 4)
    .lineTo(right, pdf.y + 4)
    .lineWidth(0.5)
    .stroke('#888');
  let y = pdf.y + 12;
  const isOther = invoice.sums.payableInCents !== null && invoice.sums.payableInCents !== invoice.totalInCents;
  const rows = [
    [text.excl, invoice.exclInCents],
    [text.vat, invoice.vatInCents],
    [text.total, invoice.totalInCents],
    [text.payable, isOther ? invoice.sums.payableInCents : null],
  ] as const;
  for (const [label, cents] of rows) {
    if (cents === null) continue;
    pdf.font(label === text.total ? 'Helvetica-Bold' : 'Helvetica');
    pdf.text(label, columns.price - 40, y, { width: 140 });
    pdf.text(shownAmount(cents, invoice.currency), columns.rate, y, {
      width: right - columns.rate,
      align: 'right',
    });
    y += 16;
  }
  pdf
    .font('Helvetica')
    .fontSize(8)
    .fillColor('#777')
    .text(text.source, left, 790, { width: 495, align: 'center', lineBreak: false });
}

/** `31-12-2025`, as it stands on the drawn page. */
export function shownDay(day: string | null): string | null {
  return day === null ? null : day.split('-').toReversed().join('-');
}

/** `€ 1.234,56`, as it stands on the drawn page. */
export function shownAmount(cents: number, currency: string | null): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const units = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
  const sign = currency === null || currency === 'EUR' ? '€' : printable(currency);
  return `${sign} ${cents < 0 ? '-' : ''}${units},${digits.slice(-2)}`;
}
