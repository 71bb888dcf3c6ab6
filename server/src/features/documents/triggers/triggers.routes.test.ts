import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildTextDocument, buildTrigger } from './testing/factories.ts';
import { sharedMatcher } from './matcher.ts';

let balie: TestApp;
let person: TestClient;
const url = '/api/fmmanagement/triggers';
const rights = (scope: string) => [
  ...['read', 'create', 'update', 'delete'].map((verb) => `fmmanagement.triggers.${verb}.${scope}`),
  `fmmanagement.documents.read.${scope}`,
];
const bakery = {
  naam: 'Bakkerij De Zon',
  keywords: 'Bakkerij\nDe Zon',
  factuurnummer: 'Factuurnummer: (\\S+)',
  factuurdatum: 'Datum: (.+)',
  totaalbedrag: '^Totaal (.+)',
};
const text = 'Bakkerij De Zon\nFactuurnummer: 2026-7\nDatum: 3 mei 2026\nSubtotaal 100,00\nTotaal € 1.234,56';

beforeAll(async () => {
  balie = await testApp();
});
afterAll(async () => {
  await sharedMatcher().close();
  await balie.close();
});
beforeEach(async () => {
  person = await balie.asUser({ may: rights('company') });
});

const create = (body: object, client = person) => client.post(url, { ...bakery, ...body });

describe('create', () => {
  test('stores every field and gives them back', async () => {
    const whole = {
      ...bakery,
      creditmodifier: 'creditnota',
      isPdf: false,
      crediteur: 'De Zon B.V.',
      valuta: 'EUR',
      decimaalteken: ',',
      datumvolgorde: 'dag-maand',
    };
    const reply = await create(whole);
    expect(reply.statusCode, reply.body).toBe(201);
    const { id } = reply.json().result;
    const found = (await person.get(`${url}/${id}`)).json().result;
    expect(found).toMatchObject({ ...whole, companyId: person.companyId, warnings: [], rowVersion: 1 });
  });

  test('names every pattern that cannot run, with its place, on its own field', async () => {
    const reply = await create({ factuurnummer: 'goed\nnr (?=x)', totaalbedrag: 'Totaal [0-9' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().codes).toEqual({ factuurnummer: ['bad-pattern'], totaalbedrag: ['bad-pattern'] });
    expect(reply.json().errors.factuurnummer[0]).toContain('Regel 2, teken 4');
  });

  test('names bad patterns together with a name that is missing or too long, of a change too', async () => {
    const wrong = {
      naam: ' ',
      keywords: '',
      factuurnummer: '\ngoed\nnr (?=x)',
      totaalbedrag: 'Totaal [0-9',
      valuta: 7,
    };
    const reply = await create(wrong);
    expect(reply).toBeProblem(400, 'validation');
    const codes = {
      naam: ['required'],
      valuta: ['not-a-text'],
      factuurnummer: ['bad-pattern'],
      totaalbedrag: ['bad-pattern'],
    };
    expect(reply.json().codes).toEqual({ ...codes, keywords: ['required'] });
    expect(reply.json().errors.factuurnummer[0]).toContain('Regel 2, teken 4');
    const { id } = (await create({})).json().result;
    const change = await person.put(`${url}/${id}`, { naam: 'x'.repeat(256), creditmodifier: 'a{2,1}' });
    expect(change).toBeProblem(400, 'validation');
    expect(change.json().codes).toEqual({ naam: ['too-long'], creditmodifier: ['bad-pattern'] });
  });

  test.each(['', '-alleen\n-zonder'])('asks for a keyword that must occur, not %j', async (keywords) => {
    const reply = await create({ keywords });
    expect(reply.json().codes).toEqual({ keywords: ['required'] });
  });

  test('warns of more than one group, and stores it all the same', async () => {
    const reply = await create({ factuurnummer: '(Nr|No) (\\d+)' });
    expect(reply.statusCode).toBe(201);
    expect(reply.json().result.warnings).toMatchObject([
      { field: 'factuurnummer', line: 0, code: 'several-groups' },
    ]);
  });

  test('a general trigger takes the system’s reach', async () => {
    expect((await create({ companyId: null })).statusCode).toBe(403);
    const staff = await balie.asUser({ may: rights('system'), isProvider: true });
    const reply = await create({ companyId: null }, staff);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json().result.companyId).toBeNull();
  });

  test('a company that is not the caller’s is unknown', async () => {
    const other = await buildCompany(balie.db);
    expect((await create({ companyId: other.id })).json().codes).toEqual({ company_id: ['unknown'] });
  });
});

