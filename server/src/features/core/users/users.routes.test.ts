import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildGroup, buildUser } from '../testing/factories.ts';

let balie: TestApp;
let staff: TestClient;
let company: { id: string };
let url: string;

const verbs = ['read', 'create', 'update', 'delete'];
const write = (change: Record<string, unknown> = {}) => ({
  emailAddress: { address: `u${Math.random().toString(36).slice(2)}@bedrijf.example` },
  firstName: 'Petra',
  lastName: 'Huisman',
  ...change,
});

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    isProvider: true,
    may: [
      ...verbs.map((verb) => `core.users.${verb}.system`),
      'fmmodule.invoices.read.system',
      'fmmodule.invoices.approve.company',
    ],
  });
  company = await buildCompany(balie.db);
  url = `/api/core/companies/${company.id}/users`;
});
afterAll(() => balie.close());

async function made(change: Record<string, unknown> = {}, by = staff, at = url) {
  const reply = await by.post(at, write(change));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}
const epochOf = async (id: string) =>
  (
    await balie.db
      .selectFrom('sign_in_state')
      .select('session_epoch')
      .where('user_id', '=', id)
      .executeTakeFirst()
  )?.session_epoch ?? 1;

describe('list', () => {
  test('sorts by last name as people do, pages, searches and counts', async () => {
    const other = await buildCompany(balie.db);
    for (const lastName of ['Zwart 10', 'Zwart 2', 'Éénoog'])
      await buildUser(balie.db, { companyId: other.id, lastName });
    const at = `/api/core/companies/${other.id}/users`;
    const page = (await staff.get(`${at}?$top=2&$count=true`)).json();
    expect(page).toMatchObject({
      result: [{ lastName: 'Éénoog' }, { lastName: 'Zwart 2' }],
      metadata: { count: 3 },
    });
    expect((await staff.get(`${at}?$top=2&$skip=2`)).json().result).toMatchObject([{ lastName: 'Zwart 10' }]);
    expect((await staff.get(`${at}?query=eenoog`)).json().result).toHaveLength(1);
    expect(await staff.get(`${at}?$orderby=modules`)).toBeProblem(400, 'bad-query');
  });

  test('the flat list reaches as far as the caller does', async () => {
    const mine = await balie.asUser({ may: ['core.users.read.company'] });
    expect((await mine.get('/api/core/users?$count=true')).json()).toMatchObject({
      result: [{ id: mine.userId }],
      metadata: { count: 1 },
    });
    const all = await staff.get(`/api/core/users?$filter=companyId eq '${mine.companyId}'`);
    expect(all.json().result).toMatchObject([{ id: mine.userId, companyName: expect.any(String) }]);
  });
});

describe('create', () => {
  test('keeps what was sent', async () => {
    const group = await buildGroup(balie.db, {
      companyId: company.id,
      may: ['fmmodule.invoices.read.company'],
    });
    const { id } = await made({
      emailAddress: { address: ' Petra@Bedrijf.example ' },
      groupIds: [group.id],
      permissionIds: ['fmmodule.invoices.read.user', 'fmmodule.invoices.read.company'].slice(1),
      modules: ['fmmodule'],
    });
    expect((await staff.get(`${url}/${id}`)).json().result).toMatchObject({
      companyId: company.id,
      emailAddress: { address: 'petra@bedrijf.example' },
      fullName: 'Petra Huisman',
      active: true,
      groups: [group.id],
      permissions: ['fmmodule.invoices.read.company'],
      modules: ['fmmodule'],
      rowVersion: 1,
    });
  });

  test('names every bad field at once', async () => {
    const reply = await staff.post(url, {
      emailAddress: { address: 'geen adres' },
      firstName: ' ',
      active: 'ja',
    });
    expect(reply).toBeProblem(400, 'validation', {
      email_address: ['not-an-email'],
      first_name: ['required'],
      last_name: ['required'],
      active: ['invalid'],
    });
  });

  test('an address is taken in every company and in any case, and nothing is stored', async () => {
    await made({ emailAddress: { address: 'bezet@bedrijf.example' } });
    const elsewhere = await buildCompany(balie.db);
    const reply = await staff.post(
      `/api/core/companies/${elsewhere.id}/users`,
      write({ emailAddress: { address: 'BEZET@bedrijf.example' } }),
    );
    expect(reply).toBeProblem(400, 'validation', { email_address: ['taken'] });
    expect(
      (await staff.get(`/api/core/companies/${elsewhere.id}/users?$count=true`)).json().metadata,
    ).toEqual({ count: 0 });
  });

  test('what does not exist cannot be given', async () => {
    const theirs = await buildGroup(balie.db, { companyId: (await buildCompany(balie.db)).id });
    const body = write({
      groupIds: [theirs.id, 'geen-id'],
      permissionIds: ['core.users.fly'],
      modules: ['core'],
    });
    expect(await staff.post(url, body)).toBeProblem(400, 'validation', {
      group_ids: ['unknown'],
      permission_ids: ['unknown'],
      modules: ['unknown'],
    });
  });
});

