import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhookDeliveryDetail, webhookLog, webhooks, webhookSecretMade } from '#contract/core/webhooks.ts';
import { portOf } from '#server/app/listen.ts';
import { testApp } from '#server/app/testing/app.ts';
import { recordEvents } from '#server/platform/db/events.ts';
import { newId } from '#server/platform/db/ids.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { deliverWebhooks } from './deliver-webhooks.job.ts';
import { mailWebhookStopped, webhookStoppedJob } from './webhook-stopped.job.ts';

let now = new Date();
const mails: MailMessage[] = [];
const balie = await testApp({
  now: () => now,
  callOut: callOut({ allowed: ['127.0.0.0/8'] }),
  mail: { send: async (message) => void mails.push(message) },
});

interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly record: string | undefined;
}
let server: Server;
let received: Received[] = [];
let statusOf: (sent: Received) => number = () => 204;
let at = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const sent = { id: headers['webhook-id'] ?? '', body, headers, record: JSON.parse(body).data.id };
      received.push(sent);
      response.writeHead(statusOf(sent)).end('noted');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  at = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(async () => {
  await balie.close();
  await new Promise((done) => server.close(done));
});
beforeEach(() => {
  now = new Date();
  received = [];
  mails.length = 0;
  statusOf = () => 204;
});

const manage = ['read', 'create', 'update', 'delete'].map((verb) => `core.webhooks.${verb}.company`);