describe('read, change and delete', () => {
  test('one sees the own and the general ones, and changes only the own', async () => {
    const general = await buildTrigger(balie.db, { companyId: null, naam: 'Algemeen zichtbaar' });
    const other = await buildCompany(balie.db);
    const foreign = await buildTrigger(balie.db, { companyId: other.id, naam: 'Van een ander' });
    const own = await buildTrigger(balie.db, { companyId: person.companyId, naam: 'Eigen' });
    const names = (await person.get(`${url}?$count=true`))
      .json()
      .result.map(({ naam }: { naam: string }) => naam);
    expect(names).toContain('Eigen');
    expect(names).toContain('Algemeen zichtbaar');
    expect(names).not.toContain('Van een ander');
    expect((await person.put(`${url}/${general.id}`, bakery)).statusCode).toBe(403);
    expect((await person.delete(`${url}/${general.id}`)).statusCode).toBe(403);
    expect((await person.put(`${url}/${foreign.id}`, bakery)).statusCode).toBe(404);
    expect((await person.put(`${url}/${own.id}`, bakery)).statusCode).toBe(200);
    expect((await person.delete(`${url}/${own.id}`)).statusCode).toBe(204);
    expect((await person.get(`${url}/${own.id}`)).statusCode).toBe(404);
    await balie.db.deleteFrom('triggers').where('id', '=', general.id).execute();
  });

  test('an update leaves what it does not name as it is, and empties what it names as null (§B5)', async () => {
    const whole = {
      ...bakery,
      creditmodifier: 'creditnota',
      isPdf: false,
      crediteur: 'De Zon B.V.',
      valuta: 'EUR',
      decimaalteken: ',',
      datumvolgorde: 'maand-dag',
    };
    const { id } = (await create(whole)).json().result;
    const kept = await person.put(`${url}/${id}`, { naam: 'Anders' });
    expect(kept.json().result).toMatchObject({ ...whole, naam: 'Anders' });
    const emptied = await person.put(`${url}/${id}`, {
      naam: 'Anders',
      creditmodifier: null,
      valuta: null,
      decimaalteken: null,
      isPdf: true,
    });
    expect(emptied.json().result).toMatchObject({
      ...whole,
      naam: 'Anders',
      creditmodifier: '',
      valuta: '',
      decimaalteken: '',
      isPdf: true,
    });
  });

  test('a stale version is refused with what is stored', async () => {
    const own = await buildTrigger(balie.db, { companyId: person.companyId });
    await person.put(`${url}/${own.id}`, bakery);
    const reply = await person.put(`${url}/${own.id}`, { ...bakery, rowVersion: 1 });
    expect(reply.statusCode).toBe(409);
    expect(reply.json().current.naam).toBe('Bakkerij De Zon');
  });

  test('each change stands in the history', async () => {
    const { id } = (await create({})).json().result;
    await person.put(`${url}/${id}`, { ...bakery, naam: 'Anders' });
    const rows = await balie.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .orderBy('at')
      .select(['verb'])
      .execute();
    expect(rows.map(({ verb }) => verb).toSorted()).toEqual(['create', 'update']);
  });
});