describe('nobody gives permissions that they do not have', () => {
  let chief: TestClient;
  let own: string;

  beforeAll(async () => {
    chief = await balie.asUser({
      may: [...verbs.map((verb) => `core.users.${verb}.company`), 'fmmodule.invoices.read.company'],
    });
    own = `/api/core/companies/${chief.companyId}/users`;
  });

  test('a permission', async () => {
    const reply = await chief.post(own, write({ permissionIds: ['fmmodule.invoices.approve.company'] }));
    expect(reply).toBeProblem(400, 'validation', { permission_ids: ['not-yours-to-give'] });
  });

  test('a wider reach', async () => {
    const reply = await chief.post(own, write({ permissionIds: ['fmmodule.invoices.read.system'] }));
    expect(reply).toBeProblem(400, 'validation', { permission_ids: ['not-yours-to-give'] });
  });

  test('to another company what they only have over their own', async () => {
    const reply = await staff.post(url, write({ permissionIds: ['fmmodule.invoices.approve.company'] }));
    expect(reply).toBeProblem(400, 'validation', { permission_ids: ['not-yours-to-give'] });
    await made({ permissionIds: ['fmmodule.invoices.read.company'] });
  });

  test('a group that gives more than they have, or everything', async () => {
    const more = await buildGroup(balie.db, {
      companyId: chief.companyId,
      may: ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'],
    });
    const all = await buildGroup(balie.db, { companyId: chief.companyId, accessToEverything: true });
    for (const group of [more, all]) {
      const reply = await chief.post(own, write({ groupIds: [group.id] }));
      expect(reply).toBeProblem(400, 'validation', { group_ids: ['not-yours-to-give'] });
    }
  });

  test('but leaves in place what somebody else gave', async () => {
    const user = await buildUser(balie.db, {
      companyId: chief.companyId,
      may: ['fmmodule.invoices.approve.company'],
    });
    const body = write({
      emailAddress: { address: user.email },
      permissionIds: ['fmmodule.invoices.approve.company', 'fmmodule.invoices.read.company'],
    });
    expect((await chief.put(`${own}/${user.id}`, body)).statusCode).toBe(200);
  });

  test('by lifting the narrowing to modules, of another or of themselves', async () => {
    const narrow = await balie.asUser({
      companyId: chief.companyId,
      modules: ['fm'],
      may: ['core.users.update.company', 'fmmodule.invoices.approve.company'],
    });
    const reply = await narrow.put(`${own}/${narrow.userId}`, write({ modules: [] }));
    expect(reply).toBeProblem(400, 'validation', { modules: ['not-yours-to-give'] });
    expect(
      (
        await balie.db
          .selectFrom('users')
          .select('modules')
          .where('id', '=', narrow.userId)
          .executeTakeFirstOrThrow()
      ).modules,
    ).toEqual(['fm']);
  });

  test('by changing the e-mail address of somebody with more permissions, to get their password', async () => {
    const boss = await buildUser(balie.db, {
      companyId: chief.companyId,
      may: ['fmmodule.invoices.approve.company'],
    });
    const reply = await chief.put(`${own}/${boss.id}`, write());
    expect(reply).toBeProblem(400, 'validation', { email_address: ['not-yours-to-give'] });
    expect((await chief.put(`${own}/${chief.userId}`, write())).statusCode).toBe(200);
  });
});

