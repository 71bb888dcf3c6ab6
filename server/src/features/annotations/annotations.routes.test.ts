import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxAttachmentBytes } from '#contract/annotations/annotations.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
// Work orders stand for every kind of owner: annotations know none of them.
import { buildOrder } from '#server/features/workorders/testing/factories.ts';
import { upload } from '#server/platform/testing/upload.ts';

let balie: TestApp;
let editor: TestClient;
let reader: TestClient;
let entityId: string;
const at = (name: string) => `/api/shared/entities/${entityId}/${name}`;
const dataUrl = (content: string | Buffer, type = 'text/plain') =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`;

beforeAll(async () => {
  balie = await testApp();
});
beforeEach(async () => {
  editor = await balie.asUser({
    may: ['comceptum.workorders.read.company', 'comceptum.workorders.update.company'],
  });
  reader = await balie.asUser({ companyId: editor.companyId, may: ['comceptum.workorders.read.company'] });
  entityId = (await buildOrder(balie.db, { companyId: editor.companyId })).id;
});
afterAll(() => balie.close());

describe('notes', () => {
  test('are added, listed with the newest first, and removed', async () => {
    const made = await editor.post(at('notes'), { entityId, description: ' Proef akkoord\nmet de klant ' });
    expect(made.statusCode, made.body).toBe(201);
    await editor.post(at('notes'), { description: 'Tweede' });
    const page = (await reader.get(`${at('notes')}?$count=true`)).json();
    expect(page.metadata).toEqual({ count: 2 });
    expect(page.result).toContainEqual({
      id: made.json().result.id,
      entityId,
      description: 'Proef akkoord\nmet de klant',
      user: { id: editor.userId, fullName: expect.stringContaining('Sanne') },
      createdAt: '2026-11-21T13:05:00.000Z',
      canDelete: false,
    });
    expect((await editor.get(at('notes'))).json().result[0].canDelete).toBe(true);
    expect((await editor.delete(`${at('notes')}/${made.json().result.id}`)).statusCode).toBe(204);
    expect((await editor.get(at('notes'))).json().result).toMatchObject([{ description: 'Tweede' }]);
    expect(await editor.delete(`${at('notes')}/${made.json().result.id}`)).toBeProblem(404, 'not-found');
  });

  test('stand in the history of their record', async () => {
    const { id } = (await editor.post(at('notes'), { description: 'Bellen' })).json().result;
    await editor.delete(`${at('notes')}/${id}`);
    const { result } = (
      await editor.get(`/api/core/history?entity=comceptum.workorders&entityId=${entityId}`)
    ).json();
    expect(result.map((line: { verb: string }) => line.verb).toSorted()).toEqual(['add-note', 'remove-note']);
    expect(result[0].changes[0].field).toBe('note');
  });

  test.each([
    ['nothing', {}, 'required'],
    ['spaces', { description: '  ' }, 'required'],
    ['too much', { description: 'x'.repeat(8001) }, 'too-long'],
  ] as const)('refuse %s', async (_, body, code) => {
    expect(await editor.post(at('notes'), body)).toBeProblem(400, 'validation', { description: [code] });
    expect((await editor.get(at('notes'))).json().result).toEqual([]);
  });
});

describe('rights are those of the record', () => {
  test('readers add nothing, and remove only what they wrote themselves', async () => {
    const mine = await editor.post(at('notes'), { description: 'Van de ander' });
    expect(await reader.post(at('notes'), { description: 'X' })).toBeProblem(403, 'forbidden');
    expect(await reader.post(at('attachments'), { name: 'x.txt', content: dataUrl('x') })).toBeProblem(
      403,
      'forbidden',
    );
    expect(await reader.delete(`${at('notes')}/${mine.json().result.id}`)).toBeProblem(403, 'forbidden');
    await balie.db
      .updateTable('notes')
      .set({ created_by: reader.userId })
      .where('id', '=', mine.json().result.id)
      .execute();
    expect((await reader.get(at('notes'))).json().result[0].canDelete).toBe(true);
    expect((await reader.delete(`${at('notes')}/${mine.json().result.id}`)).statusCode).toBe(204);
  });

  test('who may not read it, of this company or another, finds no such record', async () => {
    const { id } = (await editor.post(at('attachments'), { name: 'x.txt', content: dataUrl('x') })).json()
      .result;
    const stranger = await balie.asUser({
      may: ['comceptum.workorders.read.company', 'comceptum.workorders.update.company'],
    });
    const blind = await balie.asUser({ companyId: editor.companyId });
    for (const client of [stranger, blind]) {
      expect(await client.get(at('notes'))).toBeProblem(404, 'not-found');
      expect(await client.get(`${at('attachments')}/${id}/file`)).toBeProblem(404, 'not-found');
      expect(await client.post(at('attachments'), { name: 'x.txt', content: dataUrl('x') })).toBeProblem(
        404,
        'not-found',
      );
    }
  });

  test('an attachment is not found through another record, nor through one in the trash', async () => {
    const { id } = (await editor.post(at('attachments'), { name: 'x.txt', content: dataUrl('x') })).json()
      .result;
    const first = entityId;
    entityId = (await buildOrder(balie.db, { companyId: editor.companyId })).id;
    expect(await editor.get(`${at('attachments')}/${id}/file`)).toBeProblem(404, 'not-found');
    expect(await editor.delete(`${at('attachments')}/${id}`)).toBeProblem(404, 'not-found');
    entityId = first;
    await balie.db
      .updateTable('work_orders')
      .set({ deleted_at: '2026-11-21T13:00:00Z' })
      .where('id', '=', first)
      .execute();
    expect(await editor.get(`${at('attachments')}/${id}/file`)).toBeProblem(404, 'not-found');
  });
});

describe('attachments', () => {
  const pdf = '%PDF-1.7\nvan alles';

  test.each([
    [
      'a data URL',
      () =>
        editor.post(at('attachments'), { entityId, name: 'Proef é.pdf', content: dataUrl(pdf, 'image/png') }),
    ],
    ['an upload', () => editor.post(at('attachments'), ...upload({ filename: 'Proef é.pdf', content: pdf }))],
  ])('come as %s, and leave as they came with the type of their content', async (_, send) => {
    const made = await send();
    expect(made.statusCode, made.body).toBe(201);
    const file = made.json().result;
    expect(file).toMatchObject({
      entityId,
      name: 'Proef é.pdf',
      mimeType: 'application/pdf',
      size: pdf.length,
      canDelete: true,
    });
    expect((await reader.get(at('attachments'))).json().result).toMatchObject([
      { id: file.id, canDelete: false },
    ]);
    const reply = await reader.get(file.path);
    expect(reply.body).toBe(pdf);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Proef _.pdf"; filename*=UTF-8''Proef%20%C3%A9.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
    expect((await editor.delete(`${at('attachments')}/${file.id}`)).statusCode).toBe(204);
    expect(await editor.get(file.path)).toBeProblem(404, 'not-found');
  });

  test('what could run in a browser is only ever saved', async () => {
    const page = '<html><script>alert(1)</script></html>';
    const { path } = (
      await editor.post(at('attachments'), { name: 'proef.pdf', content: dataUrl(page, 'application/pdf') })
    ).json().result;
    const reply = await reader.get(path);
    expect(reply.headers['content-disposition']).toMatch(/^attachment;/);
    expect(reply.headers['content-type']).toBe('text/html');
  });

  test.each([
    ['no file and no name', {}, { name: ['required'], content: ['required'] }],
    ['an empty file', { name: 'x.txt', content: 'data:text/plain;base64,' }, { content: ['required'] }],
    [
      'a name that is none and what is no data URL',
      { name: 'map/', content: 'hallo' },
      { name: ['required'], content: ['invalid'] },
    ],
  ] as const)('refuse %s', async (_, body, codes) => {
    expect(await editor.post(at('attachments'), body)).toBeProblem(400, 'validation', codes);
    expect((await editor.get(at('attachments'))).json().result).toEqual([]);
  });

  test('of 25 MB are stored byte for byte, both ways; a byte more is refused', async () => {
    const most = Buffer.alloc(maxAttachmentBytes, 'balie');
    const more = Buffer.concat([most, Buffer.from('x')]);
    const send = async (content: Buffer) => [
      await editor.post(at('attachments'), { name: 'groot.bin', content: dataUrl(content) }),
      await editor.post(at('attachments'), ...upload({ filename: 'groot.bin', content })),
    ];
    for (const reply of await send(most)) expect(reply.statusCode, reply.body).toBe(201);
    for (const reply of await send(more))
      expect(reply).toBeProblem(400, 'validation', { content: ['file-too-large'] });
    const { result } = (await editor.get(at('attachments'))).json();
    expect(result).toHaveLength(2);
    const back = await editor.get(result[0].path);
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(back.rawPayload)).toBe(hash(most));
  });

  test('two files in one upload are refused, so that neither is left out in silence', async () => {
    const two = upload({ filename: 'een.txt', content: 'een' }, { filename: 'twee.txt', content: 'twee' });
    expect(await editor.post(at('attachments'), ...two)).toBeProblem(400, 'validation', {
      content: ['too-many'],
    });
    expect((await editor.get(at('attachments'))).json().result).toEqual([]);
  });

  test('an upload without a file is refused', async () => {
    expect(await editor.post(at('attachments'), ...upload({ name: 'other', content: 'x' }))).toBeProblem(
      400,
      'validation',
      { content: ['required'] },
    );
  });
});
