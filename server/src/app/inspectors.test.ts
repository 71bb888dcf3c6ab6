import { afterAll, beforeAll, expect, test } from 'vitest';
import { endInspectors } from '#server/features/core/inspectors/end-inspectors.job.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { buildPages } from '#server/features/invoicing/testing/pages.ts';
import { type TestApp, type TestClient, testApp } from './testing/app.ts';

// An inspector from beginning to end: what they see of the archive, and that they see nothing else (§C25).
let balie: TestApp;
let head: TestClient;
let wonen: string;
const ids: Record<string, string> = {};

const url = '/api/core/inspectors';
const archive = '/api/fmmodule/archive';
const may = [
  'core.users.read.company',
  'core.users.create.company',
  'core.users.update.company',
  'fmmodule.archive.read.company',
  'fmmodule.archive.export.company',
];
const body = (email: string, more: object = {}) => ({
  emailAddress: { address: email },
  firstName: 'Iris',
  lastName: 'de Boer',
  administrationIds: [wonen],
  from: '2025-01-01',
  to: '2025-12-31',
  endsOn: '2999-12-31',
  ...more,
});
const make = async (email: string, more: object = {}): Promise<string> => {
  const reply = await head.post(url, body(email, more));
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json().result.id;
};
const numbers = async (id: string, query = '') =>
  (await balie.withToken(id).get(`${archive}${query}`))
    .json()
    .result.map(({ documentId }: { documentId: string }) => documentId);

beforeAll(async () => {
  balie = await testApp();
  head = await balie.asUser({ may });
  const { companyId } = head;
  wonen = (await buildAdministration(balie.db, companyId, 'Wonen')).id;
  const werken = (await buildAdministration(balie.db, companyId, 'Werken')).id;
  for (const [documentId, administrationId, invoiceDate] of [
    ['before', wonen, '2024-12-31'],
    ['first', wonen, '2025-01-01'],
    ['last', wonen, '2025-12-31'],
    ['after', wonen, '2026-01-01'],
    ['elsewhere', werken, '2025-06-01'],
  ] as const) {
    const invoice = await buildInvoice(balie.db, { companyId, documentId, administrationId, invoiceDate });
    await buildPages(balie.db, companyId, invoice.documentKey, [`Onderhoud ${documentId}`]);
    ids[documentId] = invoice.id;
  }
});
afterAll(() => balie.close());

test('sees the archive of the period and the administrations, and nothing else', async () => {
  const id = await make('iris@inspectie.example');
  const client = balie.withToken(id);
  expect(await numbers(id)).toEqual(['last', 'first']);
  expect(await numbers(id, '?from=2024-01-01&to=2026-12-31')).toEqual(['last', 'first']);
  expect((await client.get(`${archive}/${ids['first']}`)).statusCode).toBe(200);
  for (const hidden of ['before', 'after', 'elsewhere'])
    for (const part of ['', '/original', '/pdf'])
      expect(await client.get(`${archive}/${ids[hidden]}${part}`), hidden + part).toBeProblem(
        404,
        'not-found',
      );
  const pictures = await balie.db
    .selectFrom('document_pages as p')
    .innerJoin('invoices as i', (join) => join.onRef('i.document_id', '=', 'p.document_id'))
    .where('p.company_id', '=', head.companyId)
    .select(['i.document_number as number', 'p.image_sha256 as sha256'])
    .execute();
  for (const { number, sha256 } of pictures) {
    const picture = await client.get(`${archive}/images?filename=${sha256}.jpg`);
    // The bytes of these pictures are nowhere; what is not theirs is told apart by the head of the company's answer.
    const full = await head.get(`${archive}/images?filename=${sha256}.jpg`);
    expect(picture.statusCode, number).toBe(['first', 'last'].includes(number) ? full.statusCode : 404);
  }
  expect((await client.get(`${archive}/administrations`)).json().result).toEqual([
    { id: wonen, name: 'Wonen' },
  ]);
  expect((await client.get('/api/identity/me')).json().result.permissions).toEqual([
    'fmmodule.archive.read.company',
  ]);
  expect(await client.get('/api/fmmodule/invoices')).toBeProblem(403, 'forbidden');
  expect(await client.get('/api/fmmodule/archive-files')).toBeProblem(403, 'forbidden');
  expect((await client.get('/api/core/search?query=Wonen')).json().result).toEqual([]);
  expect((await client.get('/api/core/administrators')).json().result).toEqual([]);
});

