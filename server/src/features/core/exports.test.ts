import { once } from 'node:events';
import { get } from 'node:http';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { upload } from '#server/platform/testing/upload.ts';
import { buildAdministration, buildGroup } from './testing/factories.ts';
import { buildContactPerson, buildRelation } from './testing/relations.ts';

let balie: TestApp;
let person: TestClient;
const url = '/api/core/customer-relations/export';

beforeAll(async () => {
  balie = await testApp();
  person = await balie.asUser({
    may: ['core.customerrelations.read.company', 'core.customerrelations.import.company'],
  });
  await buildRelation(balie.db, person.companyId, {
    tag: 'R-2',
    name: 'Vos; "Zonen"',
    street: '=1+1',
    zip_code: '8011 MC',
    phone: '+31 6 12345678',
  });
  await buildRelation(balie.db, person.companyId, { tag: 'R-10', name: 'Bakker', city: 'Zwolle' });
  await buildRelation(balie.db, person.companyId, { tag: 'R-3', name: 'Anders' });
  const other = await balie.asUser();
  await buildRelation(balie.db, other.companyId, { name: 'Van een ander' });
});
afterAll(() => balie.close());

test('gives the complete filtered list as a CSV for Dutch Excel, in the order of the list', async () => {
  const reply = await person.get(
    `${url}?format=csv&$orderby=tag desc&$top=1&$filter=${encodeURIComponent("name ne 'Anders'")}`,
  );
  expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(reply.headers['content-disposition']).toContain('filename="klantrelaties-2026-11-21.csv"');
  expect(reply.body.split('\r\n')).toEqual([
    '\uFEFFRelatienummer;Naam;Straat;Postcode;Plaats;Postbus;E-mailadres;Telefoonnummer;Website;KvK-nummer;Btw-id;IBAN;Land;OIN',
    'R-10;Bakker;;;Zwolle;;;;;;;;NL;',
    `R-2;"Vos; ""Zonen""";'=1+1;8011 MC;;;;'+31 6 12345678;;;;;NL;`,
    '',
  ]);
});

test('gives an XLSX whose texts are texts, with heads in the language asked for', async () => {
  const reply = await person.get(`${url}?format=xlsx&query=vos`, { 'accept-language': 'en' });
  expect(reply.headers['content-disposition']).toContain('customer-relations-2026-11-21.xlsx');
  const { sheets } = await readXlsx(reply.rawPayload);
  expect(sheets[0]?.name).toBe('Customer relations');
  expect(sheets[0]?.rows[0]?.slice(0, 3)).toEqual(['Relation number', 'Name', 'Street']);
  expect(sheets[0]?.rows[1]?.slice(0, 3)).toEqual(['R-2', 'Vos; "Zonen"', '=1+1']);
  expect(sheets[0]?.rows).toHaveLength(2);
});

test('can be imported again as it is', async () => {
  const { rawPayload } = await person.get(url);
  const other = await balie.asUser({
    may: ['core.customerrelations.read.company', 'core.customerrelations.import.company'],
  });
  expect(
    (
      await other.post(
        '/api/core/customer-relations/import',
        ...upload({ filename: 'x.csv', content: rawPayload }),
      )
    ).json().result.importedCount,
  ).toBe(3);
  expect((await other.get(url)).body).toBe((await person.get(url)).body);
});

test.each([
  ['companies', 'Naam;Domeinnaam;Prima-relatienummer;Actief;Gebruikers'],
  ['companies/:own/administrations', 'Code;Naam;Koppeling;KvK-nummer;Btw-id;IBAN;Mail actief'],
  ['companies/:own/users', 'Voornaam;Achternaam;E-mailadres;Actief'],
  ['companies/:own/modules', 'Module;Sinds'],
  [
    'customer-relations/:relation/contact-persons',
    'Voornaam;Achternaam;Functie;Telefoonnummer;Mobiel nummer;E-mailadres',
  ],
  ['groups', 'Naam;Bedrijf;Toegang tot alles;Voor iedereen;Gebruikers;Rechten'],
  ['modules', 'Naam;Onderdeel;Aangemaakt op'],
])('the list of %s has as many lines as the list has rows', async (path, heads) => {
  const resources = [
    'companies',
    'administrations',
    'users',
    'companymodules',
    'contactpersons',
    'groups',
    'modules',
  ];
  const staff = await balie.asUser({
    isProvider: true,
    may: resources.map((name) => `core.${name}.read.system`),
  });
  const relation = await buildRelation(balie.db, person.companyId);
  await buildContactPerson(balie.db, person.companyId, relation.id);
  await buildAdministration(balie.db, person.companyId);
  await buildGroup(balie.db, { companyId: person.companyId });
  const list = `/api/core/${path.replace(':own', person.companyId).replace(':relation', relation.id)}`;
  const { count } = (await staff.get(`${list}?$count=true&$top=1`)).json().metadata;
  const lines = (await staff.get(`${list}/export`)).body.split('\r\n');
  expect(lines[0]).toBe(`\uFEFF${heads}`);
  expect(count).toBeGreaterThan(0);
  expect(lines).toHaveLength(count + 2);
});

test('refuses what it cannot read before it starts', async () => {
  expect(await person.get(`${url}?format=pdf`)).toBeProblem(400, 'validation', { format: ['not-a-choice'] });
  expect(await person.get(`${url}?$filter=geheim eq 1`)).toBeProblem(400, 'bad-query');
  expect(await person.get(`${url}?companyId=00000000-0000-7000-8000-00000000dead`)).toBeProblem(
    404,
    'not-found',
  );
});

test('a csv or xlsx whose reader goes away halfway gives its connection back', async () => {
  const reader = await balie.asUser({ may: ['core.customerrelations.read.company'] });
  // More than the buffers on the way take, also when compressed.
  await sql`insert into customer_relations (company_id, id, name, website_url)
    select ${reader.companyId}::uuid, gen_random_uuid(), 'Relatie ' || n,
      (select string_agg(md5(n || '-' || part), '') from generate_series(1, 100) part)
    from generate_series(1, 10000) n`.execute(balie.db);
  const address = await balie.app.listen({ port: 0, host: '127.0.0.1' });
  for (const format of ['csv', 'xlsx']) {
    const request = get(`${address}${url}?format=${format}`, {
      headers: { host: 'localhost', authorization: `Bearer ${reader.userId}` },
    });
    const [response] = await once(request, 'response');
    await once(response, 'readable');
    try {
      await vi.waitFor(async () => expect(await runningExports()).toBe(1), { timeout: 5000 });
    } finally {
      request.destroy();
    }
    await vi.waitFor(async () => expect(await runningExports()).toBe(0), { timeout: 5000 });
  }
});

async function runningExports(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and state <> 'idle' and query ~ '^(declare|fetch)'`.execute(balie.db);
  return rows[0]?.count ?? 0;
}
