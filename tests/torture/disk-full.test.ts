import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { generateInvoices } from '#server/samples/generate.ts';
import { type Product, startProduct } from '../support/product.ts';

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

const uploaded = z.object({ result: z.array(z.object({ id: z.string() })) });

test(`a disk that is full ${rounds} times is said so, loses nothing, and work goes on by itself`, async (context) => {
  if (!isMounted) return context.skip('needs root and tmpfs');
  const running = await startProduct({ demo: true, dataFolder: join(folder, 'data') });
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
    const { bavail, bsize } = await statfs(folder);
    const file = await open(ballast, 'w');
    // A little is left, so that the disk fills up in the middle of work.
    const part = Buffer.alloc(1024 * 1024, 7);
    for (let left = bavail * bsize - 4 * part.length; left > 0; left -= part.length) await file.write(part);
    await file.close();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 60; tries += 1) {
      statuses.add(await upload());
      statuses.add(await create());
    }
    // Refused in words or accepted, never an error of the program.
    expect([...statuses].filter((status) => ![201, 202, 503, 507].includes(status))).toEqual([]);
    expect([...statuses]).toContain(507);
    expect(await ready()).toBe(503);
    await rm(ballast);
    await expect.poll(ready, { timeout: 60_000, interval: 500 }).toBe(200);
    await expect.poll(upload, { timeout: 60_000, interval: 500 }).toBe(202);
    await expect.poll(create, { timeout: 60_000, interval: 500 }).toBe(201);
    await pause(500);
  }

  const db = new (await import('pg')).default.Client(running.owner);
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
