import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany } from '../testing/factories.ts';

let balie: TestApp;
let staff: TestClient;
const write = (change: Record<string, unknown> = {}) => ({
  name: 'Veenstra',
  domainName: 'veenstra.example',
  primaRelatienummer: '10390',
  active: true,
  ...change,
});

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    isProvider: true,
    may: ['read', 'create', 'update', 'delete'].map((verb) => `core.companies.${verb}.system`),
  });
});
afterAll(() => balie.close());

async function made(change: Record<string, unknown> = {}): Promise<{ id: string; rowVersion: number }> {
  const reply = await staff.post(
    '/api/core/companies',
    write({ domainName: `c${Math.random().toString(36).slice(2)}.example`, ...change }),
  );
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}

describe('list', () => {
  test('sorts names as people do, pages, and counts all matches', async () => {
    for (const name of ['Zaal 10', 'Zaal 2', 'Éclair zaal']) await made({ name });
    const first = await staff.get('/api/core/companies?query=zaal&$top=2&$count=true&$orderby=name');
    expect(first.json()).toMatchObject({
      result: [{ name: 'Éclair zaal' }, { name: 'Zaal 2' }],
      metadata: { count: 3 },
    });
    const second = await staff.get('/api/core/companies?query=zaal&$top=2&$skip=2&$orderby=name');
    expect(second.json()).toMatchObject({ result: [{ name: 'Zaal 10' }], metadata: {} });
  });

  test('finds by words in name or domain, whatever case and accents', async () => {
    await made({ name: 'Café Twente', domainName: 'twente.example', primaRelatienummer: 'R-40017' });
    const byNumber = await staff.get('/api/core/companies?query=r-40017');
    expect(byNumber.json().result).toMatchObject([{ name: 'Café Twente' }]);
    const reply = await staff.get('/api/core/companies?query=CAFE%20twente.ex');
    expect(reply.json().result.map((row: { name: string }) => row.name)).toEqual(['Café Twente']);
  });

  test('refuses an unknown field with its place', async () => {
    expect(await staff.get('/api/core/companies?$filter=secret eq 1')).toBeProblem(400, 'bad-query');
    const tooMany = await staff.get('/api/core/companies?$top=251');
    expect(tooMany).toBeProblem(400, 'bad-query');
    expect(tooMany.json().detail).toBe('$top is een geheel getal van 1 tot en met 250.');
  });

  test('shows a user of one company only their own', async () => {
    const person = await balie.asUser({ may: ['core.companies.read.company'] });
    const reply = await person.get('/api/core/companies?$count=true');
    expect(reply.json()).toMatchObject({ result: [{ id: person.companyId }], metadata: { count: 1 } });
  });
});

