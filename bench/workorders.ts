import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import pg from 'pg';
import { parseListQuery } from '#contract/list-query.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { reindexRenamed } from '#server/features/workorders/work-orders/search.job.ts';
import { indexOrder } from '#server/features/workorders/work-orders/search.repository.ts';
import { list } from '#server/features/workorders/work-orders/work-orders.list.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { startProduct } from '../tests/support/product.ts';
import { load, type Shot } from './load.ts';
import { at, workedByBackend, workedByProcess, workedOf } from './processor.ts';
import { generate, kinds, known } from './workorders-data.ts';
import { printHelp } from '#server/commands/command.ts';

if (
  printHelp(`Usage: npm run bench:workorders

Measures lists, searches and writes of work orders. Settings: BENCH_ORDERS, BENCH_ASKS, BENCH_ROUNDS, BENCH_MS,
BENCH_WARM_UP, BENCH_PARTS, BENCH_ONLY, BENCH_EXPLAIN, BENCH_DATA (docs/benchmarks.md).`)
)
  process.exit();

// `npm run bench:workorders`: lists, searches and writes of work orders. BENCH_ORDERS says how many, BENCH_ASKS how often each
// kind is asked, BENCH_ROUNDS and BENCH_MS how long the limit is measured, BENCH_WARM_UP how long
// both sides are asked before, BENCH_PARTS which parts (lists,limit,writes),
// BENCH_ONLY which of the questions of a part (`search`, `three words`);
// BENCH_EXPLAIN=1 prints the plans of the lists. BENCH_DATA names a folder that keeps the orders for the next run.
const orders = Number(process.env['BENCH_ORDERS'] ?? 100_000);
const asks = Number(process.env['BENCH_ASKS'] ?? 40);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ms = Number(process.env['BENCH_MS'] ?? 3000);
// Until V8 has compiled what is asked: of the product that is more than of the limit, and a server runs longer than that.
const warmUpMs = Number(process.env['BENCH_WARM_UP'] ?? 6000);
const parts = (process.env['BENCH_PARTS'] ?? 'lists,limit,writes').split(',');
const only = process.env['BENCH_ONLY']?.split(',');
const keptData = process.env['BENCH_DATA'];
const scope = { reach: 'company', companyId: known.company, userId: known.user } as const;
const now = new Date('2026-11-21T13:05:00Z');

const say = (line: string) => process.stdout.write(`${line}\n`);
const cells = (name: string, rest: readonly (string | number)[]) =>
  say(`${name.padEnd(18)}${rest.map((cell) => String(cell).padStart(11)).join('')}`);
const loadNow = () => (loadavg()[0] ?? 0).toFixed(1);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** What each kind of list takes: from asking to rows in hand, and of that the work of the database. */
async function measureLists(db: Db): Promise<void> {
  say('\nms a page of 50, one at a time; cpu: of the database alone');
  cells('', ['p50', 'p95', 'cpu p50', 'cpu p95', 'count cpu', 'count p95', 'rows', 'load']);
  const { rows: backend } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = backend[0]?.pid ?? 0;
  const pooled: number[] = [];
  const worked = async (work: () => Promise<unknown>) => {
    const before = await workedByBackend(pid);
    const wall = await timed(work);
    return { wall, cpu: (await workedByBackend(pid)) - before };
  };
  for (const kind of kinds(orders).filter(({ name }) => only?.includes(name) ?? true)) {
    const ask = (n: number, more: Record<string, string>) =>
      list(db, scope, now, parseListQuery(workOrders, { $top: '50', ...kind.parameters(n), ...more }));
    for (let n = 0; n < 5; n += 1) await ask(n, {});
    const pages = [];
    const counts = [];
    for (let n = 0; n < asks; n += 1) pages.push(await worked(() => ask(n, {})));
    for (let n = 0; n < Math.min(asks, 20); n += 1)
      counts.push(await worked(() => ask(n, { $count: 'true' })));
    const { rows } = await ask(1, {});
    const wall = pages.map((page) => page.wall);
    const cpu = pages.map((page) => page.cpu);
    if (kind.name !== 'deep page') pooled.push(...cpu);
    const figures = [
      at(wall, 0.5),
      at(wall, 0.95),
      at(cpu, 0.5),
      at(cpu, 0.95),
      at(
        counts.map((page) => page.cpu),
        0.5,
      ),
      at(
        counts.map((page) => page.cpu),
        0.95,
      ),
    ];
    cells(kind.name, [...figures.map((figure) => figure.toFixed(1)), rows.length, loadNow()]);
  }
  cells('all but deep', [
    '',
    '',
    at(pooled, 0.5).toFixed(1),
    at(pooled, 0.95).toFixed(1),
    '',
    '',
    '',
    loadNow(),
  ]);
}

