import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildCarpetOrder } from './testing/factories.ts';

let balie: TestApp;

beforeAll(async () => {
  balie = await testApp();
});
afterAll(() => balie.close());

test('a company with carpet orders cannot be deleted; who may read them reads which', async () => {
  const company = await buildCompany(balie.db);
  const order = await buildCarpetOrder(balie.db, company.id);
  const deleting = 'core.companies.delete.system';
  const staff = await balie.asUser({ isProvider: true, may: [deleting, 'carpetline.orders.read.system'] });
  const reply = await staff.delete(`/api/core/companies/${company.id}`);
  expect(reply).toBeProblem(409, 'in-use');
  expect(reply.json().usedBy).toMatchObject({
    count: 1,
    first: [{ resource: 'carpetline/orders', id: order.id }],
  });
  const blind = await balie.asUser({ isProvider: true, may: [deleting] });
  expect((await blind.delete(`/api/core/companies/${company.id}`)).json().usedBy).toEqual({
    count: 1,
    first: [],
  });
});
