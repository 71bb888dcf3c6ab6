import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptNames, personalTables } from '#server/app/personal-data.ts';
import { testApp, type TestApp, testNow } from '#server/app/testing/app.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { sealHistory } from '../history/seal-history.job.ts';
import { verifyHistory } from '../history/verify-history.ts';
import { coreSlices } from '../slices.ts';
import { buildCompany, buildUser } from '../testing/factories.ts';
import { purgeTrash } from '../trash/purge.job.ts';
import { erasedName } from './erase-person.service.ts';

let balie: TestApp;
let manager: Awaited<ReturnType<TestApp['asUser']>>;
let users: string;
let made = 0;
const may = ['read', 'create', 'update', 'delete'].map((verb) => `core.users.${verb}.company`);

beforeAll(async () => {
  balie = await testApp();
  manager = await balie.asUser({ companyId: (await buildCompany(balie.db)).id, may });
  users = `/api/core/companies/${manager.companyId}/users`;
});
afterAll(() => balie.close());

async function somebody(active = true, { db } = balie, companyId = manager.companyId) {
  made += 1;
  const ip = `203.0.113.${100 + made}`;
  const [firstName, lastName] = ['Fatma', `Yıldız ${newId().slice(-6)}`];
  const user = await buildUser(db, { companyId, firstName, lastName });
  const caller = { userId: user.id, name: `${firstName} ${lastName}` };
  const of = { entity: 'core.users', entityId: user.id, companyId };
  await inTransaction(db, async (tx) => {
    const after = { firstName, 'emailAddress.address': user.email };
    await recordChange(tx, { caller, now: () => new Date() }, { ...of, verb: 'create', after });
    const members = { before: { userIds: [] }, after: { userIds: [caller.name, 'Iemand Anders'] } };
    const group = { entity: 'core.groups', entityId: newId(), companyId };
    await recordChange(tx, { caller, now: () => new Date() }, { ...group, verb: 'update', ...members });
  });
  await db
    .insertInto('sign_in_events')
    .values({
      company_id: companyId,
      id: newId(),
      user_id: user.id,
      kind: 'signed-in',
      at: new Date().toISOString(),
      ip,
      user_agent: 'Firefox',
      by_user_id: null,
      detail: null,
    })
    .execute();
  if (!active) await db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
  return { ...user, lastName, name: caller.name, ip };
}

// Everything that the database holds, as text, without what sign-in keeps for itself.
async function holding(text: string, { db } = balie): Promise<string[]> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const rows =
      await sql`select from ${sql.table(name)} t where strpos(t::text, ${text}) > 0 limit 1`.execute(db);
    if (rows.rows.length > 0) found.push(name);
  }
  return found;
}

test('an export has all that is kept of somebody, and is a line of the history', async () => {
  const user = await somebody();
  const reply = await manager.get(`${users}/${user.id}/personal-data`);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['content-disposition']).toContain('persoonsgegevens');
  const { result } = reply.json();
  expect(result.user).toMatchObject({ firstName: 'Fatma', emailAddress: { address: user.email } });
  expect(Object.keys(result.parts)).toEqual(['groups', ...personalTables.rows.map(({ part }) => part)]);
  expect(result.parts.signIns).toMatchObject([{ ip: user.ip, kind: 'signed-in' }]);
  expect(result.parts.history).toMatchObject([{ verb: 'create' }, { entity: 'core.groups' }]);
  const lines = await balie.db
    .selectFrom('history')
    .where('entity_id', '=', user.id)
    .where('verb', '=', 'export')
    .select('user_id')
    .execute();
  expect(lines).toEqual([{ user_id: manager.userId }]);
  const own = await manager.get('/api/core/personal-data');
  expect(own.json().result.user).toMatchObject({ id: manager.userId });
});

