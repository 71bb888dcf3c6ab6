import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildModule, giveModule } from '../testing/factories.ts';

let balie: TestApp;
let staff: TestClient;
const url = '/api/core/modules';

beforeAll(async () => {
  balie = await testApp();
  const rights = ['core.modules.', 'core.companymodules.'].flatMap((name) =>
    ['read', 'create', 'update', 'delete'].map((verb) => `${name}${verb}.system`),
  );
  staff = await balie.asUser({ isProvider: true, may: rights });
  await balie.db.updateTable('modules').set({ deleted_at: new Date().toISOString() }).execute();
});
afterAll(() => balie.close());

describe('modules', () => {
  test('are made with a code of the list, once', async () => {
    const reply = await staff.post(url, { name: 'Facturen', code: 'fmmodule' });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json().result).toMatchObject({
      name: 'Facturen',
      code: 'fmmodule',
      deleted: false,
      rowVersion: 1,
    });
    expect(await staff.post(url, { name: 'Nog eens', code: 'fmmodule' })).toBeProblem(400, 'validation', {
      code: ['taken'],
    });
    const several = await staff.post(url, { name: 'Zonder onderdeel' });
    expect(several).toBeProblem(400, 'validation', { code: ['required'] });
    expect(several.json().errors.code).toEqual([
      'Kies een onderdeel: comceptum, carpetline, fm, fmmanagement.',
    ]);
    expect(await staff.post(url, { name: ' ', code: 'core' })).toBeProblem(400, 'validation', {
      name: ['required'],
      code: ['not-a-choice'],
    });
  });

  test('are renamed; the code stays', async () => {
    const { id } = (await staff.post(url, { name: 'FM', code: 'fm' })).json().result;
    const reply = await staff.put(`${url}/${id}`, { name: 'FM-beheer', code: 'carpetline', rowVersion: 1 });
    expect(reply.json().result).toMatchObject({ name: 'FM-beheer', code: 'fm', rowVersion: 2 });
    expect(await staff.put(`${url}/${id}`, { name: 'X', rowVersion: 1 })).toBeProblem(409, 'stale');
    const lines = await balie.db
      .selectFrom('history')
      .select(['verb', 'changes'])
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines).toEqual([{ verb: 'update', changes: { name: { old: 'FM', new: 'FM-beheer' } } }]);
  });

  test('are listed, sorted, searched and counted', async () => {
    const { result, metadata } = (
      await staff.get(`${url}?$orderby=name desc&$top=1&$count=true&query=f`)
    ).json();
    expect(result).toMatchObject([{ name: 'FM-beheer' }]);
    expect(metadata).toEqual({ count: 2 });
  });

  test('that a company has cannot be deleted, and the answer says which', async () => {
    const companies = [];
    for (let number = 1; number <= 6; number += 1)
      companies.push(await buildCompany(balie.db, { name: `Klant ${number}`, modules: [] }));
    const { moduleId } = await giveModule(balie.db, companies[0]?.id ?? '', 'comceptum');
    for (const { id } of companies.slice(1)) await giveModule(balie.db, id, 'comceptum');
    const blind = await staff.delete(`${url}/${moduleId}`);
    expect(blind).toBeProblem(409, 'in-use');
    expect(blind.json().usedBy).toEqual({ count: 6, first: [] });

    const seeing = await balie.asUser({
      isProvider: true,
      may: ['core.modules.delete.system', 'core.companies.read.system'],
    });
    const reply = await seeing.delete(`${url}/${moduleId}`);
    expect(reply.json().usedBy).toEqual({
      count: 6,
      first: companies
        .slice(0, 5)
        .map(({ id, name }) => ({ resource: 'core/companies', id, name, kind: 'Bedrijf' })),
    });
    await balie.db
      .updateTable('company_modules')
      .set({ deleted_at: new Date().toISOString() })
      .where('module_id', '=', moduleId)
      .execute();
    expect((await seeing.delete(`${url}/${moduleId}`)).statusCode).toBe(204);
    expect(await staff.get(`${url}/${moduleId}`)).toBeProblem(404, 'not-found');
  });

  test("are the provider's alone", async () => {
    const customer = await balie.asUser({
      may: ['core.modules.read.company', 'core.modules.create.company'],
    });
    expect((await customer.get(url)).json().result).toEqual([]);
    expect(await customer.post(url, { name: 'X', code: 'carpetline' })).toBeProblem(403, 'forbidden');
  });
});

