import { addDays } from '#contract/dates.ts';
import { sampleIban, sampleKvk, sampleVatId } from '#server/samples/codes.ts';
import { type Random, randomFrom } from '#server/samples/random.ts';

/** An invoice as it is read from its document. Amounts in cents. */
export interface StreamInvoice {
  /** `honest`, or the name of the fraud. */
  readonly kind: string;
  readonly supplier: string;
  readonly kvk: string | null;
  readonly vatId: string | null;
  readonly iban: string | null;
  readonly gAccount: string | null;
  readonly number: string;
  readonly date: string;
  readonly excl: number;
  readonly vat: number;
  readonly total: number;
  readonly vatPercent: number;
  readonly addressedTo: string | null;
  /** The day on which it comes in. */
  readonly arrives: string;
}

/** A supplier that sends invoices. */
export interface StreamSupplier {
  readonly name: string;
  readonly kvk: string | null;
  readonly vatId: string | null;
  /** The account that it names from a day on. */
  readonly ibans: readonly { readonly from: string; readonly iban: string }[];
  readonly gAccount: string | null;
  readonly vatPercent: number;
  /** What it mostly asks, without VAT, and how much that varies (of the logarithm). */
  readonly usual: number;
  readonly spread: number;
  /** Its share of the invoices. */
  readonly weight: number;
  /** The last number that it gave out. */
  readonly numbering: { next: number; readonly style: number };
}

const surnames = [
  'Bakker',
  'Visser',
  'Smit',
  'Meijer',
  'De Boer',
  'Mulder',
  'De Groot',
  'Bos',
  'Vos',
  'Peters',
  'Hendriks',
  'Dekker',
  'Brouwer',
  'De Wit',
  'Dijkstra',
  'Smits',
  'De Graaf',
  'Van der Meer',
  'Kok',
  'Jacobs',
  'De Haan',
  'Vermeulen',
  'Van den Berg',
  'Kuipers',
  'Schouten',
  'Willems',
  'Hoekstra',
  'Koster',
  'Prins',
  'Huisman',
  'Postma',
  'Verhoeven',
] as const;
const trades = [
  'Installatietechniek',
  'Schoonmaak',
  'Dakwerken',
  'Groenvoorziening',
  'Transport',
  'Drukkerij',
  'Advies',
  'Bouw',
  'Elektro',
  'Liftservice',
  'Catering',
  'Beveiliging',
  'Kantoorinrichting',
  'Schilders',
  'Automatisering',
  'Verhuur',
] as const;
const places = ['Zwolle', 'Hardenberg', 'Kampen', 'Deventer', 'Almelo', 'Ommen', 'Meppel', 'Raalte'] as const;

/** The day on which the scored invoices begin; what came before is history. */
export const firstDay = '2026-01-05';
const pick = <T>(random: Random, items: readonly T[], fallback: T): T =>
  items[random.integer(0, items.length - 1)] ?? fallback;

/** So many suppliers; of each the name, the numbers and the amounts are its own. */
export function suppliersOf(random: Random, count: number): StreamSupplier[] {
  const factor = sampleIban(random);
  const names = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    let name = '';
    while (name === '' || names.has(name)) {
      const place = random.chance(0.25) ? ` ${pick(random, places, 'Zwolle')}` : '';
      const form = random.chance(0.7) ? ' B.V.' : '';
      name = `${pick(random, surnames, 'Bakker')} ${pick(random, trades, 'Bouw')}${place}${form}`;
    }
    names.add(name);
    const isForeign = random.chance(0.03);
    // Three suppliers sold their invoices to one factoring firm; one in thirty changes its bank meanwhile.
    const iban = index < 3 ? factor : sampleIban(random);
    const changes = index >= 3 && random.chance(1 / 30);
    return {
      name,
      kvk: isForeign || random.chance(0.1) ? null : sampleKvk(random),
      vatId: isForeign ? `BE0${random.digits(9)}` : random.chance(0.85) ? sampleVatId(random) : null,
      ibans: [
        { from: '2020-01-01', iban },
        ...(changes ? [{ from: addDays(firstDay, random.integer(30, 300)), iban: sampleIban(random) }] : []),
      ],
      gAccount: random.chance(0.04) ? sampleIban(random) : null,
      vatPercent: isForeign ? 0 : random.chance(0.12) ? 9 : random.chance(0.04) ? 0 : 21,
      usual: Math.round(Math.exp(8 + 5 * random.next())),
      spread: random.chance(0.3) ? 0 : 0.15 + 0.45 * random.next(),
      weight: 1 / (1 + random.integer(0, 30)),
      numbering: { next: random.integer(100, 9000), style: random.integer(0, 2) },
    };
  });
}