test('erased, nothing readable is left, records keep the id, and the history still holds', async () => {
  const user = await somebody(false);
  await sealHistory(balie.services);
  expect(await holding(user.name)).toContain('history');
  expect((await manager.post(`${users}/${user.id}/erase`, {})).statusCode).toBe(204);
  expect(await holding(user.lastName)).toEqual([]);
  expect(await holding(user.email)).toEqual([]);
  expect(await holding(user.ip)).toEqual([]);
  const shown = (await manager.get(`${users}/${user.id}`)).json().result;
  expect(shown).toMatchObject({ fullName: erasedName(user.id), active: false, groups: [] });

  // Who else was named in the same line is still there, and so is what happened.
  const group = await balie.db
    .selectFrom('history')
    .where('user_id', '=', user.id)
    .where('entity', '=', 'core.groups')
    .select(['user_name', 'changes', 'verb'])
    .executeTakeFirstOrThrow();
  expect(group).toMatchObject({ user_name: erasedName(user.id), verb: 'update' });
  expect(group.changes).toMatchObject({ userIds: { new: [erasedName(user.id), 'Iemand Anders'] } });
  await sealHistory(balie.services);
  const verdict = await verifyHistory(balie.db, manager.companyId, new Date());
  expect(verdict.count).toBeGreaterThan(2);
  expect(verdict.faults).toEqual([]);

  // Once, and for good.
  expect(await manager.post(`${users}/${user.id}/erase`, {})).toBeProblem(409, 'wrong-state');
  const again = { firstName: 'F', lastName: 'Y', emailAddress: { address: user.email }, active: true };
  expect(await manager.put(`${users}/${user.id}`, again)).toBeProblem(409, 'wrong-state');
});

test('whoever is in the trash is exported and erased there, and does not come back', async () => {
  const user = await somebody();
  const trash = `/api/core/trash/core.users/${user.id}/restore`;
  expect((await manager.delete(`${users}/${user.id}`)).statusCode).toBe(204);
  const stranger = await balie.asUser({ companyId: (await buildCompany(balie.db)).id, may });
  const theirs = `/api/core/companies/${stranger.companyId}/users/${user.id}/erase`;
  expect(await stranger.post(theirs, {})).toBeProblem(404, 'not-found');
  const data = (await manager.get(`${users}/${user.id}/personal-data`)).json().result;
  expect(data.user).toMatchObject({ emailAddress: { address: user.email } });
  expect((await manager.post(`${users}/${user.id}/erase`, {})).statusCode).toBe(204);
  for (const text of [user.lastName, user.email, user.ip]) expect(await holding(text)).toEqual([]);
  const restorer = await balie.asUser({
    companyId: manager.companyId,
    may: [...may, 'core.trash.read.company', 'core.trash.restore.company'],
  });
  expect(await restorer.post(trash)).toBeProblem(409, 'wrong-state');
});

test('whoever was purged from the trash is exported and erased by their id', async () => {
  const user = await somebody();
  expect((await manager.delete(`${users}/${user.id}`)).statusCode).toBe(204);
  const comment = {
    company_id: manager.companyId,
    id: newId(),
    owner_kind: 'core.companies',
    entity_id: manager.companyId,
    description: 'Gebeld',
    created_by: user.id,
    created_by_name: user.name,
  };
  await balie.db.insertInto('notes').values(comment).execute();
  await sealHistory(balie.services);
  const later = () => new Date(testNow.getTime() + 31 * 24 * 3_600_000);
  const purged = await purgeTrash({ ...balie.services, now: later }, coreSlices, []);
  expect(purged['core.users']).toBeGreaterThan(0);
  expect(await holding(user.email)).toEqual(['history']);
  expect(await holding(user.lastName)).toEqual(['history', 'notes']);

  const stranger = await balie.asUser({ companyId: (await buildCompany(balie.db)).id, may });
  for (const company of [stranger.companyId, manager.companyId]) {
    const theirs = `/api/core/companies/${company}/users/${user.id}`;
    expect(await stranger.post(`${theirs}/erase`, {})).toBeProblem(404, 'not-found');
    expect(await stranger.get(`${theirs}/personal-data`)).toBeProblem(404, 'not-found');
  }
  const data = (await manager.get(`${users}/${user.id}/personal-data`)).json().result;
  expect(data.user).toEqual({ id: user.id, companyId: manager.companyId });
  expect(data.parts.notes).toMatchObject([{ description: 'Gebeld' }]);
  expect((await manager.post(`${users}/${user.id}/erase`, {})).statusCode).toBe(204);
  for (const text of [user.lastName, user.email]) expect(await holding(text)).toEqual([]);
  await sealHistory(balie.services);
  expect((await verifyHistory(balie.db, manager.companyId, new Date())).faults).toEqual([]);
  expect(await manager.post(`${users}/${user.id}/erase`, {})).toBeProblem(409, 'wrong-state');
  expect(await manager.post(`${users}/${newId()}/erase`, {})).toBeProblem(404, 'not-found');
});

