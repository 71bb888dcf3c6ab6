import {
  type Drawing,
  type Fact,
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
} from './parts.ts';

/** Labels at the left of their values, letterhead on top. */
export function classic(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer } = draft;
  const facts = factsOf(drawing);
  sheet.text(margin, 46, supplier.name, { size: 17, bold: true, color: accent });
  address(drawing, supplier, margin, 70, false);
  registrations(drawing, 375, 70);
  sheet.text(margin, 150, words.invoice, { size: 15 });
  address(drawing, buyer, margin, 180);
  pairs(drawing, { x: 345, y: 180 }, [facts.number, facts.date, facts.customer, facts.dueDate]);
  payment(drawing, Math.max(sums(drawing, table(drawing, 270) + 14) + 30, 740));
}

/** Small grey labels above their values. */
export function stacked(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer } = draft;
  const facts = factsOf(drawing);
  sheet.fill(0, 0, 595, 8, accent);
  sheet.text(rightEdge, 40, supplier.name, { size: 14, bold: true, align: 'right' });
  sheet.text(margin, 110, words.invoice, { size: 22, bold: true });
  const cells = [facts.customer, facts.date, facts.number, facts.dueDate] as const;
  cells.forEach(([label, value], index) => {
    const y = 150 + index * 34;
    sheet.text(margin, y, label, { size: 7.5, color: '#666' });
    sheet.text(margin, y + 11, value ?? '-', { size: 10 });
  });
  address(drawing, buyer, 330, 150);
  sums(drawing, table(drawing, 300, undefined, true) + 14);
  sheet.line(margin, 780, rightEdge, 780);
  const footer = `${supplier.street}, ${supplier.postcode} ${supplier.city} | ${supplier.website} | ${words.kvk} ${supplier.kvk} | ${words.vatId} ${supplier.vatId}`;
  sheet.text(margin, 786, footer, { size: 7 });
  sheet.text(margin, 797, `IBAN ${spaced(supplier.iban)} t.n.v. ${supplier.name}`, { size: 7 });
}

/** A table head whose columns are number, date and due date. */
export function tableHeadLayout(drawing: Drawing): void {
  const { sheet, draft, words, random } = drawing;
  const { supplier, buyer } = draft;
  const facts = factsOf(drawing);
  sheet.text(297, 40, supplier.name, { size: 16, bold: true, align: 'center' });
  sheet.text(297, 62, `${supplier.street} · ${supplier.postcode} ${supplier.city} · ${supplier.email}`, {
    size: 8,
    align: 'center',
  });
  address(drawing, buyer, margin, 120);
  sheet.text(margin, 200, words.invoice, { size: 15, bold: true });
  const columns = [facts.customer, facts.number, facts.order, facts.date, facts.dueDate] as const;
  const shown = random.chance(0.5) ? columns : columns.filter((_, index) => index !== 2);
  const step = (rightEdge - margin) / shown.length;
  sheet.line(margin, 228, rightEdge, 228);
  shown.forEach(([label, value], index) => {
    sheet.text(margin + index * step, 232, label, { size: 8, bold: true });
    sheet.text(margin + index * step, 247, value ?? '-', { size: 9 });
  });
  sheet.line(margin, 262, rightEdge, 262);
  const below = sums(drawing, table(drawing, 285) + 14);
  payment(drawing, below + 24);
  const footer = `${words.kvk} ${supplier.kvk}   ${words.vatId} ${supplier.vatId}   IBAN ${spaced(supplier.iban)}`;
  sheet.text(margin, 800, footer, { size: 8 });
}

/** Two columns of labels and values beside each other. */
export function twoColumns(drawing: Drawing): void {
  const { sheet, draft, words } = drawing;
  const { supplier, buyer } = draft;
  const facts = factsOf(drawing);
  address(drawing, supplier, margin, 48);
  registrations(drawing, margin, 90);
  address(drawing, buyer, 330, 130);
  sheet.text(margin, 205, words.invoice, { size: 16, bold: true });
  pairs(drawing, { x: margin, y: 235, gap: 95, mark: '' }, [facts.date, facts.number, facts.customer]);
  pairs(drawing, { x: 320, y: 235, gap: 115, mark: '' }, [facts.dueDate, facts.order, facts.yourReference]);
  payment(drawing, sums(drawing, table(drawing, 310) + 14) + 20);
}

