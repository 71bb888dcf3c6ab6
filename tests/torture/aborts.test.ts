import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytesOf, fileBody, type RawPost, sendPart } from '#server/app/testing/leaving-clients.ts';
import { familyOf, killOutright } from '../kill/processes.ts';
import { startProduct } from '../support/product.ts';
import { copyDemo } from '../support/demo.ts';
import { killAndRetry } from '../support/retries.ts';
import { usually } from '../support/torture.ts';

// The long form of tests/kill/kill.test.ts and server/src/app/keys.routes.test.ts.
let folder: string;
let pid: number | null = null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-aborts-'));
  await copyDemo(folder);
});
afterAll(async () => {
  if (pid !== null) killOutright(familyOf(pid));
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const kills = usually(8, { long: 100 });

test(`of ${kills * 10} requests over ${kills} kills none makes a second record, and none is lost`, async () => {
  const outcome = await killAndRetry(folder, kills, 10, (running) => (pid = running));
  await outcome.product.stop({ keep: true });
  pid = null;
  expect(outcome.notOnce).toEqual([]);
  expect(outcome.asked).toBe(kills * 10);
});

test('2,000 clients that leave at any moment stop nobody from creating', async () => {
  const product = await startProduct({ demo: true, dataFolder: folder });
  pid = product.pid;
  const [staff, customer] = [
    await product.token('beheer@balie.example'),
    await product.token('fm@balie.example'),
  ];
  const postOf = (at: number): RawPost =>
    at % 2 === 0
      ? {
          port: product.port,
          token: staff,
          path: '/api/core/companies',
          key: `left-${at}`,
          type: 'application/json',
          body: Buffer.from(JSON.stringify({ name: `left-${at}`, domainName: `left-${at}.example` })),
        }
      : {
          port: product.port,
          token: customer,
          path: '/api/fmmodule/documents',
          key: `left-${at}`,
          ...fileBody(`left-${at}.xml`, 'x'.repeat(20_000)),
        };
  for (let from = 0; from < 2000; from += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const post = postOf(from + at);
        const socket = await sendPart(post, Math.ceil(Math.random() * bytesOf(post).length));
        await sleep(Math.random() * 60);
        socket.destroy();
      }),
    );
  }
  const body = JSON.stringify({ name: 'stayed', domainName: 'stayed.example' });
  const headers = {
    authorization: `Bearer ${staff}`,
    'content-type': 'application/json',
    'idempotency-key': 'stayed',
  };
  const reply = await fetch(`http://localhost:${product.port}/api/core/companies`, {
    method: 'POST',
    headers,
    body,
  });
  expect(reply.status).toBe(201);
  const client = new pg.Client(product.owner);
  await client.connect();
  const held = async () =>
    (
      await client.query(
        "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      )
    ).rowCount;
  await expect.poll(held, { timeout: 20_000 }).toBe(0);
  await client.end();
  await product.stop({ keep: true });
  pid = null;
});