describe('update', () => {
  test('leaves what is absent, raises the version and writes the history', async () => {
    const { id, emailAddress } = await made({
      permissionIds: ['fmmodule.invoices.read.company'],
      active: false,
    });
    const reply = await staff.put(`${url}/${id}`, {
      emailAddress,
      firstName: 'Petra',
      lastName: 'Nieuw',
      rowVersion: 1,
    });
    expect(reply.json().result).toMatchObject({
      lastName: 'Nieuw',
      active: false,
      permissions: ['fmmodule.invoices.read.company'],
      rowVersion: 2,
      updatedBy: expect.stringContaining('Sanne'),
    });
    const lines = await balie.db
      .selectFrom('history')
      .select(['company_id', 'changes'])
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines).toEqual([
      { company_id: company.id, changes: { lastName: { old: 'Huisman', new: 'Nieuw' } } },
    ]);
  });

  test('a stale version is refused with what is stored', async () => {
    const { id, emailAddress } = await made();
    await staff.put(`${url}/${id}`, { emailAddress, firstName: 'Een', lastName: 'Ander' });
    const reply = await staff.put(`${url}/${id}`, {
      emailAddress,
      firstName: 'Te',
      lastName: 'Laat',
      rowVersion: 1,
    });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current).toMatchObject({
      firstName: 'Een',
      rowVersion: 2,
      updatedBy: expect.any(String),
    });
  });

  test('groups in the trash are neither shown nor lost', async () => {
    const removed = await buildGroup(balie.db, { companyId: company.id });
    const { id, emailAddress } = await made({ groupIds: [removed.id] });
    await balie.db
      .updateTable('groups')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', removed.id)
      .execute();
    expect((await staff.get(`${url}/${id}`)).json().result.groups).toEqual([]);
    await staff.put(`${url}/${id}`, { emailAddress, firstName: 'A', lastName: 'B', groupIds: [] });
    expect(
      await balie.db.selectFrom('group_users').selectAll().where('user_id', '=', id).execute(),
    ).toHaveLength(1);
  });
});

