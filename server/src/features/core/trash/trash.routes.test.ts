import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { permissionCatalogue } from '#contract/permissions.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany, buildGroup, buildUser } from '../testing/factories.ts';
import { buildContactPerson, buildRelation } from '../testing/relations.ts';
import { purgeTrash } from './purge.job.ts';
import { coreSlices } from '../slices.ts';

let balie: TestApp;
let person: TestClient;
let now = new Date('2026-11-21T13:05:00Z');
const trash = '/api/core/trash';
const relations = '/api/core/customer-relations';
const ofCompany = permissionCatalogue.filter(
  (permission) => permission.startsWith('core.') && permission.endsWith('.company'),
);
const ofSystem = permissionCatalogue.filter(
  (permission) => permission.startsWith('core.') && permission.endsWith('.system'),
);

beforeAll(async () => {
  balie = await testApp({ now: () => now });
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00Z');
  person = await balie.asUser({ may: ofCompany });
});
afterAll(() => balie.close());

const restore = (entity: string, id: string, by = person) => by.post(`${trash}/${entity}/${id}/restore`);
const namesInTrash = async (by = person) =>
  (await by.get(`${trash}?$orderby=name`)).json().result.map((row: { name: string }) => row.name);

async function deletedRelation(seed: { name?: string; tag?: string } = {}) {
  const relation = await buildRelation(balie.db, person.companyId, seed);
  expect((await person.delete(`${relations}/${relation.id}`)).statusCode).toBe(204);
  return relation;
}

describe('list', () => {
  test('shows what was deleted, by whom, and until when it can come back', async () => {
    const { id } = await deletedRelation({ name: 'Weg' });
    const reply = await person.get(`${trash}?$count=true`);
    expect(reply.json()).toMatchObject({
      result: [
        {
          id,
          entity: 'core.customerrelations',
          companyId: person.companyId,
          name: 'Weg',
          deletedAt: '2026-11-21T13:05:00.000Z',
          deletedBy: expect.stringContaining('Sanne'),
          purgedAt: '2026-12-21T13:05:00.000Z',
        },
      ],
      metadata: { count: 1 },
    });
  });

  test('pages, searches and filters over all kinds together', async () => {
    await deletedRelation({ name: 'Bakker' });
    await deletedRelation({ name: 'Visser' });
    const { id } = await buildAdministration(balie.db, person.companyId, 'Administratie');
    await person.delete(`/api/core/companies/${person.companyId}/administrations/${id}`);
    const page = await person.get(`${trash}?$orderby=name&$top=2&$count=true`);
    expect(page.json()).toMatchObject({
      result: [{ name: 'Administratie' }, { name: 'Bakker' }],
      metadata: { count: 3 },
    });
    const filtered = await person.get(
      `${trash}?query=viss&$filter=${encodeURIComponent("entity eq 'core.customerrelations'")}`,
    );
    expect(filtered.json().result).toMatchObject([{ name: 'Visser' }]);
  });

  test('leaves out what the caller could not read, what is of another company, and what is too old', async () => {
    await deletedRelation({ name: 'Van ons' });
    const other = await balie.asUser({ may: ofCompany });
    expect(await namesInTrash(other)).toEqual([]);
    const partial = await balie.asUser({
      companyId: person.companyId,
      may: ['core.trash.read.company', 'core.users.read.company'],
    });
    expect(await namesInTrash(partial)).toEqual([]);
    const none = await balie.asUser({ companyId: person.companyId, may: ['core.trash.read.company'] });
    expect((await none.get(`${trash}?$count=true`)).json()).toEqual({ result: [], metadata: { count: 0 } });
    now = new Date('2026-12-22T00:00:00Z');
    expect(await namesInTrash()).toEqual([]);
  });

  test('leaves as a file, narrowed as it is on screen, with kinds in words', async () => {
    await deletedRelation({ name: 'Bakkerij =1+1' });
    await deletedRelation({ name: 'Slager' });
    const reply = await person.get(`${trash}/export?format=csv&query=bakk`);
    expect(reply.headers['content-disposition']).toContain('prullenbak-2026-11-21.csv');
    const [heads, line, ...rest] = reply.body.split('\r\n');
    expect(heads).toBe('\uFEFFNaam;Soort;Bedrijf;Verwijderd op;Door');
    expect(line).toMatch(/^Bakkerij =1\+1;Klantrelatie;.*;21-11-2026 14:05;Sanne/);
    expect(rest).toEqual(['']);
    const blind = await balie.asUser({ may: ['core.trash.read.company'] });
    expect((await blind.get(`${trash}/export`)).body).toBe(`${heads}\r\n`);
  });

  test('what went along with its owner is not listed by itself', async () => {
    const relation = await buildRelation(balie.db, person.companyId, { name: 'Met mensen' });
    await buildContactPerson(balie.db, person.companyId, relation.id);
    await person.delete(`${relations}/${relation.id}`);
    expect(await namesInTrash()).toEqual(['Met mensen']);
  });
});

