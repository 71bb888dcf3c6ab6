import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany } from '../testing/factories.ts';
import { buildRelation } from '../testing/relations.ts';

let balie: TestApp;
let person: TestClient;
const url = '/api/core/customer-relations';
const rights = (reach: string) =>
  ['read', 'create', 'update', 'delete'].map((verb) => `core.customerrelations.${verb}.${reach}`);
const full = {
  tag: 'R-1001',
  name: 'Bakkerij De Korenmaat',
  address: { street: 'Melkmarkt 12', city: 'Zwolle', zipCode: '8011mc', postBox: 'Postbus 14' },
  emailAddress: { address: 'Info@Korenmaat.example ' },
  phoneNumber: { number: '038 421 00 12' },
  websiteUrl: 'www.korenmaat.example',
  kvkNumber: '12 34 56 78',
  vatId: 'nl 1234.56.782.b01',
  iban: 'nl91 abna 0417 1643 00',
};

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  person = await balie.asUser({ may: rights('company') });
});
afterAll(() => balie.close());

async function made(change: object = {}, by = person) {
  const reply = await by.post(url, { name: 'Relatie', ...change });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}

describe('list', () => {
  test('shows the columns of the screen, sorted as people sort, page by page', async () => {
    for (const tag of ['R-10', 'R-9', 'R-100'])
      await buildRelation(balie.db, person.companyId, { tag, name: `Relatie ${tag}` });
    const first = await person.get(`${url}?$orderby=tag&$top=2&$count=true`);
    expect(first.json()).toMatchObject({ result: [{ tag: 'R-9' }, { tag: 'R-10' }], metadata: { count: 3 } });
    const second = await person.get(`${url}?$orderby=tag&$top=2&$skip=2`);
    expect(second.json()).toMatchObject({ result: [{ tag: 'R-100' }], metadata: {} });
  });

  test.each([
    'r-1001',
    'korenmaat',
    'melkmarkt',
    '8011 mc',
    '8011MC',
    'zwolle',
    'INFO@korenmaat',
    '0384210012',
    'bäkkerij melk',
  ])('finds by %s', async (query) => {
    const { id } = await made(full);
    await made({ name: 'Anders' });
    const reply = await person.get(`${url}?query=${encodeURIComponent(query)}`);
    expect(reply.json().result.map((row: { id: string }) => row.id)).toEqual([id]);
  });

  test('filters on a field of the address', async () => {
    await made(full);
    await made({ name: 'Anders', address: { city: 'Deventer' } });
    const reply = await person.get(
      `${url}?$filter=${encodeURIComponent("address/city eq 'Deventer'")}&$count=true`,
    );
    expect(reply.json()).toMatchObject({
      result: [{ name: 'Anders', address: { fullAddress: 'Deventer' } }],
      metadata: { count: 1 },
    });
  });

  test('staff see their own company, or the one they name; others only their own', async () => {
    const staff = await balie.asUser({ isProvider: true, may: rights('system') });
    await buildRelation(balie.db, person.companyId, { name: 'Van de klant' });
    const named = await staff.get(`${url}?companyId=${person.companyId}`);
    expect(named.json().result).toMatchObject([{ name: 'Van de klant', companyId: person.companyId }]);
    const own = await staff.get(url);
    expect(own.json().result.map((row: { companyId: string }) => row.companyId)).not.toContain(
      person.companyId,
    );
    const foreign = await person.get(`${url}?companyId=${staff.companyId}`);
    expect(foreign).toBeProblem(404, 'not-found');
    expect(await person.get(`${url}?companyId=00000000-0000-7000-8000-00000000dead`)).toBeProblem(
      404,
      'not-found',
    );
  });

  test('without the right nothing is shown', async () => {
    const nobody = await balie.asUser({ may: ['core.customerrelations.create.company'] });
    expect(await nobody.get(url)).toBeProblem(403, 'forbidden');
  });
});

