import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { upload } from '#server/features/documents/testing/upload.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { testApp, type TestApp, type TestClient } from './testing/app.ts';

let balie: TestApp;
let client: TestClient;
beforeAll(async () => {
  balie = await testApp();
  client = await balie.asUser({
    may: [
      'fmmodule.documents.create.company',
      'fmmodule.documents.read.company',
      'core.groups.create.company',
      'core.groups.read.company',
    ],
  });
});
afterAll(() => balie.close());

const full = (code: string) => Object.assign(new Error('no room'), { code });

test.each(['ENOSPC', 'EDQUOT'])(
  'a disk that is full (%s) is 507 with a sentence, and nothing is listed',
  async (code) => {
    const put = vi.spyOn(balie.services.files, 'put').mockRejectedValue(full(code));
    const [payload, headers] = upload({ filename: 'a.pdf', content: '%PDF-1.7' });
    const reply = await client.post('/api/fmmodule/documents', payload, headers);
    put.mockRestore();
    expect(reply).toBeProblem(507, 'storage-full');
    expect(reply.json()).toMatchObject({
      title: 'De opslag is vol',
      detail: expect.stringContaining('geen ruimte'),
    });
    expect((await client.get('/api/fmmodule/documents?$count=true')).json().metadata.count).toBe(0);
  },
);

test('a database without room is 507 too', async () => {
  const owner = createDb(createPool(balie.database.owner));
  await sql`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$`.execute(
    owner,
  );
  await sql`create trigger no_room before insert on groups for each row execute function no_room()`.execute(
    owner,
  );
  await owner.destroy();
  expect(await client.post('/api/core/groups', { name: 'X' })).toBeProblem(507, 'storage-full');
});
