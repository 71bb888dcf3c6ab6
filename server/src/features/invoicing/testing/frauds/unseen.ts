import { addDays } from '#contract/dates.ts';
import { sampleIban, sampleKvk, sampleVatId } from '#server/samples/codes.ts';
import type { seededFrauds } from './seeded.ts';
import { genuine, lookalikeName, type Victim, withAmount } from './seeded.ts';
import type { StreamInvoice } from './stream.ts';

/** An invoice of a company that nobody had to do with before, with numbers as they should be. */
function stranger(
  { random, arrives }: Victim,
  supplier: string,
  excl: number,
  differs: Partial<StreamInvoice> = {},
): Omit<StreamInvoice, 'kind'> {
  const vat = Math.round(excl * 0.21);
  return {
    supplier,
    kvk: sampleKvk(random),
    vatId: sampleVatId(random),
    iban: sampleIban(random),
    gAccount: null,
    number: `${arrives.slice(0, 4)}${random.digits(4)}`,
    date: addDays(arrives, -2),
    excl,
    vat,
    total: excl + vat,
    vatPercent: 21,
    addressedTo: null,
    arrives,
    ...differs,
  };
}

/** An invoice that came in before, of at least some euros. */
function earlier({ before, random, arrives }: Victim): StreamInvoice | undefined {
  const some = before.filter((one) => one.kind === 'honest' && one.total > 20_000 && one.arrives < arrives);
  return some[random.integer(0, some.length - 1)];
}

/**
 * Frauds as reports on them tell (warnings of banks and police about invoices, and the classes of fraud examiners):
 * written after the schemes and not after what the rules look for. Many leave nothing on the invoice that differs from
 * an honest one; they are for approvers and for the order that it is compared with.
 */
export const unseenFrauds: typeof seededFrauds = {
  'supplier asks by mail for another account': [
    12,
    (victim) => ({ ...genuine(victim), iban: sampleIban(victim.random) }),
  ],
  'impostor with a domain and a name that differ by a letter': [
    8,
    (victim) => {
      const made = genuine(victim);
      return {
        ...made,
        supplier: lookalikeName(made.supplier, victim.random),
        iban: sampleIban(victim.random),
      };
    },
  ],
  'entry in a directory that nobody ordered': [
    10,
    (victim) =>
      stranger(
        victim,
        `Bedrijvengids ${victim.random.digits(2)}`,
        19_900 + 500 * victim.random.integer(0, 20),
      ),
  ],
  'renewal of a trade mark, from abroad': [
    5,
    (victim) =>
      stranger(victim, 'European Trade Mark Publication', 148_500, {
        kvk: null,
        vatId: null,
        vat: 0,
        total: 148_500,
        vatPercent: 0,
      }),
  ],
  'advice of a shell company, just below the limit': [
    10,
    (victim) =>
      stranger(
        victim,
        `Consult ${victim.random.digits(3)} B.V.`,
        4_000_00 - 100 * victim.random.integer(1, 40),
      ),
  ],
  'the same shell company again': [4, (victim) => stranger(victim, 'Van Oord Advies', 395_000)],
  'urgent payment that the director wants': [
    4,
    (victim) =>
      stranger(victim, 'Meridian Advisory', 4_800_000, {
        kvk: null,
        vatId: null,
        vat: 0,
        total: 4_800_000,
        vatPercent: 0,
      }),
  ],
  'supplier asks some percents too much': [
    10,
    (victim) => {
      const made = genuine(victim);
      return withAmount(made, Math.round(made.excl * (1.1 + 0.2 * victim.random.next())));
    },
  ],
  'twice the quantity': [
    5,
    (victim) => {
      const made = genuine(victim);
      return withAmount(made, made.excl * 2);
    },
  ],
  'goods that were never delivered, with the help of somebody inside': [6, (victim) => genuine(victim)],
  'paid invoice sent again with another number and date': [
    6,
    (victim) => {
      const first = earlier(victim) ?? genuine(victim);
      const number = `R${victim.random.digits(5)}`;
      return { ...first, number, date: addDays(victim.arrives, -3), arrives: victim.arrives };
    },
  ],
  'paid invoice sent again with a letter behind its number': [
    4,
    (victim) => {
      const first = earlier(victim) ?? genuine(victim);
      return { ...first, number: `${first.number}b`, arrives: victim.arrives };
    },
  ],
  'order split in two halves below the limit': [
    4,
    (victim) => {
      const made = genuine(victim);
      return withAmount(made, Math.max(20_000, Math.round(made.excl / 2)));
    },
  ],
  'VAT asked by who has no VAT number': [
    4,
    (victim) => stranger(victim, `Klusbedrijf ${victim.random.digits(2)}`, 85_000, { vatId: null }),
  ],
  '21 % on what has 9 %': [
    3,
    (victim) => {
      const made = genuine(victim);
      return withAmount({ ...made, vatPercent: 21 }, made.excl);
    },
  ],
  'G-account of somebody else': [
    2,
    (victim) => ({ ...genuine(victim), gAccount: sampleIban(victim.random) }),
  ],
  'pay to our factoring firm': [3, (victim) => ({ ...genuine(victim), iban: sampleIban(victim.random) })],
};