describe('create', () => {
  test('keeps what was sent and says who may see it', async () => {
    const { id } = await made({ name: 'Nieuw B.V.' });
    const reply = await staff.get(`/api/core/companies/${id}`);
    expect(reply.json().result).toMatchObject({
      name: 'Nieuw B.V.',
      primaRelatienummer: '10390',
      active: true,
      logo: null,
      rowVersion: 1,
    });
    expect(reply.headers['etag']).toMatch(/^"1-[\w-]{22}"$/);
  });

  test('names every bad field at once, in the language of the request', async () => {
    const body = { name: ' ', domainName: 'geen domein', logo: 'data:text/plain;base64,aa', active: 'ja' };
    const reply = await staff.post('/api/core/companies', body, { 'accept-language': 'en' });
    expect(reply).toBeProblem(400, 'validation', {
      name: ['required'],
      domain_name: ['not-a-host'],
      active: ['invalid'],
    });
    expect(reply.json().errors.name).toEqual(['Enter a name']);
  });

  test('refuses a domain name that is taken, in any case, and stores nothing', async () => {
    await made({ domainName: 'bezet.example' });
    const before = await staff.get('/api/core/companies?$count=true&$top=1');
    expect(await staff.post('/api/core/companies', write({ domainName: 'BEZET.example' }))).toBeProblem(
      400,
      'validation',
      { domain_name: ['taken'] },
    );
    const after = await staff.get('/api/core/companies?$count=true&$top=1');
    expect(after.json().metadata).toEqual(before.json().metadata);
  });

  test('re-encodes a logo and answers with a PNG', async () => {
    const jpeg = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#2350a9' } })
      .jpeg()
      .toBuffer();
    const { id } = await made({ logo: `data:image/jpeg;base64,${jpeg.toString('base64')}` });
    const { logo } = (await staff.get(`/api/core/companies/${id}`)).json().result;
    const remaining = await sharp(Buffer.from(logo.split(',')[1], 'base64')).metadata();
    expect(remaining).toMatchObject({ format: 'png', width: 512, height: 256 });
  });

  test('shows in the history that a logo was replaced', async () => {
    const logoOf = async (background: string) => {
      const png = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
      return `data:image/png;base64,${png.toString('base64')}`;
    };
    const domainName = 'ander-logo.example';
    const { id } = await made({ domainName, logo: await logoOf('red') });
    await staff.put(`/api/core/companies/${id}`, write({ domainName, logo: await logoOf('blue') }));
    const [line] = (await staff.get(`/api/core/history?entity=core.companies&entityId=${id}`)).json().result;
    const [change] = line.changes.filter(({ field }: { field: string }) => field === 'logo');
    expect(change).toMatchObject({
      old: expect.stringMatching(/^image:[0-9a-f]{8}$/),
      new: expect.stringMatching(/^image:[0-9a-f]{8}$/),
    });
    expect(change.old).not.toBe(change.new);
  });

  test('refuses a logo that is no image', async () => {
    const logo = `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`;
    expect(await staff.post('/api/core/companies', write({ domainName: 'l.example', logo }))).toBeProblem(
      400,
      'validation',
      { logo: ['not-an-image'] },
    );
  });

  test('the same Idempotency-Key gives the first answer, another body is refused', async () => {
    const key = { 'idempotency-key': 'k1' };
    const body = write({ domainName: 'eenmaal.example' });
    const [one, two] = await Promise.all([
      staff.post('/api/core/companies', body, key),
      staff.post('/api/core/companies', body, key),
    ]);
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(two.json()).toEqual(one.json());
    expect(await staff.post('/api/core/companies', write({ name: 'Anders' }), key)).toBeProblem(
      422,
      'idempotency-mismatch',
    );
  });
});

describe('limits', () => {
  test('staff set them with history, a save that does not speak of them leaves them, and null is the usual one', async () => {
    const { id } = await made();
    const domainName = `g${id.slice(-8)}.example`;
    const put = async (more: Record<string, unknown>) =>
      (await staff.put(`/api/core/companies/${id}`, write({ domainName, ...more }))).json().result;
    expect(await put({ documentsPerDay: 5, storageMb: 100 })).toMatchObject({
      documentsPerDay: 5,
      pagesPerDay: null,
      storageMb: 100,
    });
    expect(await put({ storageMb: null })).toMatchObject({ documentsPerDay: 5, storageMb: null });
    const lines = (await staff.get(`/api/core/history?entity=core.companies&entityId=${id}`)).json().result;
    expect(lines.flatMap(({ changes }: { changes: object[] }) => changes)).toContainEqual(
      expect.objectContaining({ field: 'documentsPerDay', new: 5 }),
    );
    expect(await staff.put(`/api/core/companies/${id}`, write({ domainName, pagesPerDay: 0 }))).toBeProblem(
      400,
      'validation',
      { pages_per_day: ['too-small'] },
    );
  });

  test('a company does not set its own', async () => {
    const chief = await balie.asUser({
      may: ['core.companies.read.company', 'core.companies.update.company'],
    });
    const url = `/api/core/companies/${chief.companyId}`;
    const { name, domainName, documentsPerDay } = (await chief.get(url)).json().result;
    expect(documentsPerDay).toBeNull();
    expect(await chief.put(url, { name, domainName, documentsPerDay: 999 })).toBeProblem(403, 'forbidden');
    expect((await chief.put(url, { name, domainName, documentsPerDay })).statusCode).toBe(200);
  });
});