describe('create', () => {
  test('keeps every field, in the form it is used', async () => {
    const { id } = await made(full);
    const reply = await person.get(`${url}/${id}`);
    expect(reply.json().result).toMatchObject({
      companyId: person.companyId,
      tag: 'R-1001',
      address: {
        street: 'Melkmarkt 12',
        zipCode: '8011 MC',
        postBox: 'Postbus 14',
        country: 'NL',
        fullAddress: 'Melkmarkt 12, 8011 MC Zwolle',
      },
      emailAddress: { address: 'info@korenmaat.example' },
      websiteUrl: 'https://www.korenmaat.example',
      kvkNumber: '12345678',
      vatId: 'NL123456782B01',
      iban: 'NL91ABNA0417164300',
      rowVersion: 1,
    });
    expect(reply.headers['etag']).toMatch(/^"1-[\w-]{22}"$/);
  });

  test('a name alone is enough', async () => {
    expect(await made({ name: 'Kort' })).toMatchObject({
      tag: '',
      address: { fullAddress: '' },
      emailAddress: { address: '' },
      websiteUrl: '',
      warnings: [],
    });
  });

  test('names every bad field at once and stores nothing', async () => {
    const reply = await person.post(url, {
      name: ' ',
      tag: 'x'.repeat(33),
      address: {
        street: 's'.repeat(256),
        city: 'c'.repeat(101),
        zipCode: 'z'.repeat(17),
        postBox: 'p'.repeat(101),
        country: 'Atlantis',
      },
      emailAddress: { address: 'geen adres' },
      phoneNumber: { number: 'bel maar' },
      websiteUrl: 'javascript:alert(1)',
      kvkNumber: '1234567',
      oin: '0000000123456789012',
      vatId: 'NL123456789B01',
      iban: 'NL91ABNA0417164301',
    });
    expect(reply).toBeProblem(400, 'validation', {
      name: ['required'],
      tag: ['too-long'],
      address_street: ['too-long'],
      address_city: ['too-long'],
      address_zip_code: ['too-long'],
      address_post_box: ['too-long'],
      address_country: ['not-a-choice'],
      email_address_address: ['not-an-email'],
      phone_number_number: ['invalid'],
      website_url: ['not-a-url'],
      kvk_number: ['invalid'],
      oin: ['invalid'],
      vat_id: ['invalid'],
      iban: ['invalid'],
    });
    expect(reply.json().errors.kvk_number).toEqual(['Een KvK-nummer heeft 8 cijfers']);
    expect((await person.get(`${url}?$count=true`)).json().metadata.count).toBe(0);
  });

  test('has a country by code or name, the Netherlands unless said, and a number of a public body', async () => {
    expect(await made({ address: { street: 'Kade 1' } })).toMatchObject({
      address: { country: 'NL' },
      oin: '',
    });
    const abroad = await made({ address: { city: 'Köln', country: 'Duitsland' } });
    expect(abroad).toMatchObject({ address: { country: 'DE', fullAddress: 'Köln, DE' } });
    const kept = await person.put(`${url}/${abroad.id}`, { name: 'X', oin: '00000001 234567890123' });
    expect(kept.json().result).toMatchObject({ address: { country: 'DE' }, oin: '00000001234567890123' });
    const home = await person.put(`${url}/${abroad.id}`, { name: 'X', address: { country: '' } });
    expect(home.json().result.address.country).toBe('NL');
  });

  test('a relation number is free again after a delete, and taken before, in any case', async () => {
    const { id } = await made({ tag: 'r-1' });
    expect(await person.post(url, { name: 'Twee', tag: 'R-1' })).toBeProblem(400, 'validation', {
      tag: ['taken'],
    });
    await person.delete(`${url}/${id}`);
    await made({ tag: 'R-1' });
  });

  test('staff make one for the company they name; a company that is not theirs to name is a bad field', async () => {
    const staff = await balie.asUser({ isProvider: true, may: rights('system') });
    expect(await made({ companyId: person.companyId }, staff)).toMatchObject({ companyId: person.companyId });
    const other = await buildCompany(balie.db);
    expect(await person.post(url, { name: 'X', companyId: other.id })).toBeProblem(400, 'validation', {
      company_id: ['unknown'],
    });
    expect(
      await staff.post(url, { name: 'X', companyId: '00000000-0000-7000-8000-00000000dead' }),
    ).toBeProblem(400, 'validation', { company_id: ['unknown'] });
  });
});