test('cannot be given anything by the way of users', async () => {
  const id = await make('vast@inspectie.example');
  const user = `/api/core/companies/${head.companyId}/users/${id}`;
  const { emailAddress, firstName, lastName } = (await head.get(user)).json().result;
  const names = { emailAddress, firstName, lastName };
  expect((await head.put(user, { ...names, firstName: 'Irma' })).statusCode).toBe(200);
  for (const more of [{ permissionIds: ['core.users.read.company'] }, { administrationIds: [] }])
    expect(await head.put(user, { ...names, ...more })).toBeProblem(409, 'wrong-state');
});

test('is another period, other administrations or another end away', async () => {
  const id = await make('wijzig@inspectie.example');
  const reach = { administrationIds: [], from: '2026-01-01', to: '2026-06-30', endsOn: '2999-12-31' };
  const reply = await head.put(`${url}/${id}`, reach);
  expect(reply.json().result).toMatchObject({ administrations: [], from: '2026-01-01', to: '2026-06-30' });
  expect(await numbers(id)).toEqual(['after']);
});

test('ends by itself after the last day, with all sessions, and a later day opens it again', async () => {
  const id = await make('einde@inspectie.example');
  expect((await balie.withToken(id).get(archive)).statusCode).toBe(200);
  const before = await balie.db
    .selectFrom('sign_in_state')
    .where('user_id', '=', id)
    .select('session_epoch')
    .executeTakeFirst();
  await balie.db.updateTable('inspectors').set({ ends_on: '2026-01-31' }).where('user_id', '=', id).execute();
  // From that midnight on, whether or not the job ran.
  expect(await balie.withToken(id).get(archive)).toBeProblem(401, 'unauthenticated');
  expect(await endInspectors(balie.services)).toBe(1);
  expect(await endInspectors(balie.services)).toBe(0);
  const after = await balie.db
    .selectFrom('sign_in_state')
    .where('user_id', '=', id)
    .select('session_epoch')
    .executeTakeFirst();
  expect(after?.session_epoch ?? 0).toBeGreaterThan(before?.session_epoch ?? 0);
  const listed = (await head.get(url)).json().result;
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({ active: false });
  const user = `/api/core/companies/${head.companyId}/users/${id}`;
  const { emailAddress, firstName, lastName } = (await head.get(user)).json().result;
  expect(await head.put(user, { emailAddress, firstName, lastName, active: true })).toBeProblem(
    409,
    'wrong-state',
  );
  const reach = { administrationIds: [wonen], from: '2025-01-01', to: '2025-12-31', endsOn: '2999-12-31' };
  expect((await head.put(`${url}/${id}`, reach)).json().result).toMatchObject({ active: true });
  expect(await numbers(id)).toEqual(['last', 'first']);
  expect((await head.post(`${url}/${id}/end`)).json().result).toMatchObject({ active: false });
  expect(await balie.withToken(id).get(archive)).toBeProblem(401, 'unauthenticated');
});

test('is made only with a day ahead, in order, and by who has the archive themselves', async () => {
  expect(await head.post(url, body('a@inspectie.example', { endsOn: '2026-11-20' }))).toBeProblem(
    400,
    'validation',
    { ends_on: ['in-the-past'] },
  );
  expect(await head.post(url, body('a@inspectie.example', { to: '2024-01-01' }))).toBeProblem(
    400,
    'validation',
    { to: ['ends-before-start'] },
  );
  const others = may.filter((right) => !right.startsWith('fmmodule'));
  const without = await balie.asUser({ companyId: head.companyId, may: others });
  expect(await without.post(url, body('a@inspectie.example'))).toBeProblem(403, 'forbidden');
  const stranger = await balie.asUser({ may });
  const id = await make('vreemd@inspectie.example');
  expect(await stranger.post(`${url}/${id}/end`)).toBeProblem(404, 'not-found');
  expect((await stranger.get(`${url}?companyId=${head.companyId}`)).json().result).toEqual([]);
});
