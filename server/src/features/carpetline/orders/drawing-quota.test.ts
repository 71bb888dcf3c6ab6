import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxOrderDrawingBytes, maxWaitingDrawingBytes } from '#contract/carpetline/line.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { newId } from '#server/platform/db/ids.ts';
import { bindUser, buildCarpetOrder, buildSemiFinish } from '../testing/factories.ts';

// The limits on drawings of an order and a relation, and drawings that two users have on screen.
const url = '/api/carpetline/orders';
const may = [
  'carpetline.orders.read.company',
  'carpetline.orders.create.company',
  'carpetline.orders.update.company',
  'carpetline.orders.process.company',
];
const mega = 1024 * 1024;

let balie: TestApp;
let staff: TestClient;
let chosen: { id: string; articleId: string; colorId: string };

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({ may });
  chosen = await buildSemiFinish(balie.db, staff.companyId);
});
afterAll(() => balie.close());

const line = (attachment: object) => ({
  qualityName: 'Berber 12',
  shape: 2,
  semiFinishId: chosen.id,
  articleId: chosen.articleId,
  colorId: chosen.colorId,
  attachment,
});
const order = (orderLines: readonly object[], more: object = {}) => ({
  reference: 'Trap',
  deliveredBy: 'Desso',
  transportFinishedProduct: 1,
  orderLines,
  ...more,
});
const dataUrl = (text: string) =>
  `data:application/pdf;base64,${Buffer.from(`%PDF-1.4 ${text}`).toString('base64')}`;

async function portalUser(): Promise<{ user: TestClient; relationId: string }> {
  const user = await balie.asUser({ companyId: staff.companyId, may: may.slice(0, 3) });
  const { id: relationId } = await buildRelation(balie.db, staff.companyId);
  await bindUser(balie.db, staff.companyId, user.userId, relationId);
  return { user, relationId };
}

function bring(client: TestClient, text: string) {
  const head =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="trap.pdf"\r\ncontent-type: application/pdf\r\n\r\n';
  return client.post('/api/carpetline/drawings', Buffer.from(`${head}%PDF-1.4 ${text}\r\n--x--\r\n`), {
    'content-type': 'multipart/form-data; boundary=x',
  });
}

/** A drawing that somebody brought, said to be of this size. */
async function brought(user: TestClient, bytes: number): Promise<string> {
  const id = newId();
  const sha256 = await balie.services.files.put(Buffer.from(id));
  await balie.db
    .insertInto('carpet_drawings')
    .values({
      id,
      company_id: user.companyId,
      user_id: user.userId,
      name: `${id}.pdf`,
      sha256,
      mime: 'application/pdf',
      bytes,
    })
    .execute();
  return id;
}

test('the drawings of one order have a maximum total size, refused at the line that exceeds it; nothing is stored', async () => {
  const { user } = await portalUser();
  const ids = [
    await brought(user, maxOrderDrawingBytes - mega),
    await brought(user, 1),
    await brought(user, mega),
    await brought(user, 1),
  ];
  const reply = await user.post(url, order(ids.map((id) => line({ id }))));
  expect(reply.json()).toMatchObject({
    codes: {
      order_lines_2_attachment: ['drawings-too-large'],
      order_lines_3_attachment: ['drawings-too-large'],
    },
    errors: {
      order_lines_2_attachment: [
        'De tekeningen van één order zijn samen hoogstens 60 MB. Zet dit tapijt op een volgende order',
      ],
    },
  });
  expect((await user.get(url)).json().result).toEqual([]);
  expect((await user.post(url, order(ids.slice(0, 2).map((id) => line({ id }))))).statusCode).toBe(201);
});

test('waiting drawings of a relation have a quota, until staff receive the carpet; another relation has its own', async () => {
  const { user, relationId } = await portalUser();
  const colleague = await balie.asUser({ companyId: staff.companyId, may: may.slice(0, 3) });
  await bindUser(balie.db, staff.companyId, colleague.userId, relationId);
  // One on no order yet, one on an order that waits: together all that there is room for, but for a few bytes.
  await brought(user, maxWaitingDrawingBytes - maxOrderDrawingBytes - 20);
  const { id } = (
    await user.post(url, order([line({ id: await brought(user, maxOrderDrawingBytes) })]))
  ).json().result;

  for (const person of [user, colleague]) {
    const full = await bring(person, 'a drawing of more than twenty bytes');
    expect(full.json()).toMatchObject({ status: 400, codes: { attachment: ['drawings-full'] } });
    expect(full.json().errors.attachment[0]).toMatch(/^Er wacht al 500 MB aan tekeningen/);
  }
  const inOrder = await user.post(
    url,
    order([line({ name: 'trap.pdf', content: dataUrl('more than twenty bytes too') })]),
  );
  expect(inOrder.json().codes).toEqual({ order_lines_0_attachment: ['drawings-full'] });
  expect((await bring((await portalUser()).user, 'a drawing of more than twenty bytes')).statusCode).toBe(
    201,
  );

  expect((await staff.post(`${url}/${id}/receive`, { receivedDate: '2026-11-21' })).statusCode).toBe(200);
  expect((await bring(user, 'a drawing of more than twenty bytes')).statusCode).toBe(201);
});

