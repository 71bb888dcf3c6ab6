import {
  type Drawing,
  address,
  margin,
  pairs,
  payment,
  registrations,
  rightEdge,
  spaced,
  sums,
  table,
} from './parts.ts';

/** Labels at the left of their values, letterhead on top. */
export function classic(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected, decoys } = draft;
  sheet.text(margin, 46, supplier.name, { size: 17, bold: true, color: accent });
  address(drawing, supplier, margin, 70, false);
  registrations(drawing, 375, 70);
  sheet.text(margin, 150, words.invoice, { size: 15 });
  address(drawing, buyer, margin, 180);
  pairs(drawing, 345, 180, [
    [words.number, expected.number],
    [words.date, words.day(expected.date)],
    [words.customer, decoys.customerNumber],
    [words.dueDate, expected.dueDate && words.day(expected.dueDate)],
  ]);
  payment(drawing, Math.max(sums(drawing, table(drawing, 270) + 14) + 30, 740));
}

/** Small grey labels above their values. */
export function stacked(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected, decoys } = draft;
  sheet.fill(0, 0, 595, 8, accent);
  sheet.text(rightEdge, 40, supplier.name, { size: 14, bold: true, align: 'right' });
  sheet.text(margin, 110, words.invoice, { size: 22, bold: true });
  const cells = [
    [words.customer, decoys.customerNumber],
    [words.date, words.day(expected.date)],
    [words.number, expected.number],
    [words.dueDate, expected.dueDate ? words.day(expected.dueDate) : '-'],
  ] as const;
  cells.forEach(([label, value], index) => {
    const y = 150 + index * 34;
    sheet.text(margin, y, label, { size: 7.5, color: '#666' });
    sheet.text(margin, y + 11, value, { size: 10 });
  });
  address(drawing, buyer, 330, 150);
  sums(drawing, table(drawing, 300, undefined, true) + 14);
  sheet.line(margin, 780, rightEdge, 780);
  sheet.text(
    margin,
    786,
    `${supplier.street}, ${supplier.postcode} ${supplier.city} | ${supplier.website} | ${words.kvk} ${supplier.kvk} | ${words.vatId} ${supplier.vatId}`,
    { size: 7 },
  );
  sheet.text(margin, 797, `IBAN ${spaced(supplier.iban)} t.n.v. ${supplier.name}`, { size: 7 });
}

/** A table head whose columns are number, date and due date. */
export function tableHeadLayout(drawing: Drawing): void {
  const { sheet, draft, words, random } = drawing;
  const { supplier, buyer, expected, decoys } = draft;
  sheet.text(297, 40, supplier.name, { size: 16, bold: true, align: 'center' });
  sheet.text(297, 62, `${supplier.street} · ${supplier.postcode} ${supplier.city} · ${supplier.email}`, {
    size: 8,
    align: 'center',
  });
  address(drawing, buyer, margin, 120);
  sheet.text(margin, 200, words.invoice, { size: 15, bold: true });
  const columns = [
    [words.customer, decoys.customerNumber],
    [words.number, expected.number],
    [words.order, decoys.orderNumber],
    [words.date, words.day(expected.date)],
    [words.dueDate, expected.dueDate ? words.day(expected.dueDate) : '-'],
  ] as const;
  const shown = random.chance(0.5) ? columns : columns.filter((_, index) => index !== 2);
  const step = (rightEdge - margin) / shown.length;
  sheet.line(margin, 228, rightEdge, 228);
  shown.forEach(([label, value], index) => {
    sheet.text(margin + index * step, 232, label, { size: 8, bold: true });
    sheet.text(margin + index * step, 247, value, { size: 9 });
  });
  sheet.line(margin, 262, rightEdge, 262);
  const below = sums(drawing, table(drawing, 285) + 14);
  payment(drawing, below + 24);
  sheet.text(
    margin,
    800,
    `${words.kvk} ${supplier.kvk}   ${words.vatId} ${supplier.vatId}   IBAN ${spaced(supplier.iban)}`,
    { size: 8 },
  );
}

/** Two columns of labels and values beside each other. */
export function twoColumns(drawing: Drawing): void {
  const { sheet, draft, words } = drawing;
  const { supplier, buyer, expected, decoys } = draft;
  address(drawing, supplier, margin, 48);
  registrations(drawing, margin, 90);
  address(drawing, buyer, 330, 130);
  sheet.text(margin, 205, words.invoice, { size: 16, bold: true });
  pairs(
    drawing,
    margin,
    235,
    [
      [words.date, words.day(expected.date)],
      [words.number, expected.number],
      [words.customer, decoys.customerNumber],
    ],
    95,
    '',
  );
  pairs(
    drawing,
    320,
    235,
    [
      [words.dueDate, expected.dueDate && words.day(expected.dueDate)],
      [words.order, decoys.orderNumber],
      [words.yourReference, decoys.projectNumber],
    ],
    115,
    '',
  );
  payment(drawing, sums(drawing, table(drawing, 310) + 14) + 20);
}

