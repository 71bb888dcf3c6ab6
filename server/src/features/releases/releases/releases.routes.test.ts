import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { buildClient, buildRelease, releaseStaff } from '../testing/releases.ts';

let balie: TestApp;
let staff: TestClient;
const url = '/api/fm/releases';

beforeAll(async () => {
  balie = await testApp();
  staff = await releaseStaff(balie, ['core.trash.read.system', 'core.trash.restore.system']);
});
beforeEach(async () => {
  for (const table of ['releases', 'builds', 'installations'] as const)
    await balie.db.deleteFrom(table).execute();
  await balie.db
    .updateTable('companies')
    .set({ is_active: false })
    .where('is_provider', '=', false)
    .execute();
});
afterAll(() => balie.close());

const get = async (address: string) => (await staff.get(address)).json().result;
const fmCompany = async (users: number) => {
  const { id } = await buildCompany(balie.db, { modules: ['fmmodule'] });
  const userIds: string[] = [];
  for (let at = 0; at < users; at += 1) userIds.push((await buildUser(balie.db, { companyId: id })).id);
  return { id, userIds };
};

describe('the list', () => {
  test('is by version, highest first, with search, status filter, count and pages', async () => {
    await buildRelease(balie, staff, '5.2.0', { name: 'Zomer', active: true });
    await buildRelease(balie, staff, '5.10.0', { name: 'Najaar' });
    await buildRelease(balie, staff, '5.9.0', { name: 'Herfst', active: true });
    const versions = async (query: string) =>
      (await get(`${url}?${query}`)).map(({ version }: { version: string }) => version);
    expect(await versions('')).toEqual(['5.10.0', '5.9.0', '5.2.0']);
    expect(await versions('query=herf')).toEqual(['5.9.0']);
    expect(await versions('query=5.10')).toEqual(['5.10.0']);
    expect(await versions('$filter=active eq true&$orderby=name')).toEqual(['5.9.0', '5.2.0']);
    expect(await versions('$filter=active eq false')).toEqual(['5.10.0']);
    expect(await versions('$top=1&$skip=1')).toEqual(['5.9.0']);
    expect((await staff.get(`${url}?$top=1&$count=true`)).json().metadata).toEqual({ count: 3 });
  });

  test('counts target companies and those of target users', async () => {
    const [first, second, third] = [await fmCompany(3), await fmCompany(2), await fmCompany(1)];
    // None of these count: without an FM module, switched off, a user who is switched off.
    const other = await buildCompany(balie.db, { modules: ['comceptum'] });
    await buildUser(balie.db, { companyId: other.id });
    const off = await buildUser(balie.db, { companyId: first.id, isActive: false });
    const { id } = await buildRelease(balie, staff, '5.2.0', {
      assignedCompanyIds: [first.id, other.id],
      assignedUserIds: [second.userIds[0] ?? '', first.userIds[0] ?? '', off.id],
    });
    const total = { totalCompanyCount: 3, totalUserCount: 6 };
    expect((await get(url))[0]).toMatchObject({ assignedCompanies: 2, assignedUsers: 4, ...total });
    expect(await get(`${url}/${id}`)).toMatchObject({ assignedCompanies: 2, assignedUsers: 4, ...total });
    await staff.put(`${url}/${id}`, { availableForEveryOne: true });
    expect((await get(url))[0]).toMatchObject({ assignedCompanies: 3, assignedUsers: 6, ...total });
    await staff.put(`${url}/${id}`, { availableForEveryOne: false });
    expect((await get(url))[0]).toMatchObject({ assignedCompanies: 2, assignedUsers: 4 });
    // A target company includes later users; target users do not (§H2).
    await buildUser(balie.db, { companyId: first.id });
    await buildUser(balie.db, { companyId: second.id });
    expect((await get(url))[0]).toMatchObject({ assignedUsers: 5, totalUserCount: 8 });
    expect(third.userIds.length).toBe(1);
  });

  test('leaves as CSV, with Dutch heads', async () => {
    await buildRelease(balie, staff, '5.2.0', { name: 'Zomer' });
    const { body } = await staff.get(`${url}/export?format=csv`);
    expect(body).toContain('Naam;Versie;Build;Actief');
    expect(body).toContain('Zomer;5.2.0;1;');
  });

  test('is empty for users who reach their own company only', async () => {
    await buildRelease(balie, staff, '5.2.0');
    const own = await balie.asUser({ may: ['fm.releases.read.company', 'fm.releases.create.company'] });
    expect((await own.get(`${url}?$count=true`)).json()).toEqual({ result: [], metadata: { count: 0 } });
    expect((await own.get(`${url}/tree`)).json()).toEqual({ result: [] });
    expect((await own.get(`${url}/new-devops`)).json()).toEqual({ result: null });
    expect(await own.post(url, { version: '5.2.0', build: '1' })).toBeProblem(403, 'forbidden');
  });
});

