import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printHelp } from '#server/commands/command.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { ubl } from './data.ts';
import { type Figures, load, type Shot } from './load.ts';
import { workedByProcess } from './processor.ts';

if (
  printHelp(`Usage: npm run bench:point-in-time

Measures writes of a product that archives its database beside one that does not. Settings: BENCH_ROUNDS, BENCH_MS.`)
)
  process.exit();

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ms = Number(process.env['BENCH_MS'] ?? 4000);
const connections = 8;
let number = 0;

const writes: Readonly<Record<string, (tokens: Tokens) => Omit<Shot, 'port'>>> = {
  'create a company': ({ staff }) => {
    const name = `bench-${(number += 1)}`;
    return {
      method: 'POST',
      path: '/api/core/companies',
      headers: { host: 'localhost', authorization: `Bearer ${staff}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, domainName: `${name}.example` }),
      expect: 201,
    };
  },
  'upload a UBL': ({ customer }) => ({
    method: 'POST',
    path: '/api/fmmodule/documents',
    headers: {
      host: 'localhost',
      authorization: `Bearer ${customer}`,
      'content-type': 'multipart/form-data; boundary=bench',
    },
    body: `--bench\r\ncontent-disposition: form-data; name="file"; filename="f.xml"\r\ncontent-type: application/xml\r\n\r\n${ubl((number += 1))}\r\n--bench--\r\n`,
    expect: 202,
  }),
};

interface Tokens {
  readonly staff: string;
  readonly customer: string;
}

// One user asks for everything here; the counting stays in, its bound does not.
process.env['RATE_LIMIT'] = '1000000000';
const archive = await mkdtemp(join(tmpdir(), 'balie-archive-'));
const products: Product[] = [];
try {
  const without = await startProduct({ demo: true });
  products.push(without);
  const env = { BALIE_PITR: archive, BALIE_BACKUP_KEY: '07'.repeat(32) };
  const withArchive = await startProduct({ demo: true, env });
  products.push(withArchive);
  const sides = await Promise.all(
    [withArchive, without].map(async (product) => ({
      product,
      tokens: {
        staff: await product.token('beheer@balie.example'),
        customer: await product.token('fm@balie.example'),
      },
    })),
  );
  for (const [name, shot] of Object.entries(writes)) {
    const turns: { figures: Figures[]; ratio: number }[] = [];
    const costs: number[][] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const figures: Figures[] = [];
      const cost: number[] = [];
      for (const { product, tokens } of sides) {
        const before = await workedByProcess(product.pid);
        const found = await load(() => ({ ...shot(tokens), port: product.port }), { connections, ms });
        figures.push(found);
        cost.push(((await workedByProcess(product.pid)) - before) / found.count);
      }
      // The first one warms up.
      if (round === 0) continue;
      const [ours = 0, bare = 0] = figures.map(({ perSecond }) => perSecond);
      turns.push({ figures, ratio: ours / bare });
      costs.push(cost);
    }
    const [withOnes = 0, without = 0] = [0, 1].map((side) => middleOf(costs.map((cost) => cost[side] ?? 0)));
    const pairs = costs.map(([ours = 0, bare = 0]) => ours / bare);
    process.stdout.write(
      `${name}: processor of server, worker and database ${withOnes.toFixed(1)} ms with, ${without.toFixed(1)} ms without; ${middleOf(pairs).toFixed(2)} times (${pairs.map((pair) => pair.toFixed(2)).join(', ')})\n`,
    );
    const middle = turns.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(turns.length / 2)];
    const told = middle?.figures.map(
      ({ perSecond, p99 }) => `${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(0)} ms`,
    );
    process.stdout.write(
      `${name}: with ${told?.join('; without ')}; ratio ${middle?.ratio.toFixed(2)} (load ${middle?.figures[0]?.load.toFixed(1)})\n`,
    );
  }
} finally {
  for (const product of products) await product.stop();
  await rm(archive, { recursive: true, force: true });
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
