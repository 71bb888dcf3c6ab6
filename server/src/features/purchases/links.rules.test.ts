import { describe, expect, test } from 'vitest';
import { randomFrom } from '#server/samples/random.ts';
import { type KnownLine, namedOrders, proposeLinks } from './links.rules.ts';

/** Twelve ways in which suppliers write our number. */
const spellings: readonly ((year: number, number: number) => string)[] = [
  (year, number) => `Uw order ${year}-${number}`,
  (year, number) => `Ordernummer: ${year}/${number}`,
  (year, number) => `Werkorder ${year}.${number}`,
  (year, number) => `Uw opdracht ${year} ${number}`,
  (year, number) => `Order nr. ${year}${String(number).padStart(4, '0')}`,
  (year, number) => `Uw ref. ${year % 100}-${String(number).padStart(4, '0')}`,
  (year, number) => `WO${year}-${number}`,
  (year, number) => `O-${year}-${String(number).padStart(5, '0')}`,
  (year, number) => `Betreft opdracht ${number}/${year}`,
  (year, number) => `Referentie: ${year}\u2013${number}`,
  (year, number) => `Bestelling #${year}_${number}`,
  (year, number) => `Order ${year} / ${number}`,
];

describe('a number of ours', () => {
  test.each(spellings.map((spell) => [spell(2026, 114)]))('is found as %s', (text) => {
    expect(namedOrders(`Factuur\n${text}\nTotaal`)).toContainEqual(
      expect.objectContaining({ year: 2026, number: 114, isLabelled: true }),
    );
  });

  test.each(['Factuurdatum 2026-11-20', 'Datum 20-11-2026', 'NL91ABNA0417164300', 'KvK 20261140'])(
    'is not %s',
    (text) => {
      expect(namedOrders(text)).toEqual([]);
    },
  );
});

const line = (seed: Partial<KnownLine> = {}): KnownLine => ({
  orderLineId: 'l1',
  workOrderId: 'o1',
  year: 2026,
  number: 114,
  reference: 'Jaarverslag gemeente',
  description: 'Binnenwerk 64 pagina’s',
  purchaseAmount: 50_000,
  otherInCents: 0,
  ...seed,
});
const lines = [
  line(),
  line({ orderLineId: 'l2', description: 'Omslag 300 grams', purchaseAmount: 12_500 }),
  line({
    orderLineId: 'm1',
    workOrderId: 'o2',
    number: 115,
    reference: 'Folder open dag 2026',
    description: 'Folder A5',
  }),
];
const said = (
  text: string,
  charged: readonly (readonly [string, number])[] = [],
  exclInCents: number | null = null,
) => ({
  text,
  exclInCents: exclInCents ?? charged.reduce((sum, [, cents]) => sum + cents, 0),
  lines: charged.map(([description, amountInCents]) => ({ description, amountInCents })),
});
const short = (found: ReturnType<typeof proposeLinks>) =>
  found.map(({ line: { orderLineId }, amountInCents, reason }) => [orderLineId, amountInCents, reason]);

