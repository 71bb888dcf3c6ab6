import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildRelation } from '#server/features/core/testing/relations.ts';
import { mailOverSmtp } from '#server/platform/mail/mail.ts';
import { type SmtpServer, startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';
import { type AnswerMail, mailAnswer } from '../offers/answered.job.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { buildLine, buildOrder } from '../testing/factories.ts';

const today = new Date('2026-11-21T13:05:00Z');
let clock = today;
let balie: TestApp;
let smtp: SmtpServer;
let clerk: TestClient;
let order: { id: string; companyId: string; yearNumber: string };
let offerId: string;
let page: string;

const offers = () => `/api/comceptum/workorders/${order.id}/offers`;
const host = { host: 'localhost' };
// Each test is somebody else, so that one who guesses does not lock the others out.
let place = 0;
const get = (url: string, headers = {}) =>
  balie.app.inject({ url, headers: { ...host, ...headers }, remoteAddress: `10.0.0.${place}` });
const post = (url: string, form: Record<string, string> | [string, string][]) =>
  balie.app.inject({
    method: 'POST',
    url,
    headers: { ...host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
    remoteAddress: `10.0.0.${place}`,
  });
const accept = (more: [string, string][] = []) =>
  post(`${page}/accept`, [['name', 'Eva Çelik'], ['confirm', 'yes'], ...more]);
const stored = () =>
  balie.db.selectFrom('offers').selectAll().where('id', '=', offerId).executeTakeFirstOrThrow();
const statusOf = async () =>
  (
    await balie.db
      .selectFrom('work_orders')
      .select('status')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  ).status;
const withoutFrame = (body: string) => body.slice(body.indexOf('<body>'));
const jobs = async () => {
  const { rows } = await sql<{ data: AnswerMail }>`select data from jobs.job
    where name = 'workorders-offer-answered' and data->>'offerId' = ${offerId} order by data->>'to'`.execute(
    balie.db,
  );
  return rows.map(({ data }) => data);
};

const pdf = startPdf();
async function pdfText(bytes: Buffer): Promise<string> {
  const document = await pdf.open(bytes);
  try {
    return (await document.text(1)).characters.join('');
  } finally {
    await document.close();
  }
}

const everything = async () =>
  (
    await sql`select (select json_agg(o order by o.id) from offers o) offers, (select count(*) from history) history,
      (select count(*) from login_attempts) attempts`.execute(balie.db)
  ).rows;

beforeAll(async () => {
  smtp = await startSmtpServer();
  const mail = mailOverSmtp({ url: smtp.url, from: 'Balie <post@balie.example>' });
  balie = await testApp({ mail, now: () => clock });
});
beforeEach(async () => {
  clock = today;
  place += 1;
  smtp.received.length = 0;
  clerk = await balie.asUser({
    may: [
      'comceptum.workorders.read.company',
      'comceptum.workorders.delete.company',
      'comceptum.orderlines.read.company',
      ...['read', 'create', 'send', 'withdraw'].map((verb) => `comceptum.offers.${verb}.company`),
    ],
  });
  const relation = await buildRelation(balie.db, clerk.companyId, { name: 'Theater <De Spiegel>' });
  order = await buildOrder(balie.db, {
    companyId: clerk.companyId,
    relationId: relation.id,
    reference: 'Seizoen & zo',
  });
  const lines = [
    { orderLineId: (await buildLine(balie.db, order)).id },
    {
      orderLineId: (await buildLine(balie.db, order, { description: 'Poster A2', sales_amount: 12_550 })).id,
      isOptional: true,
    },
    {
      orderLineId: (await buildLine(balie.db, order, { description: 'Banier', sales_amount: 5000 })).id,
      isOptional: true,
    },
  ];
  offerId = (await clerk.post(offers(), { lines })).json().result.id;
  const letter = { to: ['eva@spiegel.example'], subject: 'Onze offerte', text: 'Dag' };
  const sent = await clerk.post(`${offers()}/${offerId}/send`, letter);
  if (sent.statusCode !== 200) throw new Error(sent.body);
  page = /http:\/\/localhost(\/offer\/[\w-]{43})/.exec(smtp.received[0]?.text ?? '')?.[1] ?? '';
  smtp.received.length = 0;
});
afterAll(async () => {
  await balie.close();
  await pdf.close();
  smtp.close();
});

describe('looking', () => {
  test('shows that one version in its own language, and keeps the address to itself', async () => {
    const reply = await get(page);
    expect(reply.statusCode).toBe(200);
    for (const part of [
      `Offerte ${order.yearNumber}-1`,
      'Theater &lt;De Spiegel&gt;',
      'Seizoen &amp; zo',
      'Folder A5',
      'Poster A2',
    ])
      expect(reply.body).toContain(part);
    expect(reply.body).not.toContain('<script>');
    expect(reply.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await get(`${page}?lang=en`)).body).toContain('Accept and order');
    expect((await get(page, { 'accept-language': 'en' })).body).toContain('Akkoord, geef opdracht');
  });

  test('adds up what is ticked, with VAT, and keeps what was typed; nothing is stored', async () => {
    const sumsOf = (body: string) =>
      [...body.slice(body.indexOf('id="sums"')).matchAll(/class="amount">[^<]*?([\d.,]+)</g)]
        .slice(0, 3)
        .map(([, amount]) => amount);
    const before = await everything();
    expect(sumsOf((await get(page)).body)).toEqual(['300,00', '63,00', '363,00']);
    const form: [string, string][] = [
      ['name', 'Eva "Ç"'],
      ['confirm', 'yes'],
      ['option', '1'],
      ['option', '2'],
    ];
    const { statusCode, body } = await post(`${page}/calculate`, form);
    expect(statusCode).toBe(200);
    expect(sumsOf(body)).toEqual(['475,50', '99,86', '575,36']);
    expect(body).toContain('value="Eva &quot;Ç&quot;"');
    expect(body).not.toContain('aria-invalid');
    expect(body.match(/ checked/g)).toHaveLength(3);
    expect(await everything()).toEqual(before);
    expect((await get(`${page}/calculate`)).statusCode).toBe(303);
    expect((await get('/offer/assets/offer.js')).headers['content-type']).toContain('text/javascript');
    await accept([['option', '2']]);
    expect(sumsOf((await get(page)).body)).toEqual(['350,00', '73,50', '423,50']);
    expect((await get(page)).body).toMatch(/Niet gekozen[^]*Poster A2/);
  });

  test('shows the terms that the offer was made with', async () => {
    const boss = await balie.asUser({
      companyId: clerk.companyId,
      may: ['comceptum.offersettings.update.company'],
    });
    const terms = (termsNl: string) =>
      boss.put('/api/comceptum/offer-settings', { name: 'Drukkerij', termsNl });
    await terms('Betaling binnen 14 dagen.');
    expect((await get(page)).body).not.toContain('14 dagen');
    const lines = [{ orderLineId: (await buildLine(balie.db, order)).id }];
    offerId = (await clerk.post(offers(), { lines })).json().result.id;
    await clerk.post(`${offers()}/${offerId}/send`, { to: ['eva@spiegel.example'], subject: 'X', text: 'X' });
    page = /http:\/\/localhost(\/offer\/[\w-]{43})/.exec(smtp.received[0]?.text ?? '')?.[1] ?? '';
    await terms('Betaling vooraf.');
    expect((await get(page)).body).toContain('Betaling binnen 14 dagen.');
    await accept();
    expect((await get(page)).body).toContain('Betaling binnen 14 dagen.');
  });

  test('gives the PDF as it was made, to save', async () => {
    const own = await clerk.get(`${offers()}/${offerId}/pdf`);
    const reply = await get(`${page}/pdf`);
    expect(reply.rawPayload.equals(own.rawPayload)).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="offer ${order.yearNumber}-1.pdf"`,
      'referrer-policy': 'no-referrer',
    });
    const style = await get('/offer/assets/offer.css');
    expect(style.headers['content-type']).toContain('text/css');
    // The letters of the portal.
    expect(style.body).toContain("src:url('/assets/letters.woff2')");
    expect(String((await get(page)).headers['content-security-policy'])).toContain("font-src 'self'");
  });

  test('changes nothing, however often it is done', async () => {
    const before = await everything();
    for (const url of [page, `${page}?lang=en`, `${page}/pdf`, `${page}/accept?name=X&confirm=yes`])
      await get(url);
    const after = await everything();
    expect(after).toEqual(before);
    expect(await statusOf()).toBe(1);
  });
});

describe('accepting', () => {
  test('records who, when, from where and what, locks the version, and moves the order to the design phase', async () => {
    const reply = await accept([['option', '2']]);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe(`${page}?lang=nl`);
    expect(await stored()).toMatchObject({
      answer: 'accepted',
      answered_by: 'Eva Çelik',
      answered_at: '2026-11-21T13:05:00.000Z',
      answered_from: `10.0.0.${place}`,
      answered_email: 'eva@spiegel.example',
    });
    expect(await statusOf()).toBe(2);
    const { result } = (await clerk.get(`${offers()}/${offerId}`)).json();
    expect(result).toMatchObject({
      state: 'accepted',
      totalAmount: 35_000,
      answeredBy: 'Eva Çelik',
      canSend: false,
      canWithdraw: false,
    });
    expect(result.lines.map((line: { isAccepted: boolean }) => line.isAccepted)).toEqual([true, false, true]);
    const history = await balie.db
      .selectFrom('history')
      .selectAll()
      .where('entity_id', '=', order.id)
      .where('verb', '=', 'accept-offer')
      .execute();
    expect(history).toMatchObject([{ user_id: null, user_name: 'Eva Çelik' }]);
    expect(JSON.stringify(history)).toContain(result.pdfSha256);
    const shown = await get(page);
    expect(shown.body).toContain('U heeft akkoord gegeven');
    expect(shown.body).not.toContain('<form');
    expect(await clerk.post(`${offers()}/${offerId}/withdraw`, {})).toBeProblem(409, 'wrong-state');
    expect(await clerk.delete(`/api/comceptum/workorders/${order.id}`)).toBeProblem(409, 'wrong-state');
  });

  test('marks the lines of the order, and attaches a proof with the hash of the offer, which stays as it is', async () => {
    const { pdf_sha256: hash, name } = await stored();
    const sent = (await get(`${page}/pdf`)).rawPayload;
    await balie.db
      .updateTable('work_orders')
      .set({ reference: 'Folder A5, Poster A2, Banier' })
      .where('id', '=', order.id)
      .execute();
    await accept([['option', '1']]);
    const staff = await balie.asUser({
      companyId: clerk.companyId,
      may: ['workorders', 'orderlines'].map((name) => `comceptum.${name}.read.company`),
    });
    const url = `/api/comceptum/workorders/${order.id}`;
    const lines = (await staff.get(`${url}/lines`)).json().result;
    expect(
      lines.map(({ description, isAccepted }: Record<string, unknown>) => [description, isAccepted]),
    ).toEqual([
      ['Folder A5', true],
      ['Poster A2', true],
      ['Banier', false],
    ]);
    // It was made of the lines.
    expect((await staff.get(url)).json().result.reference).toBe('Folder A5, Poster A2');
    const files = (await staff.get(`/api/shared/entities/${order.id}/attachments`)).json().result;
    const proof = `akkoord offerte ${order.yearNumber}-1.pdf`;
    expect(files.map((file: { name: string }) => file.name).toSorted()).toEqual([proof, name].toSorted());
    const { path } = files.find((file: { name: string }) => file.name === proof);
    const shown = await pdfText((await staff.get(path)).rawPayload);
    for (const part of ['Eva Çelik', '21-11-2026 14:05', `10.0.0.${place}`, 'eva@spiegel.example'])
      expect(shown).toContain(part);
    expect(shown.replaceAll(/\s/g, '')).toContain(hash);
    expect(shown.slice(shown.indexOf('Opdracht'), shown.indexOf('Niet gekozen'))).toMatch(
      /Folder A5[^]*300,00[^]*Poster A2[^]*125,50[^]*425,50[^]*514,86/,
    );
    expect(shown.slice(shown.indexOf('Niet gekozen'))).toContain('Banier');
    expect((await get(`${page}/pdf`)).rawPayload.equals(sent)).toBe(true);
    const { rows } = await sql<{ changes: object }>`select changes from history
      where entity_id = ${order.id} and verb = 'accept-offer'`.execute(balie.db);
    expect(rows[0]?.changes).toMatchObject({
      accepted: { new: 'Folder A5, Poster A2' },
      notChosen: { new: 'Banier' },
    });
  });

  test('sends the order confirmation with the PDF to both', async () => {
    await accept([['option', '1']]);
    const work = await jobs();
    expect(work.map(({ to }) => to)).toEqual(['customer', 'provider']);
    for (const mail of work) await mailAnswer(balie.services, mail);
    const { email } = await balie.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', clerk.userId)
      .executeTakeFirstOrThrow();
    expect(smtp.received.map(({ to }) => to)).toEqual(['eva@spiegel.example', email]);
    const { pdf_sha256: hash } = await stored();
    for (const { text, source } of smtp.received) {
      expect(source).toContain(`Subject: Orderbevestiging ${order.yearNumber}-1`);
      expect(text).toContain('Eva Çelik heeft op 21-11-2026 14:05 akkoord gegeven');
      expect(text).toContain('- Poster A2: €\u202f125,50');
      expect(text).not.toContain('Banier');
      expect(text).toContain(hash);
      expect(source).toContain('application/pdf');
    }
  });

  test('the sender reads the confirmation of an English offer in Dutch, from the name of the company', async () => {
    await balie.db.updateTable('offers').set({ language: 'en' }).execute();
    await accept();
    for (const mail of await jobs()) await mailAnswer(balie.services, mail);
    const [toCustomer, toSender] = smtp.received.map(({ source }) => source);
    expect(toCustomer).toContain('Subject: Order confirmation');
    expect(toSender).toContain('Subject: Orderbevestiging');
    const { name } = await balie.db
      .selectFrom('companies')
      .select('name')
      .where('id', '=', clerk.companyId)
      .executeTakeFirstOrThrow();
    expect(toSender).toMatch(new RegExp(`^From: "?${name}"? <`, 'm'));
  });

  test('a second answer, whichever, changes nothing', async () => {
    await accept();
    const before = await stored();
    clock = new Date('2026-11-22T09:00:00Z');
    expect((await accept([['option', '1']])).statusCode).toBe(303);
    expect((await post(`${page}/decline`, { name: 'Eva', reason: 'Toch niet' })).statusCode).toBe(303);
    expect(await stored()).toEqual(before);
    expect(await jobs()).toHaveLength(2);
  });

  test('two simultaneous answers count once', async () => {
    const both = await Promise.all([accept(), accept([['option', '1']])]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await jobs()).toHaveLength(2);
  });

  test('an order that is further already keeps its status', async () => {
    await balie.db.updateTable('work_orders').set({ status: 4 }).where('id', '=', order.id).execute();
    await accept();
    expect(await statusOf()).toBe(4);
  });

  test.each([
    ['no name', [['confirm', 'yes']], 'Vul uw naam in.'],
    [
      'spaces for a name',
      [
        ['name', '  '],
        ['confirm', 'yes'],
      ],
      'Vul uw naam in.',
    ],
    ['no tick', [['name', 'Eva']], 'Vink aan dat u akkoord gaat.'],
    [
      'a name without end',
      [
        ['name', 'x'.repeat(201)],
        ['confirm', 'yes'],
      ],
      'Dit is te lang.',
    ],
  ] as [string, [string, string][], string][])(
    'says what is wrong with %s, and keeps what was ticked',
    async (_, form, sentence) => {
      const reply = await post(`${page}/accept`, [...form, ['option', '1']]);
      expect(reply.statusCode).toBe(400);
      expect(reply.body).toContain(sentence);
      // The browser goes to the first of what is wrong.
      expect(reply.body.match(/<input[^>]* autofocus/g)).toHaveLength(1);
      expect(reply.body).toMatch(/value="1" checked/);
      expect((await stored()).answer).toBeNull();
    },
  );
});

describe('quantities to choose from, with a discount on everything', () => {
  const offered = async () => (await clerk.get(`${offers()}/${offerId}`)).json().result;
  beforeEach(async () => {
    const line = async (edition: string, sales_amount: number) => ({
      orderLineId: (await buildLine(balie.db, order, { description: 'Brochure', edition, sales_amount })).id,
      choice: 1,
    });
    const lines = [
      {
        orderLineId: (await buildLine(balie.db, order, { description: 'Ontwerp', sales_amount: 10_000 })).id,
      },
      await line('1000', 20_000),
      await line('2500', 35_000),
    ];
    const made = await clerk.post(offers(), { lines, discountPercentage: 10 });
    offerId = made.json().result.id;
    await clerk.post(`${offers()}/${offerId}/send`, {
      to: ['eva@spiegel.example'],
      subject: 'Onze offerte',
      text: 'Dag',
    });
    page = /http:\/\/localhost(\/offer\/[\w-]{43})/.exec(smtp.received.at(-1)?.text ?? '')?.[1] ?? '';
  });

  test('show a total with the first one, and of the one that is picked', async () => {
    const { body } = await get(page);
    expect(body).toContain('Kies één van deze');
    expect(body.match(/type="radio"/g)).toHaveLength(2);
    const text = (html: string) => html.replaceAll(/<[^>]+>|\s+/g, ' ');
    expect(text(body)).toMatch(/Totaal voor korting\s+€\s300,00.*10 % korting\s+€\s-30,00.*270,00/);
    const picked = await post(`${page}/calculate`, [['choice-1', '2']]);
    expect(text(picked.body)).toMatch(/450,00.*-45,00.*405,00.*85,05.*490,05/);
    expect(picked.body).toMatch(/value="2" checked/);
  });

  test('count once in the order too, as in the offer', async () => {
    const lines = (await clerk.get(`/api/comceptum/workorders/${order.id}/lines`)).json().result;
    const offeredLines = lines.filter(({ description }: { description: string }) =>
      ['Ontwerp', 'Brochure'].includes(description),
    );
    expect(offeredLines.map(({ uncountedAs }: { uncountedAs: unknown }) => uncountedAs)).toEqual([
      null,
      null,
      'alternative',
    ]);
  });

  test('are accepted with exactly one of them, which order, proof and mail keep', async () => {
    const missing = await accept();
    expect(missing.statusCode).toBe(400);
    expect(missing.body).toContain('id="choice-1-error"');
    expect(missing.body).toMatch(/name="choice-1"[^>]*autofocus/);
    // Neither a line outside the choice, nor one of it as an option, nor two at once.
    const wrong: [string, string][][] = [
      [['choice-1', '0']],
      [['option', '2']],
      [
        ['choice-1', '1'],
        ['choice-1', '2'],
      ],
    ];
    for (const answer of wrong) expect((await accept(answer)).statusCode).toBe(400);
    expect((await stored()).answer).toBeNull();
    expect(
      (
        await accept([
          ['choice-1', '2'],
          ['option', '1'],
        ])
      ).statusCode,
    ).toBe(303);
    const offer = await offered();
    expect(offer).toMatchObject({
      totalAmount: 40_500,
      discountPercentage: 10,
      discountAmount: 4500,
      totalInclVatAmount: 49_005,
    });
    expect(offer.lines.map((line: { isAccepted: boolean }) => line.isAccepted)).toEqual([true, false, true]);
    const { body } = await get(page);
    expect(body.slice(0, body.indexOf('Niet gekozen'))).toContain('oplage 2.500');
    expect(body.slice(body.indexOf('Niet gekozen'))).toContain('oplage 1.000');
    const url = `/api/comceptum/workorders/${order.id}`;
    expect((await clerk.get(url)).json().result.discountPercentage).toBe(10);
    const [mail] = await jobs();
    if (mail) await mailAnswer(balie.services, mail);
    const text = smtp.received.at(-1)?.text ?? '';
    expect(text).toContain('Brochure (oplage 2.500');
    expect(text).toContain('10 % korting');
  });

  test('a choice needs two lines that are in the offer for sure', async () => {
    const { lines } = await offered();
    const [first, second] = lines.map(({ orderLineId }: { orderLineId: string }) => orderLineId);
    for (const wrong of [
      [{ orderLineId: first, choice: 1 }, { orderLineId: second }],
      [
        { orderLineId: first, choice: 1 },
        { orderLineId: second, choice: 1, isOptional: true },
      ],
    ])
      expect((await clerk.post(offers(), { lines: wrong })).json().codes).toEqual({
        lines: ['single-choice'],
      });
  });
});

test('the proof of an offer that was accepted before proofs were attached is drawn when it is asked for', async () => {
  const url = `${offers()}/${offerId}/acceptance`;
  expect(await clerk.get(url)).toBeProblem(409, 'wrong-state');
  await accept([['option', '2']]);
  await sql`delete from attachments where entity_id = ${order.id} and name like 'akkoord%'`.execute(balie.db);
  const reply = await clerk.get(url);
  expect(reply.headers['content-type']).toBe('application/pdf');
  const shown = await pdfText(reply.rawPayload);
  for (const part of ['Eva Çelik', '21-11-2026 14:05', 'eva@spiegel.example', 'Banier', 'Niet gekozen'])
    expect(shown).toContain(part);
  expect(shown.replaceAll(/\s/g, '')).toContain((await stored()).pdf_sha256);
});

test('declining stores the reason and mails the provider; the order keeps its status', async () => {
  const without = await post(`${page}/decline`, { name: 'Eva' });
  expect(without.statusCode).toBe(400);
  expect(without.body).toContain('Laat ons weten waarom niet.');
  await post(`${page}/decline`, { name: 'Eva', reason: 'Te duur <hoor>' });
  expect(await stored()).toMatchObject({ answer: 'declined', reason: 'Te duur <hoor>', answered_by: 'Eva' });
  expect(await statusOf()).toBe(1);
  const shown = await get(page);
  expect(shown.body).toContain('U heeft deze offerte afgewezen');
  // A company's name may end in a full stop.
  expect(shown.body).not.toContain('..');
  for (const mail of await jobs()) await mailAnswer(balie.services, mail);
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]?.text).toContain('Reden: Te duur <hoor>');
});

test('opening the address of its form leads back to the offer, and answers nothing', async () => {
  for (const form of ['accept', 'decline']) {
    const reply = await get(`${page}/${form}`);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toMatch(new RegExp(`^${page}\\?lang=`));
  }
  expect(await stored()).toMatchObject({ answered_at: null });
});

describe('a link is dead', () => {
  // What a token that never was gets: every dead one gets exactly that.
  const gone = async () => {
    const reply = await get(`/offer/${'A'.repeat(43)}`);
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toContain('Deze link werkt niet');
    return withoutFrame(reply.body);
  };

  test.each([
    ['past its last day', async () => void (clock = new Date('2026-12-21T23:00:00Z'))],
    ['once withdrawn', async () => void (await clerk.post(`${offers()}/${offerId}/withdraw`, {}))],
    [
      'once there is a newer version',
      async () => {
        const line = await buildLine(balie.db, order);
        await clerk.post(offers(), { lines: [{ orderLineId: line.id }] });
      },
    ],
    [
      'once its order is gone',
      async () => void (await clerk.delete(`/api/comceptum/workorders/${order.id}`)),
    ],
    [
      'while its company is switched off',
      async () =>
        void (await balie.db
          .updateTable('companies')
          .set({ is_active: false })
          .where('id', '=', order.companyId)
          .execute()),
    ],
    [
      'once its company is gone',
      async () =>
        void (await balie.db
          .updateTable('companies')
          .set({ deleted_at: '2026-11-21T13:00:00Z' })
          .where('id', '=', order.companyId)
          .execute()),
    ],
  ] as [string, () => Promise<void>][])('%s, and looks as one that never was', async (_, end) => {
    await end();
    const expected = await gone();
    const before = await stored();
    for (const reply of [
      await get(page),
      await get('/offer/'),
      await get(`${page}/pdf`),
      await get(`${page}/logo`),
      await accept(),
      await post(`${page}/decline`, { name: 'Eva', reason: 'X' }),
    ]) {
      expect(reply.statusCode).toBe(404);
      expect(withoutFrame(reply.body)).toBe(expected);
      expect(reply.headers['referrer-policy']).toBe('no-referrer');
    }
    expect(await stored()).toEqual(before);
  });

  test('also an answered one, past its last day', async () => {
    await accept();
    clock = new Date('2026-12-21T23:00:00Z');
    expect((await get(page)).statusCode).toBe(404);
  });

  test.each([
    'x',
    'A'.repeat(42),
    'A'.repeat(44),
    'A'.repeat(5_000),
    '%3Cscript%3E',
    "' or 1=1 --",
    '..%2f..',
  ])('when it is none: %s', async (token) => {
    const expected = await gone();
    const reply = await get(`/offer/${encodeURIComponent(token)}`);
    expect(reply.statusCode).toBe(404);
    expect(withoutFrame(reply.body)).toBe(expected);
  });

  test.each(['/offer/x/y', `/offer/${'A'.repeat(43)}/accept`, `/offer/${'A'.repeat(43)}/pdf/x`])(
    'when the address goes on: %s',
    async (url) => {
      const expected = await gone();
      const reply = await get(url);
      expect(reply.statusCode).toBe(404);
      expect(withoutFrame(reply.body)).toBe(expected);
      expect(reply.headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
    },
  );

  test('on the last day itself it still works', async () => {
    clock = new Date('2026-12-21T22:30:00Z');
    expect((await accept()).statusCode).toBe(303);
  });
});

test('opening a page too often answers with a page, not with problem+json', async () => {
  let reply = await get(page);
  for (let looks = 0; looks < 130 && reply.statusCode === 200; looks += 1) reply = await get(page);
  expect(reply.statusCode).toBe(429);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(reply.body).toContain('Er is te vaak geprobeerd');
});

test('trying many tokens is rate limited', async () => {
  let status = 0;
  for (let tries = 0; tries < 70 && status !== 429; tries += 1)
    status = (await get(`/offer/${String(tries).padStart(43, 'B')}`)).statusCode;
  expect(status).toBe(429);
  // A working link stays reachable.
  expect((await get(page)).statusCode).toBe(200);
});

test('whoever accepts is promised a mail only where mail goes out', async () => {
  await accept();
  expect((await get(`${page}?lang=nl`)).body).toContain('U krijgt een orderbevestiging per e-mail.');
  const { mail } = balie.services;
  Object.assign(balie.services, { mail: null });
  const { body } = await get(`${page}?lang=nl`);
  Object.assign(balie.services, { mail });
  expect(body).toContain('gaf akkoord op');
  expect(body).not.toContain('e-mail');
});