/** VAT per rate in a table of its own, with a row of sums. */
export function splitVat(drawing: Drawing): void {
  const { sheet, draft, words, accent } = drawing;
  const { supplier, buyer, expected, vatParts, decoys } = draft;
  sheet.text(margin, 46, supplier.name, { size: 17, bold: true, color: accent });
  registrations(drawing, 390, 46);
  address(drawing, buyer, margin, 130);
  pairs(drawing, 345, 140, [
    [words.date, words.day(expected.date)],
    [words.number, expected.number],
    [words.customer, decoys.customerNumber],
    [words.dueDate, expected.dueDate && words.day(expected.dueDate)],
  ]);
  const columns = { description: margin, quantity: 335, price: 405, percent: 450, amount: rightEdge };
  const y = table(drawing, 235, columns) + 20;
  const at = [margin + 70, margin + 165, margin + 260, margin + 355] as const;
  const row = (top: number, cells: readonly string[], bold: boolean): void =>
    cells.forEach((cell, index) =>
      sheet.text(at[index] ?? margin, top, cell, { align: 'right', bold, size: 9 }),
    );
  row(y, ['Tarief', 'Grondslag', 'Btw-bedrag', 'Totaal'], true);
  vatParts.forEach((part, index) => {
    const { percent, exclInCents, vatInCents } = part;
    row(
      y + 15 + index * 14,
      [
        `${percent}%`,
        words.plain(exclInCents),
        words.plain(vatInCents),
        words.plain(exclInCents + vatInCents),
      ],
      false,
    );
  });
  const bottom = y + 19 + vatParts.length * 14;
  sheet.line(margin, bottom - 3, at[3], bottom - 3);
  row(
    bottom,
    [
      '',
      words.plain(expected.exclInCents),
      words.plain(expected.vatInCents),
      words.plain(expected.totalInCents),
    ],
    true,
  );
  sheet.text(350, bottom + 30, words.total, { bold: true, size: 11 });
  sheet.text(rightEdge, bottom + 30, words.money(expected.totalInCents), {
    bold: true,
    size: 11,
    align: 'right',
  });
  payment(drawing, 760);
}

/** A credit note that names the invoice it takes back. */
export function creditNote(drawing: Drawing): void {
  const { sheet, draft, words, random, accent } = drawing;
  const { supplier, buyer, expected, decoys } = draft;
  // Half of the suppliers print a credit note without minus signs.
  const isSigned = random.chance(0.5);
  const unsigned = {
    ...words,
    money: (cents: number) => words.money(Math.abs(cents)),
    plain: (cents: number) => words.plain(Math.abs(cents)),
  };
  const own: Drawing = isSigned ? drawing : { ...drawing, words: unsigned };
  sheet.text(margin, 46, supplier.name, { size: 16, bold: true, color: accent });
  address(drawing, supplier, margin, 68, false);
  registrations(drawing, 390, 46);
  sheet.text(margin, 140, random.pick(['CREDITNOTA', 'Creditfactuur', 'Credit nota']), {
    size: 17,
    bold: true,
  });
  address(drawing, buyer, margin, 172);
  pairs(
    drawing,
    330,
    172,
    [
      [random.pick(['Creditnotanummer', 'Factuurnummer', 'Creditnummer', 'Nummer']), expected.number],
      [random.pick(['Datum', 'Creditnotadatum', 'Factuurdatum']), words.day(expected.date)],
      [words.customer, decoys.customerNumber],
      [
        random.pick(['Betreft factuur', 'Oorspronkelijke factuur', 'Correctie op factuur']),
        decoys.earlierNumber,
      ],
      [
        random.pick(['Datum oorspronkelijke factuur', 'Oorspronkelijke factuurdatum']),
        words.day(decoys.earlierDate),
      ],
    ],
    135,
  );
  sheet.text(
    margin,
    275,
    `Hierbij crediteren wij factuur ${decoys.earlierNumber} van ${words.day(decoys.earlierDate)}.`,
  );
  const below = sums(own, table(own, 305) + 14);
  sheet.text(margin, below + 24, 'Het bedrag wordt binnen 14 dagen op uw rekening bijgeschreven.', {
    size: 8.5,
  });
}
