import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissionCatalogue } from '#contract/permissions.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildGroup, buildUser } from '../testing/factories.ts';

let balie: TestApp;
let staff: TestClient;
let chief: TestClient;
const url = '/api/core/groups';
const verbs = ['read', 'create', 'update', 'delete', 'copy'];
const granted = 'fmmodule.invoices.read.company';
const lacked = 'fmmodule.invoices.approve.company';

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    isProvider: true,
    may: [...verbs.map((verb) => `core.groups.${verb}.system`), 'fmmodule.invoices.read.system'],
  });
  chief = await balie.asUser({ may: [...verbs.map((verb) => `core.groups.${verb}.company`), granted] });
});
afterAll(() => balie.close());

async function made(change: Record<string, unknown> = {}, by = chief) {
  const reply = await by.post(url, { name: 'Groep', ...change });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}

describe('list', () => {
  test('sorts, pages, searches and counts those of the own company, and the system ones', async () => {
    const person = await balie.asUser({ may: ['core.groups.read.company'] });
    for (const name of ['Ploeg 10', 'Ploeg 2'])
      await buildGroup(balie.db, { companyId: person.companyId, name });
    await buildGroup(balie.db, { companyId: chief.companyId, name: 'Ploeg van een ander' });
    const system = await buildGroup(balie.db, { name: 'Ploeg van het systeem' });
    const page = (await person.get(`${url}?query=ploeg&$top=2&$count=true`)).json();
    expect(page).toMatchObject({
      result: [{ name: 'Ploeg 2' }, { name: 'Ploeg 10' }],
      metadata: { count: 3 },
    });
    expect((await person.get(`${url}?$filter=companyId eq null`)).json().result).toMatchObject([
      { id: system.id, companyId: null, companyName: null },
    ]);
    expect(await person.get(`${url}?$filter=secret eq 1`)).toBeProblem(400, 'bad-query');
  });
});

describe('create', () => {
  test('keeps what was sent, for the own company unless another is named', async () => {
    const member = await buildUser(balie.db, {
      companyId: chief.companyId,
      firstName: 'Daan',
      lastName: 'Meijer',
    });
    const { id } = await made({
      name: 'Facturen',
      permissionIds: [granted, granted],
      userIds: [member.id],
      availableForEveryOne: true,
    });
    expect((await chief.get(`${url}/${id}`)).json().result).toMatchObject({
      name: 'Facturen',
      companyId: chief.companyId,
      permissions: [{ id: granted, tag: granted }],
      users: [{ id: member.id, fullName: 'Daan Meijer' }],
      userCount: 1,
      permissionCount: 1,
      accessToEverything: false,
      availableForEveryOne: true,
      rowVersion: 1,
    });
    const company = await buildCompany(balie.db);
    expect(await made({ companyId: company.id }, staff)).toMatchObject({
      companyId: company.id,
      companyName: company.name,
    });
  });

  test('names every bad field at once, and stores nothing', async () => {
    const stranger = await buildUser(balie.db);
    const count = async () => (await staff.get(`${url}?$count=true&$top=1`)).json().metadata.count;
    const before = await count();
    const reply = await chief.post(url, {
      name: 'Te veel',
      permissionIds: [lacked, 'core.users.fly'],
      userIds: [stranger.id, 'geen-id'],
      accessToEverything: true,
      availableForEveryOne: true,
    });
    expect(reply).toBeProblem(400, 'validation', {
      permission_ids: ['unknown', 'not-yours-to-give'],
      user_ids: ['unknown'],
      access_to_everything: ['not-yours-to-give'],
      available_for_every_one: ['not-yours-to-give'],
    });
    expect(await count()).toBe(before);
    expect(await chief.post(url, { name: ' ' })).toBeProblem(400, 'validation', { name: ['required'] });
    expect(await chief.post(url, { name: 'X', companyId: stranger.companyId })).toBeProblem(
      400,
      'validation',
      { company_id: ['unknown'] },
    );
  });

  test('a group of the system needs a right over everything', async () => {
    expect(await chief.post(url, { name: 'X', companyId: null })).toBeProblem(403, 'forbidden');
    expect(await made({ companyId: null, permissionIds: [granted] }, staff)).toMatchObject({
      companyId: null,
    });
    expect(await staff.post(url, { name: 'X', companyId: null, permissionIds: [lacked] })).toBeProblem(
      400,
      'validation',
      { permission_ids: ['not-yours-to-give'] },
    );
  });
});

