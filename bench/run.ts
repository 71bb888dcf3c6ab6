import { fork } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import pg from 'pg';
import { generate, invoiceId, known, sizes, ubl } from './data.ts';
import { type Figures, load, type Shot } from './load.ts';
import { pauseWorker, resumeWorker } from './processor.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { printHelp } from '#server/commands/command.ts';

if (
  printHelp(`Usage: npm run bench

Measures the product beside a bare limit. Settings: BENCH_ROUNDS, BENCH_MS (docs/benchmarks.md).`)
)
  process.exit();

// Product and limit take turns in one run, so that the machine's mood falls on both; ratios are what counts.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ms = Number(process.env['BENCH_MS'] ?? 4000);
const connections = 8;
const warmUpMs = 1500;

interface Scenario {
  readonly name: string;
  /** The ratio that we aim for. */
  readonly aim: number;
  /** Most requests of one round, where each uses something up. */
  readonly most?: number;
  /** The worker stands still meanwhile, so that the request alone is measured. */
  readonly isReadingPaused?: boolean;
  product(n: number): Omit<Shot, 'port'>;
  limit(n: number): Omit<Shot, 'port'>;
}

const get = (path: string) => ({ method: 'GET', path, expect: 200 }) as const;
const limitPath = (name: string, id = '') => `/${encodeURIComponent(name)}/${id}`;

function scenarios(staff: string, user: string): Scenario[] {
  const as = (token: string) => ({ headers: { host: 'localhost', authorization: `Bearer ${token}` } });
  const json = (token: string) => ({ headers: { ...as(token).headers, 'content-type': 'application/json' } });
  const boundary = 'bench';
  const form = (n: number) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f.xml"\r\ncontent-type: application/xml\r\n\r\n${ubl(n)}\r\n--${boundary}--\r\n`;
  let approved = 0;
  let limitApproved = 5_000;
  let uploaded = 0;
  const upload: Omit<Scenario, 'name'> = {
    aim: 0.6,
    most: 400,
    product: () => ({
      method: 'POST',
      path: '/api/fmmodule/documents',
      body: form((uploaded += 1)),
      expect: 202,
      headers: { ...as(user).headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    }),
    limit: (n) => ({ method: 'POST', path: limitPath('upload'), body: form(n), expect: 200 }),
  };
  return [
    {
      name: 'list invoices',
      aim: 0.8,
      product: () => ({
        ...get('/api/fmmodule/invoices?$top=250&$count=true&$orderby=documentId%20asc'),
        ...as(user),
      }),
      limit: () => get(limitPath('list invoices')),
    },
    {
      name: 'list companies',
      aim: 0.8,
      product: () => ({ ...get('/api/core/companies?$top=50&$count=true'), ...as(staff) }),
      limit: () => get(limitPath('list companies')),
    },
    {
      name: 'get one',
      aim: 0.5,
      product: (n) => ({
        ...get(`/api/fmmodule/invoices/${invoiceId(1 + (n % sizes.invoices))}`),
        ...as(user),
      }),
      limit: (n) => get(limitPath('get one', invoiceId(1 + (n % sizes.invoices)))),
    },
    {
      name: 'approve',
      aim: 0.6,
      most: 1_000,
      product: () => ({
        method: 'POST',
        path: `/api/fmmodule/invoices/${invoiceId((approved += 1))}/approve`,
        body: '{"approve":true}',
        expect: 200,
        ...json(user),
      }),
      limit: () => ({
        method: 'POST',
        path: limitPath('approve', invoiceId((limitApproved += 1))),
        body: '{"approve":true}',
        expect: 200,
      }),
    },
    { ...upload, name: 'upload' },
    { ...upload, name: 'its request', isReadingPaused: true },
  ];
}

async function startLimit(product: Product): Promise<{ port: number; stop(): void }> {
  await product.query(
    'create table bench_uploads (id uuid primary key, company_id uuid not null, body text not null)',
  );
  await product.query('grant insert, select on bench_uploads to public');
  const child = fork(new URL('./limit-server.ts', import.meta.url));
  child.send({ connection: product.app });
  const port = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve(Number(message))),
  );
  return { port, stop: () => child.disconnect() };
}