async function asManager(may: readonly string[] = ['fmmodule.invoices.read.company']) {
  const client = await balie.asUser({ may: [...manage, ...may] });
  const url = `/api/core/companies/${client.companyId}/webhooks`;
  const body = { url: `${at}/in`, eventTypes: ['invoice.approved', 'invoice.updated'] };
  const { companyId } = client;
  return {
    client,
    url,
    body,
    async make() {
      const reply = await client.post(url, body);
      expect(reply.statusCode, reply.body).toBe(201);
      return webhooks.record.parse(reply.json().result);
    },
    async secretOf(id: string, overlapDays = 0) {
      const reply = await client.post(`${url}/${id}/secret`, { overlapDays });
      expect(reply.statusCode, reply.body).toBe(201);
      expect(reply.headers['cache-control']).toBe('no-store');
      return webhookSecretMade.parse(reply.json().result).secret;
    },
    async happens(
      type: 'invoice.approved' | 'invoice.booked' = 'invoice.approved',
      recordId: string = newId(),
    ) {
      now = new Date(now.getTime() + 1);
      await balie.db
        .transaction()
        .execute((tx) => recordEvents(tx, now, [{ companyId, type, entity: 'fmmodule.invoices', recordId }]));
      return recordId;
    },
    deliver: () => deliverWebhooks(balie.services, companyId),
    async log(id: string) {
      return webhookLog.parse((await client.get(`${url}/${id}/deliveries`)).json().result);
    },
    /** What was asked for to mail about webhooks of the company that stopped. */
    async queuedMails() {
      const { rows } = await sql<{ data: unknown }>`select data from jobs.job
        where name = ${webhookStoppedJob.name} and data ->> 'companyId' = ${companyId}`.execute(balie.db);
      return rows.map(({ data }) => data);
    },
    async state(id: string) {
      return webhooks.record.parse((await client.get(`${url}/${id}`)).json().result);
    },
  };
}

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe('a webhook', () => {
  test('gets what happened since it was made, signed, and no other types', async () => {
    const manager = await asManager();
    await manager.happens();
    const { id, secretHint } = await manager.make();
    expect(secretHint).toMatch(/^whsec_.{4}$/);
    const secret = await manager.secretOf(id);
    const record = await manager.happens();
    await manager.happens('invoice.booked');
    await manager.deliver();
    await manager.deliver();
    expect(received).toHaveLength(1);
    const [sent] = received;
    const read = new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {});
    expect(read).toMatchObject({
      type: 'invoice.approved',
      data: { eventId: sent?.id, id: record, url: `/api/fmmodule/invoices/${record}` },
    });
    const [line] = await manager.log(id);
    expect(line).toMatchObject({ isDelivered: true, tries: 1, lastStatus: 204, eventId: sent?.id });
    const detail = await manager.client.get(`${manager.url}/${id}/deliveries/${line?.id}`);
    expect(webhookDeliveryDetail.parse(detail.json().result)).toMatchObject({
      body: sent?.body,
      attempts: [{ number: 1, status: 204, error: null }],
    });
  });

  test('is signed with both secrets while they change, and with the new one after that', async () => {
    const manager = await asManager();
    const { id } = await manager.make();
    const old = await manager.secretOf(id);
    const fresh = await manager.secretOf(id, 1);
    await manager.happens();
    await manager.deliver();
    for (const secret of [old, fresh])
      new Webhook(secret).verify(received[0]?.body ?? '', received[0]?.headers ?? {});
    later(2 * 24 * 3600);
    await manager.happens();
    await manager.deliver();
    expect(received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  test('is tried again with the same id, and what fails holds only its own record', async () => {
    const manager = await asManager();
    const { id } = await manager.make();
    const bad = await manager.happens();
    await manager.happens('invoice.approved', bad);
    const good = await manager.happens();
    statusOf = ({ record }) => (record === bad ? 503 : 200);
    await manager.deliver();
    expect(new Set(received.map(({ record }) => record))).toEqual(new Set([bad, good]));
    expect(received).toHaveLength(2);
    expect(await manager.state(id)).toMatchObject({
      waiting: 2,
      state: 'on',
      failingSince: expect.any(String),
      lastTried: expect.objectContaining({ at: expect.stringMatching(/Z$/) }),
    });
    const log = await manager.log(id);
    const ofBad = log.filter(({ recordId }) => recordId === bad);
    expect(ofBad.map(({ isHeld, lastStatus }) => [isHeld, lastStatus])).toEqual([
      [true, null],
      [false, 503],
    ]);
    statusOf = () => 200;
    await manager.deliver();
    expect(received).toHaveLength(2);
    later(6);
    await manager.deliver();
    const tries = received.filter(({ record }) => record === bad);
    expect(tries).toHaveLength(3);
    expect(tries[1]?.id).toBe(tries[0]?.id);
    expect(tries[1]?.headers['webhook-timestamp']).not.toBe(tries[0]?.headers['webhook-timestamp']);
    expect(tries[2]?.id).not.toBe(tries[0]?.id);
    expect(await manager.state(id)).toMatchObject({
      waiting: 0,
      failingSince: null,
      lastTried: { isDelivered: true, status: 200, error: null },
    });
  });

  test('is paused after three days with a mail, and goes on with what waited', async () => {
    const manager = await asManager();
    const { id } = await manager.make();
    await manager.happens();
    statusOf = () => 500;
    for (let turn = 0; turn < 12; turn += 1) {
      await manager.deliver();
      later(20 * 3600);
    }
    expect(await manager.state(id)).toMatchObject({ state: 'paused', waiting: 1 });
    const mail = {
      userId: manager.client.userId,
      companyId: manager.client.companyId,
      url: at,
      isGone: false,
    };
    expect(await manager.queuedMails()).toEqual([{ ...mail, url: manager.body.url }]);
    await mailWebhookStopped(balie.services, mail);
    expect(mails).toMatchObject([{ subject: `Webhook gestopt: ${at}` }]);
    const before = received.length;
    await manager.happens();
    await manager.deliver();
    expect(received).toHaveLength(before);
    statusOf = () => 200;
    const resumed = await manager.client.post(`${manager.url}/${id}/resume`);
    expect(resumed.json().result).toMatchObject({ state: 'on' });
    await manager.deliver();
    expect(received).toHaveLength(before + 2);
    expect(await manager.client.post(`${manager.url}/${id}/resume`)).toBeProblem(409, 'wrong-state');
  });

  test('is switched off by 410', async () => {
    const manager = await asManager();
    const { id } = await manager.make();
    await manager.happens();
    statusOf = () => 410;
    await manager.deliver();
    expect(await manager.state(id)).toMatchObject({ state: 'gone', waiting: 1 });
    expect(await manager.queuedMails()).toMatchObject([{ userId: manager.client.userId, isGone: true }]);
    expect(await manager.client.post(`${manager.url}/${id}/test`)).toBeProblem(409, 'wrong-state');
  });

  test('gets a test event, and an event again with the id that it had', async () => {
    const manager = await asManager();
    const { id } = await manager.make();
    expect((await manager.client.post(`${manager.url}/${id}/test`)).statusCode).toBe(201);
    await manager.deliver();
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test' });
    const [line] = await manager.log(id);
    const again = await manager.client.post(`${manager.url}/${id}/deliveries/${line?.id}/resend`);
    expect(again.statusCode, again.body).toBe(201);
    await manager.deliver();
    expect(received.map((sent) => sent.id)).toEqual([line?.eventId, line?.eventId]);
  });

  test('is refused with each field that is wrong, and taken once', async () => {
    const manager = await asManager();
    const refused = async (body: object) => (await manager.client.post(manager.url, body)).json().codes;
    expect(await refused({ url: 'http://203.0.113.7/', eventTypes: ['document.created'] })).toEqual({
      url: ['not-a-webhook-url'],
      event_types: ['not-yours-to-give'],
    });
    expect(await refused({ ...manager.body, url: 'https://10.0.0.1/' })).toEqual({
      url: ['host-not-called'],
    });
    await manager.make();
    expect(await refused(manager.body)).toEqual({ url: ['taken'] });
  });

  test('shows its secret nowhere else, and is deleted with what waited', async () => {
    const manager = await asManager();
    const { id } = await manager.make();
    const secret = await manager.secretOf(id);
    await manager.happens();
    const { body } = await manager.client.get(`${manager.url}/${id}`);
    const history = await balie.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .select('changes')
      .execute();
    expect(body + JSON.stringify(history)).not.toContain(secret);
    expect((await manager.client.delete(`${manager.url}/${id}`)).statusCode).toBe(204);
    await manager.deliver();
    expect(received).toEqual([]);
  });
});
