import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { ublOf } from './testing/ubl.ts';
import { upload } from './testing/upload.ts';

let world: TestApp;
let user: TestClient;
let id: string;

const may = [
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
  ...['read', 'update', 'delete'].map((verb) => `fmmanagement.documents.${verb}.company`),
  'core.trash.read.company',
  'core.trash.restore.company',
];

beforeAll(async () => {
  world = await testApp();
  user = await world.asUser({ may });
  const [body, headers] = upload({ filename: 'Jaarnota Énergie.xml', content: ublOf() });
  id = (await user.post('/api/fmmodule/documents', body, headers)).json().result[0].id;
  await world.db
    .updateTable('documents')
    .set({ state: 3, reasons: ['no-number'] })
    .where('id', '=', id)
    .execute();
});
afterAll(() => world.close());

test('the one search finds a document by name and number, for who may work on it', async () => {
  const find = async (client: TestClient, query: string) =>
    (await client.get(`/api/core/search?query=${encodeURIComponent(query)}`)).json().result;
  expect(await find(user, 'energie jaarnota')).toEqual([
    {
      kind: 'fmmanagement.documents',
      id,
      parentId: null,
      title: '2026-11-0001 · Jaarnota Énergie.xml',
      subtitle: 'Het factuurnummer is niet gevonden.',
    },
  ]);
  expect(await find(user, '2026-11-0001')).toHaveLength(1);
  expect(await find(await world.asUser({ may }), 'jaarnota')).toEqual([]);
});

test('its history says who sent it in', async () => {
  const reply = await user.get(`/api/core/history?entity=fmmodule.documents&entityId=${id}`);
  expect(reply.json().result).toMatchObject([{ verb: 'create' }]);
});

test('deleted, it stands in the trash and comes back from it as it was', async () => {
  await user.delete(`/api/fmmanagement/documenten/${id}`);
  expect((await user.get('/api/core/trash')).json().result).toMatchObject([
    { entity: 'fmmodule.documents', id, name: '2026-11-0001 Jaarnota Énergie.xml' },
  ]);
  expect((await user.post(`/api/core/trash/fmmodule.documents/${id}/restore`, {})).statusCode).toBeLessThan(
    300,
  );
  expect((await user.get(`/api/fmmanagement/documenten/${id}`)).json().result).toMatchObject({
    state: 'Onbekend',
    reasonCodes: ['no-number'],
  });
});
