import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, testNow, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { findPerson } from '#server/features/core/index.ts';
import { buildGroup, buildUser } from '#server/features/core/testing/factories.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { buildCarpetOrder } from '../testing/factories.ts';
import { removePendingUsers } from './pending.job.ts';

const url = '/api/carpetline/user-customer-relations';
const password = { password: 'Welkom2026', confirmPassword: 'Welkom2026' };

let balie: TestApp;
let staff: TestClient;
let relationId: string;
let made = 0;

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    may: ['read', 'create', 'delete']
      .map((verb) => `carpetline.usercustomerrelations.${verb}.company`)
      .concat('core.customerrelations.delete.company'),
  });
  relationId = (
    await buildRelation(balie.db, staff.companyId, {
      name: 'Woonhuis Zutphen',
      street: 'Beukerstraat 4',
      zip_code: '7201 LA',
      city: 'Zutphen',
    })
  ).id;
});
afterAll(() => balie.close());

const person = () => ({
  emailAddress: `p${(made += 1)}@winkel.example`,
  firstName: 'Lotte',
  lastName: 'van Loon',
});
const userById = (id: string) =>
  balie.db
    .selectFrom('users')
    .leftJoin('sign_in_state', 'user_id', 'id')
    .where('id', '=', id)
    .select(['is_active', 'modules', 'sign_in_state.session_epoch'])
    .executeTakeFirst();
const permissionsOf = async (id: string) =>
  (
    await balie.db
      .selectFrom('group_users as m')
      .innerJoin('group_permissions as p', 'p.group_id', 'm.group_id')
      .where('m.user_id', '=', id)
      .select('p.permission')
      .execute()
  )
    .map((row) => row.permission)
    .toSorted();

test('both calls of product 2.7 make a portal user, whose group and modules are the server’s', async () => {
  const who = person();
  const first = await staff.post('/api/carpetline/users', {
    ...who,
    ...password,
    groupIds: ['x'],
    modules: ['fm'],
    companyId: 'other',
    id: 'mine',
  });
  expect(first.statusCode).toBe(201);
  const { id } = first.json().result;
  expect(await userById(id)).toMatchObject({ is_active: false });
  const second = await staff.post(url, { userId: id, customerRelationId: relationId, ...who, ...password });
  expect(second.json().result).toMatchObject({
    id,
    isPending: false,
    user: { fullName: 'Lotte van Loon', emailAddress: { address: who.emailAddress } },
    customerRelation: {
      name: 'Woonhuis Zutphen',
      address: { fullAddress: 'Beukerstraat 4, 7201 LA Zutphen' },
    },
  });
  expect(second.body).not.toContain('Welkom2026');
  expect(await userById(id)).toMatchObject({ is_active: true, modules: ['carpetline'] });
  expect(await permissionsOf(id)).toEqual(
    ['create', 'delete', 'read', 'update'].map((verb) => `carpetline.orders.${verb}.company`),
  );
  const credentials = await balie.db
    .selectFrom('credentials')
    .where('user_id', '=', id)
    .select('must_change')
    .executeTakeFirst();
  expect(credentials?.must_change).toBe(true);
});

test('all portal users of a company are in one group', async () => {
  for (let round = 0; round < 2; round += 1)
    await staff.post(url, { ...person(), ...password, customerRelationId: relationId });
  const groups = await balie.db
    .selectFrom('groups')
    .where('company_id', '=', staff.companyId)
    .select('id')
    .execute();
  expect(groups).toHaveLength(1);
});

test.each([
  ['a weak password', { password: 'kort', confirmPassword: 'kort' }, { password: ['weak-password'] }],
  [
    'one of the most used',
    { password: 'Welkom01', confirmPassword: 'Welkom01' },
    { password: ['common-password'] },
  ],
  [
    'two passwords that differ',
    { password: 'Welkom2026', confirmPassword: 'Welkom2027' },
    { confirm_password: ['passwords-differ'] },
  ],
])('%s is refused by both calls', async (_, wrong, codes) => {
  expect((await staff.post('/api/carpetline/users', { ...person(), ...wrong })).json().codes).toEqual(codes);
  expect(
    (await staff.post(url, { ...person(), customerRelationId: relationId, ...wrong })).json().codes,
  ).toEqual(codes);
});