describe('likely duplicates', () => {
  test('are warned of by KvK number, e-mail address, or name with zip code, and saved all the same', async () => {
    const one = await made({ name: 'Één', kvkNumber: '12345678' });
    const two = await made({ name: 'Twee', emailAddress: { address: 'twee@x.example' } });
    const three = await made({ name: 'Café Drie', address: { zipCode: '8011 MC' } });
    const fourth = await made({
      name: 'cafe drie',
      kvkNumber: '12345678',
      emailAddress: { address: 'TWEE@x.example' },
      address: { zipCode: '8011mc' },
    });
    const reasons = Object.fromEntries(
      fourth.warnings.map((warning: { id: string; reasons: string[] }) => [warning.id, warning.reasons]),
    );
    expect(reasons).toEqual({ [one.id]: ['kvk'], [two.id]: ['email'], [three.id]: ['name-and-zip'] });
    expect((await person.get(`${url}/${fourth.id}`)).json().result).not.toHaveProperty('warnings');
  });

  test('of another company, in the trash or without a zip code are none', async () => {
    await buildRelation(balie.db, (await buildCompany(balie.db)).id, {
      name: 'Vechtstreek',
      kvk_number: '87654321',
    });
    const removed = await made({ name: 'Weg', kvkNumber: '87654321' });
    await person.delete(`${url}/${removed.id}`);
    await made({ name: 'Zelfde' });
    expect(await made({ name: 'Zelfde', kvkNumber: '87654321' })).toMatchObject({ warnings: [] });
  });

  test('can be asked for before saving, and a relation is not its own', async () => {
    const { id } = await made({ name: 'Bakker', kvkNumber: '12345678' });
    const asked = await person.get(`${url}/duplicates?kvkNumber=12.34.56.78&email=half@&name=Bakker`);
    expect(asked.json()).toEqual({ result: [{ id, tag: '', name: 'Bakker', reasons: ['kvk'] }] });
    expect((await person.get(`${url}/duplicates?kvkNumber=12345678&exceptId=${id}`)).json()).toEqual({
      result: [],
    });
    expect((await person.get(`${url}/duplicates`)).json()).toEqual({ result: [] });
  });

  test('are hidden from callers who may not read relations', async () => {
    await made({ kvkNumber: '12345678' });
    const maker = await balie.asUser({
      companyId: person.companyId,
      may: ['core.customerrelations.create.company'],
    });
    expect(await made({ kvkNumber: '12345678' }, maker)).not.toHaveProperty('warnings');
  });
});

describe('update', () => {
  test('changes what is sent, leaves what is absent, and writes history', async () => {
    const { id } = await made(full);
    const reply = await person.put(`${url}/${id}`, {
      name: 'Bakkerij Nieuw',
      address: { city: 'Kampen' },
      iban: null,
    });
    expect(reply.json().result).toMatchObject({
      name: 'Bakkerij Nieuw',
      tag: 'R-1001',
      address: { city: 'Kampen', street: 'Melkmarkt 12' },
      iban: '',
      kvkNumber: '12345678',
      rowVersion: 2,
    });
    const lines = await balie.db
      .selectFrom('history')
      .select(['changes', 'user_id'])
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines).toEqual([
      {
        user_id: person.userId,
        changes: {
          name: { old: 'Bakkerij De Korenmaat', new: 'Bakkerij Nieuw' },
          'address.city': { old: 'Zwolle', new: 'Kampen' },
          iban: { old: 'NL91ABNA0417164300', new: '' },
        },
      },
    ]);
  });

  test('a stale version is refused with what is stored', async () => {
    const { id } = await made({ name: 'Eén' });
    await person.put(`${url}/${id}`, { name: 'Twee' });
    const reply = await person.put(`${url}/${id}`, { name: 'Drie', rowVersion: 1 });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current).toMatchObject({
      name: 'Twee',
      rowVersion: 2,
      updatedBy: expect.any(String),
    });
  });

  test('a bad field leaves the record as it was', async () => {
    const { id } = await made(full);
    await person.put(`${url}/${id}`, { name: 'Anders', tag: 'R-2', kvkNumber: '1' });
    expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
      name: full.name,
      tag: full.tag,
      rowVersion: 1,
    });
  });

  test("another tenant's is not found, and does not change", async () => {
    const other = await buildCompany(balie.db);
    const theirs = await buildRelation(balie.db, other.id, { name: 'Van hen' });
    expect(await person.put(`${url}/${theirs.id}`, { name: 'Gekaapt' })).toBeProblem(404, 'not-found');
    const remaining = await balie.db
      .selectFrom('customer_relations')
      .select(['name', 'row_version'])
      .where('id', '=', theirs.id)
      .executeTakeFirst();
    expect(remaining).toEqual({ name: 'Van hen', row_version: 1 });
  });
});

describe('delete', () => {
  test('takes the contact persons along', async () => {
    const { id } = await made();
    const reader = await balie.asUser({
      companyId: person.companyId,
      may: ['core.contactpersons.create.company', 'core.contactpersons.read.company'],
    });
    const contact = await reader.post(`${url}/${id}/contact-persons`, {
      firstName: 'Petra',
      lastName: 'Huisman',
    });
    expect((await person.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect(await person.delete(`${url}/${id}`)).toBeProblem(404, 'not-found');
    expect(await reader.get(`${url}/${id}/contact-persons/${contact.json().result.id}`)).toBeProblem(
      404,
      'not-found',
    );
    const rows = await balie.db
      .selectFrom('contact_persons')
      .select('deleted_at')
      .where('customer_relation_id', '=', id)
      .execute();
    expect(rows).toEqual([{ deleted_at: '2026-11-21T13:05:00.000Z' }]);
  });
});
