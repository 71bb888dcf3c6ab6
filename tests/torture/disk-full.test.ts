import { execFileSync } from 'node:child_process';
import { chmod, type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { generateInvoices } from '#server/samples/generate.ts';
import { startDemo } from '../support/demo.ts';
import type { Product } from '../support/product.ts';

// The short form is server/src/app/storage-full.test.ts. Here a whole product has a small disk of its own.
const rounds = Number(process.env['BALIE_TORTURE_DISKS'] ?? 5);
const invoices = generateInvoices({ seed: 11, count: 50, layouts: ['classic'] });
let folder: string;
let isMounted = false;
let product: Product | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-disk-'));
  await chmod(folder, 0o711);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=711', 'tmpfs', folder], { stdio: 'ignore' });
    isMounted = true;
  } catch {
    process.stdout.write('A small disk needs root and tmpfs: the test of a full one is skipped.\n');
  }
});
afterAll(async () => {
  await product?.stop({ keep: true });
  if (isMounted) execFileSync('umount', ['-l', folder]);
  await rm(folder, { recursive: true, force: true });
});

const part = Buffer.alloc(65_536, 7);

/**
 * Takes whatever becomes free until it is told to end, as the log of another program would. Without it the disk does not
 * stay full: PostgreSQL without room for its WAL ends and recovers, and the checkpoint of that gives back WAL of the past.
 */
async function keepFull(file: FileHandle, signal: AbortSignal): Promise<void> {
  const takes = (bytes: Buffer) =>
    file.write(bytes).then(
      () => !signal.aborted,
      () => false,
    );
  while (!signal.aborted) {
    for (const bytes of [part, part.subarray(0, 4096)]) while (await takes(bytes));
    await pause(10);
  }
}

/** Writes WAL until PostgreSQL finds no room for more, and ends. */
async function fillWal({ owner }: Product): Promise<void> {
  const client = new pg.Client(owner);
  client.on('error', () => undefined);
  await client.connect();
  const ended = expect(async () => {
    for (let megabytes = 0; megabytes < 700; megabytes += 1)
      await client.query("select pg_logical_emit_message(false, 'full', repeat('x', 1000000))");
  });
  await ended.rejects.toThrow();
}

const uploaded = z.object({ result: z.array(z.object({ id: z.string() })) });

test(`a disk that is full ${rounds} times is said so, loses nothing, and work goes on by itself`, async (context) => {
  if (!isMounted) return context.skip('needs root and tmpfs');
  const running = await startDemo({ dataFolder: join(folder, 'data') });
  product = running;
  const base = `http://localhost:${running.port}`;
  const [customer, staff] = [
    await running.token('fm@balie.example'),
    await running.token('beheer@balie.example'),
  ];
  const ask = (path: string, init: RequestInit = {}, token = customer) =>
    fetch(`${base}${path}`, {
      ...init,
      // While the disk is filled a connection that waits is closed, perhaps just as it is used again.
      headers: { authorization: `Bearer ${token}`, connection: 'close', ...init.headers },
    });
  const documents: string[] = [];
  const companies: string[] = [];
  let number = 0;
  const upload = async () => {
    number += 1;
    const form = new FormData();
    const invoice = invoices[number % invoices.length];
    // Of more than a block, and never the same bytes twice.
    const text = `${invoice?.ubl() ?? ''}<!-- ${number} ${'x'.repeat(200_000)} -->`;
    form.append('file', new Blob([text], { type: 'application/xml' }), `${number}.xml`);
    const reply = await ask('/api/fmmodule/documents', { method: 'POST', body: form });
    if (reply.ok) documents.push(...uploaded.parse(await reply.json()).result.map(({ id }) => id));
    return reply.status;
  };
  const create = async () => {
    number += 1;
    const name = `vol-${number}`;
    const reply = await ask(
      '/api/core/companies',
      {
        method: 'POST',
        body: JSON.stringify({ name, domainName: `${name}.example` }),
        headers: { 'content-type': 'application/json' },
      },
      staff,
    );
    if (reply.ok) companies.push(name);
    return reply.status;
  };
  const ready = async () => (await ask('/readyz')).status;
  const ballast = join(folder, 'ballast');

  for (let round = 1; round <= rounds; round += 1) {
    expect([await upload(), await create()]).toEqual([202, 201]);
    const file = await open(ballast, 'w');
    const filling = new AbortController();
    const filled = keepFull(file, filling.signal);
    const statuses = new Map<number, number>();
    const write = async (times: number) => {
      for (let tries = 0; tries < times; tries += 1)
        for (const status of [await upload(), await create()])
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    await write(30);
    if (round % 2 === 0) {
      await fillWal(running);
      await write(5);
    }
    const full = [];
    // Readiness looks at the disk every five seconds.
    await expect.poll(ready, { timeout: 20_000, interval: 500 }).toBe(503);
    for (let times = 0; times < 5; times += 1) full.push(await ready());
    filling.abort();
    await filled;
    await file.close();
    process.stdout.write(`round ${round}: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
    // Refused in words or accepted, never an error of the program.
    expect([...statuses.keys()].filter((status) => ![201, 202, 503, 507].includes(status))).toEqual([]);
    expect([...statuses.keys()]).toContain(507);
    expect(full).toEqual([503, 503, 503, 503, 503]);
    await rm(ballast);
    await expect.poll(ready, { timeout: 60_000, interval: 500 }).toBe(200);
    await expect.poll(upload, { timeout: 60_000, interval: 500 }).toBe(202);
    await expect.poll(create, { timeout: 60_000, interval: 500 }).toBe(201);
    await pause(500);
  }

  const db = new pg.Client(running.owner);
  await db.connect();
  // Everything that was acknowledged is there once, and every document was read or found wrong, none is stuck.
  const count = async (sql: string, values: unknown[]) =>
    Number((await db.query(sql, values)).rows[0]?.count);
  expect(await count('select count(*) from companies where name = any($1)', [companies])).toBe(
    companies.length,
  );
  expect(await count('select count(*) from documents where id = any($1)', [documents])).toBe(
    documents.length,
  );
  expect(documents.length).toBeGreaterThan(rounds);
  await expect
    .poll(() => count('select count(*) from documents where id = any($1) and state < 2', [documents]), {
      timeout: 180_000,
      interval: 1000,
    })
    .toBe(0);
  expect(await count('select count(*) from documents where id = any($1) and state = 4', [documents])).toBe(0);
  await db.end();
});