describe('restore', () => {
  test('restores a relation with the people that were deleted along, not with one deleted before', async () => {
    const relation = await buildRelation(balie.db, person.companyId);
    const removed = await buildContactPerson(balie.db, person.companyId, relation.id, {
      last_name: 'Eerder',
    });
    await buildContactPerson(balie.db, person.companyId, relation.id, { last_name: 'Mee' });
    await person.delete(`${relations}/${relation.id}/contact-persons/${removed.id}`);
    now = new Date('2026-11-21T14:00:00Z');
    await person.delete(`${relations}/${relation.id}`);
    const reply = await restore('core.customerrelations', relation.id);
    expect(reply.json()).toEqual({
      result: { id: relation.id, entity: 'core.customerrelations', name: relation.name },
    });
    const people = await person.get(`${relations}/${relation.id}/contact-persons`);
    expect(people.json().result).toMatchObject([{ lastName: 'Mee' }]);
    expect(await namesInTrash()).toEqual(['Petra Eerder']);
    const lines = await balie.db
      .selectFrom('history')
      .select('verb')
      .where('entity_id', '=', relation.id)
      .orderBy('at')
      .orderBy('id')
      .execute();
    expect(lines.map(({ verb }) => verb)).toEqual(['remove', 'restore']);
  });

  test('with a taken value is refused with its field, and stays in the trash', async () => {
    const { id } = await deletedRelation({ tag: 'R-7' });
    await buildRelation(balie.db, person.companyId, { tag: 'r-7' });
    expect(await restore('core.customerrelations', id)).toBeProblem(409, 'taken', { tag: ['taken'] });
    expect(await namesInTrash()).toHaveLength(1);
  });

  test('is possible once, within thirty days, for who could have made it', async () => {
    const { id } = await deletedRelation();
    const reader = await balie.asUser({
      companyId: person.companyId,
      may: ['core.trash.restore.company', 'core.customerrelations.read.company'],
    });
    expect(await restore('core.customerrelations', id, reader)).toBeProblem(403, 'forbidden');
    now = new Date('2026-12-21T13:04:00Z');
    expect((await restore('core.customerrelations', id)).statusCode).toBe(200);
    expect(await restore('core.customerrelations', id)).toBeProblem(404, 'not-found');
    await person.delete(`${relations}/${id}`);
    now = new Date('2027-01-21T00:00:00Z');
    expect(await restore('core.customerrelations', id)).toBeProblem(404, 'not-found');
    expect(await restore('core.geheimen', id)).toBeProblem(404, 'not-found');
  });

  test('a company comes back with its administrations, users and modules', async () => {
    const staff = await balie.asUser({ isProvider: true, may: ofSystem });
    const company = await buildCompany(balie.db);
    const user = await buildUser(balie.db, { companyId: company.id });
    await buildAdministration(balie.db, company.id);
    expect((await staff.delete(`/api/core/companies/${company.id}`)).statusCode).toBe(204);
    const alone = encodeURIComponent(`companyName eq '${company.name}' and entity ne 'core.companies'`);
    expect((await staff.get(`${trash}?$filter=${alone}`)).json().result).toEqual([]);
    expect((await restore('core.companies', company.id, staff)).statusCode).toBe(200);
    expect((await staff.get(`/api/core/companies/${company.id}`)).json().result).toMatchObject({
      userCount: 1,
      administrationCount: 1,
      moduleCount: 5,
    });
    expect((await staff.get(`/api/core/companies/${company.id}/users/${user.id}`)).statusCode).toBe(200);
  });

  test('nobody restores a user or a group with permissions that they do not have', async () => {
    const user = await buildUser(balie.db, {
      companyId: person.companyId,
      may: ['comceptum.workorders.read.company'],
    });
    const group = await buildGroup(balie.db, {
      companyId: person.companyId,
      may: ['comceptum.workorders.read.company'],
    });
    await person.delete(`/api/core/companies/${person.companyId}/users/${user.id}`);
    await person.delete(`/api/core/groups/${group.id}`);
    expect(await restore('core.users', user.id)).toBeProblem(403, 'forbidden');
    expect(await restore('core.groups', group.id)).toBeProblem(403, 'forbidden');
    expect(await namesInTrash()).toHaveLength(2);
    const holder = await balie.asUser({
      companyId: person.companyId,
      may: [...ofCompany, 'comceptum.workorders.read.company'],
    });
    expect((await restore('core.users', user.id, holder)).statusCode).toBe(200);
    expect((await restore('core.groups', group.id, holder)).statusCode).toBe(200);
  });

  test('an e-mail address that was taken meanwhile keeps a user in the trash', async () => {
    const user = await buildUser(balie.db, { companyId: person.companyId, email: 'zelfde@balie.example' });
    await person.delete(`/api/core/companies/${person.companyId}/users/${user.id}`);
    await buildUser(balie.db, { email: 'ZELFDE@balie.example' });
    expect(await restore('core.users', user.id)).toBeProblem(409, 'taken', {
      email_address: ['taken'],
    });
  });
});