describe('update', () => {
  test('leaves what is absent, raises the version and writes the history', async () => {
    const { id } = await made({ name: 'Oud', permissionIds: [granted] });
    const reply = await chief.put(`${url}/${id}`, { name: 'Nieuw', rowVersion: 1 });
    expect(reply.json().result).toMatchObject({
      name: 'Nieuw',
      permissions: [{ id: granted }],
      rowVersion: 2,
    });
    expect(await chief.put(`${url}/${id}`, { name: 'Later', rowVersion: 1 })).toBeProblem(409, 'stale');
    const lines = await balie.db
      .selectFrom('history')
      .select('changes')
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines).toEqual([{ changes: { name: { old: 'Oud', new: 'Nieuw' } } }]);
  });

  test.each([
    ['a member', { userIds: 'one' }, 'user_ids'],
    ['everyone', { availableForEveryOne: true }, 'available_for_every_one'],
    [
      'a permission',
      { permissionIds: [granted, lacked, 'fmmodule.invoices.export.company'] },
      'permission_ids',
    ],
  ])('a group with more rights than the caller gets %s from somebody else only', async (_, change, field) => {
    const group = await buildGroup(balie.db, { companyId: chief.companyId, may: [granted, lacked] });
    const userIds = [(await buildUser(balie.db, { companyId: chief.companyId })).id];
    const reply = await chief.put(`${url}/${group.id}`, {
      name: 'X',
      ...change,
      ...('userIds' in change ? { userIds } : {}),
    });
    expect(reply).toBeProblem(400, 'validation', { [field]: ['not-yours-to-give'] });
  });

  test('what is too much may be taken away by whoever may change the group', async () => {
    const member = await buildUser(balie.db, { companyId: chief.companyId });
    const group = await buildGroup(balie.db, {
      companyId: chief.companyId,
      may: [granted, lacked],
      userIds: [member.id],
      accessToEverything: true,
    });
    const reply = await chief.put(`${url}/${group.id}`, {
      name: 'Minder',
      permissionIds: [granted],
      userIds: [],
      accessToEverything: false,
    });
    expect(reply.json().result).toMatchObject({
      permissions: [{ id: granted }],
      users: [],
      accessToEverything: false,
    });
  });

  test('a group of the system can be read by a company, with its own people in it only, and not be changed', async () => {
    const [mine, theirs] = [
      await buildUser(balie.db, { companyId: chief.companyId }),
      await buildUser(balie.db),
    ];
    const group = await buildGroup(balie.db, { userIds: [mine.id, theirs.id] });
    expect((await chief.get(`${url}/${group.id}`)).json().result).toMatchObject({
      users: [{ id: mine.id }],
      userCount: 1,
    });
    expect(await chief.put(`${url}/${group.id}`, { name: 'X' })).toBeProblem(403, 'forbidden');
    expect(await chief.delete(`${url}/${group.id}`)).toBeProblem(403, 'forbidden');
    expect((await staff.get(`${url}/${group.id}`)).json().result.users).toHaveLength(2);
  });
});

describe('access to everything', () => {
  test('is given by those who have it, and the last one of the provider keeps it', async () => {
    const group = await buildGroup(balie.db, {
      companyId: staff.companyId,
      accessToEverything: true,
      userIds: [staff.userId],
    });
    const second = await made(
      { accessToEverything: true, availableForEveryOne: false, companyId: chief.companyId },
      staff,
    );
    expect(second.accessToEverything).toBe(true);
    for (const body of [
      { name: 'X', accessToEverything: false },
      { name: 'X', userIds: [] },
    ]) {
      expect(await staff.put(`${url}/${group.id}`, body)).toBeProblem(409, 'wrong-state');
    }
    expect(await staff.delete(`${url}/${group.id}`)).toBeProblem(409, 'wrong-state');
    await balie.db.deleteFrom('group_users').where('group_id', '=', group.id).execute();
  });

  test('cannot be passed on by who is narrowed to some modules', async () => {
    const narrow = await balie.asUser({ modules: ['fm'], may: ['core.groups.create.company'] });
    await buildGroup(balie.db, {
      companyId: narrow.companyId,
      accessToEverything: true,
      userIds: [narrow.userId],
    });
    expect(await narrow.post(url, { name: 'X', accessToEverything: true })).toBeProblem(400, 'validation', {
      access_to_everything: ['not-yours-to-give'],
    });
  });
});

