import { strToU8, zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { ublOf } from '../testing/ubl.ts';
import { upload, type UploadPart } from '../testing/upload.ts';

let world: TestApp;
let user: TestClient;

const url = '/api/fmmodule/documents';

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  user = await world.asUser({ may: ['fmmodule.documents.create.company'] });
});

const blank = {
  id: '019a0000-0000-7000-8000-00000000b1a4',
  number: '2026-11-9999',
  administration_id: null,
  sha256: '',
  filename: 'a.pdf',
  mime: 'application/pdf',
  source: 'upload',
  state: 1,
  reasons: [],
  invoice_id: null,
  created_at: '2026-11-21T09:00:00.000Z',
  created_by: null,
  updated_by: null,
  deleted_at: null,
  deleted_by: null,
};
const send = (client: TestClient, ...parts: readonly UploadPart[]) => client.post(url, ...upload(...parts));
const xml = (filename = 'factuur.xml') => ({ filename, content: ublOf() });

async function documentsOf(companyId: string) {
  return world.db
    .selectFrom('documents')
    .where('company_id', '=', companyId)
    .orderBy('number')
    .selectAll()
    .execute();
}

async function jobsOf(companyId: string): Promise<unknown[]> {
  const { rows } = await sql<{
    data: unknown;
  }>`select data from jobs.job where name = 'documents-recognise' and data->>'companyId' = ${companyId}`.execute(
    world.db,
  );
  return rows.map(({ data }) => data);
}

describe('limits of the company', () => {
  const allow = (limits: Partial<Record<'documents_per_day' | 'pages_per_day' | 'storage_mb', number>>) =>
    world.db.updateTable('companies').set(limits).where('id', '=', user.companyId).execute();

  test('documents of a day: 429 until midnight, in the language of the reader; others go on', async () => {
    await allow({ documents_per_day: 2 });
    expect((await send(user, xml('a.xml'), xml('b.xml'))).statusCode).toBe(202);
    const [body, headers] = upload(xml('c.xml'));
    const refused = await user.post(url, body, { ...headers, 'accept-language': 'en' });
    expect(refused).toBeProblem(429, 'too-many-requests');
    expect(refused.json().detail).toContain('Your company can upload 2 documents a day.');
    // It is 14:05 in Amsterdam.
    expect(refused.headers['retry-after']).toBe(String(9 * 3600 + 55 * 60));
    expect(await documentsOf(user.companyId)).toHaveLength(2);
    const other = await world.asUser({ may: ['fmmodule.documents.create.company'] });
    expect((await send(other, xml())).statusCode).toBe(202);
  });

  test('pages that were read today, and storage', async () => {
    await allow({ pages_per_day: 1 });
    const one = await world.asUser({ may: ['fmmodule.documents.create.company'], companyId: user.companyId });
    await world.db
      .insertInto('documents')
      .values({ ...blank, company_id: one.companyId, page_count: 1, bytes: 999_000 })
      .execute();
    expect((await send(one, xml())).json().detail).toMatch(/1 pagina/);
    await allow({ pages_per_day: 9, storage_mb: 1 });
    const full = await send(one, { filename: 'groot.xml', content: ublOf() + ' '.repeat(2000) });
    expect(full).toBeProblem(413, 'too-large');
    expect(full.json().detail).toContain('De opslag van uw bedrijf is vol: 1 MB.');
    expect((await documentsOf(one.companyId)).length).toBe(1);
  });

  test('a retry under its key gets what it was given, and not that the limit is reached since', async () => {
    await allow({ documents_per_day: 1 });
    const [body, headers] = upload(xml());
    const keyed = { ...headers, 'idempotency-key': 'limited' };
    const first = await user.post(url, body, keyed);
    expect(first.statusCode).toBe(202);
    expect((await user.post(url, body, keyed)).body).toBe(first.body);
  });
});