/** VAT per rate in a table of its own, with a row of sums. */
export function splitVat(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected, vatParts } = draft;
  const facts = factsOf(drawing);
  sheet.text(margin, 46, supplier.name, { size: 17, bold: true, color: accent });
  registrations(drawing, 390, 46);
  address(drawing, buyer, margin, 130);
  pairs(drawing, { x: 345, y: 140 }, [facts.date, facts.number, facts.customer, facts.dueDate]);
  const columns = { description: margin, quantity: 335, price: 405, percent: 450, amount: rightEdge };
  const y = table(drawing, 235, columns) + 20;
  const at = [margin + 70, margin + 165, margin + 260, margin + 355] as const;
  const row = (top: number, cells: readonly string[], bold: boolean): void =>
    cells.forEach((cell, index) =>
      sheet.text(at[index] ?? margin, top, cell, { align: 'right', bold, size: 9 }),
    );
  row(y, ['Tarief', 'Grondslag', 'Btw-bedrag', 'Totaal'], true);
  const amounts = (...cents: number[]) => cents.map((amount) => words.plain(amount));
  vatParts.forEach(({ percent, exclInCents, vatInCents }, index) => {
    const cells = [`${percent}%`, ...amounts(exclInCents, vatInCents, exclInCents + vatInCents)];
    row(y + 15 + index * 14, cells, false);
  });
  const bottom = y + 19 + vatParts.length * 14;
  sheet.line(margin, bottom - 3, at[3], bottom - 3);
  row(bottom, ['', ...amounts(expected.exclInCents, expected.vatInCents, expected.totalInCents)], true);
  sumRow(drawing, bottom + 30, words.total, words.money(expected.totalInCents), { bold: true, size: 11 });
  payment(drawing, 760);
}

/** A credit note that names the invoice it takes back. */
export function creditNote(drawing: Drawing): void {
  const { sheet, draft, words, random, accent } = drawing;
  const { buyer, expected, decoys } = draft;
  const facts = factsOf(drawing);
  // Half of the suppliers print a credit note without minus signs.
  const isSigned = random.chance(0.5);
  const unsigned = {
    ...words,
    money: (cents: number) => words.money(Math.abs(cents)),
    plain: (cents: number) => words.plain(Math.abs(cents)),
  };
  const own: Drawing = isSigned ? drawing : { ...drawing, words: unsigned };
  letterhead(drawing, accent);
  const title = random.pick(['CREDITNOTA', 'Creditfactuur', 'Credit nota']);
  sheet.text(margin, 140, title, { size: 17, bold: true });
  address(drawing, buyer, margin, 172);
  const { earlierNumber } = decoys;
  const earlierDay = words.day(decoys.earlierDate);
  const rows: Fact[] = [
    [random.pick(['Creditnotanummer', 'Factuurnummer', 'Creditnummer', 'Nummer']), expected.number],
    [random.pick(['Datum', 'Creditnotadatum', 'Factuurdatum']), words.day(expected.date)],
    facts.customer,
    [random.pick(['Betreft factuur', 'Oorspronkelijke factuur', 'Correctie op factuur']), earlierNumber],
    [random.pick(['Datum oorspronkelijke factuur', 'Oorspronkelijke factuurdatum']), earlierDay],
  ];
  pairs(drawing, { x: 330, y: 172, gap: 135 }, rows);
  sheet.text(margin, 275, `Hierbij crediteren wij factuur ${earlierNumber} van ${earlierDay}.`);
  const below = sums(own, table(own, 305) + 14);
  const promise = 'Het bedrag wordt binnen 14 dagen op uw rekening bijgeschreven.';
  sheet.text(margin, below + 24, promise, { size: 8.5 });
}