describe('live search', () => {
  const search = async (documentId: string, body: object) => {
    const reply = await person.post(`/api/fmmanagement/documenten/${documentId}/regex`, body);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().result;
  };

  test('takes a whole trigger, as product 2.7 sends it, and answers for each field that is named', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const found = await search(id, {
      naam: 'Van Dalen',
      keywords: 'totaal',
      totaalbedrag: 'totaal (.+)',
      factuurdatum: '(',
      creditmodifier: null,
    });
    expect(Object.keys(found)).toEqual(['keywords', 'factuurdatum', 'totaalbedrag']);
    expect(found.totaalbedrag.value).toEqual({ kind: 'amount', value: 123456 });
    expect(found.keywords.keywords).toMatchObject([{ keyword: 'totaal', isMet: true }]);
    expect(found.factuurdatum.errors).toHaveLength(1);
    const wrong = await person.post(`/api/fmmanagement/documenten/${id}/regex`, { field: 'x', pattern: '' });
    expect(wrong.statusCode).toBe(400);
  });

  test.each([
    ['totaalbedrag', 'totaal (.+)', { kind: 'amount', value: 123456 }],
    ['factuurdatum', 'Datum: (.+)', { kind: 'date', value: '2026-05-03' }],
    ['factuurnummer', 'nummer: (\\S+)', { kind: 'text', value: '2026-7' }],
  ])('finds %s, tells its value and where it stands', async (field, pattern, value) => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const found = await search(id, { field, pattern });
    expect(found.value).toEqual(value);
    const chosen = found.matches.find(({ isChosen }: { isChosen: boolean }) => isChosen);
    expect(text.slice(chosen.valueStart, chosen.valueEnd)).toBe(chosen.raw);
    expect(chosen.boxes.length).toBeGreaterThan(0);
    for (const { page, box } of chosen.boxes) {
      expect(page).toBe(1);
      for (const side of box) expect(side >= 0 && side <= 1).toBe(true);
    }
  });

  test('of several totals the last one is taken, and all are shown', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const found = await search(id, { field: 'totaalbedrag', pattern: '[\\d.]+,\\d\\d' });
    expect(
      found.matches.map(({ raw, isChosen }: { raw: string; isChosen: boolean }) => [raw, isChosen]),
    ).toEqual([
      ['100,00', false],
      ['1.234,56', true],
    ]);
  });

  test('says which keyword does not occur', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const found = await search(id, { field: 'keywords', pattern: 'bakkerij; slagerij\n-groenteboer' });
    expect(
      found.keywords.map(({ keyword, isMet }: { keyword: string; isMet: boolean }) => [keyword, isMet]),
    ).toEqual([
      ['bakkerij', true],
      ['slagerij', false],
      ['groenteboer', true],
    ]);
  });

  test('a bad pattern is an answer with its place', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const found = await search(id, { field: 'factuurnummer', pattern: 'Factuur(' });
    expect(found).toMatchObject({ matches: [], errors: [{ line: 0, position: 7, code: 'unclosed-group' }] });
    expect(found.errors[0].message).toContain('teken 8');
  });

  test('a hostile pattern on 60 kB answers like any other', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text: `${'a'.repeat(60_000)}!` });
    await search(id, { field: 'factuurnummer', pattern: 'x' });
    const started = performance.now();
    expect((await search(id, { field: 'factuurnummer', pattern: '^(a+)+$' })).count).toBe(0);
    // The rule asks for 250 ms; a busy machine gets some more.
    expect(performance.now() - started).toBeLessThan(1500);
  });

  test('the text is given with the place of each word', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const given = (await person.get(`/api/fmmanagement/documenten/${id}/text`)).json().result;
    expect(given).toMatchObject({
      text,
      source: 'pdf',
      isCut: false,
      pages: [{ number: 1, start: 0, end: text.length }],
    });
    expect(
      given.words.map(({ start, end }: { start: number; end: number }) => text.slice(start, end)),
    ).toEqual(text.split(/\s+/));
  });
});

