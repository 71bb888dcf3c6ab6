import {
  type Drawing,
  address,
  factsOf,
  letterhead,
  margin,
  pairs,
  payment,
  registrations,
  rightEdge,
  spaced,
  sumRow,
  sums,
  table,
  tableHead,
  tableRow,
} from './parts.ts';
import { longDay } from './wording.ts';

/** Lines over several pages with carry-overs; the sums stand on the last. */
export function multiPage(drawing: Drawing): void {
  const { sheet, draft, words } = drawing;
  const { supplier, buyer, expected } = draft;
  const facts = factsOf(drawing);
  letterhead(drawing);
  address(drawing, buyer, margin, 130);
  pairs(drawing, { x: 345, y: 130 }, [facts.number, facts.date, facts.customer, facts.dueDate]);
  let y = tableHead(drawing, 220);
  let carried = 0;
  let page = 1;
  for (const line of expected.lines) {
    if (y > 740) {
      sheet.text(350, y + 6, 'Transport', { bold: true });
      sheet.text(rightEdge, y + 6, words.plain(carried), { align: 'right', bold: true });
      sheet.text(rightEdge, 810, `Pagina ${page}`, { size: 7.5, align: 'right' });
      sheet.page();
      page += 1;
      sheet.text(margin, 40, `${supplier.name} - vervolg factuur ${expected.number}`, { size: 8.5 });
      y = tableHead(drawing, 66);
      sheet.text(margin, y, 'Transport van vorige pagina');
      sheet.text(rightEdge, y, words.plain(carried), { align: 'right' });
      y += 16;
    }
    y = tableRow(drawing, line, y);
    carried += line.amountInCents;
  }
  if (y > 660) {
    sheet.page();
    y = 60;
  }
  payment(drawing, sums(drawing, y + 14) + 24);
}

/** An English invoice of a Dutch supplier. */
export function english(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected, termDays } = draft;
  const facts = factsOf(drawing);
  sheet.text(margin, 44, words.invoice, { size: 24, bold: true, color: accent });
  sheet.text(rightEdge, 48, supplier.name, { size: 12, bold: true, align: 'right' });
  sheet.text(rightEdge, 64, `${supplier.street}, ${supplier.postcode} ${supplier.city}, The Netherlands`, {
    size: 8,
    align: 'right',
  });
  sheet.text(rightEdge, 76, `${supplier.email}  ${supplier.phone}`, { size: 8, align: 'right' });
  sheet.text(margin, 110, 'Bill to', { size: 8, color: '#666' });
  address(drawing, buyer, margin, 122);
  pairs(drawing, { x: 340, y: 110 }, [facts.date, facts.number, facts.order, facts.customer, facts.dueDate]);
  const below = sums(drawing, table(drawing, 220) + 14);
  const terms = `Payment terms: ${termDays} days net. Please transfer the amount to IBAN ${spaced(supplier.iban)}, quoting ${expected.number}.`;
  sheet.text(margin, below + 26, terms, { size: 8.5, width: 480 });
  sheet.text(margin, 800, `${words.kvk} ${supplier.kvk}  |  ${words.vatId} ${supplier.vatId}`, { size: 8 });
}

/** A number in the title without any label, and a date after the place name. */
export function bareNumber(drawing: Drawing): void {
  const { sheet, draft } = drawing;
  const { supplier, buyer, expected } = draft;
  sheet.text(margin, 50, supplier.name, { size: 13, bold: true });
  address(drawing, supplier, margin, 68, false);
  address(drawing, buyer, margin, 150);
  sheet.text(margin, 230, `${supplier.city}, ${longDay(expected.date)}`);
  sheet.text(margin, 262, `FACTUUR ${expected.number}`, { size: 13, bold: true });
  payment(drawing, sums(drawing, table(drawing, 300) + 14) + 24);
  registrations(drawing, margin, 755);
}

/** Many other numbers and dates before the asked ones. */
export function decoys(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { buyer, decoys: other } = draft;
  const facts = factsOf(drawing);
  letterhead(drawing, accent);
  sheet.text(margin, 130, 'Factuuradres', { size: 8, color: '#666' });
  address(drawing, buyer, margin, 142);
  pairs(drawing, { x: 330, y: 130, gap: 125 }, [
    facts.order,
    ['Orderdatum', words.day(other.orderDate)],
    ['Pakbonnummer', other.deliveryNoteNumber],
    ['Leverdatum', words.day(other.deliveryDate)],
    ['Projectnummer', other.projectNumber],
    facts.customer,
    facts.dueDate,
    facts.number,
    facts.date,
  ]);
  sheet.text(margin, 205, words.invoice, { size: 15, bold: true });
  const subject = `Betreft: project ${other.projectNumber}, werkzaamheden t/m ${words.day(other.deliveryDate)}`;
  sheet.text(margin, 285, subject);
  payment(drawing, sums(drawing, table(drawing, 310) + 14) + 24);
}

