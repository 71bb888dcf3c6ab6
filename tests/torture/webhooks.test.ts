import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { webhookSecretMade } from '#contract/core/webhooks.ts';
import { buildAdministration, buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { recordEvents } from '#server/platform/db/events.ts';
import { newId } from '#server/platform/db/ids.ts';
import { familyOf, haveEnded, killOutright } from '../kill/processes.ts';
import { type Product, startProduct } from '../support/product.ts';
import { usually } from '../support/torture.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const eventCount = usually(2000, { long: 10_000 });
const perRecord = 4;
const kills = usually(6, { long: 20 });
// The whole product: server, worker and database; in these rounds the database alone, and the server alone.
const databaseAlone = 2;
const serverAlone = 4;
const staff = 'beheer@balie.example';
const rights = [
  ...['read', 'create', 'update'].map((verb) => `core.webhooks.${verb}.company`),
  ...['read', 'create'].map((verb) => `comceptum.workorders.${verb}.company`),
  'fmmodule.invoices.read.company',
];
const types = ['invoice.approved', 'work_order.created'] as const;

const made = z.object({ result: z.object({ id: z.string() }) });

/** Calls of staff, until the product is gone. */
async function apiOf(product: Product) {
  const token = await product.token(staff);
  return async (path: string, body: object): Promise<unknown> => {
    const reply = await fetch(`http://localhost:${product.port}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await reply.json();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(answer)}`);
    return answer;
  };
}

async function withDb<T>(product: Product, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(createPool({ ...product.app, max: 2 }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

const isPostgres = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
};

/** Makes orders until the product is gone, or for as long as `goesOn`; keeps the ids of those that it said yes to. */
async function makeOrders(
  product: Product,
  administrationId: string,
  ids: string[],
  goesOn: () => boolean,
): Promise<void> {
  const post = await apiOf(product);
  while (goesOn())
    try {
      const body = {
        administrationId,
        reference: `Proef ${ids.length}`,
        contactPersonIds: [],
        assignedUserIds: [],
      };
      ids.push(made.parse(await post('comceptum/workorders', body)).result.id);
      // As people do, so that the webhook keeps up.
      await sleep(200);
    } catch (error) {
      // The line broke, or the database is away for a moment; anything else is a failure of the product.
      if (!/fetch failed|terminated|SocketError|: 50[03] /.test(String(error))) throw error;
      await sleep(100);
    }
}

test(`${eventCount} events and ${kills} kills of the whole product: each is delivered, signed, in the order of its record, and a repeat has the same id`, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-webhooks-'));
  const start = () => startProduct({ dataFolder, env: { BALIE_WEBHOOK_ALLOW: '127.0.0.0/8' } });
  const receiver = await startWebhookReceiver();
  let product = await start();
  onTestFinished(async () => {
    const family = familyOf(product.pid);
    killOutright(family);
    await haveEnded(family);
    await receiver.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const { companyId, administrationId } = await withDb(product, async (db) => {
    const { id } = await buildCompany(db, { isProvider: true });
    await buildUser(db, { companyId: id, email: staff, may: rights });
    return { companyId: id, administrationId: (await buildAdministration(db, id)).id };
  });
  const post = await apiOf(product);
  const webhooks = `core/companies/${companyId}/webhooks`;
  const webhook = made.parse(await post(webhooks, { url: receiver.url, eventTypes: types })).result;
  const secretAnswer = z.object({ result: webhookSecretMade });
  receiver.secret = secretAnswer.parse(
    await post(`${webhooks}/${webhook.id}/secret`, { overlapDays: 0 }),
  ).result.secret;

  // Most lie there at once; orders are made by the API all the while, as people do.
  const from = new Date();
  const records = Array.from({ length: eventCount / perRecord }, () => newId());
  const event = { companyId, type: types[0], entity: 'fmmodule.invoices' };
  await withDb(product, async (db) => {
    for (let turn = 0; turn < perRecord; turn += 1)
      await db.transaction().execute((tx) =>
        recordEvents(
          tx,
          new Date(from.getTime() + turn),
          records.map((recordId) => ({ ...event, recordId })),
        ),
      );
  });

  const moreThan = async (count: number) => {
    const until = performance.now() + 240_000;
    while (receiver.times.size <= count && performance.now() < until) await sleep(20);
  };
  const orders: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    if (round > 0) product = await start();
    let isRunning = true;
    const makers = [1, 2].map(() => makeOrders(product, administrationId, orders, () => isRunning));
    const before = receiver.times.size;
    const enough = before + Math.ceil(eventCount / (kills + 2));
    await moreThan(enough);
    expect(receiver.times.size, `round ${round}`).toBeGreaterThan(before);
    await sleep(Math.random() * 500);
    if (round === databaseAlone) {
      killOutright(familyOf(product.pid).filter(isPostgres));
      await moreThan(receiver.times.size + 20);
    }
    const family = familyOf(product.pid);
    isRunning = false;
    killOutright(round === serverAlone ? [product.pid] : family);
    await haveEnded(family);
    await Promise.all(makers);
  }

  product = await start();
  const stored = () =>
    withDb(product, (db) =>
      db
        .selectFrom('events')
        .where('company_id', '=', companyId)
        .where('type', 'in', types)
        .where('at', '>=', from.toISOString())
        .select(['id', 'record_id as recordId', 'number'])
        .orderBy('number')
        .execute(),
    );
  const happened = await stored();
  await expect
    .poll(() => happened.filter(({ id }) => !receiver.times.has(id)).length, { timeout: 600_000 })
    .toBe(0);
  const events = await stored();
  expect(events.map(({ number }) => number)).not.toContain(null);
  expect(receiver.forged()).toBe(0);
  // Nothing that did not happen, and nothing of what was said yes to is missing.
  expect(new Set(receiver.times.keys())).toEqual(new Set(events.map(({ id }) => id)));
  expect(events.length).toBeGreaterThanOrEqual(eventCount + orders.length);
  expect(orders.filter((id) => !receiver.recordsOf(types[1]).has(id))).toEqual([]);
  const order = Map.groupBy(events, ({ recordId }) => recordId);
  for (const [recordId, of] of order) expect(receiver.byRecord.get(recordId)).toEqual(of.map(({ id }) => id));
  console.log(
    `${events.length} delivered, ${orders.length} of orders, ${receiver.repeats()} again after a kill, ${receiver.refused()} refused at first`,
  );
});
