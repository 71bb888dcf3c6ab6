import { expect, test } from 'vitest';
import { testApp } from '#server/app/testing/app.ts';
import { generateInvoices } from './many-invoices.ts';

test('makes invoices that the list shows and finds, each once', async () => {
  const world = await testApp();
  const user = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  await generateInvoices(world.db, user.companyId, 500);
  await generateInvoices(world.db, user.companyId, 100);
  const list = async (query: string) => (await user.get(`/api/fmmodule/invoices?${query}`)).json();
  expect((await list('$count=true&$top=1')).metadata).toEqual({ count: 10 });
  expect((await list('$count=true&$top=1&status=Processed,Concept')).metadata).toEqual({ count: 500 });
  const [first] = (await list('$top=1')).result;
  expect((await list(`query=${first.invoiceNumber}`)).result).toContainEqual(first);
  await world.close();
});

test('with approvers each has the turn of their share of what waits', async () => {
  const world = await testApp();
  const first = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  const second = await world.asUser({ companyId: first.companyId, may: ['fmmodule.invoices.read.company'] });
  await generateInvoices(world.db, first.companyId, 500, undefined, [first.userId, second.userId]);
  for (const person of [first, second]) {
    const { metadata } = (await person.get('/api/fmmodule/invoices?$count=true&$top=1')).json();
    expect(metadata).toEqual({ count: 5 });
  }
  await world.close();
});