/** A till receipt: narrow, prices with VAT included. */
export function receipt(drawing: Drawing): void {
  const { sheet, draft, words } = drawing;
  const { supplier, expected, vatParts } = draft;
  const middle = sheet.width / 2;
  const right = sheet.width - 14;
  let y = sheet.text(middle, 16, supplier.name, { bold: true, align: 'center', size: 9 });
  const { street, postcode, city, kvk, vatId } = supplier;
  for (const line of [street, `${postcode} ${city}`, `KvK ${kvk}`, `BTW ${vatId}`])
    y = sheet.text(middle, y, line, { align: 'center', size: 7.5 });
  y = sheet.text(14, y + 8, `Bonnr: ${expected.number}`, { size: 8 });
  const moment = `${words.day(expected.date)}   12:${10 + (draft.termDays % 50)}`;
  y = sheet.text(14, y, `Datum: ${moment}`, { size: 8 });
  sheet.line(14, y + 3, right, y + 3);
  y += 8;
  for (const line of expected.lines) {
    const sold = `${String(line.quantity).replace('.', ',')} x ${line.description}`;
    const gross = Math.round(line.amountInCents * (1 + line.vatPercent / 100));
    y = sheet.text(14, y, sold.slice(0, 40), { size: 7.5 });
    y = sheet.text(right, y, words.plain(gross), { align: 'right', size: 8 });
  }
  sheet.line(14, y + 2, right, y + 2);
  sheet.text(14, y + 8, 'TOTAAL', { bold: true, size: 11 });
  y = sheet.text(right, y + 8, words.money(expected.totalInCents), { bold: true, size: 11, align: 'right' });
  y = sheet.text(14, y + 2, 'PIN', { size: 8 });
  sheet.text(right, y - 10.4, words.plain(expected.totalInCents), { size: 8, align: 'right' });
  sheet.text(14, y + 6, 'BTW', { size: 7.5 });
  sheet.text(right - 62, y + 6, 'Excl.', { size: 7.5, align: 'right' });
  sheet.text(right, y + 6, 'Btw', { size: 7.5, align: 'right' });
  for (const part of vatParts) {
    y += 11;
    sheet.text(14, y + 6, `${part.percent}%`, { size: 7.5 });
    sheet.text(right - 62, y + 6, words.plain(part.exclInCents), { size: 7.5, align: 'right' });
    sheet.text(right, y + 6, words.plain(part.vatInCents), { size: 7.5, align: 'right' });
  }
  y = sheet.text(14, y + 24, `IBAN ${spaced(supplier.iban)}`, { size: 7.5 });
  sheet.text(middle, y + 6, 'Bedankt en tot ziens!', { size: 8, align: 'center' });
}

/** A brand on top; who sends it stands only in the small print below. */
export function footerBlock(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer } = draft;
  const facts = factsOf(drawing);
  const brand =
    supplier.name
      .replace(/ (?:B\.V\.|N\.V\.|V\.O\.F\.|U\.A\.)$/, '')
      .split(' ')
      .slice(-1)[0] ?? '';
  sheet.fill(margin, 40, 34, 34, accent);
  sheet.text(margin + 44, 46, brand.toLowerCase(), { size: 20, bold: true, color: accent });
  address(drawing, buyer, 340, 120);
  sheet.text(margin, 200, `${words.invoice} voor ${buyer.name}`, { size: 12, bold: true });
  pairs(drawing, { x: margin, y: 225, gap: 125 }, [
    facts.date,
    facts.number,
    facts.dueDate,
    facts.yourReference,
  ]);
  sums(drawing, table(drawing, 310) + 14);
  sheet.line(margin, 768, rightEdge, 768, accent);
  const footer = `${supplier.name}  •  ${supplier.street}  •  ${supplier.postcode} ${supplier.city}  •  ${supplier.phone}`;
  sheet.text(297, 774, footer, { size: 7, align: 'center', color: '#555' });
  const registration = `${supplier.website}  •  ${words.kvk} ${supplier.kvk}  •  ${words.vatId} ${supplier.vatId}  •  IBAN ${spaced(supplier.iban)}`;
  sheet.text(297, 784, registration, { size: 7, align: 'center', color: '#555' });
}

/** Values in boxes, the total in a coloured one on top. */
export function boxed(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected } = draft;
  const facts = factsOf(drawing);
  sheet.text(margin, 46, supplier.name, { size: 15, bold: true });
  registrations(drawing, margin, 68);
  sheet.fill(350, 46, rightEdge - 350, 62, accent);
  sheet.text(360, 54, words.total, { color: 'white', size: 9 });
  sheet.text(360, 68, words.money(expected.totalInCents), { color: 'white', size: 17, bold: true });
  if (expected.dueDate)
    sheet.text(360, 92, `${words.dueDate} ${words.day(expected.dueDate)}`, { color: 'white', size: 8 });
  address(drawing, buyer, margin, 160);
  const boxes = [facts.number, facts.date, facts.customer] as const;
  boxes.forEach(([label, value], index) => {
    const x = margin + index * 165;
    sheet.frame(x, 235, 155, 34);
    sheet.text(x + 6, 239, label, { size: 7.5, color: '#555' });
    sheet.text(x + 6, 252, value, { size: 10, bold: true });
  });
  sums(drawing, table(drawing, 295) + 14);
}

