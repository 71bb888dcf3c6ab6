import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from './testing/factories.ts';

// Who is narrowed to administrations reaches nothing of another one, wherever invoices are read (decision 0117).
let world: TestApp;
let boss: TestClient;
let narrow: TestClient;
let mine: Awaited<ReturnType<typeof buildInvoice>>;
let other: Awaited<ReturnType<typeof buildInvoice>>;
let nowhere: Awaited<ReturnType<typeof buildInvoice>>;
let ownId: string;
let otherId: string;

const rights = [
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.export.company',
  'fmmodule.documents.read.company',
  'core.administrations.read.company',
];
const manages = ['core.users.read.company', 'core.users.update.company'];

beforeAll(async () => {
  world = await testApp();
  boss = await world.asUser({ may: [...rights, ...manages] });
  const { companyId } = boss;
  narrow = await world.asUser({ may: [...rights, ...manages], companyId });
  ownId = (await buildAdministration(world.db, companyId, 'Wonen')).id;
  otherId = (await buildAdministration(world.db, companyId, 'Vastgoed')).id;
  mine = await buildInvoice(world.db, { companyId, administrationId: ownId, documentId: 'D-mine' });
  other = await buildInvoice(world.db, { companyId, administrationId: otherId, documentId: 'D-other' });
  nowhere = await buildInvoice(world.db, { companyId, documentId: 'D-nowhere' });
  const saved = await saveNarrow(boss, [ownId]);
  if (saved.statusCode !== 200) throw new Error(saved.body);
});
afterAll(() => world.close());

const userUrl = () => `/api/core/companies/${boss.companyId}/users/${narrow.userId}`;
async function saveNarrow(by: TestClient, administrationIds: readonly string[]) {
  const { emailAddress, firstName, lastName } = (await boss.get(userUrl())).json().result;
  return by.put(userUrl(), { emailAddress, firstName, lastName, administrationIds });
}
const numbers = async (client: TestClient, url: string) =>
  (await client.get(url)).json().result.map(({ documentId }: { documentId: string }) => documentId);

test('the user says which, in the history by name', async () => {
  expect((await boss.get(userUrl())).json().result.administrations).toEqual([ownId]);
  expect(await saveNarrow(boss, [ownId, '0190c1e0-0000-7000-8000-000000000000'])).toBeProblem(
    400,
    'validation',
    { administrationIds: ['unknown'] },
  );
});

test('who is narrowed cannot widen anybody, not even themselves', async () => {
  for (const wanted of [[], [otherId], [ownId, otherId]])
    expect(await saveNarrow(narrow, wanted)).toBeProblem(400, 'validation', {
      administrationIds: ['not-yours-to-give'],
    });
});

test('lists, search and download have only theirs; everybody else has all', async () => {
  expect(await numbers(narrow, '/api/fmmodule/invoices')).toEqual(['D-mine']);
  expect(await numbers(narrow, '/api/fmmodule/invoices?status=Concept&query=D-')).toEqual(['D-mine']);
  expect(await numbers(narrow, '/api/fmmodule/documents')).toEqual(['D-mine']);
  expect((await numbers(boss, '/api/fmmodule/invoices')).toSorted()).toEqual([
    'D-mine',
    'D-nowhere',
    'D-other',
  ]);
  const file = await narrow.get('/api/fmmodule/invoices/export?format=csv&status=Concept');
  expect(file.body).toContain('D-mine');
  expect(file.body).not.toContain('D-other');
  const picked = (await narrow.get('/api/core/administrations')).json().result;
  expect(picked.map(({ name }: { name: string }) => name)).toEqual(['Wonen']);
});

test('workload and report count only theirs', async () => {
  const reads = ['fmmodule.approvalflows.read.company'];
  const [wide, few] = [
    await world.asUser({ may: reads, companyId: boss.companyId }),
    await world.asUser({ may: reads, companyId: boss.companyId }),
  ];
  await world.db
    .insertInto('user_administrations')
    .values({ company_id: boss.companyId, user_id: few.userId, administration_id: ownId })
    .execute();
  const decided = { decided_at: '2026-11-20T10:00:00Z', created_at: '2026-11-19T10:00:00Z' };
  await world.db.updateTable('invoices').set(decided).where('id', 'in', [mine.id, other.id]).execute();
  const url = `/api/fmmodule/approval-flows/${boss.companyId}`;
  const seen = async (by: TestClient) => [
    (await by.get(`${url}/workload`)).json().result.withoutLines,
    (await by.get(`${url}/report`)).json().result.decided,
  ];
  expect(await seen(wide)).toEqual([3, 2]);
  expect(await seen(few)).toEqual([1, 1]);
});

test('a record of another administration is unknown, by whatever address', async () => {
  for (const { id, documentKey } of [other, nowhere]) {
    for (const url of [
      `/api/fmmodule/invoices/${id}`,
      `/api/fmmodule/invoices/${id}/places`,
      `/api/fmmodule/approvals?invoiceId=${id}`,
      `/api/fmmodule/advices?invoiceId=${id}`,
      `/api/fmmodule/invoices/pages?documentId=${documentKey}`,
      `/api/fmmodule/documents/${documentKey}`,
    ])
      expect(await narrow.get(url), url).toBeProblem(404, 'not-found');
    expect(await narrow.post(`/api/fmmodule/invoices/${id}/approve`, { approve: true })).toBeProblem(
      404,
      'not-found',
    );
  }
  expect((await narrow.get(`/api/fmmodule/invoices/${mine.id}`)).statusCode).toBe(200);
});