describe('uploading', () => {
  test('lists the document, queues its reading and answers at once', async () => {
    const administration = await buildAdministration(world.db, user.companyId);
    const reply = await send(user, xml('factuur é.xml'));
    expect(reply.statusCode).toBe(202);
    const [stored] = await documentsOf(user.companyId);
    expect(reply.json()).toEqual({
      result: [{ id: stored?.id, filename: 'factuur é.xml', state: 'Nieuw', reason: '' }],
    });
    expect(stored).toMatchObject({
      number: '2026-11-0001',
      administration_id: administration.id,
      mime: 'application/xml',
      created_by: user.userId,
      source: 'upload',
    });
    expect((await world.services.files.get(stored?.sha256 ?? ''))?.toString()).toBe(ublOf());
    expect(await jobsOf(user.companyId)).toEqual([
      {
        companyId: user.companyId,
        documentId: stored?.id,
        by: { userId: user.userId, name: expect.any(String) },
        isData: true,
      },
    ]);
  });

  test('is remembered in the history of the document', async () => {
    const { id } = (await send(user, xml())).json().result[0];
    const lines = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .select(['entity', 'verb', 'user_id', 'changes'])
      .execute();
    expect(lines).toMatchObject([
      {
        entity: 'fmmodule.documents',
        verb: 'create',
        user_id: user.userId,
        changes: { documentId: { old: null, new: '2026-11-0001' } },
      },
    ]);
  });

  test('numbers several in the order they were sent, and goes on from there', async () => {
    await send(user, xml('a.xml'), xml('b.xml'), xml('c.xml'));
    await send(user, xml('d.xml'));
    expect(
      (await documentsOf(user.companyId)).map(({ number, filename }) => `${number} ${filename}`),
    ).toEqual(['2026-11-0001 a.xml', '2026-11-0002 b.xml', '2026-11-0003 c.xml', '2026-11-0004 d.xml']);
  });

  test('gives every document its own number when many come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => send(user, xml(), xml())));
    const numbers = (await documentsOf(user.companyId)).map(({ number }) => number);
    expect(numbers).toHaveLength(24);
    expect(new Set(numbers).size).toBe(24);
    expect(numbers.at(-1)).toBe('2026-11-0024');
  });

  test('refuses each bad file with a sentence and takes the others', async () => {
    const reply = await send(
      user,
      { filename: 'leeg.pdf', content: '' },
      {
        filename: 'groot.pdf',
        content: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024)]),
      },
      { filename: 'programma.pdf', content: 'MZ\u0090\u0000' },
      xml('goed.xml'),
    );
    expect(reply.statusCode).toBe(202);
    expect(
      reply
        .json()
        .result.map(({ filename, state, reason }: Record<string, string>) => [filename, state, reason]),
    ).toEqual([
      ['leeg.pdf', 'Onverwerkbaar', 'Dit bestand is leeg.'],
      ['groot.pdf', 'Onverwerkbaar', 'Dit bestand is groter dan 25 MB.'],
      [
        'programma.pdf',
        'Onverwerkbaar',
        'Dit soort bestand wordt niet gelezen; kies een PDF, JPEG, PNG, TIFF of UBL-bestand.',
      ],
      ['goed.xml', 'Nieuw', ''],
    ]);
    expect(await jobsOf(user.companyId)).toHaveLength(1);
    const refused = (await documentsOf(user.companyId)).filter(({ state }) => state === 4);
    expect(refused.map(({ reasons, sha256 }) => [reasons, sha256])).toEqual([
      [['empty-file'], ''],
      [['too-large'], ''],
      [['unsupported-type'], ''],
    ]);
  });

  test('a zip is registered file by file, one level deep, with a result for each file', async () => {
    const content = Buffer.from(
      zipSync({
        'map/a.xml': strToU8(ublOf()),
        'b.pdf': strToU8('MZ'),
        '../../d.xml': strToU8(ublOf()),
        'c.zip': zipSync({ x: strToU8('x') }),
        '__MACOSX/._a.xml': strToU8('x'),
      }),
    );
    const { result } = (await send(user, { filename: 'pak.zip', content })).json();
    expect(
      result.map(({ filename, state, reason }: Record<string, string>) => [filename, state, reason]),
    ).toEqual([
      ['a.xml', 'Nieuw', ''],
      [
        'b.pdf',
        'Onverwerkbaar',
        'Dit soort bestand wordt niet gelezen; kies een PDF, JPEG, PNG, TIFF of UBL-bestand.',
      ],
      [
        'd.xml',
        'Onverwerkbaar',
        'De naam van dit bestand wijst naar een plek buiten de zip; stuur het bestand los.',
      ],
      ['c.zip', 'Onverwerkbaar', 'Een zip binnen een zip wordt niet geopend; stuur de bestanden los.'],
    ]);
    const log = await world.db
      .selectFrom('intake_log')
      .where('company_id', '=', user.companyId)
      .orderBy('filename')
      .select(['source', 'filename', 'archive', 'reason'])
      .execute();
    expect(log[0]).toEqual({ source: 'zip', filename: 'a.xml', archive: 'pak.zip', reason: '' });
    expect(log.map(({ reason }) => reason)).toEqual(['', 'unsupported-type', 'zip-nested', 'zip-outside']);
  });

  test('answers in English when asked', async () => {
    const [body, headers] = upload({ filename: 'leeg.pdf', content: '' });
    const reply = await user.post(url, body, { ...headers, 'accept-language': 'en' });
    expect(reply.json().result[0].reason).toBe('This file is empty.');
  });

  test('a file of exactly 25 MB is taken', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024 - 9)]);
    expect((await send(user, { filename: 'vol.pdf', content })).json().result[0].state).toBe('Nieuw');
  });

  test('51 files are too many: nothing is stored', async () => {
    const reply = await send(user, ...Array.from({ length: 51 }, (_, at) => xml(`${at}.xml`)));
    expect(reply).toBeProblem(413, 'too-large');
    expect(await documentsOf(user.companyId)).toEqual([]);
  });

  test('without a file says so', async () => {
    expect(await send(user, { name: 'administrationId', content: '' })).toBeProblem(400, 'validation', {
      file: ['required'],
    });
    expect(await send(user, { name: 'other', filename: 'a.xml', content: ublOf() })).toBeProblem(
      400,
      'validation',
      { file: ['required'] },
    );
  });

  test('something else than a form is not an upload', async () => {
    expect(await user.post(url, { file: 'x' })).toBeProblem(400, 'bad-request');
  });

  test('a body that breaks off stores nothing', async () => {
    const [body, headers] = upload(xml(), xml());
    const reply = await user.post(url, body.subarray(0, body.length - 200), headers);
    expect(reply).toBeProblem(400, 'bad-request');
    expect(await documentsOf(user.companyId)).toEqual([]);
  });
});

