import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { buildOrder } from '../testing/factories.ts';

let balie: TestApp;
let clerk: TestClient;
const right = 'comceptum.workorders.read.company';

beforeAll(async () => {
  balie = await testApp();
  clerk = await balie.asUser({ may: [right], firstName: 'Marieke', lastName: 'Bos' });
  const { companyId, userId } = clerk;
  const relation = await buildRelation(balie.db, companyId, { name: 'Theater De Spiegel', tag: 'R-7' });
  const contact = await buildContactPerson(balie.db, companyId, relation.id, {
    first_name: 'Eva',
    last_name: 'Prins',
  });
  await buildOrder(balie.db, {
    companyId,
    year: 2026,
    number: 12,
    reference: '=Jaarverslag; "klein"',
    status: 4,
    relationId: relation.id,
    contactPersonIds: [contact.id],
    userIds: [userId],
    deliveryDate: '2026-12-01',
    invoiceNumber: 'F-1',
    createdAt: '2026-11-01T12:00:00Z',
  });
  await buildOrder(balie.db, {
    companyId,
    year: 2026,
    number: 120,
    reference: 'Poster',
    createdAt: '2026-11-02T12:00:00Z',
  });
  await buildOrder(balie.db, {
    companyId: (await balie.asUser()).companyId,
    year: 2026,
    number: 12,
    reference: 'Van een ander',
  });
});
afterAll(() => balie.close());

const file = async (parameters: Record<string, string>, by = clerk, headers = {}) =>
  by.get(`/api/comceptum/workorders/export?${new URLSearchParams(parameters).toString()}`, headers);

test('the list leaves as a file: its filter, search and order, all of it, in words', async () => {
  const reply = await file({ query: 'eva' });
  expect(reply.headers['content-disposition']).toContain('orders-2026-11-21.csv');
  const [head, ...lines] = reply.body.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(head).toBe(
    'Nummer;Relatienummer;Relatie;Contactpersonen;Referentie;Verantwoordelijken;Administratie;Status;Factuurnummer;Eerste proef;Drukker;Verspreider;Levering;Aangemaakt',
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('2026-12;R-7;Theater De Spiegel;Eva Prins;');
  expect(lines[0]).toContain(`"'=Jaarverslag; ""klein"""`);
  expect(lines[0]).toContain(';Marieke Bos;');
  expect(lines[0]).toContain(';Productie;F-1;');
  const all = (await file({ $orderby: 'number', $top: '1' })).body.trimEnd().split('\r\n');
  expect(all.slice(1).map((line) => line.split(';')[0])).toEqual(['2026-12', '2026-120']);
  const english = await file({ format: 'xlsx' }, clerk, { 'accept-language': 'en' });
  expect(english.headers['content-disposition']).toContain('work-orders-2026-11-21.xlsx');
  expect(english.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('Ctrl+K finds orders by what their list is searched by, the one of that number first', async () => {
  const find = async (query: string, by = clerk) =>
    (await by.get(`/api/core/search?query=${query}`)).json().result;
  expect(await find('2026-12')).toEqual([
    expect.objectContaining({
      kind: 'comceptum.workorders',
      title: '2026-12',
      subtitle: 'Theater De Spiegel · =Jaarverslag; "klein"',
    }),
    expect.objectContaining({ title: '2026-120', subtitle: 'Poster', parentId: null }),
  ]);
  expect(await find('spiegel')).toMatchObject([{ title: '2026-12' }]);
  const blind = await balie.asUser({ companyId: clerk.companyId });
  expect(await find('spiegel', blind)).toEqual([]);
});
