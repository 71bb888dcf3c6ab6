import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { generateInvoices } from '#server/samples/generate.ts';
import { familyOf } from '../kill/processes.ts';
import { startDemo } from '../support/demo.ts';
import type { Product } from '../support/product.ts';
import { usually } from '../support/torture.ts';
import { makeSlowDisk, type SlowDisk, slowDiskMissing } from '../support/slow-disk.ts';

const invoices = generateInvoices({ seed: 31, count: 50, layouts: ['classic'] });
const uploaded = z.object({ result: z.array(z.object({ id: z.string() })) });
const problem = z.object({ title: z.string().min(1), status: z.int() });
/** How long each speed lasts, and so many writes a second reach the disk then. */
const phaseMs = usually(15_000, { long: 60_000 });
const speeds = [40, 8, 2];
const maxMs = 90_000;

let folder: string;
let disk: SlowDisk | undefined;
let product: Product | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-slow-'));
});
afterAll(async () => {
  disk?.remove();
  await product?.stop({ keep: true });
  await rm(folder, { recursive: true, force: true });
});

test('a disk that takes a few writes a second is waited for or said so, and loses nothing', async (context) => {
  disk = makeSlowDisk(folder);
  if (!disk) {
    process.stdout.write(`${slowDiskMissing}\n`);
    return context.skip('needs control groups');
  }
  const running = await startDemo({ dataFolder: join(folder, 'data') });
  product = running;
  const [customer, staff] = [
    await running.token('fm@balie.example'),
    await running.token('beheer@balie.example'),
  ];
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const wrong: unknown[] = [];
  const ask = async (path: string, by: string, init: RequestInit = {}) => {
    const began = performance.now();
    const reply = await fetch(`http://localhost:${running.port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${by}`, ...init.headers },
      signal: AbortSignal.timeout(maxMs),
    });
    const answer: unknown = await reply.json();
    times.push(performance.now() - began);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    // Refused with a sentence, never an error of the program.
    if (!reply.ok && ![503, 507].includes(problem.parse(answer).status)) wrong.push(answer);
    return { isDone: reply.ok, answer };
  };
  let number = 0;
  const companies: string[] = [];
  const documents: string[] = [];
  const create = async () => {
    const name = `slow-${(number += 1)}`;
    const { isDone } = await ask('/api/core/companies', staff, {
      method: 'POST',
      body: JSON.stringify({ name, domainName: `${name}.example` }),
      headers: { 'content-type': 'application/json' },
    });
    if (isDone) companies.push(name);
  };
  const upload = async () => {
    const form = new FormData();
    const text = `${invoices[(number += 1) % invoices.length]?.ubl() ?? ''}<!-- ${number} -->`;
    form.append('file', new Blob([text], { type: 'application/xml' }), `${number}.xml`);
    const { isDone, answer } = await ask('/api/fmmodule/documents', customer, { method: 'POST', body: form });
    if (isDone) documents.push(...uploaded.parse(answer).result.map(({ id }) => id));
  };
  // Slower than what one user may ask in a minute.
  const read = async () => {
    await ask('/api/core/companies?$top=50', staff);
    await pause(200);
  };

  disk.add([running.pid, ...familyOf(running.pid)]);
  for (const speed of speeds) {
    disk.writes(speed);
    const until = performance.now() + phaseMs;
    const counted = companies.length + documents.length;
    times.length = 0;
    const busy = (work: () => Promise<unknown>) => async () => {
      while (performance.now() < until) await work();
    };
    await Promise.all([create, create, create, create, upload, upload, read].map((work) => busy(work)()));
    const [last = 0] = times.toSorted((a, b) => b - a);
    process.stdout.write(
      `${speed} writes a second: ${companies.length + documents.length - counted} done, longest answer ${Math.round(last)} ms\n`,
    );
  }
  disk.remove();
  await Promise.all([create(), upload(), read()]);
  expect(wrong).toEqual([]);
  process.stdout.write(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);

  const db = new pg.Client(running.owner);
  await db.connect();
  const rowsOf = async (sql: string, values: unknown[] = []) => (await db.query(sql, values)).rows;
  const named = await rowsOf("select name from companies where name like 'slow-%'");
  const names = new Set(named.map(({ name }) => String(name)));
  expect(names.size).toBe(named.length);
  expect(companies.filter((name) => !names.has(name))).toEqual([]);
  expect(await rowsOf('select id from documents where id = any($1)', [documents])).toHaveLength(
    documents.length,
  );
  await expect
    .poll(async () => (await rowsOf('select id from documents where state < 2')).length, {
      timeout: 240_000,
      interval: 1000,
    })
    .toBe(0);
  expect(await rowsOf('select id from documents where id = any($1) and state = 4', [documents])).toEqual([]);
  await db.end();
});