describe('whose document it is', () => {
  test('with several administrations the buyer decides later', async () => {
    await buildAdministration(world.db, user.companyId, 'Noord');
    await buildAdministration(world.db, user.companyId, 'Zuid');
    await send(user, xml());
    expect((await documentsOf(user.companyId))[0]?.administration_id).toBeNull();
  });

  test('the administration that the uploader names', async () => {
    await buildAdministration(world.db, user.companyId, 'Noord');
    const south = await buildAdministration(world.db, user.companyId, 'Zuid');
    await send(user, xml(), { name: 'administrationId', content: south.id });
    expect((await documentsOf(user.companyId))[0]?.administration_id).toBe(south.id);
  });

  test.each(['x', '00000000-0000-7000-8000-000000000000'])(
    'an administration that is not the company’s (%s) is unknown',
    async (administrationId) => {
      expect(await send(user, xml(), { name: 'administrationId', content: administrationId })).toBeProblem(
        400,
        'validation',
        { administration_id: ['unknown'] },
      );
      expect(await documentsOf(user.companyId)).toEqual([]);
    },
  );

  test('an administration of another company is unknown too', async () => {
    const theirs = await buildAdministration(world.db, (await buildCompany(world.db)).id);
    expect(await send(user, xml(), { name: 'administrationId', content: theirs.id })).toBeProblem(
      400,
      'validation',
      { administration_id: ['unknown'] },
    );
  });

  test('staff send in for any company, also when the field comes after the file', async () => {
    const staff = await world.asUser({ isProvider: true, may: ['fmmodule.documents.create.system'] });
    const company = await buildCompany(world.db);
    expect((await send(staff, xml(), { name: 'companyId', content: company.id })).statusCode).toBe(202);
    expect(await documentsOf(company.id)).toHaveLength(1);
    expect(
      await send(staff, xml(), { name: 'companyId', content: '00000000-0000-7000-8000-000000000000' }),
    ).toBeProblem(400, 'validation', { company_id: ['unknown'] });
  });

  test('others only for their own: a company of others is as unknown as none', async () => {
    const other = await buildCompany(world.db);
    expect(await send(user, xml(), { name: 'companyId', content: other.id })).toBeProblem(400, 'validation', {
      company_id: ['unknown'],
    });
    expect(await documentsOf(other.id)).toEqual([]);
    expect((await send(user, xml(), { name: 'companyId', content: user.companyId })).statusCode).toBe(202);
  });

  test('without the right it is forbidden', async () => {
    const reader = await world.asUser({ may: ['fmmodule.documents.read.company'] });
    expect(await send(reader, xml())).toBeProblem(403, 'forbidden');
    expect(await documentsOf(reader.companyId)).toEqual([]);
  });
});