/** A number near 0, mostly within 1. */
const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** The next number of a supplier, in its own way of numbering. */
export function nextNumber({ numbering }: StreamSupplier, random: Random, date: string): string {
  numbering.next += random.integer(1, 40);
  const { next, style } = numbering;
  if (style === 0) return `${date.slice(0, 4)}-${String(next).padStart(5, '0')}`;
  return style === 1 ? `F${next}` : String(200_000 + next);
}

/** What a supplier asks this time, as it would. */
export function ordinary(supplier: StreamSupplier, random: Random, arrives: string): StreamInvoice {
  const date = addDays(arrives, -random.integer(0, 12));
  const amount = Math.max(500, Math.round(supplier.usual * Math.exp(supplier.spread * normal(random))));
  const isCredit = random.chance(0.02);
  const excl = isCredit ? -Math.round(amount / 3) : amount;
  const vat = Math.round((excl * supplier.vatPercent) / 100);
  const iban = supplier.ibans.findLast(({ from }) => from <= date)?.iban ?? null;
  return {
    kind: 'honest',
    supplier: supplier.name,
    kvk: supplier.kvk,
    vatId: supplier.vatId,
    // One in twenty is not readable; a credit note often names none.
    iban: random.chance(isCredit ? 0.5 : 0.05) ? null : iban,
    gAccount: supplier.gAccount,
    number: nextNumber(supplier, random, date),
    date,
    excl,
    vat,
    // One in a hundred rounds the total its own way.
    total: excl + vat + (random.chance(0.01) ? 1 : 0),
    vatPercent: supplier.vatPercent,
    addressedTo: random.chance(0.002) ? 'Stichting Vechtdal' : null,
    arrives,
  };
}

/** One of the suppliers, the frequent ones more often. */
export function anySupplier(suppliers: readonly StreamSupplier[], random: Random): StreamSupplier {
  const all = suppliers.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.next() * all;
  const found = suppliers.find(({ weight }) => (left -= weight) < 0) ?? suppliers[0];
  if (!found) throw new Error('no suppliers');
  return found;
}

/** What was known before: some invoices of most suppliers; those of the last tenth are still to come. */
export function historyOf(suppliers: readonly StreamSupplier[], random: Random): StreamInvoice[] {
  return suppliers.slice(0, Math.floor(suppliers.length * 0.9)).flatMap((supplier) => {
    const count = 2 + Math.round(10 * supplier.weight) + random.integer(0, 4);
    return Array.from({ length: count }, (_, index) =>
      ordinary(supplier, random, addDays(firstDay, -20 * (count - index))),
    );
  });
}

/** A run with its own seed: suppliers, their history, and a year of honest invoices. */
export function honestYear(seed: number, sizes: { readonly suppliers: number; readonly invoices: number }) {
  const random = randomFrom(seed);
  const suppliers = suppliersOf(random, sizes.suppliers);
  const history = historyOf(suppliers, random);
  const honest = Array.from({ length: sizes.invoices }, (_, index) =>
    ordinary(
      anySupplier(suppliers, random),
      random,
      addDays(firstDay, Math.floor((index * 330) / sizes.invoices)),
    ),
  );
  return { random, suppliers, history, honest };
}
