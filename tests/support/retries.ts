import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { familyOf, haveEnded, killOutright } from '../kill/processes.ts';
import { type Product, startProduct } from './product.ts';

/** How often every record that was asked for under a key is there. */
export interface Outcome {
  readonly asked: number;
  /** Answers that came before a kill. */
  readonly answered: number;
  /** Names with the number of their records, where that is not one. */
  readonly notOnce: readonly { readonly name: string; readonly records: number }[];
  /** As it runs after the last kill. */
  readonly product: Product;
}

interface Asked {
  readonly kind: 'company' | 'document';
  readonly name: string;
  readonly key: string;
}

type Tokens = Readonly<Record<Asked['kind'], string>>;

async function send(product: Product, tokens: Tokens, { kind, name, key }: Asked): Promise<number> {
  const headers = { authorization: `Bearer ${tokens[kind]}`, 'idempotency-key': key };
  const at = `http://localhost:${product.port}/api`;
  const signal = AbortSignal.timeout(60_000);
  if (kind === 'company') {
    const body = JSON.stringify({ name, domainName: `${name}.example` });
    const reply = await fetch(`${at}/core/companies`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      signal,
    });
    await reply.text();
    return reply.status;
  }
  const form = new FormData();
  form.append(
    'file',
    new Blob([`<?xml version="1.0"?><a>${name}</a>`], { type: 'application/xml' }),
    `${name}.xml`,
  );
  const reply = await fetch(`${at}/fmmodule/documents`, { method: 'POST', headers, body: form, signal });
  await reply.text();
  return reply.status;
}

async function tokensOf(product: Product): Promise<Tokens> {
  return {
    company: await product.token('beheer@balie.example'),
    document: await product.token('fm@balie.example'),
  };
}

/** Sends every request again until it is answered; gives what was refused. */
async function retryAll(product: Product, tokens: Tokens, requests: readonly Asked[]): Promise<string[]> {
  const refused: string[] = [];
  await Promise.all(
    requests.map(async (request) => {
      for (let tries = 0; ; tries += 1) {
        const status = await send(product, tokens, request).catch(() => 0);
        if (status >= 200 && status < 300) return;
        if ((status >= 400 && status < 500) || tries > 20)
          return void refused.push(`${request.name}: ${status}`);
        await sleep(100);
      }
    }),
  );
  return refused;
}

/**
 * Kills the product in the middle of writes, so many times, with so many requests underway each time; starts it again and
 * sends all of them again under their keys.
 */
export async function killAndRetry(
  dataFolder: string,
  rounds: number,
  inFlight: number,
  hear: (pid: number) => void,
): Promise<Outcome> {
  const run = randomUUID().slice(0, 8);
  const requests: Asked[] = [];
  let answered = 0;
  let product = await startProduct({ demo: true, dataFolder });
  hear(product.pid);
  for (let round = 0; round < rounds; round += 1) {
    const tokens = await tokensOf(product);
    const mine = Array.from({ length: inFlight }, (_, at): Asked => ({
      kind: at % 3 === 2 ? 'document' : 'company',
      name: `r${run}-${round}-${at}`,
      key: randomUUID(),
    }));
    requests.push(...mine);
    const running = product;
    const outcomes = Promise.all(mine.map((request) => send(running, tokens, request).catch(() => 0)));
    // Before, during and after the commits; the later half waits for the first answer.
    await sleep((round * 37) % 150);
    const family = familyOf(product.pid);
    killOutright(round % 3 === 0 ? family : [product.pid]);
    await haveEnded(family);
    answered += (await outcomes).filter(
      (status) => status === 200 || status === 201 || status === 202,
    ).length;
    product = await startProduct({ demo: true, dataFolder });
    hear(product.pid);
    const refused = await retryAll(product, await tokensOf(product), mine);
    if (refused.length > 0) throw new Error(`refused after a kill: ${refused.join(', ')}`);
  }
  const refused = await retryAll(product, await tokensOf(product), requests);
  if (refused.length > 0) throw new Error(`refused at the end: ${refused.join(', ')}`);
  const counts = await countRecords(product, run);
  const notOnce = requests
    .map(({ name }) => ({ name, records: counts.get(name) ?? 0 }))
    .filter(({ records }) => records !== 1);
  return { asked: requests.length, answered, notOnce, product };
}

async function countRecords({ owner }: Product, run: string): Promise<Map<string, number>> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; records: string }>(
      `select name, count(*)::text as records from (
         select name from companies where name like $1
         union all select regexp_replace(filename, '[.]xml$', '') from documents where filename like $1) as made
       group by name`,
      [`r${run}-%`],
    );
    return new Map(rows.map(({ name, records }) => [name, Number(records)]));
  } finally {
    await client.end();
  }
}
