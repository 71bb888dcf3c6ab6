import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { upload } from '#server/platform/testing/upload.ts';
import { buildRelation } from '../testing/relations.ts';

let balie: TestApp;
let person: TestClient;
const url = '/api/core/customer-relations';

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  person = await balie.asUser({
    may: ['core.customerrelations.read.company', 'core.customerrelations.import.company'],
  });
});
afterAll(() => balie.close());

const send = (path: 'import' | 'import/preview', content: string | Buffer, by = person) =>
  by.post(`${url}/${path}`, ...upload({ filename: 'relaties.csv', content }));
const names = async () =>
  (await person.get(`${url}?$orderby=name`)).json().result.map((row: { name: string }) => row.name);

const threeBad = [
  'Relatienummer;Naam;Straat;Postcode;Plaats;E-mail;Telefoon;KvK;Bedrijf-id;IBAN',
  'R-1;Bakkerij De Korenmaat;Melkmarkt 12;8011mc;Zwolle;info@korenmaat.example;038 421 00 12;12345678;anders;NL91ABNA0417164300',
  'R-2;;Dijk 1;;;;;;;',
  'R-3;Slechte mail;;;;geen adres;;1234;;',
  'R-4;Vos & Zonen;"Lange straat 4',
  'achterom";;;;+31 6 12345678;;;',
  'r-1;Zelfde nummer;;;;;;;;',
].join('\r\n');

describe('preview', () => {
  test('shows what an import would do, line by line, and stores nothing', async () => {
    const reply = await send('import/preview', threeBad);
    expect(reply.statusCode).toBe(200);
    const { result } = reply.json();
    expect(result).toMatchObject({
      encoding: 'utf-8',
      delimiter: ';',
      rowCount: 5,
      goodCount: 1,
      badCount: 4,
      duplicates: [],
    });
    expect(result.columns).toContainEqual({ head: 'Bedrijf-id', field: null });
    expect(result.columns).toContainEqual({ head: 'Telefoon', field: 'phoneNumber.number' });
    expect(result.issues).toEqual([
      {
        line: 2,
        field: 'tag',
        column: 'Relatienummer',
        code: 'repeated',
        reason: 'Deze waarde staat ook op een andere regel',
      },
      { line: 3, field: 'name', column: 'Naam', code: 'required', reason: 'Geef een naam' },
      {
        line: 4,
        field: 'email_address_address',
        column: 'E-mail',
        code: 'not-an-email',
        reason: expect.any(String),
      },
      {
        line: 4,
        field: 'kvk_number',
        column: 'KvK',
        code: 'invalid',
        reason: 'Een KvK-nummer heeft 8 cijfers',
      },
      { line: 7, field: 'tag', column: 'Relatienummer', code: 'repeated', reason: expect.any(String) },
    ]);
    expect(result.sample).toMatchObject([
      {
        line: 5,
        cells: ['R-4', 'Vos & Zonen', 'Lange straat 4\nachterom', '', '', '', '+31 6 12345678', '', '', ''],
      },
    ]);
    expect(await names()).toEqual([]);
  });

  test('warns of lines that are probably there already', async () => {
    const there = await buildRelation(balie.db, person.companyId, {
      name: 'Café Zuid',
      zip_code: '8011 MC',
      kvk_number: '12345678',
    });
    const reply = await send(
      'import/preview',
      'naam,postcode,kvk\ncafe zuid,8011mc,12345678\nAnders,8011MC,\n',
    );
    expect(reply.json().result).toMatchObject({
      delimiter: ',',
      goodCount: 2,
      duplicates: [
        {
          line: 2,
          name: 'cafe zuid',
          existing: { id: there.id, name: 'Café Zuid', reasons: ['kvk', 'name-and-zip'] },
        },
      ],
    });
  });
});