test('a relation of another company, and an address in use, are refused at their fields', async () => {
  const stranger = await balie.asUser();
  const theirs = await buildRelation(balie.db, stranger.companyId);
  expect(
    (await staff.post(url, { ...person(), ...password, customerRelationId: theirs.id })).json().codes,
  ).toEqual({ customer_relation_id: ['unknown'] });
  const taken = await buildUser(balie.db, { companyId: stranger.companyId, email: 'bezet@winkel.example' });
  expect(taken.id).toBeDefined();
  expect(
    (await staff.post('/api/carpetline/users', { ...person(), emailAddress: 'Bezet@winkel.example' })).json()
      .codes,
  ).toEqual({ email_address: ['taken'] });
});

test('the first call again goes on with the same user', async () => {
  const who = person();
  const first = await staff.post('/api/carpetline/users', who);
  const again = await staff.post('/api/carpetline/users', { ...who, firstName: 'Lot' });
  const { id } = first.json().result;
  expect(again.json().result.id).toBe(id);
  // Nine minutes late with the first, in time with the second.
  await balie.db
    .updateTable('user_customer_relations')
    .set({ created_at: new Date(testNow.getTime() - 9 * 60_000).toISOString() })
    .where('user_id', '=', id)
    .execute();
  await staff.post('/api/carpetline/users', who);
  await removePendingUsers({ db: balie.db, now: () => new Date(testNow.getTime() + 2 * 60_000) });
  expect(await userById(id)).toBeDefined();
});

test('ten simultaneous first calls create one user', async () => {
  const who = person();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => staff.post('/api/carpetline/users', who)),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(new Set(replies.map((reply) => reply.json().result.id)).size).toBe(1);
});

test('the second call takes only who waits for it', async () => {
  const known = await buildUser(balie.db, { companyId: staff.companyId });
  const reply = await staff.post(url, { userId: known.id, customerRelationId: relationId, ...password });
  expect(reply.json().codes).toEqual({ user_id: ['unknown'] });
});

test('only who waits for longer than ten minutes is taken away', async () => {
  const { id } = (await staff.post('/api/carpetline/users', person())).json().result;
  const after = (minutes: number) =>
    removePendingUsers({ db: balie.db, now: () => new Date(testNow.getTime() + minutes * 60_000) });
  await after(9);
  expect(await userById(id)).toBeDefined();
  await after(11);
  expect(await userById(id)).toBeUndefined();
});

test('deleting the relation deactivates its portal users immediately', async () => {
  const relation = await buildRelation(balie.db, staff.companyId);
  const { id } = (await staff.post(url, { ...person(), ...password, customerRelationId: relation.id })).json()
    .result;
  const before = await userById(id);
  expect((await staff.delete(`/api/core/customer-relations/${relation.id}`)).statusCode).toBe(204);
  expect(await userById(id)).toMatchObject({
    is_active: false,
    session_epoch: (before?.session_epoch ?? 1) + 1,
  });
});

test('a deleted portal user leaves the list, and stays bound to their relation', async () => {
  const { id } = (await staff.post(url, { ...person(), ...password, customerRelationId: relationId })).json()
    .result;
  expect((await staff.delete(`${url}/${id}`)).statusCode).toBe(204);
  expect((await staff.get(`${url}/${id}`)).statusCode).toBe(404);
  const bound = await balie.db
    .selectFrom('user_customer_relations')
    .where('user_id', '=', id)
    .select('customer_relation_id')
    .executeTakeFirst();
  expect(bound?.customer_relation_id).toBe(relationId);
});