test('simultaneous uploads cannot exceed the quota', async () => {
  const { user, relationId } = await portalUser();
  const colleague = await balie.asUser({ companyId: staff.companyId, may: may.slice(0, 3) });
  await bindUser(balie.db, staff.companyId, colleague.userId, relationId);
  // Room for one of forty bytes, not for two.
  await brought(user, maxWaitingDrawingBytes - 60);
  const replies = await Promise.all(
    [user, colleague, user, colleague].map((person, at) =>
      bring(person, `${at} at one moment, near forty signs`),
    ),
  );
  expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    201, 400, 400, 400,
  ]);
  expect(replies.find(({ statusCode }) => statusCode === 400)?.json().codes).toEqual({
    attachment: ['drawings-full'],
  });
});

test('drawings of one order are added up for the quota; the order is not stored if they exceed it', async () => {
  const { user } = await portalUser();
  await brought(user, maxWaitingDrawingBytes - 60);
  const sent = ['one near forty signs of text', 'two near forty signs of text'].map((text) =>
    line({ name: 'trap.pdf', content: dataUrl(text) }),
  );
  const reply = await user.post(url, order([...sent, line({ id: await brought(user, 0) })]));
  expect(reply.json().codes).toEqual({
    order_lines_0_attachment: ['drawings-full'],
    order_lines_1_attachment: ['drawings-full'],
  });
  expect((await user.get(url)).json().result).toEqual([]);
  expect((await user.post(url, order(sent.slice(0, 1)))).statusCode).toBe(201);
});

test('what an order took waits no longer, and the same drawing counts once', async () => {
  const person = await balie.asUser({ companyId: staff.companyId, may });
  const id = await brought(person, maxOrderDrawingBytes);
  await brought(person, maxWaitingDrawingBytes - maxOrderDrawingBytes);
  expect((await bring(person, 'full')).json().codes).toEqual({ attachment: ['drawings-full'] });
  expect((await person.post(url, order([line({ id })]))).statusCode).toBe(201);
  expect((await bring(person, 'room again')).statusCode).toBe(201);
});

test('no drawing of a refused order is stored', async () => {
  const content = dataUrl('refused');
  const reply = await staff.post(url, order([line({ name: 'trap.pdf', content })], { deliveredBy: '' }));
  expect(reply.json().codes).toEqual({ delivered_by: ['required'] });
  expect(
    await balie.services.files.get(createHash('sha256').update('%PDF-1.4 refused').digest('hex')),
  ).toBeNull();
});

test('a drawing keeps its id while it stays on the order, whatever else changes', async () => {
  const made = (
    await staff.post(
      url,
      order([line({ name: 'a.pdf', content: dataUrl('a') }), line({ name: 'b.pdf', content: dataUrl('b') })]),
    )
  ).json().result;
  const [a, b] = made.orderLines.map(({ attachment }: { attachment: { id: string } }) => ({
    id: attachment.id,
  }));
  const turned = (await staff.put(`${url}/${made.id}`, order([line(b), line(a), line(a)]))).json().result
    .orderLines;
  expect(
    turned.map(({ attachment }: { attachment: { id: string; name: string } }) => [
      attachment.name,
      attachment.id,
    ]),
  ).toEqual([
    ['b.pdf', b.id],
    ['a.pdf', a.id],
    ['a.pdf', expect.not.stringMatching(a.id)],
  ]);
  // The same once more on a new order is a drawing of its own.
  const again = (await staff.post(url, order([line(a)]))).json().result.orderLines[0].attachment;
  expect(again).toMatchObject({ name: 'a.pdf', id: expect.not.stringMatching(a.id) });
});

test('a removed drawing can still be seen, and put back, by who has the order on screen', async () => {
  const made = (await staff.post(url, order([line({ name: 'erker.pdf', content: dataUrl('erker') })]))).json()
    .result;
  const { id, path } = made.orderLines[0].attachment;
  const colleague = await balie.asUser({ companyId: staff.companyId, may });
  const straight = { ...line({}), attachment: undefined, shape: 0, length: 200, width: 90 };
  expect((await colleague.put(`${url}/${made.id}`, order([straight]))).statusCode).toBe(200);

  expect((await staff.get(path)).body).toBe('%PDF-1.4 erker');
  const back = await staff.put(`${url}/${made.id}`, order([straight, line({ id })]));
  expect(back.json().result.orderLines[1].attachment.name).toBe('erker.pdf');
  // It is this order's alone.
  const other = await buildCarpetOrder(balie.db, staff.companyId);
  expect((await staff.put(`${url}/${other.id}`, order([line({ id })]))).json().codes).toEqual({
    order_lines_0_attachment: ['drawing-gone'],
  });
  const { user } = await portalUser();
  expect((await user.get(path)).statusCode).toBe(404);
});
