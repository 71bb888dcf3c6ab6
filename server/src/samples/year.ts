import { addDays } from '#contract/dates.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { draftInvoice } from './draft.ts';
import { drawPdf } from './draw-pdf.ts';
import { drawScan } from './draw-scan.ts';
import { drawUbl } from './draw-ubl.ts';
import { type Random, randomFrom } from './random.ts';
import { type ExpectedValues, type LayoutName, type SampleParty, layoutNames } from './sample.ts';
import { partyOf, products, type Supplier, type Trade } from './suppliers.ts';

/** How a supplier sends its invoices. */
export const yearForms = ['xml', 'pdf', 'scan'] as const;
/** One of the forms. */
type YearForm = (typeof yearForms)[number];

/** One document of the year. */
export interface YearDocument {
  /** The day on which it comes in. */
  readonly day: string;
  readonly supplier: string;
  readonly form: YearForm;
  readonly expected: ExpectedValues;
  bytes(pdf: PdfReader): Promise<Buffer>;
}

/** What a year is made of. */
export interface YearOptions {
  readonly seed: number;
  readonly suppliers: number;
  readonly documents: number;
  /** Its first day. */
  readonly from: string;
  readonly buyer: SampleParty;
}

const kinds = [
  'Installatiebedrijf',
  'Handelsonderneming',
  'Bureau',
  'Firma',
  'Groothandel',
  'Atelier',
] as const;
const people =
  'Aalbers Baan Cuperus Dekkinga Eggink Faber Goossens Haverkamp Ijzerman Jorna Kooistra Luttikhuis Middendorp Noorlander Oosterhof Pietersma Quist Riemersma Sikkema Terpstra Uitslag Veenhoven Wiersma Ypma Zonneveld Abbink Brouwersma Coelingh Doornbos Elzinga Frielink Gelderblom Hollander Idzerda Jellema Kamphuis Lambregts Mulderij Nijboer Olthof Poelstra Roelfsema Schipperheijn Tamminga Ubbens Vosselman Wagenaar Ykema Zijlstra Ankersmit Bosscha Colenbrander Duursma Eekhout Fockens Griffioen Hazelhoff Imminga Jongbloed Keuning'.split(
    ' ',
  );
// What stands on a receipt or a credit note is no usual invoice of a supplier.
const usual = layoutNames.filter((name) => !['credit-note', 'receipt', 'part-paid'].includes(name));

interface YearSupplier extends Supplier {
  readonly form: YearForm;
  readonly layout: LayoutName;
  /** The day from which it uses another layout; null: all year the same. */
  readonly changesOn: string | null;
  readonly later: LayoutName;
  readonly weight: number;
}

/**
 * The documents of a year in the order in which they come in: the same options give the same ones. The n-th supplier sends
 * in proportion to 1 / (n + 4); four in ten send XML, four PDF, two scans; one in four changes its layout once.
 */
export function yearOfInvoices({ seed, suppliers, documents, from, buyer }: YearOptions): YearDocument[] {
  const random = randomFrom(seed);
  const all = Array.from({ length: suppliers }, (_, index) => supplierOf(random, index, from));
  const made = Array.from({ length: documents }, () => documentOf(random, pick(random, all), from, buyer));
  return made.toSorted((one, other) => one.day.localeCompare(other.day));
}

function supplierOf(random: Random, index: number, from: string): YearSupplier {
  const trades = Object.keys(products).filter((name): name is Trade => name in products);
  const form = (['xml', 'xml', 'pdf', 'pdf', 'scan'] as const)[index % 5] ?? 'pdf';
  const layout = usual[random.integer(0, usual.length - 1)] ?? 'classic';
  return {
    party: partyOf(`${kinds[index % kinds.length]} ${people[index % people.length]} B.V.`, 'Ommen'),
    trade: trades[index % trades.length] ?? 'office',
    form,
    layout,
    changesOn: random.chance(0.25) ? addDays(from, random.integer(60, 300)) : null,
    later: usual[random.integer(0, usual.length - 1)] ?? 'classic',
    weight: 1 / (index + 5),
  };
}

function pick(random: Random, all: readonly YearSupplier[]): YearSupplier {
  let left = random.next() * all.reduce((sum, { weight }) => sum + weight, 0);
  const found = all.find(({ weight }) => (left -= weight) <= 0) ?? all.at(-1);
  if (!found) throw new Error('there are no suppliers');
  return found;
}

function documentOf(random: Random, supplier: YearSupplier, from: string, buyer: SampleParty): YearDocument {
  const day = addDays(from, random.integer(0, 364));
  const isLater = supplier.changesOn !== null && day >= supplier.changesOn;
  const draft = draftInvoice(random, isLater ? supplier.later : supplier.layout, supplier, buyer, day, 5);
  const scanSeed = random.integer(0, 1_000_000_000);
  return {
    day,
    supplier: supplier.party.name,
    form: supplier.form,
    expected: draft.expected,
    async bytes(pdf) {
      if (supplier.form === 'xml') return Buffer.from(drawUbl(draft));
      const drawn = await drawPdf(draft);
      return supplier.form === 'pdf' ? drawn : drawScan(drawn, pdf, 'good', scanSeed);
    },
  };
}