interface Scenario {
  readonly name: string;
  readonly aim: number;
  product(n: number): Omit<Shot, 'port'>;
  limit(n: number): Omit<Shot, 'port'>;
}

interface OpenOrder {
  readonly id: string;
  readonly administrationId: string;
  readonly reference: string;
  status: number;
}

function scenarios(token: string, orderOf: (n: number) => OpenOrder): Scenario[] {
  const headers = { host: 'localhost', authorization: `Bearer ${token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const id = (n: number) => orderOf(n).id;
  const reference = (n: number) =>
    `REF-${String((((n * 31) % orders) * 7919) % 10_000_000).padStart(7, '0')}`;
  const url = '/api/comceptum/workorders';
  const get = (path: string) => ({ method: 'GET', path, expect: 200 }) as const;
  const line = JSON.stringify({ description: 'Folder', salesAmount: 10_000 });
  // The status and nothing else, as the limit does; always another one than it is, whoever asked last.
  const status = (n: number) => {
    const order = orderOf(n);
    order.status = (order.status + 1) % 6;
    return JSON.stringify({
      administrationId: order.administrationId,
      reference: order.reference,
      status: order.status,
    });
  };
  return [
    {
      name: 'list with count',
      aim: 0.8,
      product: () => ({
        ...get(`${url}?$top=50&$count=true&$filter=${encodeURIComponent('status ne 6')}`),
        headers,
      }),
      limit: () => get('/list/'),
    },
    {
      name: 'search',
      aim: 0.7,
      product: (n) => ({ ...get(`${url}?$top=50&query=${reference(n)}`), headers }),
      limit: (n) => get(`/search/${reference(n)}`),
    },
    {
      name: 'get one',
      aim: 0.5,
      product: (n) => ({ ...get(`${url}/${id(n)}`), headers }),
      limit: (n) => get(`/one/${id(n)}`),
    },
    {
      name: 'create line',
      aim: 0.6,
      product: (n) => ({
        method: 'POST',
        path: `${url}/${id(n)}/lines`,
        body: line,
        expect: 201,
        headers: json,
      }),
      limit: (n) => ({ method: 'POST', path: `/line/${id(n)}`, body: line, expect: 200 }),
    },
    {
      name: 'change status',
      aim: 0.7,
      product: (n) => ({
        method: 'PUT',
        path: `${url}/${id(n)}`,
        body: status(n),
        expect: 200,
        headers: json,
      }),
      limit: (n) => ({ method: 'PUT', path: `/status/${id(n)}`, body: status(n), expect: 200 }),
    },
  ];
}

/** Product and limit take turns, so that the machine's mood falls on both; the middle round counts. */
async function measureThroughput(
  all: readonly Scenario[],
  productPort: number,
  limitPort: number,
  limitPid: number,
): Promise<void> {
  say(
    '\nrequests a second, 8 connections; ms of processor a request: of server and database, and of the limit and its database',
  );
  cells('', [
    'req/s',
    'p50 ms',
    'p99 ms',
    'limit/s',
    'ratio',
    'aim',
    'server',
    'database',
    'limit',
    'its db',
    'load',
  ]);
  for (const scenario of all.filter(({ name }) => only?.includes(name) ?? true)) {
    const fire = (side: 'product' | 'limit', port: number, time: number) =>
      load((n) => ({ ...scenario[side](n), port }), { connections: 8, ms: time });
    await fire('product', productPort, warmUpMs);
    await fire('limit', limitPort, warmUpMs);
    const turns = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await workedOf(product);
      const ours = await fire('product', productPort, ms);
      const [between, limitBefore] = [await workedOf(product), await workedByProcess(limitPid)];
      const bare = await fire('limit', limitPort, ms);
      const [after, limitAfter] = [await workedOf(product), await workedByProcess(limitPid)];
      const each = [
        (between.server - before.server) / ours.count,
        (between.database - before.database) / ours.count,
        (limitAfter - limitBefore) / bare.count,
        (after.database - between.database) / bare.count,
      ];
      turns.push({ ours, bare, each, ratio: ours.perSecond / bare.perSecond });
    }
    const middle = turns.toSorted((one, other) => one.ratio - other.ratio)[Math.floor(turns.length / 2)];
    if (!middle) continue;
    const { ours, bare, each, ratio } = middle;
    const figures = [
      ours.perSecond.toFixed(0),
      ours.p50.toFixed(1),
      ours.p99.toFixed(1),
      bare.perSecond.toFixed(0),
      ratio.toFixed(2),
      scenario.aim,
    ];
    cells(scenario.name, [...figures, ...each.map((figure) => figure.toFixed(2)), ours.load.toFixed(1)]);
  }
}

/** What the search costs: the text of an order beside the order itself, and the orders of a renamed user. */
async function measureWrites(client: pg.Client, db: Db): Promise<void> {
  say('\nms a write, one at a time');
  cells('', ['p50', 'p95', 'load']);
  const times = async (name: string, count: number, write: (n: number) => Promise<unknown>) => {
    const taken: number[] = [];
    for (let n = 0; n < count; n += 1) taken.push(await timed(() => write(n)));
    cells(name, [at(taken, 0.5).toFixed(2), at(taken, 0.95).toFixed(2), loadNow()]);
  };
  const made: string[] = [];
  await times('insert order', 300, async (n) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'insert',
      text: `insert into work_orders (company_id, id, year, number, administration_id, reference)
        select $1, gen_random_uuid(), 1901, $2::integer, (select id from administrations where company_id = $1 limit 1), 'Folder REF-' || $2::integer
        returning id`,
      values: [known.company, 10_000_000 + n],
    });
    made.push(rows[0]?.id ?? '');
  });
  await times('index order', 300, (n) =>
    db.transaction().execute((tx) => indexOrder(tx, known.company, made[n] ?? '')),
  );
  await times('status', 300, (n) =>
    client.query({
      name: 'change',
      text: `update work_orders set status = (status + 1) % 6, row_version = row_version + 1 where company_id = $1 and year = 1900 and number = $2`,
      values: [known.company, 1 + ((n * 7919) % orders)],
    }),
  );
  const renamed = { companyId: known.company, table: 'users', id: known.user } as const;
  await times('rename user', 1, async (n) => {
    await client.query(`update users set last_name = 'Hernoemd ' || $2::text where id = $1`, [known.user, n]);
    await reindexRenamed({ db }, renamed);
  });
  await times('rename again', 1, () => reindexRenamed({ db }, renamed));
  const sizes = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname like 'work_order_search%' or relname = 'work_orders' order by relname`,
  );
  say(sizes.rows.map(({ name, size }) => `${name} ${size}`).join(', '));
}