describe('a right that the catalogue does not have over everything', () => {
  const usage = 'fmmodule.usage.read.company';

  test('is given to people of a customer by the provider with access to everything', async () => {
    const admin = await balie.asUser({ isProvider: true });
    await buildGroup(balie.db, {
      companyId: admin.companyId,
      accessToEverything: true,
      userIds: [admin.userId],
    });
    const member = await buildUser(balie.db, { companyId: chief.companyId });
    const fm = await buildGroup(balie.db, { name: 'FM', may: [granted, usage] });
    expect(
      (await admin.put(`${url}/${fm.id}`, { name: 'FM', userIds: [member.id] })).json().result.users,
    ).toMatchObject([{ id: member.id }]);
    const second = await buildUser(balie.db, { companyId: chief.companyId });
    const body = {
      firstName: 'A',
      lastName: 'B',
      emailAddress: { address: second.email },
      permissionIds: [usage],
      groupIds: [fm.id],
    };
    const reply = await admin.put(`/api/core/companies/${chief.companyId}/users/${second.id}`, body);
    expect(reply.statusCode, reply.body).toBe(200);
    const { result } = (await admin.get('/api/core/permissions?$filter=isYoursForOthers eq false')).json();
    expect(result).toEqual([]);
  });

  test('is not given by staff without access to everything, nor by a customer with it', async () => {
    const fm = await buildGroup(balie.db, { may: [usage] });
    const member = await buildUser(balie.db, { companyId: chief.companyId });
    const many = await balie.asUser({ isProvider: true, may: [...permissionCatalogue] });
    expect(await many.put(`${url}/${fm.id}`, { name: 'FM', userIds: [member.id] })).toBeProblem(
      400,
      'validation',
      { user_ids: ['not-yours-to-give'] },
    );
    const row = `$filter=id eq '${usage}'`;
    expect((await many.get(`/api/core/permissions?${row}`)).json().result).toMatchObject([
      { isYours: true, isYoursForOthers: false },
    ]);
    const customer = await balie.asUser({});
    await buildGroup(balie.db, {
      companyId: customer.companyId,
      accessToEverything: true,
      userIds: [customer.userId],
    });
    expect(await customer.put(`${url}/${fm.id}`, { name: 'FM', userIds: [member.id] })).toBeProblem(
      403,
      'forbidden',
    );
    expect((await customer.get(`/api/core/permissions?${row}`)).json().result).toMatchObject([
      { isYours: true, isYoursForOthers: false },
    ]);
  });
});

describe('copy', () => {
  test('gives the same to nobody yet', async () => {
    const member = await buildUser(balie.db, { companyId: chief.companyId });
    const { id } = await made({ permissionIds: [granted], userIds: [member.id], availableForEveryOne: true });
    const reply = await chief.post(`${url}/${id}/copy`, { name: 'Kopie' });
    expect(reply.statusCode).toBe(201);
    expect(reply.json().result).toMatchObject({
      name: 'Kopie',
      companyId: chief.companyId,
      permissions: [{ id: granted }],
      users: [],
      availableForEveryOne: false,
    });
    expect(reply.json().result.id).not.toBe(id);
  });

  test('needs all the rights of the group', async () => {
    const group = await buildGroup(balie.db, { companyId: chief.companyId, may: [lacked] });
    expect(await chief.post(`${url}/${group.id}/copy`, { name: 'X' })).toBeProblem(400, 'validation', {
      permission_ids: ['not-yours-to-give'],
    });
    expect(await chief.post(`${url}/${group.id}/copy`, {})).toBeProblem(400, 'validation', {
      name: ['required'],
    });
  });

  test('is for who may create too', async () => {
    const maker = await balie.asUser({ companyId: chief.companyId, may: ['core.groups.create.company'] });
    const group = await buildGroup(balie.db, { companyId: chief.companyId });
    expect((await maker.post(`${url}/${group.id}/copy`, { name: 'X' })).statusCode).toBe(201);
  });
});

test('a deleted group is not found, and its permissions are withdrawn', async () => {
  const member = await balie.asUser({ companyId: chief.companyId });
  const group = await buildGroup(balie.db, {
    companyId: chief.companyId,
    may: ['core.groups.read.company'],
    userIds: [member.userId],
  });
  expect((await member.get(url)).statusCode).toBe(200);
  expect((await chief.delete(`${url}/${group.id}`)).statusCode).toBe(204);
  expect(await chief.get(`${url}/${group.id}`)).toBeProblem(404, 'not-found');
  expect(await member.get(url)).toBeProblem(403, 'forbidden');
});

test('a system right in a group gives a person of a customer nothing', async () => {
  const member = await balie.asUser({ companyId: chief.companyId });
  await buildGroup(balie.db, { may: ['core.groups.read.system'], userIds: [member.userId] });
  expect(await member.get(url)).toBeProblem(403, 'forbidden');
});
