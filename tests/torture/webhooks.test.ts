import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { event } from '#contract/core/events.ts';
import { jobKinds } from '#server/app/job-kinds.ts';
import { portOf } from '#server/app/listen.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { buildWebhook } from '#server/features/core/testing/webhooks.ts';
import { newWebhookSecret } from '#server/features/core/webhooks/webhooks.rules.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { recordEvents } from '#server/platform/db/events.ts';
import { newId } from '#server/platform/db/ids.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { createTestDatabase } from '#server/platform/testing/database.ts';
import { usually } from '../support/torture.ts';

const eventCount = usually(3000, { long: 10_000 });
const perRecord = 4;
const kills = usually(10, { long: 20 });
const worker = fileURLToPath(new URL('../support/webhook-worker.ts', import.meta.url));

test(`${eventCount} events and ${kills} kills: each is delivered, signed, in the order of its record, and a repeat has the same id`, async () => {
  const database = await createTestDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-webhooks-'));
  await installJobs(database.owner, database.app.user ?? 'balie_app', jobKinds);
  const db = createDb(createPool({ ...database.app, max: 2 }));
  const secret = newWebhookSecret();
  const verifier = new Webhook(secret);
  // Ids of events by record, in the order in which they came first; and how often each came.
  const byRecord = new Map<string, string[]>();
  const times = new Map<string, number>();
  let forged = 0;
  let refused = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const id = String(request.headers['webhook-id']);
      // Some fail at first, so that what is tried again is killed too.
      if (!times.has(id) && refused < 200 && Math.random() < 0.02) {
        refused += 1;
        response.writeHead(503).end();
        return;
      }
      try {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const { data } = event.parse(verifier.verify(body, headers));
        if (data.eventId !== id) forged += 1;
        const seen = byRecord.get(data.id) ?? [];
        if (!times.has(id)) byRecord.set(data.id, [...seen, id]);
      } catch {
        forged += 1;
      }
      times.set(id, (times.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { id: companyId } = await buildCompany(db);
  await buildWebhook(db, companyId, { url: `http://127.0.0.1:${portOf(server)}/in`, secret });
  await db.deleteFrom('webhook_deliveries').where('company_id', '=', companyId).execute();
  const records = Array.from({ length: eventCount / perRecord }, () => newId());
  for (let turn = 0; turn < perRecord; turn += 1)
    await db.transaction().execute((tx) =>
      recordEvents(
        tx,
        new Date(Date.now() + turn),
        records.map((recordId) => ({
          companyId,
          type: 'invoice.approved',
          entity: 'fmmodule.invoices',
          recordId,
        })),
      ),
    );

  const start = () =>
    fork(worker, [JSON.stringify({ database: database.app, dataFolder, companyId })], { stdio: 'inherit' });
  const ended = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  for (let round = 0; round < kills; round += 1) {
    const before = times.size;
    const child = start();
    while (times.size < before + 50 && child.exitCode === null) await sleep(20);
    await sleep(Math.random() * 500);
    child.kill('SIGKILL');
    await ended(child);
    expect(child.signalCode, `round ${round}`).toBe('SIGKILL');
  }
  const last = start();
  await ended(last);
  expect(last.exitCode).toBe(0);

  const repeats = [...times.values()].reduce((sum, count) => sum + count - 1, 0);
  const stored = await db
    .selectFrom('events')
    .where('company_id', '=', companyId)
    .select(['id', 'record_id as recordId', 'number'])
    .orderBy('number')
    .execute();
  expect({ forged, distinct: times.size }).toEqual({ forged: 0, distinct: eventCount });
  expect(new Set(times.keys())).toEqual(new Set(stored.map(({ id }) => id)));
  const order = Map.groupBy(stored, ({ recordId }) => recordId);
  for (const [recordId, events] of order) expect(byRecord.get(recordId)).toEqual(events.map(({ id }) => id));
  console.log(`${eventCount} delivered, ${repeats} of them again after a kill, ${refused} refused at first`);
  await db.destroy();
  await new Promise((done) => server.close(done));
  await database.drop();
  await rm(dataFolder, { recursive: true, force: true });
});