describe('from example', () => {
  test.each([
    ['factuurnummer', '2026-7'],
    ['factuurdatum', '3 mei 2026'],
    ['totaalbedrag', '1.234,56'],
    ['keywords', 'De Zon'],
  ])('writes a pattern for %s that takes exactly what was selected', async (field, selected) => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const start = text.indexOf(selected);
    const example = { field, start, end: start + selected.length };
    const written = (await person.post(`/api/fmmanagement/documenten/${id}/regex/example`, example)).json()
      .result;
    expect(written).toMatchObject({ raw: selected, count: 1, isExact: true });
    const found = (
      await person.post(`/api/fmmanagement/documenten/${id}/regex`, { field, pattern: written.pattern })
    ).json().result;
    expect(found.matches[0].raw).toBe(selected);
  });

  test('what can be no value of the field is refused', async () => {
    const { id } = await buildTextDocument(balie.db, person, { text });
    const reply = await person.post(`/api/fmmanagement/documenten/${id}/regex/example`, {
      field: 'factuurdatum',
      start: 0,
      end: 8,
    });
    expect(reply.json().codes).toEqual({ start: ['invalid'] });
  });
});

describe('try it', () => {
  const tryIt = async (body: object, client = person) => {
    const reply = await client.post(`${url}/try`, body);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json().result;
  };
  const known = { number: '2026-7', date: '2026-05-03', total: '123456' };

  test('tells what would be recognised, what would change and what stays', async () => {
    const fresh = await buildTextDocument(balie.db, person, { text });
    const half = await buildTextDocument(balie.db, person, { text: text.replace('Totaal', 'Som') });
    await buildTextDocument(balie.db, person, { text: 'Slagerij De Kip' });
    await buildTextDocument(balie.db, person, { text, state: 'Herkend', values: known });
    const changed = await buildTextDocument(balie.db, person, {
      text,
      state: 'Verwerkt',
      values: { ...known, total: '10000' },
    });
    const found = await tryIt({ trigger: bakery });
    expect(found).toMatchObject({
      unknownChecked: 3,
      knownChecked: 2,
      isComplete: true,
      agrees: 1,
      hasConflicts: true,
    });
    expect(found.recognises).toMatchObject({ count: 1, first: [{ id: fresh.id, documentId: fresh.number }] });
    expect(found.partly.first).toMatchObject([{ id: half.id }]);
    expect(found.changes.first).toMatchObject([{ id: changed.id }]);
    expect(found.changes.first[0].values).toContainEqual({
      field: 'totaalbedrag',
      now: '10000',
      // oxlint-disable-next-line unicorn/no-thenable -- a text, never a function
      then: '123456',
    });
  });

  test('a pattern that cannot run is reported as at saving, not left out', async () => {
    await buildTextDocument(balie.db, person, { text });
    const reply = await person.post(`${url}/try`, { trigger: { ...bakery, creditmodifier: 'Creditnota(' } });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().codes).toEqual({ creditmodifier: ['bad-pattern'] });
    expect(reply.json().errors.creditmodifier[0]).toContain('teken 11');
  });

  test('a change asks for a confirmation when saving', async () => {
    await buildTextDocument(balie.db, person, { text, state: 'Herkend', values: { ...known, number: '9' } });
    const refused = await create({});
    expect(refused.json().codes).toEqual({ conflicts_confirmed: ['required'] });
    expect((await create({ conflictsConfirmed: true })).statusCode).toBe(201);
  });

  test('an equal trigger is a conflict too', async () => {
    await buildTrigger(balie.db, { companyId: person.companyId, naam: 'Oude', keywords: 'Bakkerij; Zon' });
    await buildTextDocument(balie.db, person, { text });
    const found = await tryIt({ trigger: bakery });
    expect(found.ties.first).toMatchObject([{ otherTrigger: { naam: 'Oude', isEqual: true } }]);
    expect(found.hasConflicts).toBe(true);
  });

  test('documents of others are never looked at', async () => {
    const stranger = await balie.asUser({ may: [] });
    await buildTextDocument(balie.db, stranger, { text });
    expect(await tryIt({ trigger: bakery })).toMatchObject({ unknownChecked: 0, recognises: { count: 0 } });
  });
});