test('a portal user of a purged relation sees no orders', async () => {
  const user = await balie.asUser({ companyId: staff.companyId, may: ['carpetline.orders.read.company'] });
  await balie.db
    .insertInto('user_customer_relations')
    .values({
      user_id: user.userId,
      company_id: staff.companyId,
      customer_relation_id: null,
      created_by: null,
    })
    .execute();
  await buildCarpetOrder(balie.db, staff.companyId);
  expect((await user.get('/api/carpetline/orders')).json().result).toEqual([]);
});

test('a portal user whose relation was deleted stays inactive until it is restored', async () => {
  const admin = await balie.asUser({
    companyId: staff.companyId,
    may: [
      'core.users.update.company',
      'core.users.read.company',
      'core.customerrelations.delete.company',
      'carpetline.orders.read.company',
    ],
  });
  const relation = await buildRelation(balie.db, staff.companyId);
  const who = person();
  const { id } = (await staff.post(url, { ...who, ...password, customerRelationId: relation.id })).json()
    .result;
  await staff.delete(`/api/core/customer-relations/${relation.id}`);
  const { groups } = (await admin.get(`/api/core/companies/${staff.companyId}/users/${id}`)).json().result;
  const switchOn = (language: string) =>
    admin.put(
      `/api/core/companies/${staff.companyId}/users/${id}`,
      {
        emailAddress: { address: who.emailAddress },
        firstName: 'Lotte',
        lastName: 'van Loon',
        active: true,
        groupIds: groups,
        permissionIds: [],
      },
      { 'accept-language': language },
    );
  const refused = await switchOn('nl');
  expect(refused).toBeProblem(409, 'wrong-state');
  expect(refused.json().detail).toBe(
    'De klantrelatie van deze portaalgebruiker is er niet meer; zet die eerst terug.',
  );
  expect((await switchOn('en')).json().detail).toContain('restore it first');
  expect(await userById(id)).toMatchObject({ is_active: false });

  await balie.db
    .updateTable('customer_relations')
    .set({ deleted_at: null })
    .where('id', '=', relation.id)
    .execute();
  expect((await switchOn('nl')).statusCode).toBe(200);
  expect(await userById(id)).toMatchObject({ is_active: true });
});

test('a deleted portal user is not restored as active if their relation was deleted later', async () => {
  const relation = await buildRelation(balie.db, staff.companyId);
  const { id } = (await staff.post(url, { ...person(), ...password, customerRelationId: relation.id })).json()
    .result;
  await staff.delete(`${url}/${id}`);
  await staff.delete(`/api/core/customer-relations/${relation.id}`);
  expect(await userById(id)).toMatchObject({ is_active: false });
});

test('a group for everyone is for staff: a portal user has the group of portal users and nothing else', async () => {
  await buildGroup(balie.db, {
    companyId: staff.companyId,
    availableForEveryOne: true,
    may: ['core.customerrelations.read.company', 'carpetline.orders.process.company'],
  });
  const { id } = (await staff.post(url, { ...person(), ...password, customerRelationId: relationId })).json()
    .result;
  const rightsOf = async (userId: string) =>
    (await findPerson(balie.db, { id: userId }))?.permissions.toSorted();
  expect(await rightsOf(id)).toEqual(
    ['create', 'delete', 'read', 'update'].map((verb) => `carpetline.orders.${verb}.company`),
  );
  const colleague = await buildUser(balie.db, { companyId: staff.companyId });
  expect(await rightsOf(colleague.id)).toEqual([
    'carpetline.orders.process.company',
    'core.customerrelations.read.company',
  ]);

  // The screen that explains the rights of a user agrees.
  const admin = await balie.asUser({ companyId: staff.companyId, may: ['core.users.read.company'] });
  const sources = async (userId: string): Promise<string[]> =>
    (await admin.get(`/api/core/companies/${staff.companyId}/users/${userId}/permissions`))
      .json()
      .result.flatMap((row: { sources: { kind: string }[] }) => row.sources.map(({ kind }) => kind));
  expect(new Set(await sources(id))).toEqual(new Set(['group']));
});