async function explain(client: pg.Client): Promise<void> {
  const company = `company_id = '${known.company}' and deleted_at is null`;
  const newest = 'order by created_at desc, number desc, id desc limit 50';
  for (const [name, sql] of [
    ['list', `select id from work_orders where ${company} ${newest}`],
    ['open ones', `select id from work_orders where ${company} and status <> 6 ${newest}`],
    ['deep page', `select id from work_orders where ${company} ${newest} offset 20000`],
    [
      'reference',
      `select work_order_id from work_order_search where company_id = '${known.company}' and text like '%0007919%'`,
    ],
    ['count', `select count(*) from work_orders where ${company} and status <> 6`],
  ] as const) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, buffers off) ${sql}`,
    );
    say(`\n${name}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
}

// One clerk asks more here than anybody may elsewhere.
const env = { RATE_LIMIT: '1000000000' };
const isKept = keptData !== undefined && existsSync(keptData);
const product = await startProduct(keptData === undefined ? { env } : { env, dataFolder: keptData });
const client = new pg.Client(product.owner);
const db = createDb(createPool({ ...product.app, max: 1 }));

async function measureAgainstLimit(): Promise<void> {
  const limit = fork(new URL('./workorders-limit.ts', import.meta.url));
  limit.send({ connection: product.app });
  const limitPort = await new Promise<number>((resolve) =>
    limit.once('message', (message) => resolve(Number(message))),
  );
  const { rows: open } = await client.query<OpenOrder>(
    'select id, administration_id as "administrationId", reference, status from work_orders where company_id = $1 and status <> 6 order by id limit 2000',
    [known.company],
  );
  const token = await product.token(known.email);
  const orderOf = (n: number) => {
    const order = open[n % open.length];
    if (!order) throw new Error('there are no open orders');
    return order;
  };
  await measureThroughput(scenarios(token, orderOf), product.port, limitPort, limit.pid ?? 0);
  limit.disconnect();
}

try {
  await client.connect();
  const made = isKept ? 0 : await timed(() => generate(product, orders));
  say(
    `${availableParallelism()} cores, Node ${process.version}; ${orders} orders ${isKept ? 'kept from before' : `made in ${(made / 1000).toFixed(0)} s`}; load ${loadNow()}`,
  );
  if (parts.includes('lists')) await measureLists(db);
  if (process.env['BENCH_EXPLAIN'] === '1') await explain(client);
  if (parts.includes('limit')) await measureAgainstLimit();
  if (parts.includes('writes')) await measureWrites(client, db);
} finally {
  await db.destroy();
  await client.end();
  await product.stop({ keep: keptData !== undefined });
}
