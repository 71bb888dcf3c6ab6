import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { isIban, passesVatCheck } from '#server/recognition/text/identifiers.ts';
import { generateInvoices } from './generate.ts';
import { layoutNames } from './sample.ts';
import { suppliers } from './suppliers.ts';

const pdf = startPdf();
afterAll(() => pdf.close());

const invoices = generateInvoices({ seed: 42, count: 3 * layoutNames.length });

test('the same seed gives the same bytes, another seed other invoices', async () => {
  const [a, b] = [1, 1].map((seed) => generateInvoices({ seed, count: 2 }));
  const [other] = generateInvoices({ seed: 2, count: 1 });
  expect(await a?.[1]?.pdf()).toEqual(await b?.[1]?.pdf());
  expect(a?.[1]?.ubl()).toBe(b?.[1]?.ubl());
  expect(await a?.[0]?.scan(pdf)).toEqual(await b?.[0]?.scan(pdf));
  expect(other?.expected).not.toEqual(a?.[0]?.expected);
});

test('a longer run begins with the invoices of a shorter one', () => {
  const names = (count: number): unknown[] =>
    generateInvoices({ seed: 9, count }).map(({ expected }) => expected);
  expect(names(20).slice(0, 5)).toEqual(names(5));
});

test('every layout takes its turn, or only those that are asked for', () => {
  expect(new Set(invoices.map(({ layout }) => layout)).size).toBe(layoutNames.length);
  expect(
    generateInvoices({ seed: 1, count: 4, layouts: ['letter', 'english'] }).map(({ layout }) => layout),
  ).toEqual(['letter', 'english', 'letter', 'english']);
});

describe('amounts', () => {
  test.each(invoices.map(({ name, expected }) => [name, expected] as const))(
    '%s adds up, to the cent',
    (_, expected) => {
      expect(expected.lines.reduce((sum, line) => sum + line.amountInCents, 0)).toBe(expected.exclInCents);
      expect(expected.exclInCents + expected.vatInCents).toBe(expected.totalInCents);
      expect(expected.totalInCents < 0).toBe(expected.creditNote);
    },
  );
});

test('every supplier’s codes pass their checks, and are the same in every run', () => {
  for (const { party } of suppliers) {
    expect(isIban(party.iban)).toBe(true);
    expect(passesVatCheck(party.vatId)).toBe(true);
    expect(party.kvk).toMatch(/^\d{8}$/);
    expect(party.email).toMatch(/\.example$/);
  }
  const again = generateInvoices({ seed: 777, count: 60 }).map(({ supplier }) => supplier);
  for (const supplier of again) expect(suppliers.map(({ party }) => party)).toContainEqual(supplier);
});

test('what is expected is printed', async () => {
  for (const { pdf: draw, expected, layout } of invoices.slice(0, layoutNames.length)) {
    const document = await pdf.open(await draw());
    let text = '';
    for (let page = 1; page <= document.pageCount; page += 1)
      text += (await document.text(page)).characters.join('');
    await document.close();
    expect(text, layout).toContain(expected.number);
    expect(text, layout).toContain(expected.creditor);
    const digits = String(Math.abs(expected.totalInCents));
    const total = new RegExp(`${digits.slice(0, -2)}[.,]${digits.slice(-2)}`);
    expect(text.replaceAll(/(?<=\d)[.,](?=\d{3})/g, ''), layout).toMatch(total);
  }
});

test('dates lie in the year before the given day', () => {
  for (const { expected } of generateInvoices({ seed: 3, count: 40, until: '2025-03-31' })) {
    expect(expected.date < '2025-03-31').toBe(true);
    expect(expected.date >= '2024-04-04').toBe(true);
  }
});

test('the buyer is who was asked for', async () => {
  const [invoice] = generateInvoices({
    seed: 3,
    count: 1,
    layouts: ['classic'],
    buyer: { name: 'Gemeente Proefstad', kvk: '99000001' },
  });
  expect(invoice?.buyer).toMatchObject({ name: 'Gemeente Proefstad', kvk: '99000001' });
  expect(invoice?.ubl()).toContain('Gemeente Proefstad');
});

test('a scan is a grey JPEG of the page, a hard one smaller', async () => {
  const [invoice] = generateInvoices({ seed: 3, count: 1, layouts: ['classic'] });
  const [fair, hard] = await Promise.all([invoice?.scan(pdf, 'fair'), invoice?.scan(pdf, 'hard')]);
  const size = async (jpeg: Buffer | undefined): Promise<{ format: string; height: number }> => {
    const { format, height } = await sharp(jpeg).metadata();
    return { format, height };
  };
  expect((await size(fair)).format).toBe('jpeg');
  expect((await size(fair)).height).toBeGreaterThan((await size(hard)).height);
});
