import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import { startWork, uploadUbl, type Work } from '../testing/work.ts';

let world: TestApp;
let work: Work;
let user: TestClient;
let stranger: TestClient;
let staff: TestClient;
let invoice: { id: string; documentId: string; documentKey: string; invoicePicture: string };

const pagesUrl = (documentId: string) => `/api/fmmodule/invoices/pages?documentId=${documentId}`;
const imageUrl = (filename: string) => `/api/fmmodule/images?filename=${encodeURIComponent(filename)}`;

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  user = await world.asUser({ may: ['fmmodule.documents.create.company', 'fmmodule.invoices.read.company'] });
  stranger = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  staff = await world.asUser({ isProvider: true, may: ['fmmodule.invoices.read.system'] });
  await buildAdministration(world.db, user.companyId);
  const id = await uploadUbl(world, work, user);
  invoice = (await user.get(`/api/fmmodule/invoices/${id}`)).json().result;
});
afterAll(async () => {
  await work.close();
  await world.close();
});

describe('pages', () => {
  test('are found by the document’s number and by its id, the first one being the invoice’s picture', async () => {
    const byNumber = await user.get(pagesUrl(invoice.documentId));
    expect(byNumber.statusCode).toBe(200);
    expect(byNumber.headers['cache-control']).toBe('no-store');
    expect(byNumber.json().result[0]).toMatchObject({ number: 1, invoicePicture: invoice.invoicePicture });
    expect((await user.get(pagesUrl(invoice.documentKey))).json()).toEqual(byNumber.json());
    expect((await staff.get(pagesUrl(invoice.documentKey))).json()).toEqual(byNumber.json());
  });

  test('of another company’s document are as unknown as of none', async () => {
    const theirs = await stranger.get(pagesUrl(invoice.documentKey));
    const nobodys = await stranger.get(pagesUrl('00000000-0000-7000-8000-000000000000'));
    expect(theirs).toBeProblem(404, 'not-found');
    expect({ ...theirs.json(), instance: '' }).toEqual({ ...nobodys.json(), instance: '' });
    expect(await stranger.get(pagesUrl(invoice.documentId))).toBeProblem(404, 'not-found');
  });

  test('of a number that two companies have are asked with the company', async () => {
    const other = await world.asUser({ may: ['fmmodule.documents.create.company'] });
    await buildAdministration(world.db, other.companyId);
    await uploadUbl(world, work, other);
    const reply = await staff.get(pagesUrl(invoice.documentId));
    expect(reply).toBeProblem(400, 'validation', { company_id: ['required'] });
    expect(reply.json().errors.company_id[0]).toMatch(/Meer bedrijven hebben een document met dit nummer/);
    const named = await staff.get(`${pagesUrl(invoice.documentId)}&companyId=${user.companyId}`);
    expect(named.json().result[0]).toMatchObject({ invoicePicture: invoice.invoicePicture });
    const byNumber = `/api/fmmanagement/documenten/${invoice.documentId}`;
    const keeper = await world.asUser({ isProvider: true, may: ['fmmanagement.documents.read.system'] });
    expect(await keeper.get(byNumber)).toBeProblem(400, 'validation', { company_id: ['required'] });
    expect((await keeper.get(`${byNumber}?companyId=${user.companyId}`)).json().result.companyId).toBe(
      user.companyId,
    );
    expect((await user.get(pagesUrl(invoice.documentId))).statusCode).toBe(200);
  });

  test('need a document', async () => {
    expect(await user.get('/api/fmmodule/invoices/pages')).toBeProblem(400, 'validation', {
      document_id: ['required'],
    });
  });
});

describe('the picture of a page', () => {
  test('is a JPEG of the size of the page, cached privately and never executed', async () => {
    const [page] = (await user.get(pagesUrl(invoice.documentId))).json().result;
    const reply = await user.get(imageUrl(invoice.invoicePicture));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
      'content-length': String(reply.rawPayload.length),
    });
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({
      format: 'jpeg',
      width: page.width,
      height: page.height,
    });
    expect(Math.max(page.width, page.height)).toBeLessThanOrEqual(2000);
  });

  test('is asked for again each time, and sent only when the browser lacks it', async () => {
    const url = imageUrl(invoice.invoicePicture);
    const { headers } = await user.get(url);
    const etag = String(headers['etag']);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const reply = await user.get(url, { 'if-none-match': known });
      expect(reply.statusCode).toBe(304);
      expect(reply.body).toBe('');
      expect(reply.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
    }
    expect((await user.get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    expect((await user.get(`${url}&width=148`, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  test('is refused to whoever may not see it, also with a copy of before', async () => {
    const url = imageUrl(invoice.invoicePicture);
    const { headers } = await user.get(url);
    const known = { 'if-none-match': String(headers['etag']) };
    expect(await stranger.get(url, known)).toBeProblem(404, 'not-found');
    expect(await world.anonymous.get(url, known)).toBeProblem(401, 'unauthenticated');
  });

  test('comes small for the list of pages', async () => {
    const reply = await user.get(`${imageUrl(invoice.invoicePicture)}&width=148`);
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 148 });
    expect(await user.get(`${imageUrl(invoice.invoicePicture)}&width=149`)).toBeProblem(400, 'validation', {
      width: ['not-a-choice'],
    });
  });

  test.each(['../../../etc/passwd', 'x.jpg', `${'0'.repeat(64)}.jpg`, '%00'])(
    '%s is nobody’s',
    async (filename) => {
      expect(await user.get(imageUrl(filename))).toBeProblem(404, 'not-found');
    },
  );

  test('of another company is unknown, for staff it is not', async () => {
    expect(await stranger.get(imageUrl(invoice.invoicePicture))).toBeProblem(404, 'not-found');
    expect((await staff.get(imageUrl(invoice.invoicePicture))).statusCode).toBe(200);
  });

  test('needs the right to read invoices', async () => {
    const other = await world.asUser({ may: ['fmmodule.documents.read.company'], companyId: user.companyId });
    expect(await other.get(imageUrl(invoice.invoicePicture))).toBeProblem(403, 'forbidden');
    expect(await other.get(pagesUrl(invoice.documentId))).toBeProblem(403, 'forbidden');
  });

  test('that is missing in the store is not found', async () => {
    const own = await world.asUser({
      may: ['fmmodule.documents.create.company', 'fmmodule.invoices.read.company'],
    });
    await buildAdministration(world.db, own.companyId);
    const id = await uploadUbl(world, work, own, { number: 'weg' });
    const { invoicePicture } = (await own.get(`/api/fmmodule/invoices/${id}`)).json().result;
    await world.services.files.remove(invoicePicture.replace('.jpg', ''));
    expect(await own.get(imageUrl(invoicePicture))).toBeProblem(404, 'not-found');
  });
});

test('the original of an invoice is there for who may read the invoice', async () => {
  const reply = await user.get(`/api/fmmodule/invoices/${invoice.id}/original`);
  expect(reply.body).toBe(ublOf());
  expect(reply.headers['content-disposition']).toContain('attachment');
  expect(await stranger.get(`/api/fmmodule/invoices/${invoice.id}/original`)).toBeProblem(404, 'not-found');
});
