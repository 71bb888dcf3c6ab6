import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { mailOverSmtp } from '#server/platform/mail/mail.ts';
import { type SmtpServer, startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { buildLine, buildOrder } from '../testing/factories.ts';

let balie: TestApp;
let smtp: SmtpServer;
let clerk: TestClient;
let order: { id: string; companyId: string; yearNumber: string };
let lines: { id: string }[];
const pdf = startPdf();
const rights = [
  'comceptum.workorders.read.company',
  'comceptum.workorders.update.company',
  'comceptum.workorders.delete.company',
  'comceptum.offersettings.update.company',
  ...['read', 'create', 'send', 'withdraw'].map((verb) => `comceptum.offers.${verb}.company`),
];
const url = (path = '') => `/api/comceptum/workorders/${order.id}/offers${path}`;
const body = (more: object = {}) => ({ lines: lines.map(({ id }) => ({ orderLineId: id })), ...more });
const letter = { to: ['eva@spiegel.example'], subject: 'Onze offerte', text: 'Beste Eva,\n\nHierbij.' };
const statusOf = async () =>
  balie.db
    .selectFrom('work_orders')
    .select(['status', 'number_of_offers_sent as sent'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
const textOf = async (bytes: Buffer) => {
  const document = await pdf.open(bytes);
  try {
    return (await document.text(1)).characters.join('');
  } finally {
    await document.close();
  }
};

beforeAll(async () => {
  smtp = await startSmtpServer();
  balie = await testApp({ mail: mailOverSmtp({ url: smtp.url, from: 'Balie <post@balie.example>' }) });
});
beforeEach(async () => {
  smtp.received.length = 0;
  clerk = await balie.asUser({ may: rights, firstName: 'Marieke', lastName: 'Bos' });
  const relation = await buildRelation(balie.db, clerk.companyId, {
    name: 'Theater De Spiegel',
    city: 'Zwolle',
  });
  const contact = await buildContactPerson(balie.db, clerk.companyId, relation.id, {
    first_name: 'Łucja',
    last_name: 'Çelik',
    email: 'eva@spiegel.example',
  });
  const { companyId } = clerk;
  order = await buildOrder(balie.db, { companyId, relationId: relation.id, contactPersonIds: [contact.id] });
  lines = [
    await buildLine(balie.db, order),
    await buildLine(balie.db, order, { description: 'Poster A2', sales_amount: 12_550 }),
  ];
});
afterAll(async () => {
  await balie.close();
  smtp.close();
  await pdf.close();
});

describe('VAT of lines', () => {
  test('each rate of an offer has its line, as it was on its day; an older version stays as it was made', async () => {
    const all = await balie.asUser({
      companyId: clerk.companyId,
      may: [...rights, 'comceptum.orderlines.create.company', 'comceptum.orderlines.read.company'],
    });
    const older = (await all.post(url(), body())).json().result;
    const { administration_id: administrationId } = await balie.db
      .selectFrom('work_orders')
      .select('administration_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const settings = (vatRates: object[]) =>
      all.put('/api/comceptum/offer-settings', { name: 'Drukkerij', vatRates });
    const reduced = { administrationId, vat: 'reduced', from: '2020-01-01', percentage: 6.5 };
    const wrong = [{ ...reduced, administrationId: order.id }, reduced, reduced];
    expect(await settings(wrong)).toBeProblem(400, 'validation', { vat_rates: ['unknown', 'repeated'] });
    expect((await settings([reduced])).json().result.vatRates).toEqual([reduced]);
    const made: string[] = [];
    for (const [vat, salesAmount] of [
      ['reduced', 10_000],
      ['zero', 5000],
      ['reversed', 2500],
    ] as const) {
      const reply = await all.post(`/api/comceptum/workorders/${order.id}/lines`, {
        description: `Boek ${vat}`,
        vat,
        salesAmount,
      });
      expect(reply.json().result).toMatchObject({ vat });
      made.push(reply.json().result.id);
    }
    const ids = [lines[0]?.id ?? '', ...made];
    const reply = await all.post(url(), { lines: ids.map((orderLineId) => ({ orderLineId })) });
    expect(reply.statusCode, reply.body).toBe(201);
    const offer = reply.json().result;
    expect(offer.lines.map((one: { vatPercentage: number }) => one.vatPercentage)).toEqual([21, 6.5, 0, 0]);
    expect(offer.vat).toEqual([
      { percentage: 21, isReversed: false, baseAmount: 30_000, vatAmount: 6300 },
      { percentage: 6.5, isReversed: false, baseAmount: 10_000, vatAmount: 650 },
      { percentage: 0, isReversed: false, baseAmount: 5000, vatAmount: 0 },
      { percentage: 0, isReversed: true, baseAmount: 2500, vatAmount: 0 },
    ]);
    const text = (await textOf((await all.get(offer.pdfPath)).rawPayload)).replaceAll(/\s+/g, ' ');
    for (const part of [
      'Btw 6,5 % € 100,00',
      'Btw 6,5 % over € 100,00',
      'Btw verlegd over € 25,00',
      '544,50',
    ])
      expect(text).toContain(part);
    // Another rate from today on changes no offer that was made.
    await settings([{ ...reduced, percentage: 12 }]);
    const listed = (await all.get(`${url()}/${offer.id}`)).json().result;
    expect(listed.vat).toEqual(offer.vat);
    expect((await all.get(`${url()}/${older.id}`)).json().result.pdfSha256).toBe(older.pdfSha256);
  });
});

describe('making a version', () => {
  test('keeps the PDF as an attachment, counts, and moves a new order to the offer phase', async () => {
    const [first, second] = lines;
    const made = await clerk.post(
      url(),
      body({
        lines: [{ orderLineId: first?.id }, { orderLineId: second?.id, isOptional: true }],
        introduction: 'Dag Łucja',
      }),
    );
    expect(made.statusCode, made.body).toBe(201);
    const name = `offer ${order.yearNumber}-1.pdf`;
    expect(made.json().result).toMatchObject({
      name,
      count: 1,
      state: 'concept',
      language: 'nl',
      validUntil: '2026-12-21',
      totalAmount: 30_000,
      vatAmount: 6300,
      totalInclVatAmount: 36_300,
      optionalAmount: 12_550,
      vatPercentage: 21,
      createdBy: 'Marieke Bos',
      canSend: true,
      canWithdraw: true,
    });
    expect(await statusOf()).toEqual({ status: 1, sent: 1 });
    expect(smtp.received).toEqual([]);

    const files = (await clerk.get(`/api/shared/entities/${order.id}/attachments`)).json().result;
    expect(files).toMatchObject([{ name, mimeType: 'application/pdf', canDelete: false }]);
    const stored = await clerk.get(files[0].path);
    const own = await clerk.get(made.json().result.pdfPath);
    expect(own.rawPayload.equals(stored.rawPayload)).toBe(true);
    expect(createHash('sha256').update(own.rawPayload).digest('hex')).toBe(made.json().result.pdfSha256);
    expect(await clerk.delete(`/api/shared/entities/${order.id}/attachments/${files[0].id}`)).toBeProblem(
      403,
      'forbidden',
    );
  });

  test('writes real text, with every letter of a name, in the letterhead of the company', async () => {
    const settings = {
      name: 'Drukkerij Zalland B.V.',
      street: 'Industrieweg 12',
      zipCode: '8011 AB',
      city: 'Zwolle',
      kvkNumber: '12345678',
      vatId: 'NL123456782B90',
      iban: 'NL91 ABNA 0417 1643 00',
      vatPercentage: 9,
      termsNl: 'Betaling binnen 30 dagen.',
    };
    expect((await clerk.put('/api/comceptum/offer-settings', settings)).statusCode).toBe(200);
    const { pdfPath } = (await clerk.post(url(), body())).json().result;
    const text = (await textOf((await clerk.get(pdfPath)).rawPayload)).replaceAll(/\s+/g, ' ');
    for (const part of [
      'Drukkerij Zalland B.V.',
      'Industrieweg 12',
      'KvK 12345678',
      'IBAN NL91 ABNA 0417 1643 00',
      'Theater De Spiegel',
      'T.a.v. Łucja Çelik',
      `Offerte ${order.yearNumber}-1`,
      'Folder A5',
      'Btw 9 %',
      'Betaling binnen 30 dagen.',
      'Pagina 1 van 1',
    ])
      expect(text).toContain(part);
  });

  test('is shown as a preview and stores nothing', async () => {
    const reply = await clerk.post(url('/preview'), body({ language: 'en' }));
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(await textOf(reply.rawPayload)).toContain('DRAFT');
    expect(await statusOf()).toEqual({ status: 0, sent: 0 });
    expect((await clerk.get(url())).json().result).toEqual([]);
  });

  test('starts from the language of the last offer to the relation, and the days of the settings', async () => {
    await clerk.put('/api/comceptum/offer-settings', { name: 'Z', validDays: 10 });
    await clerk.post(url(), body({ language: 'en' }));
    const { result } = (await clerk.get(url('/compose'))).json();
    expect(result).toMatchObject({
      name: `offer ${order.yearNumber}-2.pdf`,
      language: 'en',
      validUntil: '2026-12-01',
    });
    expect(result.lines).toMatchObject([
      { orderLineId: lines[0]?.id, salesAmount: 30_000 },
      { description: 'Poster A2' },
    ]);
    expect(result.missing).toContain('kvkNumber');
    expect(JSON.stringify(result)).not.toContain('20000');
  });

  test('replaces the version before, and leaves a later status as it is', async () => {
    await clerk.post(url(), body());
    await balie.db.updateTable('work_orders').set({ status: 4 }).where('id', '=', order.id).execute();
    await clerk.post(url(), body());
    const { result } = (await clerk.get(url())).json();
    expect(result.map(({ count, state }: { count: number; state: string }) => [count, state])).toEqual([
      [2, 'concept'],
      [1, 'replaced'],
    ]);
    expect(await statusOf()).toEqual({ status: 4, sent: 2 });
  });

  test('two simultaneous offers get different numbers', async () => {
    const both = await Promise.all([clerk.post(url(), body()), clerk.post(url(), body())]);
    expect(
      both.map((reply) => reply.json().result.count).toSorted((one: number, other: number) => one - other),
    ).toEqual([1, 2]);
  });

  test.each([
    ['no lines', { lines: [] }, { lines: ['required'] }, 'Kies ten minste één regel'],
    [
      'a line of another order',
      { lines: [{ orderLineId: '00000000-0000-7000-8000-00000000dead' }] },
      { lines: ['unknown'] },
      'Deze keuze bestaat niet meer, kies opnieuw',
    ],
    [
      'yesterday',
      { validUntil: '2026-11-20' },
      { valid_until: ['too-small'] },
      'Kies vandaag of een latere dag',
    ],
    [
      'in two years',
      { validUntil: '2028-11-20' },
      { valid_until: ['too-large'] },
      'Kies een dag die hoogstens een jaar vooruit ligt',
    ],
    [
      'no day',
      { validUntil: 'morgen' },
      { valid_until: ['not-a-date'] },
      'Geef een geldige datum, bijvoorbeeld 21-11-2026',
    ],
    [
      'a number for a day',
      { validUntil: 20_261_221 },
      { valid_until: ['not-a-date'] },
      'Geef een geldige datum, bijvoorbeeld 21-11-2026',
    ],
    ['another language', { language: 'de' }, { language: ['not-a-choice'] }, 'Kies een van de mogelijkheden'],
  ] as const)('refuses %s', async (_, more, codes, sentence) => {
    const reply = await clerk.post(url(), body(more));
    expect(reply).toBeProblem(400, 'validation', codes);
    expect(Object.values(reply.json().errors).flat()).toEqual([sentence]);
    expect((await clerk.get(url())).json().result).toEqual([]);
    expect(await statusOf()).toEqual({ status: 0, sent: 0 });
  });
});

test('sent again with its key it answers the same PDF, and makes no second version; answers of yesterday are forgotten', async () => {
  const address = `/api/comceptum/workorders/${order.id}/send-offer`;
  const command = { orderLineIds: lines.map(({ id }) => id) };
  const old = {
    user_id: clerk.userId,
    path: '/x',
    body_hash: '',
    status: 200,
    answer: '{}',
    created_at: '2026-11-20T13:00:00Z',
  };
  await balie.db
    .insertInto('idempotency_keys')
    .values({ ...old, key: 'old' })
    .execute();
  const first = await clerk.post(address, command, { 'idempotency-key': 'lost-answer' });
  const again = await clerk.post(address, command, { 'idempotency-key': 'lost-answer' });
  expect(again.statusCode).toBe(200);
  expect(again.headers).toMatchObject({ 'content-type': 'application/pdf', 'idempotency-replayed': 'true' });
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  expect((await clerk.get(url())).json().result).toHaveLength(1);
  expect(await statusOf()).toEqual({ status: 1, sent: 1 });
  const kept = await balie.db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('user_id', '=', clerk.userId)
    .execute();
  expect(kept).toEqual([{ key: 'lost-answer' }]);
});

test('the call of product 2.7 answers the PDF, and posting it gives the attachment that is there', async () => {
  const address = `/api/comceptum/workorders/${order.id}/send-offer`;
  const reply = await clerk.post(address, { orderLineIds: lines.map(({ id }) => id) });
  expect(reply.headers['content-type']).toBe('application/pdf');
  const content = `data:application/pdf;base64,${reply.rawPayload.toString('base64')}`;
  const name = `offer ${order.yearNumber}-1.pdf`;
  const attachments = `/api/shared/entities/${order.id}/attachments`;
  const posted = await clerk.post(attachments, { name, content });
  expect(posted.statusCode).toBe(201);
  const files = (await clerk.get(attachments)).json().result;
  expect(files).toMatchObject([{ id: posted.json().result.id, name }]);
  expect(await clerk.post(address, { orderLineIds: [] })).toBeProblem(400, 'validation', {
    order_line_ids: ['required'],
  });
  const foreign = { orderLineIds: ['00000000-0000-7000-8000-00000000dead'] };
  expect(await clerk.post(address, foreign)).toBeProblem(400, 'validation', { order_line_ids: ['unknown'] });
});

describe('sending a version', () => {
  test('mails each recipient the text, the PDF and their own link, and stores only its hash', async () => {
    const { id, pdfPath } = (await clerk.post(url(), body())).json().result;
    const { result: message } = (await clerk.get(url(`/${id}/message`))).json();
    expect(message).toMatchObject({
      recipients: [{ name: 'Łucja Çelik', email: 'eva@spiegel.example' }],
      goesByMail: true,
    });
    expect(message.text).toContain(`offerte ${order.yearNumber}-1`);

    const to = ['eva@spiegel.example', 'inkoop@spiegel.example'];
    const sent = await clerk.post(url(`/${id}/send`), { ...letter, to }, { 'idempotency-key': 'k' });
    expect(sent.json()).toMatchObject({
      result: { state: 'sent', sentTo: to, sentAt: '2026-11-21T13:05:00.000Z' },
      failed: [],
      link: null,
    });
    expect(smtp.received.map((mail) => mail.to)).toEqual(to);
    const links = smtp.received.map(
      ({ text }) => /http:\/\/localhost\/offer\/([\w-]{43})/.exec(text)?.[1] ?? '',
    );
    expect(new Set(links).size).toBe(2);
    const bytes = (await clerk.get(pdfPath)).rawPayload;
    expect(smtp.received[0]?.text).toContain('Beste Eva,');
    expect(smtp.received[0]?.files.some((file) => file.equals(bytes))).toBe(true);
    const rows = await balie.db.selectFrom('offer_links').selectAll().where('offer_id', '=', id).execute();
    const hash = (token: string) => createHash('sha256').update(token).digest('base64url');
    expect(rows.map((row) => row.token_hash).toSorted()).toEqual(links.map(hash).toSorted());
    expect(JSON.stringify(await balie.db.selectFrom('history').selectAll().execute())).not.toContain(
      links[0],
    );
    const kept = await balie.db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'k').execute();
    expect(JSON.stringify(kept)).not.toContain(links[0]);
    const again = await clerk.post(url(`/${id}/send`), { ...letter, to }, { 'idempotency-key': 'k' });
    expect(again.json()).toEqual(sent.json());
    expect(smtp.received).toHaveLength(2);
  });

  test('needs a version that the customer can answer', async () => {
    const { id } = (await clerk.post(url(), body())).json().result;
    expect((await clerk.post(url(`/${id}/withdraw`), { reason: 'Verrekend' })).json().result).toMatchObject({
      state: 'withdrawn',
      reason: 'Verrekend',
      canSend: false,
    });
    const again = await clerk.post(url(`/${id}/send`), letter);
    expect(again).toBeProblem(409, 'wrong-state');
    expect(again.json().detail).toContain('ingetrokken');
    expect(await clerk.post(url(`/${id}/withdraw`), {})).toBeProblem(409, 'wrong-state');
    expect(smtp.received).toEqual([]);
  });

  test.each([
    ['nobody', { to: [] }, { to: ['required'] }],
    ['no address', { to: ['eva'] }, { to_0: ['not-an-email'] }],
    ['no subject and no text', { subject: ' ', text: '' }, { subject: ['required'], text: ['required'] }],
  ] as const)('refuses %s', async (_, more, codes) => {
    const { id } = (await clerk.post(url(), body())).json().result;
    expect(await clerk.post(url(`/${id}/send`), { ...letter, ...more })).toBeProblem(
      400,
      'validation',
      codes,
    );
  });
});

describe('rights', () => {
  test('who may read and no more, makes, sends and withdraws nothing', async () => {
    const { id } = (await clerk.post(url(), body())).json().result;
    const reader = await balie.asUser({
      companyId: clerk.companyId,
      may: ['comceptum.workorders.read.company', 'comceptum.offers.read.company'],
    });
    expect((await reader.get(url(`/${id}`))).json().result).toMatchObject({
      canSend: false,
      canWithdraw: false,
    });
    for (const reply of [
      await reader.post(url(), body()),
      await reader.post(url(`/${id}/send`), letter),
      await reader.post(url(`/${id}/withdraw`), {}),
      await reader.put('/api/comceptum/offer-settings', { name: 'X' }),
    ])
      expect(reply).toBeProblem(403, 'forbidden');
  });

  test('`.user` makes offers of the caller’s own orders only', async () => {
    const mine = await balie.asUser({
      companyId: clerk.companyId,
      may: ['comceptum.workorders.read.company', 'comceptum.offers.create.user'],
    });
    expect(await mine.post(url(), body())).toBeProblem(403, 'forbidden');
    await balie.db
      .insertInto('work_order_users')
      .values({ company_id: order.companyId, work_order_id: order.id, user_id: mine.userId, position: 0 })
      .execute();
    expect((await mine.post(url(), body())).statusCode).toBe(201);
  });
});

describe('settings', () => {
  const address = '/api/comceptum/offer-settings';

  test('are the company’s name and the usual until somebody changes them; a stale change is refused', async () => {
    const { result } = (await clerk.get(address)).json();
    expect(result).toMatchObject({ vatPercentage: 21, validDays: 30, hasLogo: false, rowVersion: 0 });
    const saved = (await clerk.put(address, { name: 'Zalland', city: 'Zwolle', rowVersion: 0 })).json()
      .result;
    expect(saved).toMatchObject({ name: 'Zalland', city: 'Zwolle', rowVersion: 1 });
    expect(
      (await clerk.put(address, { name: 'Zalland B.V.', vatPercentage: 9.5 })).json().result,
    ).toMatchObject({
      city: 'Zwolle',
      vatPercentage: 9.5,
      rowVersion: 2,
    });
    const stale = await clerk.put(address, { name: 'X', rowVersion: 1 });
    expect(stale).toBeProblem(409, 'stale');
    expect(stale.json().current).toMatchObject({
      updatedBy: expect.stringMatching(/\S/),
      updatedAt: expect.stringContaining('T'),
    });
  });

  test('report all errors', async () => {
    const wrong = { name: '', email: 'x', kvkNumber: '1', iban: 'NL00', vatPercentage: 9.123, validDays: 0 };
    expect(await clerk.put(address, wrong)).toBeProblem(400, 'validation', {
      name: ['required'],
      email: ['not-an-email'],
      kvk_number: ['invalid'],
      iban: ['invalid'],
      vat_percentage: ['too-many-decimals'],
      valid_days: ['too-small'],
    });
  });

  test('of another company are unknown', async () => {
    const other = await balie.asUser({ may: rights });
    expect(await clerk.get(`${address}?companyId=${other.companyId}`)).toBeProblem(404, 'not-found');
    expect(await clerk.put(`${address}?companyId=${other.companyId}`, { name: 'X' })).toBeProblem(
      404,
      'not-found',
    );
  });
});