describe('import', () => {
  test('takes in the good lines and gives the bad ones back with their reasons', async () => {
    const reply = await send('import', threeBad);
    const { result } = reply.json();
    expect(result).toMatchObject({
      importedCount: 1,
      failedCount: 4,
      failedFile: { filename: 'relaties-niet-ingelezen.csv' },
    });
    expect(await names()).toEqual(['Vos & Zonen']);
    const lines = result.failedFile.content.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFRelatienummer;Naam;Straat;Postcode;Plaats;E-mail;Telefoon;KvK;Bedrijf-id;IBAN;Reden',
    );
    expect(lines[2]).toBe('R-2;;Dijk 1;;;;;;;;Naam: Geef een naam');
  });

  test('what came back can be corrected and offered again', async () => {
    const first = await send('import', threeBad);
    const corrected = first
      .json()
      .result.failedFile.content.replace(';;Dijk 1', ';Dijkzicht;Dijk 1')
      .replace('geen adres', 'mail@slecht.example')
      .replace(';1234;', ';87654321;')
      .replace('r-1;', 'R-5;');
    expect((await send('import', corrected)).json().result).toMatchObject({
      importedCount: 4,
      failedCount: 0,
      failedFile: null,
    });
    expect(await names()).toHaveLength(5);
  });

  test('the company is the caller’s, whatever the file says, and each record has its history', async () => {
    const other = await balie.asUser();
    await send('import', `companyId;naam\n${other.companyId};Hier\n`);
    const rows = await balie.db
      .selectFrom('customer_relations')
      .select(['id', 'company_id', 'created_by'])
      .where('name', '=', 'Hier')
      .execute();
    expect(rows).toMatchObject([{ company_id: person.companyId, created_by: person.userId }]);
    const lines = await balie.db
      .selectFrom('history')
      .select(['verb', 'changes'])
      .where('entity_id', '=', rows[0]?.id ?? '')
      .execute();
    expect(lines).toEqual([{ verb: 'create', changes: { name: { old: null, new: 'Hier' } } }]);
  });

  test('a number that is taken is a bad line; all others go in', async () => {
    await buildRelation(balie.db, person.companyId, { tag: 'R-9' });
    const { result } = (await send('import', 'nummer;naam\nr-9;Bezet\nR-10;Vrij\n')).json();
    expect(result).toMatchObject({ importedCount: 1, issues: [{ line: 2, field: 'tag', code: 'taken' }] });
  });

  test('reads Windows-1252 as Excel writes it', async () => {
    await send('import', Buffer.from('Naam;Plaats\r\nCaf\u00e9 Ren\u00e9e;\u0080\r\n', 'latin1'));
    expect(await names()).toEqual(['Café Renée']);
  });

  test('ten thousand lines are imported, one more is refused', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, at) => `R-${at};Relatie ${at};Straat ${at};8011MC;Zwolle`,
    );
    const heads = 'nummer;naam;straat;postcode;plaats';
    expect(await send('import', [heads, ...lines, 'R-x;Te veel'].join('\n'))).toBeProblem(400, 'validation', {
      file: ['too-many'],
    });
    const reply = await send('import', [heads, ...lines].join('\n'));
    expect(reply.json().result.importedCount).toBe(10_000);
    expect((await person.get(`${url}?$top=1&$count=true`)).json().metadata.count).toBe(10_000);
  });

  test('reports errors of the file itself', async () => {
    expect(await send('import', 'straat;plaats\nx;y\n')).toBeProblem(400, 'validation', {
      file: ['column-missing'],
    });
    const empty = await send('import', '');
    expect(empty).toBeProblem(400, 'validation', { file: ['required'] });
    expect(empty.json().detail).toBe('Dit bestand is leeg.');
    expect(await send('import', Buffer.from([0x50, 0x4b, 0, 3, 4]))).toBeProblem(400, 'validation', {
      file: ['invalid'],
    });
    const unclosed = await send('import', 'naam;plaats\n"open;Zwolle\n');
    expect(unclosed).toBeProblem(400, 'validation', { file: ['invalid'] });
    expect(unclosed.json().detail).toMatch(/aanhalingsteken .* regel \d/);
    expect(await send('import', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toBeProblem(400, 'validation', {
      file: ['file-too-large'],
    });
    expect(await person.post(`${url}/import`, { naam: 'X' })).toBeProblem(415, 'unsupported-type');
    expect(await names()).toEqual([]);
  });

  test('needs its own right', async () => {
    const reader = await balie.asUser({
      may: ['core.customerrelations.create.company', 'core.customerrelations.read.company'],
    });
    expect(await send('import', 'naam\nX\n', reader)).toBeProblem(403, 'forbidden');
    expect(await send('import/preview', 'naam\nX\n', reader)).toBeProblem(403, 'forbidden');
  });
});
