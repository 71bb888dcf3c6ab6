import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildProgram } from '#server/features/core/testing/service-accounts.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { falseClockMissing, makeFalseClock } from '../support/false-clock.ts';
import { startDemo } from '../support/demo.ts';
import type { Product } from '../support/product.ts';

// The short forms are clock.test.ts of the queue, steady-store.test.ts and attempts.rules.test.ts.
const clock = makeFalseClock();
if (!clock) process.stdout.write(`${falseClockMissing}\n`);
let product: Product | undefined;
afterAll(async () => {
  await product?.stop();
  clock?.remove();
});

const tokenCommand = fileURLToPath(new URL('../../server/src/commands/token.ts', import.meta.url));
const uploaded = z.object({ result: z.array(z.object({ id: z.string() })) });
const invoices = generateInvoices({ seed: 21, count: 50, layouts: ['classic'] });
const jumps = [0, 5, -3, 26, 0];

test.skipIf(!clock)(
  'a clock that jumps by hours, forward and back, loses nothing and keeps nobody waiting',
  async () => {
    if (!clock) return;
    const running = await startDemo({ env: clock.env });
    product = running;
    const db = createDb(createPool({ ...running.app, max: 2 }));
    const owner = new pg.Client(running.owner);
    await owner.connect();
    // Where the test fails the database ends before this connection.
    owner.on('error', () => undefined);
    const query = async (text: string, values: unknown[] = []) =>
      (await owner.query<Record<string, unknown>>(text, values)).rows;
    // By the product's clock, as people sign in.
    const token = async (email: string) => {
      const env = {
        ...process.env,
        ...clock.env,
        BALIE_DATA: running.dataFolder,
        PORT: String(running.port),
      };
      return (await promisify(execFile)(process.execPath, [tokenCommand, email], { env })).stdout.trim();
    };
    const ask = (path: string, by: string, init: RequestInit = {}) =>
      fetch(`http://localhost:${running.port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${by}`, ...init.headers },
      });
    let number = 0;
    const companies: string[] = [];
    const documents: string[] = [];
    const create = async (by: string) => {
      const name = `clock-${(number += 1)}`;
      const reply = await ask('/api/core/companies', by, {
        method: 'POST',
        body: JSON.stringify({ name, domainName: `${name}.example` }),
        headers: { 'content-type': 'application/json', 'idempotency-key': name },
      });
      if (reply.ok) companies.push(name);
      return reply.status;
    };
    const upload = async (by: string) => {
      const form = new FormData();
      const text = `${invoices[(number += 1) % invoices.length]?.ubl() ?? ''}<!-- ${number} -->`;
      form.append('file', new Blob([text], { type: 'application/xml' }), `${number}.xml`);
      const reply = await ask('/api/fmmodule/documents', by, { method: 'POST', body: form });
      if (reply.ok) documents.push(...uploaded.parse(await reply.json()).result.map(({ id }) => id));
      return reply.status;
    };
    const { id: programId, key } = await buildProgram(db, { may: ['core.groups.read'] });
    const agesOf = async (sql: string, values: unknown[] = []) =>
      Number((await query(`select abs(extract(epoch from now() - (${sql}))) as age`, values))[0]?.['age']);

    const atJump: Promise<number>[] = [];
    let before: string | undefined;
    for (const hours of jumps) {
      clock.set(hours);
      // The library looks once a second.
      await pause(2500);
      const [staff = '', customer = ''] = await Promise.all(
        ['beheer@balie.example', 'fm@balie.example'].map(token),
      );
      // Whoever was signed in still is, or is asked to sign in again.
      const earlier = before === undefined ? 200 : (await ask('/api/core/companies', before)).status;
      expect([200, 401]).toContain(earlier);
      before = staff;
      for (let times = 0; times < 5; times += 1)
        expect([await create(staff), await upload(customer)], `${hours} hours`).toEqual([201, 202]);
      expect((await ask('/readyz', staff)).status).toBe(200);
      expect((await ask('/api/core/groups', key)).status).toBe(200);
      await expect
        .poll(
          () =>
            agesOf('select max(last_used_at) from service_account_keys where service_account_id = $1', [
              programId,
            ]),
          { timeout: 20_000 },
        )
        .toBeLessThan(120);
      const waiting = () => query('select id from documents where state < 2');
      await expect.poll(async () => (await waiting()).length, { timeout: 240_000, interval: 1000 }).toBe(0);
      // The queue's own rounds go on, and with them what is done at certain times: the last one is of this clock.
      await expect
        .poll(() => agesOf('select cron_on from jobs.version'), { timeout: 120_000, interval: 1000 })
        .toBeLessThan(120);
      // Some is left in the queue, and some is being written, while the clock jumps.
      for (let times = 0; times < 5; times += 1) expect(await upload(customer)).toBe(202);
      atJump.push(create(staff));
    }
    const lastRound = async () => JSON.stringify(await query('select cron_on from jobs.version'));
    const last = await lastRound();
    await expect.poll(lastRound, { timeout: 120_000, interval: 1000 }).not.toBe(last);
    for (const status of await Promise.all(atJump)) expect([201, 503]).toContain(status);
    await expect
      .poll(async () => (await query('select id from documents where state < 2')).length, {
        timeout: 240_000,
        interval: 1000,
      })
      .toBe(0);
    const [counted] = await query(
      `select count(*)::integer as rows, count(distinct name)::integer as names from companies where name = any($1)`,
      [companies],
    );
    expect(counted).toEqual({ rows: companies.length, names: companies.length });
    expect(new Set(documents).size).toBe(documents.length);
    expect(await query('select id from documents where id = any($1) and state = 4', [documents])).toEqual([]);
    expect(await query('select id from documents where id = any($1)', [documents])).toHaveLength(
      documents.length,
    );
    await owner.end();
    await db.destroy();
  },
);