describe('purge', () => {
  test('comes by itself every night, by the clock of Amsterdam', async () => {
    const { rows } =
      await sql`select cron, timezone from jobs.schedule where name = 'core-purge-trash'`.execute(balie.db);
    expect(rows).toEqual([{ cron: '20 3 * * *', timezone: 'Europe/Amsterdam' }]);
  });

  test('takes away what has been in the trash for thirty days, with what belongs to it, and nothing else', async () => {
    const relation = await buildRelation(balie.db, person.companyId);
    await buildContactPerson(balie.db, person.companyId, relation.id);
    await person.delete(`${relations}/${relation.id}`);
    const user = await buildUser(balie.db, { companyId: person.companyId });
    await person.delete(`/api/core/companies/${person.companyId}/users/${user.id}`);
    const company = await buildCompany(balie.db);
    const owned = await buildRelation(balie.db, company.id);
    await balie.db
      .updateTable('companies')
      .set({ deleted_at: now.toISOString() })
      .where('id', '=', company.id)
      .execute();
    const stored = await buildRelation(balie.db, person.companyId);
    now = new Date('2026-12-10T00:00:00Z');
    const recent = await deletedRelation({ name: 'Kort geleden' });

    now = new Date('2026-12-21T13:05:00Z');
    await purgeTrash(balie.services, coreSlices, []);
    const left = await balie.db
      .selectFrom('customer_relations')
      .select('id')
      .where('id', 'in', [relation.id, owned.id, stored.id, recent.id])
      .execute();
    expect(left.map(({ id }) => id).toSorted()).toEqual([stored.id, recent.id].toSorted());
    expect(
      await balie.db
        .selectFrom('contact_persons')
        .select('id')
        .where('customer_relation_id', '=', relation.id)
        .execute(),
    ).toEqual([]);
    expect(await balie.db.selectFrom('users').select('id').where('id', '=', user.id).execute()).toEqual([]);
    expect(
      await balie.db.selectFrom('companies').select('id').where('id', '=', company.id).execute(),
    ).toEqual([]);
    expect(
      await balie.db.selectFrom('history').select('verb').where('entity_id', '=', relation.id).execute(),
    ).toEqual([{ verb: 'remove' }]);
  });

  test('keeps what another area keeps, and what another table still refers to', async () => {
    const retained = await deletedRelation();
    const company = await buildCompany(balie.db);
    await balie.db
      .insertInto('creditors')
      .values({
        company_id: company.id,
        id: retained.id,
        name: 'X',
        name_key: 'x',
        kvk: '',
        vat_id: '',
        iban: '',
        created_at: now.toISOString(),
      })
      .execute();
    await balie.db
      .updateTable('companies')
      .set({ deleted_at: now.toISOString() })
      .where('id', '=', company.id)
      .execute();
    now = new Date('2027-02-01T00:00:00Z');
    await purgeTrash(balie.services, coreSlices, [
      async (_db, { entity, id }) => entity === 'core.customerrelations' && id === retained.id,
    ]);
    expect(
      await balie.db.selectFrom('customer_relations').select('id').where('id', '=', retained.id).execute(),
    ).toHaveLength(1);
    expect(
      await balie.db.selectFrom('companies').select('id').where('id', '=', company.id).execute(),
    ).toHaveLength(1);
  });
});
