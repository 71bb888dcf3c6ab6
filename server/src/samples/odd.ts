import { addDays, daysBetween, formatDay } from '#contract/dates.ts';
import { type Random, randomFrom } from './random.ts';
import { type Sheet, openSheet } from './sheet.ts';
import { longDay } from './wording.ts';

/**
 * Bills that nobody knows without having seen one: no label that is common property, a number in a sentence, words of
 * another language. A trigger reads them, general extraction does not.
 */
export interface OddInvoice {
  readonly supplier: string;
  /** As printed, and thus what a person would select. */
  readonly printed: { readonly number: string; readonly date: string; readonly total: string };
  readonly expected: { readonly number: string; readonly date: string; readonly totalInCents: number };
  pdf(): Promise<Buffer>;
}

interface Values {
  readonly number: string;
  readonly date: string;
  readonly total: string;
  readonly net: string;
  readonly vat: string;
  readonly hours: number;
  readonly buyer: string;
}

/** A line of the page: texts, each behind its distance from the left in points. */
type Row = readonly (number | string)[] | 'gap';

interface OddLayout {
  readonly supplier: string;
  /** How its numbers, days and amounts are written. */
  readonly number: (random: Random, year: string) => string;
  readonly day: (iso: string) => string;
  readonly amount: (cents: number) => string;
  readonly rows: (values: Values) => readonly Row[];
}

const dutch = (cents: number): string => (cents / 100).toLocaleString('nl-NL', { minimumFractionDigits: 2 });
const english = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
const dotted = (iso: string): string => formatDay(iso).replaceAll('-', '.');

const layouts: readonly OddLayout[] = [
  {
    supplier: 'Veldhuis Hoogwerkers',
    number: (random) => `${random.integer(11, 98)}k${random.digits(2)}`,
    day: longDay,
    amount: dutch,
    rows: ({ number, date, total, net, vat, hours, buyer }) => [
      [60, 'verhuur met en zonder bediening, Kampen'],
      'gap',
      [60, buyer],
      'gap',
      [60, `Werk ${number}, afgerond ${date}`],
      [60, `Hoogwerker 18 m, ${hours} dagen`, 420, net],
      [60, 'Wat de belastingdienst ervan krijgt', 420, vat],
      'gap',
      [60, `Wij zien uit naar € ${total} op de bekende rekening.`],
    ],
  },
  {
    supplier: 'Kiosk aan de Vliet',
    number: (random) => `K${random.digits(6)}`,
    day: formatDay,
    amount: dutch,
    rows: ({ number, date, total, net, vat, buyer }) => [
      [60, `Gebracht bij ${buyer}`],
      'gap',
      [60, 'Briefje', 200, 'Gebracht', 330, 'Kaal', 400, 'Staat', 470, 'Samen'],
      [60, number, 200, date, 330, net, 400, vat, 470, total],
    ],
  },
  {
    supplier: 'Lapin Kylmälaite Oy',
    number: (random) => random.digits(8),
    day: dotted,
    amount: dutch,
    rows: ({ number, date, total, net, vat, buyer }) => [
      [60, buyer],
      'gap',
      [60, 'Tämä on lasku', 300, number],
      [60, 'Päiväys', 300, date],
      'gap',
      [60, 'Veroton hinta', 420, net],
      [60, 'Arvonlisävero', 420, vat],
      [60, 'Maksettava yhteensä', 420, total],
    ],
  },
  {
    supplier: 'Pixel & Prairie LLC',
    number: (random) => `${random.digits(3)}-${random.digits(5)}`,
    day: formatDay,
    amount: english,
    rows: ({ number, date, total, hours, buyer }) => [
      [60, `${buyer} / project board`],
      'gap',
      [60, `Chapter ${number} closed on ${date}`],
      [60, `${hours} hours of drawing`],
      [60, `We shall be glad to see ${total} from you`],
    ],
  },
  {
    supplier: 'Glazenwasserij De Heldere Ruit',
    number: (random, year) => `${year}.${random.digits(3)}`,
    day: formatDay,
    amount: dutch,
    rows: ({ number, date, total, net, vat, buyer }) => [
      [60, 'Ramen gelapt voor', 300, buyer],
      [60, 'Beurt', 300, number],
      [60, 'Gelapt op', 300, date],
      'gap',
      [60, 'Ruiten binnen en buiten', 420, net],
      [60, '21 % voor het rijk', 420, vat],
      [60, 'Graag van u', 420, total],
    ],
  },
  {
    supplier: 'Maatschap Duin en Zee',
    number: (random) => `${random.digits(4)} - ${random.digits(2)}`.replaceAll(' ', ''),
    day: longDay,
    amount: dutch,
    rows: ({ number, date, total, buyer }) => [
      [60, date],
      [60, buyer],
      'gap',
      [60, `Over dossier ${number} spraken wij u deze maand.`],
      [60, `Voor onze inzet brengen wij u in het geheel ${total} in rekening,`],
      [60, 'alles daarin begrepen.'],
    ],
  },
];

/** Odd bills of each supplier in turn; the same seed gives the same ones, with days in the year before `until`. */
export function oddInvoices(options: {
  readonly seed: number;
  readonly count: number;
  readonly buyer?: string;
  readonly until?: string;
}): readonly OddInvoice[] {
  const { seed, count, buyer = 'Vastgoedbeheer Eemstede B.V.', until = '2026-06-30' } = options;
  return Array.from({ length: count }, (_, index) => {
    const layout = layouts[index % layouts.length] ?? layouts[0];
    if (!layout) throw new Error('there are no odd layouts');
    return oddInvoice(layout, randomFrom(Math.imul(seed, 0x9e3779b1) + index), buyer, until);
  });
}

/** How many suppliers take turns. */
export const oddSuppliers = layouts.length;

function oddInvoice(layout: OddLayout, random: Random, buyer: string, until: string): OddInvoice {
  const span = daysBetween('2000-01-01', until);
  const date = addDays('2000-01-01', span - random.integer(5, 360));
  const netInCents = random.integer(2_500, 450_000);
  const vatInCents = Math.round(netInCents * 0.21);
  const number = layout.number(random, date.slice(0, 4));
  const [net, vat, total] = [netInCents, vatInCents, netInCents + vatInCents].map(layout.amount);
  const printed = { number, date: layout.day(date), total: total ?? '' };
  const values = { ...printed, net: net ?? '', vat: vat ?? '', hours: random.integer(1, 9), buyer };
  return {
    supplier: layout.supplier,
    printed,
    expected: { number, date, totalInCents: netInCents + vatInCents },
    pdf: () => drawRows(layout.supplier, layout.rows(values)),
  };
}

/** A page with a head and rows below it. */
export function drawRows(head: string, rows: readonly Row[]): Promise<Buffer> {
  const sheet = openSheet([595, 842], 'Helvetica', head);
  let y = sheet.text(60, 60, head, { size: 16, bold: true }) + 16;
  for (const row of rows) {
    if (row !== 'gap') drawRow(sheet, row, y);
    y += 18;
  }
  return sheet.finish();
}

function drawRow(sheet: Sheet, row: readonly (number | string)[], y: number): void {
  let x = 0;
  for (const part of row) {
    if (typeof part === 'number') x = part;
    else sheet.text(x, y, part, { size: 10 });
  }
}