/** A letter that says it in sentences. */
export function letter(drawing: Drawing): void {
  const { sheet, draft, words } = drawing;
  const { supplier, buyer, expected, decoys: other, termDays } = draft;
  address(drawing, supplier, 370, 50);
  registrations(drawing, 370, 92);
  address(drawing, buyer, margin, 170);
  pairs(drawing, { x: margin, y: 250, gap: 95 }, [
    ['Plaats, datum', `${supplier.city}, ${longDay(expected.date)}`],
    ['Betreft', `factuur ${expected.number}`],
    ['Ons kenmerk', other.projectNumber],
  ]);
  sheet.text(margin, 315, 'Geachte heer, mevrouw,');
  const introduction =
    'Hierbij brengen wij u de volgende werkzaamheden en leveringen in rekening, uitgevoerd conform onze opdracht.';
  sheet.text(margin, 340, introduction, { width: 480 });
  const below = sums(drawing, table(drawing, 385) + 14);
  const request = `Wij verzoeken u het totaalbedrag van ${words.money(expected.totalInCents)} binnen ${termDays} dagen na dagtekening te voldoen op rekening ${spaced(supplier.iban)} ten name van ${supplier.name}, onder vermelding van ${expected.number}.`;
  sheet.text(margin, below + 24, request, { width: 480 });
  sheet.text(margin, below + 78, 'Met vriendelijke groet,');
  sheet.text(margin, below + 108, supplier.name);
}

/** Collected from the customer's account, with a period and a payment reference. */
export function directDebit(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected, decoys: other } = draft;
  const facts = factsOf(drawing);
  sheet.text(margin, 46, supplier.name, { size: 18, bold: true, color: accent });
  address(drawing, buyer, margin, 120);
  sheet.text(340, 100, 'Uw gegevens', { bold: true });
  pairs(drawing, { x: 340, y: 116, gap: 95 }, [
    facts.customer,
    facts.number,
    facts.date,
    ['Periode', `${words.day(other.orderDate)} t/m ${words.day(other.deliveryDate)}`],
    ['Betalingskenmerk', (expected.paymentReference ?? '').replaceAll(/(.{4})(?=.)/g, '$1 ')],
  ]);
  sheet.text(margin, 215, `Uw ${words.invoice.toLowerCase()} in het kort`, { size: 13, bold: true });
  const below = sums(drawing, table(drawing, 245) + 14);
  if (expected.dueDate) {
    const day = words.day(expected.dueDate);
    sheet.text(margin, below + 22, `Het bedrag wordt rond ${day} automatisch afgeschreven van uw rekening.`);
  }
  registrations(drawing, margin, 755, { size: 7.5, color: '#555' });
}

/** A part was paid before: what is left to pay is not the invoice's total. */
export function partPaid(drawing: Drawing): void {
  const { draft, words } = drawing;
  const { buyer, expected, paidInCents } = draft;
  const facts = factsOf(drawing);
  letterhead(drawing);
  address(drawing, buyer, margin, 140);
  pairs(drawing, { x: 345, y: 140 }, [facts.number, facts.date, facts.customer, facts.dueDate]);
  const gross = { ...words, total: 'Totaal incl. btw' };
  const below = sums({ ...drawing, words: gross }, table(drawing, 240) + 14);
  sumRow(drawing, below, 'Reeds voldaan', words.money(-paidInCents));
  const open = words.money(expected.totalInCents - paidInCents);
  sumRow(drawing, below + 16, 'Nog te betalen', open, { bold: true });
}

/** VAT shifted to the customer: excl and total are one. */
export function shiftedVat(drawing: Drawing): void {
  const { sheet, draft, words } = drawing;
  const { supplier, buyer, expected } = draft;
  const facts = factsOf(drawing);
  sheet.text(rightEdge, 46, supplier.name, { size: 16, bold: true, align: 'right' });
  registrations(drawing, 390, 70);
  address(drawing, buyer, margin, 130);
  const below = sheet.text(margin, 170, `Btw-nummer afnemer: ${buyer.vatId}`, { size: 8.5 });
  pairs(drawing, { x: margin, y: below + 24 }, [facts.number, facts.date, facts.order, facts.dueDate]);
  const y = table(drawing, 290) + 14;
  sumRow(drawing, y, words.excl, words.money(expected.exclInCents));
  sumRow(drawing, y + 16, 'Btw verlegd', words.money(0));
  sumRow(drawing, y + 36, words.total, words.money(expected.totalInCents), { bold: true });
  payment(drawing, y + 70);
}