describe('the modules of a company', () => {
  test('are given once, listed, and marked when taken away', async () => {
    const company = await buildCompany(balie.db, { modules: [] });
    const { id: moduleId } = await buildModule(balie.db, 'tapijt');
    const at = `/api/core/companies/${company.id}/modules`;
    const reply = await staff.post(at, { moduleId });
    expect(reply.statusCode, reply.body).toBe(201);
    const { id } = reply.json().result;
    expect((await staff.get(`${at}?$count=true`)).json()).toMatchObject({
      result: [
        {
          id,
          moduleId,
          companyId: company.id,
          moduleName: 'tapijt',
          companyName: company.name,
          deleted: false,
          module: { name: 'tapijt' },
        },
      ],
      metadata: { count: 1 },
    });
    expect(await staff.post(at, { moduleId })).toBeProblem(400, 'validation', { module_id: ['taken'] });
    expect(await staff.post(at, {})).toBeProblem(400, 'validation', { module_id: ['required'] });
    expect(await staff.post(at, { moduleId: '00000000-0000-7000-8000-000000000000' })).toBeProblem(
      400,
      'validation',
      { module_id: ['unknown'] },
    );

    expect((await staff.delete(`${at}/${id}`)).statusCode).toBe(204);
    expect(await staff.delete(`${at}/${id}`)).toBeProblem(404, 'not-found');
    expect((await staff.get(at)).json().result).toEqual([]);
    const stored = await balie.db
      .selectFrom('company_modules')
      .select('deleted_by')
      .where('id', '=', id)
      .execute();
    expect(stored).toEqual([{ deleted_by: staff.userId }]);
    expect((await staff.post(at, { moduleId })).statusCode).toBe(201);
  });

  test('are read by the company itself, which cannot give itself one', async () => {
    const chief = await balie.asUser({
      may: ['read', 'create', 'delete'].map((verb) => `core.companymodules.${verb}.company`),
    });
    const at = `/api/core/companies/${chief.companyId}/modules`;
    const { id, moduleId } = await giveModule(balie.db, chief.companyId, 'fmmodule');
    expect((await chief.get(`${at}/${id}`)).json().result).toMatchObject({ moduleId });
    expect(await chief.post(at, { moduleId })).toBeProblem(403, 'forbidden');
    expect(await chief.delete(`${at}/${id}`)).toBeProblem(403, 'forbidden');
  });
});

test('the list of permissions says what the caller may give, in the order of the tree', async () => {
  const chief = await balie.asUser({
    may: ['core.permissions.read.company', 'fmmodule.invoices.read.company'],
  });
  const { result, metadata } = (await chief.get('/api/core/permissions?$count=true')).json();
  expect(metadata.count).toBe(result.length);
  expect(
    result.filter((row: { isYours: boolean }) => row.isYours).map((row: { id: string }) => row.id),
  ).toEqual(['core.permissions.read.company', 'fmmodule.invoices.read.company']);
  expect(result.some((row: { id: string }) => row.id.endsWith('.system'))).toBe(false);
  const found = (
    await chief.get("/api/core/permissions?query=INVOICES read&$filter=module eq 'fmmodule'&$orderby=id desc")
  ).json().result;
  expect(found).toMatchObject([
    { id: 'fmmodule.invoices.read.company', tag: 'fmmodule.invoices.read.company', module: 'fmmodule' },
  ]);
  const rest = (await chief.get('/api/core/permissions?$skip=10&$top=1')).json().result;
  expect(rest).toEqual([result[10]]);
});

test('the permissions of a company say which would have no effect there, and why', async () => {
  const company = await buildCompany(balie.db, { modules: ['fmmodule'] });
  const chief = await balie.asUser({ companyId: company.id, may: ['core.permissions.read.company'] });
  const { result } = (await chief.get(`/api/core/companies/${chief.companyId}/permissions?$top=250`)).json();
  const hindranceOf = (id: string) => result.find((row: { id: string }) => row.id === id)?.hindrance;
  expect(hindranceOf('fmmodule.invoices.read.company')).toBeNull();
  expect(hindranceOf('core.users.read.company')).toBeNull();
  expect(hindranceOf('comceptum.workorders.read.company')).toBe('module');
  const others = await balie.asUser();
  expect(await chief.get(`/api/core/companies/${others.companyId}/permissions`)).toBeProblem(
    404,
    'not-found',
  );

  const staff = await balie.asUser({ may: ['core.permissions.read.system'], isProvider: true });
  const ofChief = (await staff.get(`/api/core/companies/${chief.companyId}/permissions?$top=250`)).json()
    .result;
  expect(ofChief.find((row: { id: string }) => row.id === 'core.users.read.system').hindrance).toBe('system');
  const counting = ofChief.filter((row: { hindrance: string | null }) => row.hindrance === null);
  expect(counting.length).toBeLessThan(ofChief.length / 3);
  // At the provider everything counts.
  const own = (await staff.get(`/api/core/companies/${staff.companyId}/permissions?$top=250`)).json().result;
  expect(own.every((row: { hindrance: string | null }) => row.hindrance === null)).toBe(true);
});

test('a module without a part takes the only one that is left, and is refused when none is', async () => {
  await balie.db.updateTable('modules').set({ deleted_at: new Date().toISOString() }).execute();
  for (const code of ['comceptum', 'carpetline', 'fm', 'fmmodule'])
    expect((await staff.post(url, { name: code, code })).statusCode).toBe(201);
  expect((await staff.post(url, { name: 'De laatste' })).json().result).toMatchObject({
    code: 'fmmanagement',
  });
  expect(await staff.post(url, { name: 'Nog een' })).toBeProblem(409, 'wrong-state');
});
