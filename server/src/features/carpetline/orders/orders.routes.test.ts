import { afterAll, beforeAll, expect, test } from 'vitest';
import { slices } from '#server/app/slices.ts';
import { testApp, testNow, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { purgeTrash } from '#server/features/core/trash/purge.job.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { bindUser, buildSemiFinish } from '../testing/factories.ts';
import { removeOldDrawings } from './sent-drawings.routes.ts';

const url = '/api/carpetline/orders';
const may = [
  'carpetline.orders.read.company',
  'carpetline.orders.create.company',
  'carpetline.orders.update.company',
  'carpetline.orders.delete.company',
];

let balie: TestApp;
let staff: TestClient;
let chosen: { id: string; articleId: string; colorId: string };
let relationId: string;

beforeAll(async () => {
  balie = await testApp();
  staff = await balie.asUser({
    may: [
      ...may,
      'carpetline.orders.process.company',
      'carpetline.semifinishes.update.company',
      'carpetline.semifinishes.read.company',
    ],
  });
  chosen = await buildSemiFinish(balie.db, staff.companyId);
  relationId = (await buildRelation(balie.db, staff.companyId)).id;
});
afterAll(() => balie.close());

const line = () => ({
  qualityName: 'Berber 12',
  shape: 0,
  length: 200,
  width: 90,
  semiFinishId: chosen.id,
  articleId: chosen.articleId,
  colorId: chosen.colorId,
});
const order = (more: object = {}) => ({
  reference: 'Trap',
  deliveredBy: 'Desso',
  transportFinishedProduct: 1,
  orderLines: [line()],
  ...more,
});

async function portalUser(ofRelation: string): Promise<TestClient> {
  const user = await balie.asUser({ companyId: staff.companyId, may });
  await bindUser(balie.db, staff.companyId, user.userId, ofRelation);
  return user;
}

async function made(client: TestClient, more: object = {}) {
  const reply = await client.post(url, order(more));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const pdf = startPdf();
  try {
    const document = await pdf.open(bytes);
    return (await document.text(1)).characters.join('').replaceAll(/\s+/g, ' ');
  } finally {
    await pdf.close();
  }
}

test('an order is stored with numbered lines and the names of that day', async () => {
  const result = await made(staff, {
    customerRelationId: relationId,
    orderLines: [line(), { ...line(), shape: 1, length: null, width: null, diameter: 150, quantity: 3 }],
  });
  expect(result.orderLines).toMatchObject([
    {
      lineNumber: 1,
      length: 200,
      width: 90,
      quantity: 1,
      semiFinishDescription: expect.stringContaining('Banderen'),
      articleDescription: 'Katoenband',
      colorDescription: 'Zand',
    },
    { lineNumber: 2, diameter: 150, quantity: 3 },
  ]);
  expect(result).toMatchObject({
    status: 0,
    orderDate: '2026-11-21',
    deliveryDate: null,
    supplierCarpet: 'Desso',
    customerRelation: { id: relationId },
  });
  expect(result.timeline).toMatchObject([{ kind: 'ordered' }]);
});

test('all errors of an order are reported at once, and nothing is stored', async () => {
  const before = (await staff.get(`${url}?$count=true`)).json().metadata.count;
  const reply = await staff.post(url, {
    orderLines: [
      { qualityName: '', shape: 0, width: 0, semiFinishId: chosen.id, quantity: 1 },
      { ...line(), shape: 2, length: null, width: null },
    ],
  });
  expect(reply.statusCode).toBe(400);
  // What no order can have is refused by the schema first.
  expect(reply.json().codes).toEqual({ order_lines_0_width: ['too-small'] });
  const second = await staff.post(url, {
    orderLines: [
      { qualityName: '', shape: 0, width: 10, semiFinishId: chosen.id },
      { ...line(), shape: 2, length: null, width: null },
    ],
  });
  expect(second.json().codes).toEqual({
    delivered_by: ['required'],
    delivery_id: ['required'],
    order_lines_0_quality_name: ['required'],
    order_lines_0_length: ['required'],
    order_lines_0_article_id: ['required'],
    order_lines_1_attachment: ['required'],
  });
  expect(second.json().errors).toMatchObject({
    delivered_by: ['Dit veld mag niet leeg zijn'],
    delivery_id: ['Maak een keuze voor transport'],
    order_lines_0_quality_name: ['Geef een kwaliteit en kleur'],
    order_lines_0_length: ['Geef een lengte in centimeters'],
    order_lines_0_article_id: ['Kies een artikel'],
  });
  expect((await staff.get(`${url}?$count=true`)).json().metadata.count).toBe(before);
});

test('the trash shows and restores orders of a portal user’s own relation only', async () => {
  const user = await balie.asUser({
    companyId: staff.companyId,
    may: [...may, 'core.trash.read.company', 'core.trash.restore.company'],
  });
  await bindUser(balie.db, staff.companyId, user.userId, relationId);
  const mine = await made(staff, { reference: 'Van mij', customerRelationId: relationId });
  const other = await made(staff, { reference: 'Van een ander' });
  for (const { id } of [mine, other]) await staff.delete(`${url}/${id}`);
  const seen = (await user.get('/api/core/trash')).json().result;
  expect(seen.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
  expect((await user.post(`/api/core/trash/carpetline.orders/${other.id}/restore`)).statusCode).toBe(404);
  expect((await user.post(`/api/core/trash/carpetline.orders/${mine.id}/restore`)).statusCode).toBe(200);
});

test('an order without lines is refused', async () => {
  expect((await staff.post(url, order({ orderLines: [] }))).json().codes).toEqual({
    order_lines: ['required'],
  });
});

test('an order number opens the order, and only in the own company', async () => {
  const { number, id } = await made(staff);
  expect((await staff.get(`${url}/${number}`)).json().result.id).toBe(id);
  const stranger = await balie.asUser({ may });
  expect((await stranger.get(`${url}/${number}`)).statusCode).toBe(404);
});

test('portal users order for their own relation and see no other’s, by list, number or drawing', async () => {
  const mine = await portalUser(relationId);
  const other = await portalUser((await buildRelation(balie.db, staff.companyId)).id);
  const drawing = {
    name: 'trap.pdf',
    content: `data:application/pdf;base64,${Buffer.from('%PDF-1.4 trap').toString('base64')}`,
  };
  const result = await made(mine, {
    customerRelationId: null,
    orderLines: [{ ...line(), shape: 2, length: null, width: null, attachment: drawing }],
  });
  expect(result.customerRelation.id).toBe(relationId);
  const path = result.orderLines[0].attachment.path;
  expect((await mine.get(path)).body).toBe('%PDF-1.4 trap');
  expect((await mine.get(path)).headers['content-type']).toBe('application/pdf');
  for (const address of [`${url}/${result.id}`, `${url}/${result.number}`, path])
    expect((await other.get(address)).statusCode, address).toBe(404);
  const seen = (await other.get(url)).json().result;
  expect(seen).toEqual([]);
  expect((await other.put(`${url}/${result.id}`, order())).statusCode).toBe(404);
});

test.each([
  ['confirmation', 'Order confirmation'],
  ['packing-slip', 'Packing slip'],
])('the %s is a PDF with the addresses of both', async (paper, name) => {
  await balie.db
    .updateTable('customer_relations')
    .set({ street: 'Berkelstraat 9', zip_code: '7418 CD', city: 'Deventer', kvk_number: '08123456' })
    .where('id', '=', relationId)
    .execute();
  const letterhead = { name: 'Hofstede Tapijten', street: 'Havenkade 2', zipCode: '8011 AB', city: 'Zwolle' };
  const contact = { phone: '038 123 45 67', email: 'info@hofstede.example', kvkNumber: '12345678' };
  const saved = await staff.put('/api/carpetline/letterhead', { ...letterhead, ...contact });
  expect(saved.statusCode, saved.body).toBe(200);
  expect((await staff.get('/api/carpetline/letterhead')).json().result).toMatchObject(letterhead);
  const orderer = await balie.asUser({ companyId: staff.companyId, may: ['carpetline.orders.read.user'] });
  expect((await orderer.get('/api/carpetline/letterhead')).statusCode).toBe(403);
  const { id, number } = await made(staff, {
    reference: 'Trap – 2e étage',
    note: 'Graag bellen.\nTussen 8 en 9.',
    customerRelationId: relationId,
  });
  const reply = await staff.get(`${url}/${id}/${paper}`, { 'accept-language': 'en' });
  expect(reply.headers['content-type']).toBe('application/pdf');
  expect(reply.headers['content-disposition']).toContain(encodeURIComponent(`${name} ${number}.pdf`));
  const pages = await textOfPdf(reply.rawPayload);
  for (const words of ['Berber 12', '200 × 90 cm', 'Katoenband', 'Trap – 2e étage', String(number)])
    expect(pages).toContain(words);
  const [from, to] = [
    Object.values({ ...letterhead, ...contact }),
    ['Berkelstraat 9', '7418 CD', 'Deventer'],
  ];
  for (const words of [...from.slice(0, -1), ...to, 'CoC 12345678', 'CoC 08123456', 'Attn.'])
    expect(pages).toContain(words);
});

test('what is no drawing is refused at its line', async () => {
  const attachment = {
    name: 'trap.exe',
    content: `data:image/png;base64,${Buffer.from('MZ').toString('base64')}`,
  };
  const reply = await staff.post(url, order({ orderLines: [{ ...line(), shape: 2, attachment }] }));
  expect(reply.json().codes).toEqual({ order_lines_0_attachment: ['not-a-drawing'] });
});

/** A drawing that comes up before its order. */
function upload(client: TestClient, name: string, content: string | Buffer) {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return client.post(
    '/api/carpetline/drawings',
    Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')]),
    { 'content-type': 'multipart/form-data; boundary=x' },
  );
}

test('drawings come up one by one, so that an order with many large ones is small', async () => {
  const mine = await portalUser(relationId);
  const large = Buffer.concat([Buffer.from('%PDF-1.4 '), Buffer.alloc(9 * 1024 * 1024)]);
  const lines = [];
  for (const name of ['erker.pdf', 'nis.pdf', 'trap.pdf', 'hal.pdf']) {
    const reply = await upload(mine, name, Buffer.concat([large, Buffer.from(name)]));
    expect(reply.statusCode, reply.body).toBe(201);
    const { id, path, size } = reply.json().result;
    expect(size).toBeGreaterThan(9 * 1024 * 1024);
    expect((await mine.get(path)).headers['content-type']).toBe('application/pdf');
    lines.push({ ...line(), shape: 2, length: null, width: null, attachment: { id } });
  }
  // 36 MB in all: more than a body may be.
  const { orderLines } = await made(mine, { orderLines: lines });
  expect(orderLines.map(({ attachment }: { attachment: { name: string } }) => attachment.name)).toEqual([
    'erker.pdf',
    'nis.pdf',
    'trap.pdf',
    'hal.pdf',
  ]);
});

test('other files are refused on upload, and nobody puts another person’s drawing on their order', async () => {
  expect((await upload(staff, 'trap.exe', 'MZ')).json().codes).toEqual({ attachment: ['not-a-drawing'] });
  expect(
    (
      await upload(staff, 'trap.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)]))
    ).json().codes,
  ).toEqual({ attachment: ['file-too-large'] });
  const [mine, other] = [await portalUser(relationId), await portalUser(relationId)];
  const { id, path } = (await upload(mine, 'trap.pdf', '%PDF-1.4')).json().result;
  expect((await other.get(path)).statusCode).toBe(404);
  const reply = await other.post(
    url,
    order({ orderLines: [{ ...line(), shape: 2, length: null, width: null, attachment: { id } }] }),
  );
  expect(reply.json()).toMatchObject({
    codes: { order_lines_0_attachment: ['drawing-gone'] },
    errors: { order_lines_0_attachment: ['Kies de tekening opnieuw'] },
  });
});

test('a drawing without an order is deleted after a month, and those on orders stay', async () => {
  const { id, path } = (await upload(staff, 'trap.pdf', '%PDF-1.4 oud')).json().result;
  const { orderLines } = await made(staff, {
    orderLines: [{ ...line(), shape: 2, length: null, width: null, attachment: { id } }],
  });
  const after = (days: number) =>
    removeOldDrawings({ db: balie.db, now: () => new Date(testNow.getTime() + days * 24 * 3600_000) });
  await after(29);
  expect((await staff.get(path)).statusCode).toBe(200);
  await after(31);
  expect((await staff.get(path)).statusCode).toBe(404);
  expect((await staff.get(orderLines[0].attachment.path)).body).toBe('%PDF-1.4 oud');
});

test('from received to completed, with the delivery date counted over closing days', async () => {
  await staff.put('/api/carpetline/settings', {
    closingDays: [{ day: '2026-11-24', description: 'Inventaris' }],
  });
  const { id } = await made(staff);
  expect((await staff.post(`${url}/${id}/complete`, {})).statusCode).toBe(409);
  expect((await staff.post(`${url}/${id}/receive`, { receivedDate: '2026-11-22' })).json().codes).toEqual({
    received_date: ['in-the-future'],
  });
  const early = await staff.post(`${url}/${id}/receive`, { receivedDate: '2026-11-20' });
  expect(early).toBeProblem(400, 'validation', { received_date: ['too-small'] });
  const received = (await staff.post(`${url}/${id}/receive`, { receivedDate: '2026-11-21' })).json().result;
  // Seven working days after Saturday 21 November, Tuesday the 24th closed.
  expect(received).toMatchObject({ status: 1, receivedDate: '2026-11-21', deliveryDate: '2026-12-02' });
  expect((await staff.get('/api/carpetline/board')).json().result).toMatchObject([
    { id, workingDaysLeft: 7 },
  ]);
  const moved = (
    await staff.post(`${url}/${id}/delivery-date`, { deliveryDate: '2026-12-04', reason: 'Machine stuk' })
  ).json().result;
  expect(moved.deliveryDate).toBe('2026-12-04');
  const done = (await staff.post(`${url}/${id}/complete`, {})).json().result;
  expect(done.timeline.map((step: { kind: string }) => step.kind)).toEqual([
    'ordered',
    'received',
    'delivery-date',
    'completed',
  ]);
  expect((await staff.put(`${url}/${id}`, order())).json().detail).toContain('gereed');
  const back = (await staff.post(`${url}/${id}/step-back`, { reason: 'Vlek' })).json().result;
  expect(back).toMatchObject({ status: 1, deliveryDate: '2026-12-04' });
  await staff.post(`${url}/${id}/step-back`, { reason: 'Verkeerd tapijt' });
  const first = await staff.post(`${url}/${id}/step-back`, { reason: 'Nog eens' });
  expect(first.statusCode).toBe(409);
  expect((await staff.get(`${url}/${id}`)).json().result).toMatchObject({
    status: 0,
    receivedDate: null,
    deliveryDate: null,
  });
});

test('portal users change their order while the carpet is awaited, and never its status', async () => {
  const user = await portalUser(relationId);
  const { id } = await made(user);
  expect((await user.put(`${url}/${id}`, order({ reference: 'Hal' }))).json().result.reference).toBe('Hal');
  expect((await user.post(`${url}/${id}/receive`, { receivedDate: '2026-11-21' })).statusCode).toBe(403);
  await staff.post(`${url}/${id}/receive`, { receivedDate: '2026-11-21' });
  expect((await user.get(`${url}/${id}`)).json().result).toMatchObject({
    canUpdate: false,
    canDelete: false,
    canProcess: false,
  });
  expect((await user.put(`${url}/${id}`, order())).statusCode).toBe(409);
  expect((await user.delete(`${url}/${id}`)).statusCode).toBe(409);
  expect((await staff.put(`${url}/${id}`, order({ reference: 'Zolder' }))).statusCode).toBe(200);
});

test('a portal user who was given too much by mistake changes no closing days', async () => {
  const user = await balie.asUser({ companyId: staff.companyId, may: ['carpetline.orders.process.company'] });
  await bindUser(balie.db, staff.companyId, user.userId, relationId);
  expect((await user.put('/api/carpetline/settings', { closingDays: [] })).statusCode).toBe(403);
});

test('what the catalogue drops can no longer be ordered, and stays on the orders that have it', async () => {
  const finish = await buildSemiFinish(balie.db, staff.companyId);
  const dropped = {
    ...line(),
    semiFinishId: finish.id,
    articleId: finish.articleId,
    colorId: finish.colorId,
  };
  const { id } = await made(staff, { orderLines: [dropped] });
  await balie.db.updateTable('semi_finishes').set({ is_active: false }).where('id', '=', finish.id).execute();
  const kept = await staff.put(`${url}/${id}`, order({ reference: 'Nieuw', orderLines: [dropped] }));
  expect(kept.json().result.orderLines).toMatchObject([
    { colorDescription: 'Zand', discontinued: ['semiFinishId', 'articleId', 'colorId'] },
  ]);
  expect((await staff.post(url, order({ orderLines: [dropped] }))).json().codes).toEqual({
    order_lines_0_semi_finish_id: ['unknown'],
  });
});

test('an order can still be changed when its relation is in the trash or purged, and keeps its name', async () => {
  const relation = await buildRelation(balie.db, staff.companyId, { name: 'Woonhuis Deventer' });
  const { id } = await made(staff, { customerRelationId: relation.id });
  const relations = balie.db.updateTable('customer_relations').where('id', '=', relation.id);
  await relations.set({ deleted_at: '2026-11-21T12:00:00Z' }).execute();
  const inTrash = await staff.put(
    `${url}/${id}`,
    order({ reference: 'Hal', customerRelationId: relation.id }),
  );
  expect(inTrash.json().result).toMatchObject({
    reference: 'Hal',
    customerRelation: { id: relation.id, name: 'Woonhuis Deventer' },
  });
  await relations.set({ deleted_at: '2026-10-01T12:00:00Z' }).execute();
  expect(await purgeTrash(balie.services, slices, [])).toMatchObject({ 'core.customerrelations': 1 });
  const gone = await staff.put(`${url}/${id}`, order({ reference: 'Zolder', customerRelationId: null }));
  expect(gone.json().result).toMatchObject({
    reference: 'Zolder',
    customerRelation: { id: null, name: 'Woonhuis Deventer' },
  });
});

test('a delivery date before the carpet came in is refused', async () => {
  const { id } = await made(staff);
  await staff.post(`${url}/${id}/receive`, { receivedDate: '2026-11-21' });
  const reply = await staff.post(`${url}/${id}/delivery-date`, {
    deliveryDate: '2026-11-19',
    reason: 'Vergissing',
  });
  expect(reply.json().codes).toEqual({ delivery_date: ['invalid'] });
});

test('a stale save is refused and shows what is stored', async () => {
  const { id, rowVersion } = await made(staff);
  await staff.put(`${url}/${id}`, order({ reference: 'Eerst', rowVersion }));
  const late = await staff.put(`${url}/${id}`, order({ reference: 'Later', rowVersion }));
  expect(late.statusCode).toBe(409);
  expect(late.json().current).toMatchObject({
    reference: 'Eerst',
    updatedBy: expect.stringMatching(/\S/),
    updatedAt: testNow.toISOString(),
  });
});

test('what a save leaves out of an order stays as it is (§B5)', async () => {
  const { id } = await made(staff, { note: 'Graag bellen.' });
  const { reference: _left, ...rest } = order();
  expect((await staff.put(`${url}/${id}`, rest)).json().result).toMatchObject({
    reference: 'Trap',
    note: 'Graag bellen.',
  });
});

test('a list is searched by relation, reference and number, and exported', async () => {
  const { number } = await made(staff, { reference: 'Kantoortuin', customerRelationId: relationId });
  expect((await staff.get(`${url}?query=kantoortuin`)).json().result).toMatchObject([{ number }]);
  const csv = await staff.get(`${url}/export?$filter=number eq ${number}`);
  expect(csv.body).toContain('Kantoortuin');
});