describe('an invoice', () => {
  test('that names an order is divided over its lines', () => {
    const found = proposeLinks(
      said('Order 2026-114', [
        ['Omslagen', 12_500],
        ['Binnenwerk', 51_000],
      ]),
      lines,
    );
    expect(short(found)).toEqual(
      expect.arrayContaining([
        ['l2', 12_500, 'number'],
        ['l1', 51_000, 'number'],
      ]),
    );
    expect(found.every(({ confidence }) => confidence > 0.95)).toBe(true);
  });

  test('of several orders is linked to each', () => {
    const found = proposeLinks(
      said('Orders: order 2026-114 en order 2026-115', [
        ['Omslag', 12_500],
        ['Folder A5', 9_000],
      ]),
      lines,
    );
    expect(short(found)).toEqual(
      expect.arrayContaining([
        ['l2', 12_500, 'number'],
        ['m1', 9_000, 'number'],
      ]),
    );
  });

  test('of a part delivery, and a credit note, are for what is left and taken back', () => {
    const part = [line({ otherInCents: 30_000 })];
    expect(short(proposeLinks(said('Order 2026-114', [['Restant', 20_000]]), part))).toEqual([
      ['l1', 20_000, 'number'],
    ]);
    expect(short(proposeLinks(said('Credit order 2026-114', [['Retour', -50_000]]), part))).toEqual([
      ['l1', -50_000, 'number'],
    ]);
  });

  test('without a number is found by the reference, and by what it charges', () => {
    expect(short(proposeLinks(said('Betreft: Folder open dag 2026', [['Drukwerk', 50_000]]), lines))).toEqual(
      [['m1', 50_000, 'reference']],
    );
    expect(short(proposeLinks(said('Factuur', [['Omslag 300 grams', 12_500]]), lines))).toEqual([
      ['l2', 12_500, 'text'],
    ]);
    expect(proposeLinks(said('Factuur', [['Omslag 300 grams', 12_600]]), lines)).toEqual([]);
  });

  test('whose number only looks like one is never sure', () => {
    const found = proposeLinks(said('Factuur 2026-114', [['Iets anders', 777]]), lines);
    expect(found.every(({ confidence }) => confidence <= 0.9)).toBe(true);
  });
});

test('of 300 invoices in twelve spellings at least 97 % find their order, and none is surely wrong', () => {
  const random = randomFrom(19);
  const words = ['Binnenwerk', 'Omslag', 'Folder', 'Poster', 'Brochure', 'Banner', 'Vouwwerk', 'Verzending'];
  const orders = Array.from({ length: 400 }, (_, index) => {
    const order = { workOrderId: `o${index}`, year: random.pick([2025, 2026]), number: index + 1 };
    return Array.from({ length: random.integer(1, 3) }, (__, at) =>
      line({
        ...order,
        orderLineId: `o${index}-${at}`,
        reference: `Opdracht ${random.digits(5)}`,
        description: `${words[random.integer(0, words.length - 1)]} ${random.digits(3)}`,
        purchaseAmount: random.integer(2000, 400_000),
      }),
    );
  });
  const known = orders.flat();
  let right = 0;
  const surelyWrong: unknown[] = [];
  for (let count = 0; count < 300; count += 1) {
    const order = orders[random.integer(0, orders.length - 1)] ?? [];
    const [first] = order;
    if (!first) continue;
    const spell = spellings[count % spellings.length] ?? String;
    const other = random.integer(1, 400);
    // What else stands on an invoice and resembles an order number.
    const text = [
      `Factuurnummer ${random.pick(['2026', '2025'])}-${other}`,
      `Factuurdatum ${random.integer(1, 28)}-${random.integer(1, 12)}-2026`,
      `Vervaldatum 2026-12-${random.integer(10, 28)}`,
      `KvK ${random.digits(8)}   Telefoon 0${random.integer(10, 79)} ${random.digits(7)}`,
      spell(first.year, first.number),
      `Klantnummer ${random.digits(5)}  Pakbon 2026${random.digits(4)}`,
    ].join('\n');
    const part = random.chance(0.2) ? 2 : 1;
    const charged = order.map(({ description, purchaseAmount }): [string, number] => [
      random.chance(0.5) ? description : 'Drukwerk volgens opgave',
      Math.round((random.chance(0.15) ? purchaseAmount + 1250 : purchaseAmount) / part),
    ]);
    const found = proposeLinks(said(text, charged), known);
    if (found[0]?.line.workOrderId === first.workOrderId) right += 1;
    surelyWrong.push(
      ...found.filter(
        ({ line: { workOrderId }, confidence }) => confidence > 0.95 && workOrderId !== first.workOrderId,
      ),
    );
  }
  expect(surelyWrong).toEqual([]);
  expect(right / 300).toBeGreaterThanOrEqual(0.97);
});
