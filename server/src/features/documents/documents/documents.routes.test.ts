import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { ublOf } from '../testing/ubl.ts';
import { upload } from '../testing/upload.ts';

let world: TestApp;
let user: TestClient;
let colleague: TestClient;

const url = '/api/fmmodule/documents';
const rights = ['fmmodule.documents.create.company', 'fmmodule.documents.read.company'];

beforeAll(async () => {
  world = await testApp();
  user = await world.asUser({ may: rights });
  colleague = await world.asUser({
    may: ['fmmodule.documents.create.user', 'fmmodule.documents.read.user'],
    companyId: user.companyId,
  });
  await send(user, 'een.xml', ublOf());
  await send(user, 'twee.xml', ublOf());
  await send(user, 'leeg é.pdf', '');
  await send(colleague, 'drie.xml', ublOf());
});
afterAll(() => world.close());

async function send(client: TestClient, filename: string, content: string): Promise<string> {
  const reply = await client.post(url, ...upload({ filename, content }));
  return reply.json().result[0].id;
}

const names = (reply: { json(): { result: { filename: string }[] } }) =>
  reply.json().result.map(({ filename }) => filename);

test('lists what came in, page by page, with the count of all', async () => {
  const first = await user.get(`${url}?$top=3&$count=true&$orderby=documentId`);
  expect(names(first)).toEqual(['een.xml', 'twee.xml', 'leeg é.pdf']);
  expect(first.json().metadata).toEqual({ count: 4 });
  expect(names(await user.get(`${url}?$top=3&$skip=3&$orderby=documentId`))).toEqual(['drie.xml']);
  expect(names(await user.get(`${url}?$orderby=documentId%20desc&$top=1`))).toEqual(['drie.xml']);
});

test('a refused file is listed with its reason, as code and in the reader’s language', async () => {
  const filter = `$filter=${encodeURIComponent("state eq 'Onverwerkbaar'")}`;
  const dutch = await user.get(`${url}?${filter}`);
  expect(dutch.json().result).toMatchObject([
    {
      filename: 'leeg é.pdf',
      reasonCodes: ['empty-file'],
      reason: 'Dit bestand is leeg.',
      pageCount: 0,
      invoiceId: null,
    },
  ]);
  const english = await user.get(`${url}?${filter}`, { 'accept-language': 'en' });
  expect(english.json().result[0].reason).toBe('This file is empty.');
});

test('searches name and number, without minding accents', async () => {
  expect(names(await user.get(`${url}?query=${encodeURIComponent('LEEG e')}`))).toEqual(['leeg é.pdf']);
  expect(names(await user.get(`${url}?query=11-0004`))).toEqual(['drie.xml']);
});

test('with the right to their own a person sees only what they sent in', async () => {
  expect(names(await colleague.get(url))).toEqual(['drie.xml']);
});

test('another company sees nothing of it, and staff everything', async () => {
  const stranger = await world.asUser({ may: rights });
  expect(names(await stranger.get(url))).toEqual([]);
  const staff = await world.asUser({ isProvider: true, may: ['fmmodule.documents.read.system'] });
  expect((await staff.get(`${url}?$count=true`)).json().metadata.count).toBe(4);
});

test('finds one, and not of another company', async () => {
  const id = await send(user, 'vier.xml', ublOf());
  expect((await user.get(`${url}/${id}`)).json().result).toMatchObject({
    id,
    filename: 'vier.xml',
    state: 'Nieuw',
  });
  const stranger = await world.asUser({ may: rights });
  const theirs = await stranger.get(`${url}/${id}`);
  const nobodys = await stranger.get(`${url}/00000000-0000-7000-8000-000000000000`);
  expect(theirs).toBeProblem(404, 'not-found');
  expect({ ...theirs.json(), instance: '' }).toEqual({ ...nobodys.json(), instance: '' });
  expect(await user.get(`${url}/geen-id`)).toBeProblem(404, 'not-found');
});

test('a query that cannot be read names the place', async () => {
  expect(await user.get(`${url}?$filter=geheim%20eq%201`)).toBeProblem(400, 'bad-query');
  expect(await user.get(`${url}?$top=0`)).toBeProblem(400, 'bad-query');
});

test('without the right it is forbidden', async () => {
  const other = await world.asUser({ may: ['fmmodule.invoices.read.company'] });
  expect(await other.get(url)).toBeProblem(403, 'forbidden');
});

test('the original comes back byte for byte, as data that nothing runs', async () => {
  const id = await send(user, 'factuur (é).xml', ublOf());
  const reply = await user.get(`${url}/${id}/original`);
  expect(reply.body).toBe(ublOf());
  expect(reply.headers).toMatchObject({
    'content-type': 'application/xml',
    'x-content-type-options': 'nosniff',
    'content-security-policy': 'sandbox',
    'content-disposition': `attachment; filename="factuur (_).xml"; filename*=UTF-8''factuur%20%28%C3%A9%29.xml`,
  });
});

test('a refused file has no original, and neither has another company’s', async () => {
  const refused = await send(user, 'leeg.pdf', '');
  expect(await user.get(`${url}/${refused}/original`)).toBeProblem(404, 'not-found');
  const mine = await send(user, 'mijn.xml', ublOf());
  const stranger = await world.asUser({ may: rights });
  expect(await stranger.get(`${url}/${mine}/original`)).toBeProblem(404, 'not-found');
});