describe('sessions end', () => {
  test.each([
    ['when the address changes', { emailAddress: { address: 'anders@bedrijf.example' } }, 2],
    ['when the user is switched off', { active: false }, 2],
    ['not for the rest', { firstName: 'Anders', groupIds: [], active: true }, 1],
  ])('%s', async (_, change, epoch) => {
    const { id, emailAddress, firstName, lastName } = await made();
    await staff.put(`${url}/${id}`, { emailAddress, firstName, lastName, ...change });
    expect(await epochOf(id)).toBe(epoch);
  });

  test('when the user is deleted; their address is free again', async () => {
    const { id, emailAddress } = await made();
    expect((await staff.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect(await epochOf(id)).toBe(2);
    expect(await staff.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
    await made({ emailAddress });
  });
});

describe('the last with access to everything', () => {
  test('cannot lose it, be switched off or be deleted', async () => {
    const provider = staff.companyId;
    const last = await buildUser(balie.db, { companyId: provider });
    await buildGroup(balie.db, { companyId: provider, accessToEverything: true, userIds: [last.id] });
    const at = `/api/core/companies/${provider}/users/${last.id}`;
    const body = write({ emailAddress: { address: last.email } });
    const before = (await staff.get(at)).json();
    for (const reply of [
      await staff.put(at, { ...body, groupIds: [] }),
      await staff.put(at, { ...body, active: false }),
      await staff.delete(at),
    ]) {
      expect(reply).toBeProblem(409, 'wrong-state');
      expect(reply.json().detail).toContain('toegang tot alles');
    }
    expect((await staff.get(at)).json()).toEqual(before);

    const second = await buildUser(balie.db, { companyId: provider });
    await buildGroup(balie.db, { accessToEverything: true, userIds: [second.id] });
    expect((await staff.delete(at)).statusCode).toBe(204);
  });

  test('of two that lose it simultaneously one keeps it', async () => {
    const provider = staff.companyId;
    await balie.db.updateTable('groups').set({ access_to_everything: false }).execute();
    const people = [
      await buildUser(balie.db, { companyId: provider }),
      await buildUser(balie.db, { companyId: provider }),
    ];
    await buildGroup(balie.db, {
      companyId: provider,
      accessToEverything: true,
      userIds: people.map(({ id }) => id),
    });
    const replies = await Promise.all(
      people.map(({ id }) => staff.delete(`/api/core/companies/${provider}/users/${id}`)),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      204, 409,
    ]);
  });
});

describe('effective permissions', () => {
  test('name the user, their groups, those for everyone and those with everything', async () => {
    const other = await buildCompany(balie.db, { modules: ['fmmodule'] });
    const user = await buildUser(balie.db, {
      companyId: other.id,
      may: ['fmmodule.invoices.read.company', 'comceptum.workorders.read.company'],
    });
    const clerks = await buildGroup(balie.db, {
      companyId: other.id,
      name: 'Facturen',
      may: ['fmmodule.invoices.read.company'],
      userIds: [user.id],
    });
    const everyone = await buildGroup(balie.db, {
      companyId: other.id,
      name: 'Iedereen',
      may: ['core.users.read.company'],
      availableForEveryOne: true,
    });
    await buildGroup(balie.db, {
      companyId: other.id,
      name: 'Niet van hem',
      may: ['core.users.delete.company'],
    });
    const at = `/api/core/companies/${other.id}/users/${user.id}/permissions`;
    expect((await staff.get(at)).json().result).toEqual([
      {
        id: 'core.users.read.company',
        tag: 'core.users.read.company',
        sources: [
          { kind: 'everyone', groupId: everyone.id, groupName: 'Iedereen', accessToEverything: false },
        ],
      },
      {
        id: 'fmmodule.invoices.read.company',
        tag: 'fmmodule.invoices.read.company',
        sources: [
          { kind: 'self', groupId: null, groupName: null, accessToEverything: false },
          { kind: 'group', groupId: clerks.id, groupName: 'Facturen', accessToEverything: false },
        ],
      },
    ]);
    const all = await buildGroup(balie.db, {
      companyId: other.id,
      name: 'Alles',
      accessToEverything: true,
      userIds: [user.id],
    });
    const { result } = (await staff.get(at)).json();
    expect(result.length).toBeGreaterThan(30);
    expect(result[0].sources).toEqual([
      { kind: 'group', groupId: all.id, groupName: 'Alles', accessToEverything: true },
    ]);
    expect(
      result.map((row: { id: string }) => row.id).filter((id: string) => id.endsWith('.system')),
    ).toEqual([]);
  });
});

test('somebody without rights learns who of their own company can give them; a guest does not', async () => {
  const chief = await balie.asUser({
    may: ['core.users.update.company'],
    firstName: 'Petra',
    lastName: 'Huisman',
  });
  const newcomer = await balie.asUser({ companyId: chief.companyId });
  await balie.asUser({ may: ['core.users.update.company'] });
  const names = async (client: Pick<TestClient, 'get'>) =>
    (await client.get('/api/core/administrators'))
      .json()
      .result.map((one: { fullName: string }) => one.fullName);
  expect(await names(newcomer)).toEqual(['Petra Huisman']);
  await balie.db.updateTable('users').set({ is_guest: true }).where('id', '=', newcomer.userId).execute();
  expect(await names(newcomer)).toEqual([]);
});

test('viewing as a user is in their history, and needs the right to read them', async () => {
  const user = await made();
  const reply = await staff.post(`${url}/${user.id}/view-as`, {});
  expect(reply.statusCode, reply.body).toBe(204);
  const lines = await balie.db
    .selectFrom('history')
    .select(['verb', 'changes'])
    .where('entity_id', '=', user.id)
    .where('verb', '=', 'view-as')
    .execute();
  expect(lines).toHaveLength(1);
  const other = await balie.asUser({ companyId: company.id, may: ['core.groups.read.company'] });
  expect((await other.post(`${url}/${user.id}/view-as`, {})).statusCode).toBe(403);
  const stranger = await balie.asUser({ may: ['core.users.read.company'] });
  expect((await stranger.post(`${url}/${user.id}/view-as`, {})).statusCode).toBe(404);
});