describe('export and import', () => {
  test('what was exported comes back the same in another company', async () => {
    const { id } = (await create({ totaalbedrag: 'Totaal (.+)\nSom: (.+)', decimaalteken: ',' })).json()
      .result;
    const yaml = await person.get(`${url}/yaml?ids=${id}`);
    expect(yaml.headers['content-type']).toContain('yaml');
    const other = await balie.asUser({ may: rights('company') });
    const preview = (await other.post(`${url}/import/preview`, { content: yaml.body })).json().result;
    expect(preview).toMatchObject({ remarks: [], triggers: [{ id: null, naam: bakery.naam }] });
    const imported = (await other.post(`${url}/import`, { content: yaml.body })).json().result;
    const stored = (await other.get(`${url}/${imported.triggers[0].id}`)).json().result;
    expect(stored).toMatchObject({
      ...bakery,
      totaalbedrag: 'Totaal (.+)\nSom: (.+)',
      companyId: other.companyId,
    });
  });

  test('a preview says what the triggers would do, and known documents stay as they are', async () => {
    const yaml =
      'naam: Bakker\nkeywords: Bakker\nfactuurnummer: "Factuur (\\\\d+)"\nfactuurdatum: "Datum (\\\\S+)"\ntotaalbedrag: "Totaal (\\\\S+)"\n';
    const other = await balie.asUser({ may: rights('company') });
    const owner = { companyId: other.companyId, userId: other.userId };
    const text = 'Bakker\nFactuur 12\nDatum 02-11-2026\nTotaal 121,00';
    await buildTextDocument(balie.db, owner, { text });
    const known = await buildTextDocument(balie.db, owner, {
      text,
      state: 'Herkend',
      values: { number: '99', date: '2026-11-02', total: '12100' },
    });
    const preview = await other.post(`${url}/import/preview`, { content: yaml });
    expect(preview.json().result.triggers, preview.body).toMatchObject([
      { id: null, tried: { recognises: 1, changes: 1, ties: 0, isComplete: true } },
    ]);
    const imported = (await other.post(`${url}/import`, { content: yaml })).json().result;
    expect(imported.triggers).toMatchObject([{ id: expect.any(String), tried: null }]);
    const stored = await balie.db
      .selectFrom('documents')
      .where('id', '=', known.id)
      .select(['state', 'row_version as rowVersion'])
      .executeTakeFirst();
    expect(stored).toEqual({ state: 2, rowVersion: 1 });
  });

  test('a file without a trigger says so, and stores nothing', async () => {
    const answer = (await person.post(`${url}/import`, { content: '- [' })).json().result;
    expect(answer.triggers).toEqual([]);
    expect(answer.remarks[0].isRefused).toBe(true);
  });
});

test('a deleted trigger lies in the trash, and reads again when it is put back', async () => {
  const staff = await balie.asUser({
    may: [...rights('company'), 'core.trash.read.company', 'core.trash.restore.company'],
  });
  const { id } = (await create({}, staff)).json().result;
  await staff.delete(`${url}/${id}`);
  const trash = (await staff.get('/api/core/trash')).json().result;
  expect(trash).toMatchObject([{ id, name: bakery.naam }]);
  expect((await staff.post(`/api/core/trash/fmmanagement.triggers/${id}/restore`)).statusCode).toBeLessThan(
    300,
  );
  expect((await staff.get(`${url}/${id}`)).statusCode).toBe(200);
  const history = await staff.get(`/api/core/history?entity=fmmanagement.triggers&entityId=${id}`);
  expect(history.json().result.length, history.body).toBeGreaterThanOrEqual(3);
});
