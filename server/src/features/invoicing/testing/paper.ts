import { openSheet } from '#server/samples/sheet.ts';

/** What a test says of an invoice on paper; the rest is that of `ublOf`. */
export interface PaperSeed {
  readonly number?: string;
  /** As it is printed. */
  readonly date?: string;
  readonly supplier?: string;
  readonly kvk?: string | null;
  readonly iban?: string | null;
  readonly exclInCents?: number;
  readonly isCredit?: boolean;
  /** Words on the page that make no invoice, instead of one. */
  readonly instead?: string;
  /** Another drawing of the same. */
  readonly mark?: string;
}

const shown = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

/** A PDF of the invoice that `ublOf` writes as data. */
export async function paperOf(seed: PaperSeed = {}): Promise<Buffer> {
  const { number = '2026-0042', date = '02-11-2026', supplier = 'Bakker Techniek B.V.' } = seed;
  const { kvk = '12345678', iban = 'NL91ABNA0417164300', exclInCents = 10_000, isCredit = false } = seed;
  const sheet = openSheet([595, 842], 'Helvetica', 'Factuur');
  if (seed.instead !== undefined) {
    sheet.text(50, 60, seed.instead);
    return sheet.finish();
  }
  const sign = isCredit ? -1 : 1;
  const vat = Math.round(exclInCents * 0.21);
  const left = [
    supplier,
    'Stationsweg 1',
    '8011 MC Zwolle',
    ...(kvk === null ? [] : [`KvK ${kvk}`]),
    ...(iban === null ? [] : [`IBAN ${iban}`]),
  ];
  left.forEach((text, index) => sheet.text(50, 50 + index * 16, text, { bold: index === 0 }));
  sheet.text(50, 170, 'Holding');
  sheet.text(50, 220, isCredit ? 'CREDITNOTA' : 'FACTUUR', { size: 18, bold: true });
  const facts = [
    ['Factuurnummer:', number],
    ['Factuurdatum:', date],
  ] as const;
  facts.forEach(([label, value], index) => {
    sheet.text(50, 260 + index * 16, label);
    sheet.text(180, 260 + index * 16, value);
  });
  const amounts = [
    ['Onderhoud ketel', exclInCents],
    ['Subtotaal exclusief btw', exclInCents],
    ['Btw 21%', vat],
    ['Totaal inclusief btw', exclInCents + vat],
  ] as const;
  amounts.forEach(([label, cents], index) => {
    sheet.text(50, 340 + index * 18, label);
    sheet.text(540, 340 + index * 18, `€ ${shown(cents * sign)}`, { align: 'right' });
  });
  if (seed.mark !== undefined) sheet.text(50, 780, seed.mark, { size: 8 });
  return sheet.finish();
}
