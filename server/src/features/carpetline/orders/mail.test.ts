import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { mailOverSmtp } from '#server/platform/mail/mail.ts';
import { type SmtpServer, startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';
import { buildCarpetOrder } from '../testing/factories.ts';
import { carpetMailText, sendCarpetMail } from './mail.service.ts';

let balie: TestApp;
let smtp: SmtpServer;
let staff: TestClient;
let orderer: TestClient;

beforeAll(async () => {
  smtp = await startSmtpServer();
  balie = await testApp({ mail: mailOverSmtp({ url: smtp.url, from: 'Carpetline <post@balie.example>' }) });
  staff = await balie.asUser({
    may: ['carpetline.orders.process.company', 'carpetline.orders.read.company'],
  });
  orderer = await balie.asUser({
    companyId: staff.companyId,
    may: ['carpetline.orders.read.company'],
    email: 'lotte@winkel.example',
    firstName: 'Lotte',
    lastName: 'van Loon',
  });
});
afterAll(async () => {
  await balie.close();
  smtp.close();
});

type Told = Parameters<typeof sendCarpetMail>[1];
const jobs = async () =>
  (
    await sql<{
      data: Told;
    }>`select data from jobs.job where name = 'carpetline-mail' order by created_on`.execute(balie.db)
  ).rows;

test('the orderer is mailed when the carpet comes in, in their language', async () => {
  const { id, number } = await buildCarpetOrder(balie.db, staff.companyId, {
    createdBy: orderer.userId,
    reference: 'Trap',
  });
  expect(
    (await staff.post(`/api/carpetline/orders/${id}/receive`, { receivedDate: '2026-11-21' })).statusCode,
  ).toBe(200);
  const queued = (await jobs()).at(-1)?.data;
  if (!queued) throw new Error('no mail was written');
  await sendCarpetMail(balie.services, queued);
  const [mail] = smtp.received.splice(0);
  expect(mail?.to).toContain('lotte@winkel.example');
  expect(mail?.text).toContain(`Subject: Order ${number}: tapijt ontvangen`);
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    `Het tapijt van order ${number} (Trap) is op 21-11-2026 ontvangen. We leveren het op 01-12-2026.`,
  );

  expect(mail?.text).toContain(`http://carpetline.localhost/carpetline/orders/${number}`);
  expect(mail?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

  await orderer.put('/api/carpetline/my-mail', { onChange: false });
  await sendCarpetMail(balie.services, queued);
  expect(smtp.received).toEqual([]);
  await orderer.put('/api/carpetline/my-mail', { onChange: true });
});

test('the links go to the carpet host of the settings, whichever host the request named', async () => {
  const { id, number } = await buildCarpetOrder(balie.db, staff.companyId, { createdBy: orderer.userId });
  await staff.post(
    `/api/carpetline/orders/${id}/receive`,
    { receivedDate: '2026-11-21' },
    { host: 'fm.localhost' },
  );
  const { link, off } = (await jobs()).at(-1)?.data ?? {};
  expect(link).toBe(`http://carpetline.localhost/carpetline/orders/${number}`);
  expect(off).toMatch(/^http:\/\/carpetline\.localhost\/carpet-mail\//);
});

test('the mail is in the language of the person, whatever language the order was placed in', async () => {
  const { id } = await buildCarpetOrder(balie.db, staff.companyId, { createdBy: orderer.userId });
  await staff.post(`/api/carpetline/orders/${id}/receive`, { receivedDate: '2026-11-21' });
  const queued = (await jobs()).at(-1)?.data;
  if (!queued) throw new Error('no mail was written');
  expect(queued.language).toBe('nl');
  expect((await orderer.put('/api/identity/me', { language: 'en' })).json().result.language).toBe('en');
  await sendCarpetMail(balie.services, queued);
  expect(smtp.received.splice(0)[0]?.text).toContain('carpet received');
  await orderer.put('/api/identity/me', { language: 'nl' });
  await sendCarpetMail(balie.services, queued);
  expect(smtp.received.splice(0)[0]?.text).toContain('tapijt ontvangen');
});

test('the link at the end of a mail asks, and stops the mails of nobody else', async () => {
  const { id } = await buildCarpetOrder(balie.db, staff.companyId, { createdBy: orderer.userId });
  await staff.post(`/api/carpetline/orders/${id}/receive`, { receivedDate: '2026-11-21' });
  const off = new URL((await jobs()).at(-1)?.data.off ?? '').pathname;
  const mails = async () => (await orderer.get('/api/carpetline/my-mail')).json().result.onChange;

  const asked = await balie.anonymous.get(off);
  expect(asked.statusCode).toBe(200);
  expect(asked.body).toContain('Berichten uitzetten');
  expect(asked.headers['content-type']).toContain('text/html');
  expect(await mails()).toBe(true);

  // As mail programs do it (RFC 8058).
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await balie.anonymous.post(off, 'List-Unsubscribe=One-Click', form)).body).toContain(
    'U krijgt geen e-mail meer',
  );
  expect(await mails()).toBe(false);
  // Whoever follows the link once more is not asked again.
  expect((await balie.anonymous.get(off)).body).toContain('U krijgt geen e-mail meer');

  const forged = off.replace(orderer.userId, staff.userId);
  expect((await balie.anonymous.post(forged, '', form)).statusCode).toBe(404);
  expect((await staff.get('/api/carpetline/my-mail')).json().result.onChange).toBe(true);
  await orderer.put('/api/carpetline/my-mail', { onChange: true });
});

test('the page that stops mails has the letters of the portal', async () => {
  const page = await balie.anonymous.get('/carpet-mail/forged');
  expect(page.headers['content-security-policy']).toContain("font-src 'self'");
  const style = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
  expect((await balie.anonymous.get(style)).body).toContain("src:url('/assets/letters.woff2')");
});

test('nobody is mailed about their own steps', async () => {
  const { id } = await buildCarpetOrder(balie.db, staff.companyId, { createdBy: staff.userId });
  const before = (await jobs()).length;
  await staff.post(`/api/carpetline/orders/${id}/receive`, { receivedDate: '2026-11-21' });
  expect((await jobs()).length).toBe(before);
});

test('what people typed is no page of theirs in the mail', () => {
  const queued = {
    userId: 'x',
    language: 'en',
    link: null,
    off: null,
    kind: 'stepped-back',
    number: 3,
    reference: '<b>',
    day: null,
    deliveryDate: null,
    isShipped: true,
    reason: '<script>alert(1)</script>',
  } as const;
  const { html, text } = carpetMailText(queued, 'Lotte');
  expect(html).not.toMatch(/<b>|<script>/);
  expect(text).toContain('<script>alert(1)</script>');
});
