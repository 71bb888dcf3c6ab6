import { addDays } from '#contract/dates.ts';
import { sampleIban, sampleKvk, sampleVatId } from '#server/samples/codes.ts';
import type { Random } from '#server/samples/random.ts';
import { anySupplier, firstDay, ordinary, type StreamInvoice, type StreamSupplier } from './stream.ts';

/** What a fraud is made from. */
export interface Victim {
  readonly random: Random;
  readonly suppliers: readonly StreamSupplier[];
  /** Invoices that came in before, the newest last. */
  readonly before: readonly StreamInvoice[];
  readonly arrives: string;
}

type Fraud = (victim: Victim) => Omit<StreamInvoice, 'kind'>;

const known = ({ suppliers, random }: Victim) =>
  anySupplier(suppliers.slice(0, Math.floor(suppliers.length * 0.9)), random);
/** What a known supplier would send, and did not. */
export const genuine = (victim: Victim, supplier = known(victim)): StreamInvoice => {
  const made = ordinary(supplier, victim.random, victim.arrives);
  const excl = Math.abs(made.excl);
  const vat = Math.abs(made.vat);
  return { ...made, excl, vat, total: excl + vat, addressedTo: null, iban: supplier.ibans[0]?.iban ?? null };
};

/** A name that is taken for another one. */
export function lookalikeName(name: string, random: Random): string {
  const bare = name.replace(/ B\.V\.$/, '');
  const at = random.integer(2, bare.length - 2);
  switch (random.integer(0, 4)) {
    case 0:
      return `${bare.slice(0, at)}${bare[at] ?? ''}${bare.slice(at)} B.V.`;
    case 1:
      return `${bare} Nederland B.V.`;
    case 2:
      return `${bare.slice(0, at)}${bare.slice(at + 1)} B.V.`;
    case 3:
      return bare.replace(/o/, '0').replace(/l/, '1');
    default:
      return `${bare} Groep`;
  }
}

/** With another amount, and the VAT over it. */
export const withAmount = <T extends StreamInvoice>(made: T, excl: number): T => {
  const vat = Math.round((excl * made.vatPercent) / 100);
  return { ...made, excl, vat, total: excl + vat };
};

/** The frauds of the seeded run, with how many of 200 there are. */
export const seededFrauds: Readonly<Record<string, readonly [count: number, make: Fraud]>> = {
  'changed account': [60, (victim) => ({ ...genuine(victim), iban: sampleIban(victim.random) })],
  'lookalike supplier': [
    30,
    (victim) => {
      const made = genuine(victim);
      const { random } = victim;
      const name = lookalikeName(made.supplier, random);
      return {
        ...made,
        supplier: name,
        kvk: sampleKvk(random),
        vatId: sampleVatId(random),
        iban: sampleIban(random),
      };
    },
  ],
  'same name, other company': [
    20,
    (victim) => ({
      ...genuine(victim),
      kvk: sampleKvk(victim.random),
      vatId: sampleVatId(victim.random),
      iban: sampleIban(victim.random),
    }),
  ],
  'duplicate under another number': [
    24,
    (victim) => {
      const { before, random, arrives } = victim;
      const plain = before.filter(({ kind, total }) => kind === 'honest' && total > 0).slice(-200);
      const first = plain[random.integer(0, plain.length - 1)] ?? genuine(victim);
      const number = random.chance(0.5)
        ? `${first.number}A`
        : first.number.replace(/(\d)$/, (last) => `${last}-1`);
      return { ...first, number, date: random.chance(0.7) ? first.date : addDays(first.date, 14), arrives };
    },
  ],
  'inflated amount': [
    16,
    (victim) => {
      const steady = victim.suppliers.filter(({ weight, spread }) => weight > 0.08 && spread < 0.35);
      const made = genuine(victim, anySupplier(steady, victim.random));
      return withAmount(made, Math.max(60_000, made.excl) * victim.random.integer(5, 12));
    },
  ],
  'total without its VAT': [
    12,
    (victim) => {
      const made = genuine(victim);
      return { ...made, total: made.total + 10_000 * victim.random.integer(1, 9) };
    },
  ],
  'impossible rate': [
    8,
    (victim) => {
      const made = { ...genuine(victim), vatId: sampleVatId(victim.random), vatPercent: 25 };
      return withAmount(made, Math.max(made.excl, 20_000));
    },
  ],
  'account of another creditor': [
    12,
    (victim) => {
      const made = genuine(victim);
      const accounts = victim.suppliers.flatMap(({ ibans: [first] }) => (first ? [first.iban] : []));
      const others = accounts.filter((iban) => iban !== made.iban);
      return { ...made, iban: others[victim.random.integer(0, others.length - 1)] ?? null };
    },
  ],
  'ghost company': [
    10,
    (victim) => ({
      ...genuine(victim),
      supplier: `Register ${victim.random.pick(['Europa', 'Nationaal', 'Bedrijven'])} ${victim.random.digits(3)}`,
      kvk: victim.random.chance(0.3) ? '00000000' : null,
      vatId: `NL${victim.random.digits(3)}456781B01`,
      iban: sampleIban(victim.random),
    }),
  ],
  'addressed to another': [4, (victim) => ({ ...genuine(victim), addressedTo: 'Bakkerij Pieters B.V.' })],
  'dated ahead': [4, (victim) => ({ ...genuine(victim), date: addDays(victim.arrives, 30) })],
};

/** The seeded frauds in their mix, spread over the year. */
export function* fraudsOf(
  frauds: Readonly<Record<string, readonly [count: number, make: Fraud]>>,
  {
    random,
    suppliers,
    share,
  }: { readonly random: Random; readonly suppliers: readonly StreamSupplier[]; readonly share: number },
): Generator<(before: readonly StreamInvoice[]) => StreamInvoice> {
  const kinds = Object.entries(frauds).flatMap(([kind, [count, make]]) =>
    Array.from({ length: Math.max(1, Math.round(count * share)) }, () => ({ kind, make })),
  );
  for (const [index, { kind, make }] of kinds.entries()) {
    // In another order than by kind: the seventh, the fourteenth…
    const arrives = addDays(firstDay, 20 + ((index * 83) % 300));
    yield (before) => ({ ...make({ random, suppliers, before, arrives }), kind });
  }
}
