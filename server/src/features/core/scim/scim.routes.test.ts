import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { directoryOf } from '#server/app/sign-in.ts';
import { setPassword } from '#server/features/identity/index.ts';
import { createLink, openLink } from '#server/features/identity/links/links.service.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { buildCompany, buildGroup, buildUser } from '../testing/factories.ts';

// The shapes are those that Microsoft (learn.microsoft.com, "Develop and plan provisioning for a SCIM endpoint") and Okta
// (developer.okta.com, "Okta and SCIM Version 2.0") describe; the values are ours.
let balie: TestApp;
let directory: Awaited<ReturnType<TestApp['asProgram']>>;
let companyId: string;

beforeAll(async () => {
  balie = await testApp({ trustedProxies: 1 });
  companyId = (await buildCompany(balie.db)).id;
  // Somebody who may change users, so that there is an administrator to keep.
  await buildUser(balie.db, { companyId, may: ['core.users.update.company'], email: 'beheer@vecht.example' });
  directory = await balie.asProgram({ companyId, may: ['core.scim.provision.company'] });
});
afterAll(() => balie.close());

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const type = { 'content-type': 'application/scim+json' };
const patch = (path: string, Operations: object[], headers = {}) =>
  directory.patch(`/scim/v2/${path}`, JSON.stringify({ schemas: [patchOp], Operations }), {
    ...type,
    ...headers,
  });