const maxSettleMs = 120_000;

/** Waits until nothing that was uploaded is still to be read, so that no round works off what another one left. */
async function settle(product: Product): Promise<void> {
  const client = new pg.Client(product.owner);
  await client.connect();
  const began = performance.now();
  const left = async () =>
    (await client.query(`select from jobs.job where state < 'completed' and name not like '\\_\\_%' limit 1`))
      .rowCount ?? 0;
  while (performance.now() - began < maxSettleMs && (await left()) > 0)
    await new Promise((resolve) => setTimeout(resolve, 200));
  await client.end();
}

async function measure(
  scenario: Scenario,
  of: Product,
  limitPort: number,
): Promise<{ product: Figures; limit: Figures; ratio: number }> {
  const fire = (side: 'product' | 'limit', port: number, time: number, most?: number) =>
    load((n) => ({ ...scenario[side](n), port }), {
      connections,
      ms: time,
      ...(most === undefined ? {} : { most }),
    });
  // A server that runs is measured, not one that starts.
  const share = scenario.most === undefined ? undefined : Math.floor(scenario.most / 2);
  await fire('product', of.port, warmUpMs, share);
  await fire('limit', limitPort, warmUpMs, share);
  const turns = [];
  const settled = async () => (scenario.isReadingPaused ? undefined : settle(of));
  for (let round = 0; round < rounds; round += 1) {
    await settled();
    const product = await fire('product', of.port, ms, scenario.most);
    await settled();
    const limit = await fire('limit', limitPort, ms, scenario.most);
    turns.push({ product, limit, ratio: product.perSecond / limit.perSecond });
  }
  const middle = turns.toSorted((one, other) => one.ratio - other.ratio)[Math.floor(turns.length / 2)];
  if (!middle) throw new Error('no rounds');
  return middle;
}

function print(cells: readonly (string | number)[]): void {
  const [name = '', ...rest] = cells;
  process.stdout.write(
    `${String(name).padEnd(16)}${rest.map((cell) => String(cell).padStart(10)).join('')}\n`,
  );
}

// One user asks for everything here; the counting stays in, its bound does not.
process.env['RATE_LIMIT'] = '1000000000';
const product = await startProduct();
try {
  process.stdout.write(`Generating ${sizes.companies} companies and ${sizes.invoices} invoices …\n`);
  await generate(product);
  const limit = await startLimit(product);
  const model = cpus()[0]?.model ?? 'unknown';
  process.stdout.write(
    `${availableParallelism()} cores (${model}), Node ${process.version}, ${connections} connections, median of ${rounds} rounds\n\n`,
  );
  print(['', 'req/s', 'p50 ms', 'p99 ms', 'limit/s', 'p50 ms', 'p99 ms', 'ratio', 'aim', 'load']);
  for (const scenario of scenarios(
    await product.token(known.staffEmail),
    await product.token(known.userEmail),
  )) {
    if (scenario.isReadingPaused) {
      // Idle first: what stands still in the middle of a transaction holds its locks.
      await settle(product);
      await pauseWorker(product);
    }
    const { product: ours, limit: bare, ratio } = await measure(scenario, product, limit.port);
    if (scenario.isReadingPaused) await resumeWorker(product);
    const figures = [
      ours.perSecond.toFixed(0),
      ours.p50.toFixed(1),
      ours.p99.toFixed(1),
      bare.perSecond.toFixed(0),
      bare.p50.toFixed(1),
      bare.p99.toFixed(1),
    ];
    print([scenario.name, ...figures, ratio.toFixed(2), scenario.aim, ours.load.toFixed(1)]);
  }
  limit.stop();
} finally {
  await product.stop();
}
