import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildInvoice } from '../testing/factories.ts';

let world: TestApp;
beforeAll(async () => (world = await testApp()));
afterAll(() => world.close());

test('an invoice says where its values and lines stand on the pages', async () => {
  const reader = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  const { companyId } = reader;
  const { id, documentKey } = await buildInvoice(world.db, { companyId });
  const field = {
    company_id: companyId,
    document_id: documentKey,
    known_id: null,
    confidence: 0.9,
    method: 'heuristic',
    reason: '',
  };
  await world.db
    .insertInto('document_fields')
    .values([
      {
        ...field,
        property: 'total',
        rank: 0,
        value: '121',
        raw: '€ 121,00',
        page: 2,
        box: [0.7, 0.8, 0.9, 0.82],
      },
      {
        ...field,
        property: 'total',
        rank: 1,
        value: '100',
        raw: '€ 100,00',
        page: 2,
        box: [0.7, 0.7, 0.9, 0.72],
      },
      { ...field, property: 'currency', rank: 0, value: 'EUR', raw: 'EUR', page: null, box: null },
    ])
    .execute();
  await world.db
    .insertInto('document_lines')
    .values({
      company_id: companyId,
      document_id: documentKey,
      line_number: 1,
      description: 'Onderhoud',
      quantity: 1,
      unit_price_in_cents: 10_000,
      amount_in_cents: 10_000,
      vat_percent: 21,
      page: 1,
      box: [0.1, 0.4, 0.9, 0.42],
    })
    .execute();
  expect((await reader.get(`/api/fmmodule/invoices/${id}/places`)).json().result).toEqual({
    values: [{ property: 'total', raw: '€ 121,00', page: 2, box: [0.7, 0.8, 0.9, 0.82] }],
    lines: [
      { number: 1, description: 'Onderhoud', amountInCents: 10_000, page: 1, box: [0.1, 0.4, 0.9, 0.42] },
    ],
  });
  const stranger = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  expect(await stranger.get(`/api/fmmodule/invoices/${id}/places`)).toBeProblem(404, 'not-found');
});
