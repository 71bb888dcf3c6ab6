import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { joinEmbedded } from '#server/platform/db/embedded.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { familyOf, haveEnded, killOutright } from '../kill/processes.ts';
import { type Product, startProduct } from './product.ts';

/** What the product said yes to, over all rounds. */
interface Acknowledged {
  readonly companies: string[];
  readonly documents: string[];
}

const invoices = generateInvoices({ seed: 7, count: 200, layouts: ['classic'] });

const created = z.object({ result: z.object({ id: z.string() }) });
const uploaded = z.object({ result: z.array(z.object({ id: z.string() })) });

type Person = { readonly product: Product; readonly token: string };

async function post(
  { product, token }: Person,
  path: string,
  body: string | FormData,
  type?: string,
): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(type === undefined ? {} : { 'content-type': type }),
  };
  const reply = await fetch(`http://localhost:${product.port}/api/${path}`, {
    method: 'POST',
    headers,
    body,
  });
  const answer: unknown = await reply.json();
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${JSON.stringify(answer)}`);
  return answer;
}

/** What ends in a round, by `kill -9`. */
type Victim = 'everything' | 'server' | 'database';

// A database comes back under its server, which is quicker than a product; more than a few times in a minute it would not.
const victims: readonly Victim[] = ['database', 'server', 'database', 'database', 'everything'];

async function createCompanies(person: Person, prefix: string, companies: string[], signal: AbortSignal) {
  for (let number = 1; !signal.aborted; number += 1) {
    const name = `${prefix}-${number}`;
    const body = JSON.stringify({ name, domainName: `${name}.example` });
    companies.push(created.parse(await post(person, 'core/companies', body, 'application/json')).result.id);
  }
}

async function uploadInvoices(person: Person, from: number, documents: string[], signal: AbortSignal) {
  for (let number = from; !signal.aborted; number += 1) {
    const form = new FormData();
    const invoice = invoices[number % invoices.length];
    form.append('file', new Blob([invoice?.ubl() ?? ''], { type: 'application/xml' }), `${number}.xml`);
    const answer = uploaded.parse(await post(person, 'fmmodule/documents', form));
    documents.push(...answer.result.map(({ id }) => id));
    await sleep(100);
  }
}

/** Writes from all sides, and kills in the middle of that; gives what was killed. */
async function writeAndKill(
  product: Product,
  round: number,
  { companies, documents }: Acknowledged,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Victim> {
  const staff = { product, token: await product.token('beheer@balie.example') };
  const customer = { product, token: await product.token('fm@balie.example') };
  const acknowledged = () =>
    Math.min(companies.length - before.companies, documents.length - before.documents);
  const before = { companies: companies.length, documents: documents.length };
  const ending = new AbortController();
  const writers = [
    ...[1, 2, 3, 4].map((writer) =>
      createCompanies(staff, `round-${round}-${writer}`, companies, ending.signal),
    ),
    uploadInvoices(customer, round * 5, documents, ending.signal),
  ];
  const outcomes = Promise.allSettled(writers);
  await expect.poll(acknowledged, { timeout: 60_000 }).toBeGreaterThan(0);
  await meanwhile();
  await sleep(100 + ((round * 137) % 500));
  const victim = victims[(round - 1) % victims.length] ?? 'everything';
  const killed = {
    everything: () => familyOf(product.pid),
    server: () => [product.pid],
    database: () => familyOf(postmasterOf(product)),
  }[victim]();
  const family = victim === 'database' ? killed : familyOf(product.pid);
  killOutright(killed);
  ending.abort();
  await haveEnded(family);
  const reasons = (await outcomes).flatMap((outcome) =>
    outcome.status === 'rejected' ? [whyOf(outcome.reason)] : [],
  );
  // The connection broke, or the server says that its database is away; anything else is a failure of the product.
  const expected = victim === 'database' ? /: 503 / : /fetch failed|terminated|SocketError/;
  const unexpected = reasons.filter((reason) => !expected.test(reason));
  expect({ round, victim, unexpected }).toEqual({ round, victim, unexpected: [] });
  return victim;
}

function whyOf(reason: unknown): string {
  const cause = reason instanceof Error && reason.cause instanceof Error ? `, ${reason.cause.message}` : '';
  return `${String(reason)}${cause}`;
}

function postmasterOf({ dataFolder }: Product): number {
  return Number(readFileSync(join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

const isReady = ({ port }: Product) =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function query(database: pg.ClientConfig, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function idsOf(database: pg.ClientConfig, sql: string): Promise<Set<unknown>> {
  return new Set((await query(database, sql)).map((row) => row['id']));
}

/**
 * Kills the product, its server or its database in the middle of writes, so many times; starts it again and expects that
 * every acknowledged write is there, once, and that no work is left lying. `backUp` is called in each round while everybody
 * writes. Ends with the product stopped.
 */
export async function killWhileWriting(
  dataFolder: string,
  rounds: number,
  hear: (pid: number) => void,
  backUp?: (product: Product, round: number) => Promise<void>,
): Promise<void> {
  const acknowledged: Acknowledged = { companies: [], documents: [] };
  const { companies, documents } = acknowledged;
  const start = async () => {
    const started = await startProduct({ demo: true, dataFolder });
    hear(started.pid);
    return started;
  };
  let running: Product | undefined;
  for (let round = 1; round <= rounds; round += 1) {
    const product: Product = (running ??= await start());
    // A database that was killed is started again by its server.
    await expect.poll(() => isReady(product), { timeout: 60_000 }).toBe(true);
    const victim = await writeAndKill(product, round, acknowledged, async () => backUp?.(product, round));
    if (victim !== 'database') running = undefined;
  }
  const product = running ?? (await start());
  await expect.poll(() => isReady(product), { timeout: 60_000 }).toBe(true);

  const keptCompanies = await idsOf(product.owner, 'select id from companies');
  expect(companies.filter((id) => !keptCompanies.has(id))).toEqual([]);
  const named = await query(product.owner, "select name from companies where name like 'round-%'");
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  const keptDocuments = await idsOf(product.owner, 'select id from documents');
  expect(documents.filter((id) => !keptDocuments.has(id))).toEqual([]);
  const inHistory = await idsOf(
    product.owner,
    "select distinct entity_id as id from history where verb = 'create'",
  );
  expect(companies.filter((id) => !inHistory.has(id))).toEqual([]);
  expect(companies.length).toBeGreaterThan(rounds);

  // Every file that a row points to is whole.
  const store = filesInFolder(join(dataFolder, 'files'));
  for (const { sha256 } of await query(
    product.owner,
    "select distinct sha256 from documents where sha256 <> ''",
  )) {
    expect(await store.get(z.string().parse(sha256)), `file ${String(sha256)}`).not.toBe(null);
  }

  // Every index still tells the truth about its table.
  const { adminConfig } = await joinEmbedded({ dataFolder, log: console });
  await query({ ...adminConfig, database: 'balie' }, 'create extension if not exists amcheck');
  await query(
    { ...adminConfig, database: 'balie' },
    `select bt_index_check(i.indexrelid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relnamespace = 'public'::regnamespace`,
  );

  // Nothing that came in is left lying: the work of the killed workers is taken up again.
  const unfinished = () => query(product.owner, 'select id from documents where state < 2');
  await expect.poll(async () => (await unfinished()).length, { timeout: 300_000, interval: 1000 }).toBe(0);
  await product.stop({ keep: true });
}