const post = (path: string, body: object) => directory.post(`/scim/v2/${path}`, JSON.stringify(body), type);
const get = (path: string) => directory.get(`/scim/v2/${path}`);
let made = 0;
const entraUser = (userName = `p${(made += 1)}@vecht.example`) => ({
  schemas: [userSchema, enterprise],
  externalId: `0a21f0f2-8d2a-4f8e-bf98-7363c4aed4e${made}`,
  userName,
  active: true,
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Fatma Yilmaz', familyName: 'Yilmaz', givenName: 'Fatma' },
  roles: [],
  [enterprise]: { department: 'Inkoop' },
});
const added = async (userName?: string) => {
  const reply = await post('Users', entraUser(userName));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ id: string; userName: string; meta: { version: string; location: string } }>();
};
const refused = (reply: { statusCode: number; body: string; headers: object }) => {
  expect(reply.headers).toMatchObject({ 'content-type': 'application/scim+json; charset=utf-8' });
  const { status, scimType, schemas } = JSON.parse(reply.body);
  expect(schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
  expect(status).toBe(String(reply.statusCode));
  return scimType === undefined ? reply.statusCode : `${reply.statusCode} ${scimType}`;
};

describe('as Entra ID asks', () => {
  test('a user is sought, made, found again and changed, with and without a path', async () => {
    const sought = await get(`Users?filter=${encodeURIComponent('userName eq "nieuw@vecht.example"')}`);
    expect(sought.json()).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    const { id, meta } = await added('Nieuw@Vecht.example');
    expect(meta.location).toBe(`http://localhost/scim/v2/Users/${id}`);
    const again = await get(`Users?filter=${encodeURIComponent('userName eq "NIEUW@vecht.example"')}`);
    expect(again.json()).toMatchObject({
      totalResults: 1,
      Resources: [{ id, userName: 'nieuw@vecht.example', active: true, name: { givenName: 'Fatma' } }],
    });
    const replaced = await patch(`Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'x@elders.example' },
      { op: 'Replace', path: 'name.familyName', value: 'Kaya' },
      { op: 'Add', path: `${enterprise}:department`, value: 'Verkoop' },
      { op: 'Replace', value: { displayName: 'Fatma Kaya', 'name.givenName': 'F.', active: 'True' } },
    ]);
    expect(replaced.json()).toMatchObject({
      userName: 'nieuw@vecht.example',
      name: { givenName: 'F.', familyName: 'Kaya' },
      active: true,
    });
    const history = await balie.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .select(['verb', 'user_id'])
      .orderBy('id')
      .execute();
    expect(history).toEqual([
      { verb: 'create', user_id: directory.userId },
      { verb: 'update', user_id: directory.userId },
    ]);
  });

  test('"False" ends every session and link of the user at once, and nobody signs in any more', async () => {
    const { id, userName } = await added();
    await setPassword(balie.db, id, 'Welkom-2026', { mustChange: false });
    const { access_token: token } = await new Browser(balie.app).signIn(userName, 'Welkom-2026');
    const people = directoryOf(balie.db);
    const account = await people.findById(id);
    if (!account) throw new Error('nobody');
    const link = await createLink(balie.db, account, 'password', balie.services.now());
    const deps = { db: balie.db, directory: people, now: balie.services.now };
    expect(await openLink(deps, 'password', link.token)).not.toBeNull();
    expect((await balie.withToken(token).get('/api/identity/me')).statusCode).toBe(200);

    const reply = await patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }]);
    expect(reply.json()).toMatchObject({ id, active: false });
    expect(await balie.withToken(token).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    expect(await openLink(deps, 'password', link.token)).toBeNull();
    await expect(new Browser(balie.app).signIn(userName, 'Welkom-2026')).rejects.toThrow('403');
    expect((await get(`Users/${id}`)).json()).toMatchObject({ active: false });
    await patch(`Users/${id}`, [{ op: 'Add', path: 'active', value: 'True' }]);
    await expect(new Browser(balie.app).signIn(userName, 'Welkom-2026')).resolves.toHaveProperty(
      'access_token',
    );
  });

  test('a group is made, filled, emptied and removed', async () => {
    const [one, two] = [await added(), await added()];
    const body = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group', 'http://schemas.microsoft.com/2006/11/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Inkoop',
      meta: { resourceType: 'Group' },
    };
    const { id } = (await post('Groups', body)).json();
    const query = `filter=${encodeURIComponent('displayName eq "inkoop"')}&excludedAttributes=members`;
    const found = (await get(`Groups?${query}`)).json();
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id, displayName: 'Inkoop' }] });
    expect(found.Resources[0]).not.toHaveProperty('members');
    const value = [{ $ref: null, value: one.id }, { value: two.id }];
    await patch(`Groups/${id}`, [{ op: 'Add', path: 'members', value }]);
    const isIn = await get(
      `Groups?filter=${encodeURIComponent(`id eq "${id}" and members eq "${one.id}"`)}&excludedAttributes=members`,
    );
    expect(isIn.json().totalResults).toBe(1);
    await patch(`Groups/${id}`, [{ op: 'Remove', path: 'members', value: [{ value: one.id }] }]);
    const left = (await get(`Groups/${id}`)).json();
    expect(left.members.map((member: { value: string }) => member.value)).toEqual([two.id]);
    await patch(`Groups/${id}`, [{ op: 'Replace', path: 'displayName', value: 'Inkoop Zwolle' }]);
    expect((await get(`Groups/${id}`)).json()).toMatchObject({ displayName: 'Inkoop Zwolle' });
    expect((await directory.delete(`/scim/v2/Groups/${id}`)).statusCode).toBe(204);
    expect(refused(await get(`Groups/${id}`))).toBe(404);
  });
});

describe('as Okta asks', () => {
  test('users are listed by page, replaced as a whole, and switched off without a path', async () => {
    const { id, userName } = await added();
    const filter = encodeURIComponent(`userName eq "${userName}"`);
    const sought = await get(`Users?filter=${filter}&startIndex=1&count=100`);
    expect(sought.json()).toMatchObject({ totalResults: 1, Resources: [{ id }] });
    const put = await directory.put(
      `/scim/v2/Users/${id}`,
      JSON.stringify({
        schemas: [userSchema],
        id,
        userName: `nieuw-${userName}`,
        name: { givenName: 'Another', familyName: 'User' },
        emails: [{ primary: true, value: `nieuw-${userName}`, type: 'work', display: userName }],
        active: true,
        groups: [],
        meta: { resourceType: 'User' },
      }),
      type,
    );
    expect(put.json()).toMatchObject({ id, userName: `nieuw-${userName}`, name: { givenName: 'Another' } });
    const off = await patch(`Users/${id}`, [{ op: 'replace', value: { active: false } }]);
    expect(off.json()).toMatchObject({ active: false });
  });

  test('a group is renamed, given members and loses one by a path with a filter', async () => {
    const [one, two] = [await added(), await added()];
    const group = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Test',
      members: [],
    };
    const { id } = (await post('Groups', group)).json();
    const display = one.userName;
    await patch(`Groups/${id}`, [
      { op: 'replace', path: 'members', value: [{ value: one.id, display }, { value: two.id }] },
      { op: 'replace', value: { id, displayName: 'Test SCIMv2' } },
    ]);
    await patch(`Groups/${id}`, [{ op: 'remove', path: `members[value eq "${two.id}"]` }]);
    expect((await get(`Groups/${id}`)).json()).toMatchObject({
      displayName: 'Test SCIMv2',
      members: [{ value: one.id, type: 'User' }],
    });
  });
});

test('what the server can do is told, by name too', async () => {
  expect((await get('ServiceProviderConfig')).json()).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
  });
  expect((await get('ResourceTypes')).json().Resources.map(({ id }: { id: string }) => id)).toEqual([
    'User',
    'Group',
  ]);
  expect((await get(`Schemas/${userSchema}`)).json()).toMatchObject({ id: userSchema, name: 'User' });
  expect((await get('ResourceTypes')).headers['content-type']).toBe('application/scim+json; charset=utf-8');
});

test.each([
  [`userName sw "zoek"`, ['zoek-a@vecht.example', 'zoek-b@vecht.example']],
  [`userName sw "zoek" and name.familyName co "MAZ"`, ['zoek-a@vecht.example', 'zoek-b@vecht.example']],
  [
    `userName eq "zoek-a@vecht.example" or userName eq "zoek-b@vecht.example"`,
    ['zoek-a@vecht.example', 'zoek-b@vecht.example'],
  ],
  [`emails[type eq "work" and value eq "zoek-b@vecht.example"]`, ['zoek-b@vecht.example']],
  [`emails[type eq "work"].value sw "zoek-b"`, ['zoek-b@vecht.example']],
  [`(userName sw "zoek") and not (userName co "-a@")`, ['zoek-b@vecht.example']],
  [
    `userName sw "zoek" and externalId pr and active eq true`,
    ['zoek-a@vecht.example', 'zoek-b@vecht.example'],
  ],
  [`${userSchema}:userName eq "zoek-a@vecht.example"`, ['zoek-a@vecht.example']],
  [`userName sw "zo%k"`, []],
  [`userName sw "zoek" and userName gt "zoek-a@vecht.example"`, ['zoek-b@vecht.example']],
  [`userName sw "zoek" and userName le "zoek-a@vecht.example"`, ['zoek-a@vecht.example']],
  [
    `userName sw "zoek" and meta.lastModified ge "2026-11-21T13:05:00Z" and meta.created lt "2100-01-01T00:00:00+01:00"`,
    ['zoek-a@vecht.example', 'zoek-b@vecht.example'],
  ],
  [`userName sw "zoek" and meta.lastModified gt "2100-01-01T00:00:00Z"`, []],
])('the filter %s finds %j', async (filter, found) => {
  for (const userName of ['zoek-a@vecht.example', 'zoek-b@vecht.example'])
    if (
      (await get(`Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).json().totalResults === 0
    )
      await added(userName);
  const reply = await get(`Users?filter=${encodeURIComponent(filter)}`);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(
    reply
      .json()
      .Resources.map(({ userName }: { userName: string }) => userName)
      .toSorted(),
  ).toEqual(found);
});

test('pages follow each other, and count=0 only counts', async () => {
  await added();
  await added();
  const { totalResults } = (await get('Users?count=0')).json();
  expect(totalResults).toBeGreaterThan(2);
  const seen: string[] = [];
  for (let startIndex = 1; startIndex <= totalResults; startIndex += 2) {
    const page = (await get(`Users?startIndex=${startIndex}&count=2`)).json();
    expect(page).toMatchObject({ totalResults, startIndex });
    seen.push(...page.Resources.map(({ id }: { id: string }) => id));
  }
  expect(new Set(seen).size).toBe(totalResults);
  expect((await get(`Users?startIndex=${totalResults + 1}`)).json()).toMatchObject({
    itemsPerPage: 0,
    totalResults,
  });
});

describe('what is refused', () => {
  test('a userName that is in use, here or elsewhere, in the same words', async () => {
    const { userName } = await added();
    const theirs = await buildUser(balie.db);
    const replies = [await post('Users', entraUser(userName)), await post('Users', entraUser(theirs.email))];
    expect(replies.map(refused)).toEqual(['409 uniqueness', '409 uniqueness']);
    expect(replies[0]?.body).toBe(replies[1]?.body);
    const mine = await added();
    const moved = await patch(`Users/${mine.id}`, [{ op: 'Replace', path: 'userName', value: theirs.email }]);
    expect(refused(moved)).toBe('409 uniqueness');
  });

  test('the last administrator is neither switched off nor removed', async () => {
    const filter = encodeURIComponent('userName eq "beheer@vecht.example"');
    const [{ id }] = (await get(`Users?filter=${filter}`)).json().Resources;
    expect(refused(await patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: false }]))).toBe(409);
    expect(refused(await directory.delete(`/scim/v2/Users/${id}`))).toBe(409);
    const second = await buildUser(balie.db, { companyId, may: ['core.users.update.company'] });
    expect(
      (await patch(`Users/${second.id}`, [{ op: 'Replace', path: 'active', value: false }])).statusCode,
    ).toBe(200);
    expect((await get(`Users/${id}`)).json()).toMatchObject({ active: true });
  });

  test('what cannot be read or is not there', async () => {
    const { id } = await added();
    const replies = [
      await get(`Users?filter=${encodeURIComponent('userName is "x"')}`),
      await get(`Users?filter=${encodeURIComponent('password eq "x"')}`),
      await get(`Users?filter=${encodeURIComponent('meta.created gt "yesterday"')}`),
      await get(`Users?filter=${encodeURIComponent('active gt true')}`),
      await patch(`Users/${id}`, [{ op: 'Replace', path: 'emails[', value: 'x' }]),
      await patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: 'perhaps' }]),
      await patch(`Users/${id}`, [{ op: 'Move', path: 'active', value: true }]),
      await post('Users', { ...entraUser(), userName: 'geen adres' }),
      await post('Groups', { displayName: 'X', members: [{ value: directory.userId }] }),
      await patch(`Users/${id}`, [{ op: 'Replace', path: 'active', value: false }], { 'if-match': 'W/"99"' }),
      await get('Users/00000000-0000-7000-8000-00000000dead'),
    ];
    expect(replies.map(refused)).toEqual([
      '400 invalidFilter',
      '400 invalidFilter',
      '400 invalidFilter',
      '400 invalidFilter',
      '400 invalidPath',
      '400 invalidValue',
      '400 invalidValue',
      '400 invalidValue',
      '400 invalidValue',
      412,
      404,
    ]);
  });

  test('groups of Balie itself, guests and the provider’s own people are out of reach', async () => {
    const own = await buildGroup(balie.db, { companyId });
    expect(refused(await get(`Groups/${own.id}`))).toBe(404);
    const guest = await buildUser(balie.db, { companyId });
    await balie.db.updateTable('users').set({ is_guest: true }).where('id', '=', guest.id).execute();
    expect(refused(await get(`Users/${guest.id}`))).toBe(404);
    const staff = await balie.asUser({ isProvider: true, may: ['core.scim.provision.company'] });
    expect(refused(await staff.get('/scim/v2/Users'))).toBe(403);
    const without = await balie.asProgram({ companyId });
    expect(refused(await without.get('/scim/v2/Users'))).toBe(403);
    expect(refused(await balie.anonymous.get('/scim/v2/Users'))).toBe(401);
  });
});