describe('a release', () => {
  test('changes in every field that can be written, and what is left out stays', async () => {
    const { id: companyId, userIds } = await fmCompany(2);
    const { id } = await buildRelease(balie, staff, '5.2.0');
    const body = {
      name: 'Najaarsrelease',
      notes: 'Sneller',
      availableFrom: '2026-11-24T06:00:00.000Z',
      active: true,
      forceUpdate: true,
      availableForEveryOne: true,
      rolloutPercentage: 30,
      assignedCompanyIds: [companyId],
      assignedUserIds: userIds.toSorted(),
    };
    const changed = await staff.put(`${url}/${id}`, body);
    expect(changed.json().result).toMatchObject({ ...body, version: '5.2.0', build: '1' });
    const kept = await staff.put(`${url}/${id}`, { notes: 'Veel sneller' });
    expect(kept.json().result).toMatchObject({ ...body, notes: 'Veel sneller' });
    const cleared = await staff.put(`${url}/${id}`, { availableFrom: null, assignedUserIds: [] });
    expect(cleared.json().result).toMatchObject({
      availableFrom: null,
      assignedUserIds: [],
      assignedCompanyIds: [companyId],
    });
    expect(await get(`${url}/${id}`)).toEqual(cleared.json().result);
  });

  test('reports all bad fields at once, and stays as it was', async () => {
    const { id } = await buildRelease(balie, staff, '5.2.0');
    const before = await get(`${url}/${id}`);
    const reply = await staff.put(`${url}/${id}`, {
      name: ' ',
      notes: 'x'.repeat(20_001),
      availableFrom: 'morgen',
      rolloutPercentage: 101,
    });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().codes).toEqual({
      name: ['required'],
      notes: ['too-long'],
      available_from: ['not-a-date'],
      rollout_percentage: ['too-large'],
    });
    const unknown = await staff.put(`${url}/${id}`, {
      name: 'X',
      assignedCompanyIds: ['x'],
      assignedUserIds: ['00000000-0000-7000-8000-00000000dead'],
    });
    expect(unknown.json().codes).toEqual({
      assigned_company_ids: ['unknown'],
      assigned_user_ids: ['unknown'],
    });
    expect(await get(`${url}/${id}`)).toEqual(before);
  });

  test('is refused when somebody saved since', async () => {
    const { id } = await buildRelease(balie, staff, '5.2.0');
    const { rowVersion } = await get(`${url}/${id}`);
    expect((await staff.put(`${url}/${id}`, { name: 'Eerst', rowVersion })).statusCode).toBe(200);
    const reply = await staff.put(`${url}/${id}`, { name: 'Later', rowVersion });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current.name).toBe('Eerst');
  });

  test('has targets by name in its history', async () => {
    const { id: companyId } = await fmCompany(0);
    const { name } = await balie.db
      .selectFrom('companies')
      .where('id', '=', companyId)
      .select('name')
      .executeTakeFirstOrThrow();
    const { id } = await buildRelease(balie, staff, '5.2.0', {
      name: 'Najaar',
      assignedCompanyIds: [companyId],
    });
    const [last] = await get(`/api/core/history?entity=fm.releases&entityId=${id}`);
    expect(last.verb).toBe('update');
    expect(last.changes).toEqual(
      expect.arrayContaining([
        { field: 'name', old: '5.2.0', new: 'Najaar' },
        { field: 'assignedCompanyIds', old: [], new: [name] },
      ]),
    );
  });

  test('that nobody reported goes to the trash, its build is free again, and it comes back with its targetTables', async () => {
    const { id: companyId } = await fmCompany(0);
    const { id } = await buildRelease(balie, staff, '5.2.0', { assignedCompanyIds: [companyId] });
    expect((await staff.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect(await staff.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
    expect(await get(`${url}/new-devops`)).toMatchObject({ version: '5.2.0' });
    expect((await get('/api/core/trash')).map(({ name }: { name: string }) => name)).toContain(
      '5.2.0 5.2.0 1',
    );
    expect((await staff.post(`/api/core/trash/fm.releases/${id}/restore`)).statusCode).toBeLessThan(300);
    expect(await get(`${url}/${id}`)).toMatchObject({ assignedCompanyIds: [companyId] });
  });

  test('does not come back from the trash beside a new one of the same build', async () => {
    const { id } = await buildRelease(balie, staff, '5.2.0');
    await staff.delete(`${url}/${id}`);
    await buildRelease(balie, staff, '5.2.0');
    expect(await staff.post(`/api/core/trash/fm.releases/${id}/restore`)).toBeProblem(409, 'taken');
  });

  test('keeps targets in the trash for a restore, without showing them', async () => {
    const { userIds } = await fmCompany(2);
    const [first = '', second = ''] = userIds;
    const { id } = await buildRelease(balie, staff, '5.2.0', { assignedUserIds: userIds });
    await balie.db
      .updateTable('users')
      .set({ deleted_at: '2026-11-21T13:00:00Z' })
      .where('id', '=', first)
      .execute();
    expect((await get(`${url}/${id}`)).assignedUserIds).toEqual([second]);
    await staff.put(`${url}/${id}`, { assignedUserIds: [] });
    await balie.db.updateTable('users').set({ deleted_at: null }).where('id', '=', first).execute();
    expect((await get(`${url}/${id}`)).assignedUserIds).toEqual([first]);
  });
});

describe('the tree', () => {
  test('has the active FM customers with their active users by name, and what runs there', async () => {
    const { id, userIds } = await fmCompany(2);
    const empty = await fmCompany(0);
    await buildUser(balie.db, { companyId: id, isActive: false });
    const client = await buildClient(balie, staff, id);
    await client.asks('5.1', { user: userIds[0] ?? '', installation: 'A' });
    await client.asks('4.0', { user: userIds[0] ?? '', installation: 'B' });
    await client.asks('5.2', { installation: 'C' });
    await buildRelease(balie, staff, '5.2', {});
    const tree = await get(`${url}/tree`);
    const known = tree.map(({ isKnown, users }: { isKnown: boolean; users: { isKnown: boolean }[] }) => [
      isKnown,
      ...users.map((user) => user.isKnown),
    ]);
    expect(known).toEqual([[true, false, true], [true]]);
    const shown = tree.map(
      (company: { id: string; version: string | null; users: { id: string; version: string | null }[] }) => ({
        id: company.id,
        version: company.version,
        users: company.users.map((user) => [user.id, user.version]),
      }),
    );
    expect(shown).toEqual([
      {
        id,
        version: '5.2',
        users: [
          [userIds[0], '5.1'],
          [userIds[1], null],
        ],
      },
      { id: empty.id, version: null, users: [] },
    ]);
  });
});

describe('who gets this', () => {
  test('shows what each recipient would be offered and why, for the unsaved form', async () => {
    const { id: companyId, userIds } = await fmCompany(3);
    const [first = '', second = '', third = ''] = userIds;
    const client = await buildClient(balie, staff, companyId);
    await client.asks('5.2', { user: second });
    await client.asks('5.0', { installation: 'Balie 1' });
    const { id } = await buildRelease(balie, staff, '5.2', {});
    const ask = async (body: object) => (await staff.post(`${url}/${id}/audience`, body)).json();
    const reasons = async (body: object) =>
      Object.fromEntries(
        (await ask(body)).result.map((row: { userId: string; name: string; reason: string }) => [
          row.userId ?? row.name,
          row.reason,
        ]),
      );
    expect(await reasons({})).toEqual({
      [first]: 'inactive',
      [second]: 'inactive',
      [third]: 'inactive',
      'Balie 1': 'inactive',
    });
    const draft = { active: true, assignedUserIds: [first, second] };
    expect(await reasons(draft)).toEqual({
      [first]: 'gets-it',
      [second]: 'has-it',
      [third]: 'not-targeted',
      'Balie 1': 'not-targeted',
    });
    const { metadata } = await ask({ ...draft, reason: 'gets-it' });
    expect(metadata).toMatchObject({
      count: 1,
      assignedUsers: 2,
      assignedCompanies: 1,
      reasons: { 'gets-it': 1, 'has-it': 1, 'not-targeted': 2 },
    });
    expect(await reasons({ active: true, assignedCompanyIds: [companyId] })).toMatchObject({
      'Balie 1': 'gets-it',
      [third]: 'gets-it',
    });
    expect(
      await reasons({ active: true, availableForEveryOne: true, availableFrom: '2026-12-01T00:00:00Z' }),
    ).toMatchObject({ [first]: 'not-yet' });
    const later = {
      active: true,
      availableForEveryOne: true,
      availableFrom: '2026-12-01T00:00:00Z',
      at: '2026-12-01T00:00:00Z',
    };
    expect(await reasons(later)).toMatchObject({ [first]: 'gets-it' });
    expect(await get(`${url}/${id}`)).toMatchObject({
      active: false,
      assignedUserIds: [],
      availableFrom: null,
    });
  });

  test('is searched and read in pages', async () => {
    const { id: companyId } = await fmCompany(0);
    for (const lastName of ['Huisman', 'Horst', 'Bouzid'])
      await buildUser(balie.db, { companyId, firstName: 'Petra', lastName });
    const { id } = await buildRelease(balie, staff, '5.2');
    const names = async (body: object) => {
      const { result, metadata } = (await staff.post(`${url}/${id}/audience`, body)).json();
      return [result.map(({ name }: { name: string }) => name), metadata.count];
    };
    expect(await names({ query: 'petra h' })).toEqual([['Petra Horst', 'Petra Huisman'], 2]);
    expect(await names({ top: 1, skip: 1 })).toEqual([['Petra Horst'], 3]);
    expect(await staff.post(`${url}/${id}/audience`, { top: 0 })).toBeProblem(400, 'validation');
  });
});