test('one login of the database for everything erases the same', async () => {
  const one = await testApp({ hasOneLogin: true });
  try {
    const boss = await one.asUser({ companyId: (await buildCompany(one.db)).id, may });
    const user = await somebody(false, one, boss.companyId);
    await sealHistory(one.services);
    const erased = await boss.post(`/api/core/companies/${boss.companyId}/users/${user.id}/erase`, {});
    expect(erased.statusCode, erased.body).toBe(204);
    for (const text of [user.lastName, user.email, user.ip]) expect(await holding(text, one)).toEqual([]);
    await sealHistory(one.services);
    expect((await verifyHistory(one.db, boss.companyId, new Date())).faults).toEqual([]);
    await expect(
      one.db.updateTable('history').set({ user_name: 'x' }).where('user_id', '=', user.id).execute(),
    ).rejects.toThrow('only added');
  } finally {
    await one.close();
  }
});

test('of staff, what they did for customers is erased too', async () => {
  const staff = await balie.asUser({
    isProvider: true,
    may: ['read', 'update', 'delete'].map((verb) => `core.users.${verb}.system`),
  });
  const lastName = `Bakker ${newId().slice(-6)}`;
  const gone = await buildUser(balie.db, { isProvider: true, firstName: 'Joost', lastName, isActive: false });
  const caller = { userId: gone.id, name: `Joost ${lastName}` };
  const change = { entity: 'core.companies', entityId: manager.companyId, companyId: manager.companyId };
  await inTransaction(balie.db, (tx) =>
    recordChange(tx, { caller, now: () => new Date() }, { ...change, verb: 'update', after: { name: 'x' } }),
  );
  const note = {
    company_id: manager.companyId,
    id: newId(),
    owner_kind: 'core.companies',
    entity_id: manager.companyId,
    description: 'Gebeld',
    created_by: gone.id,
    created_by_name: caller.name,
  };
  await balie.db.insertInto('notes').values(note).execute();
  await sealHistory(balie.services);
  const url = `/api/core/companies/${gone.companyId}/users/${gone.id}`;
  const data = (await staff.get(`${url}/personal-data`)).json().result;
  expect(data.parts.notes).toMatchObject([{ description: 'Gebeld' }]);
  expect((await staff.post(`${url}/erase`, {})).statusCode).toBe(204);
  expect(await holding(lastName)).toEqual([]);
  expect((await verifyHistory(balie.db, manager.companyId, new Date())).faults).toEqual([]);
});

test('whoever can still sign in is not erased, nor by somebody without their rights', async () => {
  const active = await somebody();
  expect(await manager.post(`${users}/${active.id}/erase`, {})).toBeProblem(409, 'wrong-state');
  const strong = await somebody(false);
  await balie.db
    .insertInto('user_permissions')
    .values({ user_id: strong.id, permission: 'core.groups.update.company' })
    .execute();
  expect(await manager.post(`${users}/${strong.id}/erase`, {})).toBeProblem(403, 'forbidden');
  const reader = await balie.asUser({ companyId: manager.companyId, may: may.slice(0, 3) });
  expect(await reader.post(`${users}/${strong.id}/erase`, {})).toBeProblem(403, 'forbidden');
  expect(await holding(strong.lastName)).toContain('users');
});

test('the database erases of nobody whom the product did not', async () => {
  const user = await somebody(false);
  await expect(sql`select erase_from_history(${user.id}::uuid)`.execute(balie.db)).rejects.toThrow('erased');
  await expect(
    balie.db.updateTable('history').set({ user_name: 'x' }).where('user_id', '=', user.id).execute(),
  ).rejects.toThrow(/permission denied|only added/);
});

test('every column with a name beside an id of a user is either erased, or kept for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select n.table_name || '.' || n.column_name as name from information_schema.columns n
    join information_schema.columns i on i.table_schema = 'public' and i.table_name = n.table_name
      and i.data_type = 'uuid' and i.column_name || '_name' = n.column_name
        or i.table_schema = 'public' and i.table_name = n.table_name and i.column_name = 'user_id' and n.column_name = 'user_name'
    where n.table_schema = 'public' order by 1`.execute(balie.db);
  const known = [...personalTables.names, ...keptNames].map(([table, , name]) => `${table}.${name}`);
  expect(rows.map(({ name }) => name)).toEqual([...known, 'history.user_name'].toSorted());
});
