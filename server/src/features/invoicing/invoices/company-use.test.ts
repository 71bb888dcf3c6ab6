import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '../testing/factories.ts';

let world: TestApp;

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());

test('a company with invoices cannot be deleted, and the first five are named', async () => {
  const staff = await world.asUser({ isProvider: true, may: ['core.companies.delete.system'] });
  const company = await buildCompany(world.db);
  for (let made = 1; made <= 6; made += 1) {
    await buildInvoice(world.db, { companyId: company.id, documentId: `D-${made}` });
  }
  const reply = await staff.delete(`/api/core/companies/${company.id}`);
  expect(reply).toBeProblem(409, 'in-use');
  expect(reply.json().usedBy).toMatchObject({
    count: 6,
    first: ['D-1', 'D-2', 'D-3', 'D-4', 'D-5'].map((name) => ({ resource: 'fmmodule/invoices', name })),
  });
});

test('one without goes to the trash', async () => {
  const staff = await world.asUser({ isProvider: true, may: ['core.companies.delete.system'] });
  const company = await buildCompany(world.db);
  expect((await staff.delete(`/api/core/companies/${company.id}`)).statusCode).toBe(204);
});
