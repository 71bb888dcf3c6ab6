import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '../testing/factories.ts';

let world: TestApp;

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());

test('a company with invoices cannot be deleted, and the first five are named', async () => {
  const deleting = 'core.companies.delete.system';
  const staff = await world.asUser({ isProvider: true, may: [deleting, 'fmmodule.invoices.read.system'] });
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
  const blind = await world.asUser({ isProvider: true, may: [deleting] });
  const counted = await blind.delete(`/api/core/companies/${company.id}`);
  expect(counted.json().usedBy).toEqual({ count: 6, first: [] });
});

test('neither can an administration that invoices are booked in', async () => {
  const staff = await world.asUser({
    isProvider: true,
    may: ['core.administrations.delete.system', 'fmmodule.invoices.read.system'],
  });
  const company = await buildCompany(world.db);
  const { id } = await buildAdministration(world.db, company.id);
  const { id: free } = await buildAdministration(world.db, company.id);
  await buildInvoice(world.db, { companyId: company.id, documentId: 'D-1', administrationId: id });
  const url = `/api/core/companies/${company.id}/administrations`;
  const reply = await staff.delete(`${url}/${id}`);
  expect(reply).toBeProblem(409, 'in-use');
  expect(reply.json().usedBy).toMatchObject({
    count: 1,
    first: [{ resource: 'fmmodule/invoices', name: 'D-1' }],
  });
  expect((await staff.delete(`${url}/${free}`)).statusCode).toBe(204);
});

test('one without goes to the trash', async () => {
  const staff = await world.asUser({ isProvider: true, may: ['core.companies.delete.system'] });
  const company = await buildCompany(world.db);
  expect((await staff.delete(`/api/core/companies/${company.id}`)).statusCode).toBe(204);
});
