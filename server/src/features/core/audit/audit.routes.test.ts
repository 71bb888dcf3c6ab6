import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { recordSignInEvent } from '#server/features/identity/index.ts';
import { buildCompany, buildUser } from '../testing/factories.ts';

let balie: TestApp;
let companyId: string;
let auditor: Awaited<ReturnType<TestApp['asUser']>>;

beforeAll(async () => {
  balie = await testApp();
  companyId = (await buildCompany(balie.db)).id;
  auditor = await balie.asUser({
    companyId,
    may: ['audit.read', 'groups.read', 'groups.create', 'users.read'].map((right) => `core.${right}.company`),
  });
});
afterAll(() => balie.close());

const url = (of: string, query = '') => `/api/core/companies/${of}/audit${query}`;
const from = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
const actions = async (client: typeof auditor, query = '') => {
  const reply = await client.get(url(companyId, query));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ result: Record<string, unknown>[] }>().result;
};

test('sign-ins, rights and exports of one company are one list, filtered by kind, person and period', async () => {
  const user = await buildUser(balie.db, { companyId, firstName: 'Daan', lastName: 'Bos' });
  const signIns = { user: { userId: user.id, companyId }, from };
  const at = (hours: number) => new Date(balie.services.now().getTime() - hours * 3_600_000);
  await recordSignInEvent(balie.db, { ...signIns, kind: 'failed', at: at(50) });
  await recordSignInEvent(balie.db, { ...signIns, kind: 'signed-in', at: at(49) });
  await recordSignInEvent(balie.db, { ...signIns, kind: 'factor-set', detail: 'passkey', at: at(48) });
  expect((await auditor.post('/api/core/groups', { name: 'Boekhouding' })).statusCode).toBe(201);
  expect((await auditor.get('/api/core/groups/export')).statusCode).toBe(200);

  const all = await actions(auditor);
  expect(all.map(({ kind, action }) => `${String(kind)} ${String(action)}`).toSorted()).toEqual([
    'export export',
    'factor factor-set',
    'failure failed',
    'rights create',
    'sign-in signed-in',
  ]);
  expect(all.find(({ kind }) => kind === 'sign-in')).toMatchObject({ userName: 'Daan Bos', ip: from.ip });
  expect(all.find(({ kind }) => kind === 'factor')).toMatchObject({ detail: 'passkey' });
  expect(all.find(({ kind }) => kind === 'rights')).toMatchObject({
    about: 'Boekhouding',
    entity: 'core.groups',
    userId: auditor.userId,
  });
  expect(all.find(({ kind }) => kind === 'export')).toMatchObject({ about: 'Groepen' });

  expect(await actions(auditor, `?$filter=kind eq 'failure'`)).toHaveLength(1);
  expect(await actions(auditor, `?$filter=userId eq '${user.id}'`)).toHaveLength(3);
  expect(await actions(auditor, `?$filter=at ge ${at(1).toISOString()}`)).toHaveLength(2);
  expect(await actions(auditor, '?query=daan')).toHaveLength(3);
  const counted = await auditor.get(url(companyId, '?$count=true&$top=2'));
  expect(counted.json()).toMatchObject({ metadata: { count: 5 } });
});

test('the list is a file too, and taking it is in the list', async () => {
  const csv = await auditor.get(`${url(companyId)}/export?format=csv`);
  expect(csv.statusCode).toBe(200);
  const [head = '', ...lines] = csv.body.trim().split('\r\n');
  expect(head).toContain('Wanneer');
  expect(lines.join('\n')).toContain('Inloggen mislukt');
  expect((await actions(auditor))[0]).toMatchObject({ kind: 'export', about: 'Audit' });
});

test('it is read with a right of its own, in the own company only', async () => {
  const manager = await balie.asUser({
    companyId,
    may: ['core.users.read.company', 'core.users.update.company'],
  });
  expect(await manager.get(url(companyId))).toBeProblem(403, 'forbidden');
  const stranger = await balie.asUser({ may: ['core.audit.read.company'] });
  expect(await stranger.get(url(companyId))).toBeProblem(404, 'not-found');
  expect(await stranger.get(`${url(companyId)}/export`)).toBeProblem(404, 'not-found');
  expect((await stranger.get(url(stranger.companyId))).json().result).toEqual([]);
  const staff = await balie.asUser({ isProvider: true, may: ['core.audit.read.system'] });
  expect((await actions(staff)).length).toBeGreaterThan(4);
  const program = await balie.asProgram({ companyId, may: ['core.audit.read.company'] });
  expect((await program.get(url(companyId))).statusCode).toBe(200);
  for (const client of [auditor, staff])
    expect((await client.delete(`${url(companyId)}/${staff.userId}`)).statusCode).toBe(404);
});

test('who exports another company’s list as staff is in that company’s list', async () => {
  const staff = await balie.asUser({
    isProvider: true,
    may: ['core.users.read.system', 'core.audit.read.system'],
  });
  expect((await staff.get(`/api/core/companies/${companyId}/users/export`)).statusCode).toBe(200);
  const [line] = await actions(auditor, `?$filter=userId eq '${staff.userId}'`);
  expect(line).toMatchObject({ kind: 'export', about: 'Gebruikers' });
});