describe('update', () => {
  test('raises the version and writes who changed what into the history', async () => {
    const { id } = await made({ name: 'Oud' });
    const reply = await staff.put(
      `/api/core/companies/${id}`,
      write({ name: 'Nieuw', domainName: 'nieuw.example' }),
    );
    expect(reply.json().result).toMatchObject({
      name: 'Nieuw',
      rowVersion: 2,
      updatedBy: expect.stringContaining('Sanne'),
    });
    const lines = await balie.db
      .selectFrom('history')
      .selectAll()
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines).toMatchObject([{ user_id: staff.userId, changes: { name: { old: 'Oud', new: 'Nieuw' } } }]);
  });

  test.each(['body', 'If-Match'])(
    'a stale version in %s is refused with what is stored, and nothing is changed',
    async (place) => {
      const { id } = await made({ name: 'Eén' });
      await staff.put(
        `/api/core/companies/${id}`,
        write({ name: 'Twee', domainName: `t${id.slice(-8)}.example` }),
      );
      const body = write({ name: 'Drie', ...(place === 'body' ? { rowVersion: 1 } : {}) });
      const reply = await staff.put(
        `/api/core/companies/${id}`,
        body,
        place === 'body' ? {} : { 'if-match': '"1"' },
      );
      expect(reply).toBeProblem(409, 'stale');
      expect(reply.json().current).toMatchObject({ name: 'Twee', rowVersion: 2 });
      expect((await staff.get(`/api/core/companies/${id}`)).json().result.name).toBe('Twee');
    },
  );

  test.each(['abc', '"1", "2"', ''])(
    'a condition that cannot be read (%s) is refused, not passed over',
    async (condition) => {
      const { id } = await made({ name: 'Eén' });
      const reply = await staff.put(
        `/api/core/companies/${id}`,
        write({ name: 'Twee', domainName: `c${id.slice(-8)}.example` }),
        { 'if-match': condition },
      );
      expect(reply).toBeProblem(400, 'validation', { row_version: ['invalid'] });
      expect((await staff.get(`/api/core/companies/${id}`)).json().result.name).toBe('Eén');
    },
  );

  test('an absent optional field stays as it is: a save without it activates nobody', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2350a9' } })
      .png()
      .toBuffer();
    const logo = `data:image/png;base64,${png.toString('base64')}`;
    const domainName = 'blijft.example';
    const { id } = await made({ domainName, logo, primaRelatienummer: '10482', active: false });
    const reply = await staff.put(`/api/core/companies/${id}`, { name: 'Anders', domainName });
    const remaining = {
      name: 'Anders',
      primaRelatienummer: '10482',
      active: false,
      logo: expect.stringMatching(/^data:image\/png/),
    };
    expect(reply.json().result).toMatchObject(remaining);
    const emptied = await staff.put(`/api/core/companies/${id}`, {
      name: 'Anders',
      domainName,
      logo: null,
      primaRelatienummer: '',
      active: true,
    });
    expect(emptied.json().result).toMatchObject({ primaRelatienummer: '', active: true, logo: null });
  });
});

describe('delete', () => {
  test('puts the company in the trash and frees its domain name', async () => {
    const { id } = await made({ domainName: 'weg.example' });
    expect((await staff.delete(`/api/core/companies/${id}`)).statusCode).toBe(204);
    expect(await staff.get(`/api/core/companies/${id}`)).toBeProblem(404, 'not-found');
    await made({ domainName: 'weg.example' });
  });

  test("the provider's own company is not deleted", async () => {
    expect(await staff.delete(`/api/core/companies/${staff.companyId}`)).toBeProblem(409, 'wrong-state');
  });
});

describe('who may', () => {
  test('a company of somebody else is the same 404 as an unknown one, for every verb', async () => {
    const theirs = await buildCompany(balie.db);
    const mine = await balie.asUser({
      may: ['core.companies.update.company', 'core.companies.delete.company'],
    });
    const unknown = '00000000-0000-7000-8000-000000000000';
    for (const id of [theirs.id, unknown, 'geen-id']) {
      expect(await mine.get(`/api/core/companies/${id}`)).toBeProblem(404, 'not-found');
      expect(await mine.put(`/api/core/companies/${id}`, write())).toBeProblem(404, 'not-found');
      expect(await mine.delete(`/api/core/companies/${id}`)).toBeProblem(404, 'not-found');
    }
  });

  test('nobody without a token or the right', async () => {
    const nobody = await balie.asUser();
    expect(await balie.anonymous.get('/api/core/companies')).toBeProblem(401, 'unauthenticated');
    expect(await nobody.get('/api/core/companies')).toBeProblem(403, 'forbidden');
    expect(await nobody.post('/api/core/companies', write())).toBeProblem(403, 'forbidden');
  });

  test('an inactive company is refused with its reason', async () => {
    const company = await buildCompany(balie.db, { isActive: false });
    const person = await balie.asUser({ companyId: company.id, may: ['core.companies.read.company'] });
    expect(await person.get('/api/core/companies')).toBeProblem(401, 'company-inactive');
  });
});
