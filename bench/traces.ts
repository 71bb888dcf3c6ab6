import { startCollector } from '#server/platform/tracing/testing/collector.ts';
import { beginStatement, traceFields } from '#server/platform/tracing/tracing.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { generate, known } from './data.ts';
import { load } from './load.ts';
import { workedByProcess } from './processor.ts';

// `node scripts/run.js bench/traces.ts`: what a request costs the server with traces and without, in turns; and what is
// left in the code for each statement and line of the log when nothing is traced.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const most = Number(process.env['BENCH_REQUESTS'] ?? 1500);

process.stdout.write(
  `switched off: ${nanosecondsOff().toFixed(1)} ns of processor per statement and line of the log\n`,
);
const collector = await startCollector();
const env = { RATE_LIMIT: '1000000000' };
const off = await startProduct({ env });
const on = await startProduct({ env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
try {
  const costs: Record<'off' | 'on', number[]> = { off: [], on: [] };
  for (const product of [off, on]) {
    await generate(product);
    await costOf(product);
  }
  for (let round = 0; round < rounds; round += 1) {
    costs.off.push(await costOf(off));
    costs.on.push(await costOf(on));
  }
  const [without, traced] = [middle(costs.off), middle(costs.on)];
  const pairs = costs.on.map((cost, round) => cost / (costs.off[round] ?? cost));
  process.stdout.write(
    `processor of server, worker and database per request: ${without.toFixed(2)} ms without, ${traced.toFixed(2)} ms with traces (${middle(pairs).toFixed(2)} times: ${pairs.map((pair) => pair.toFixed(2)).join(', ')}); ${collector.spans.length} spans arrived\n`,
  );
} finally {
  await on.stop();
  await off.stop();
  collector.close();
}

/** Milliseconds of processor that server, worker and database spent on a request for a page of invoices. */
async function costOf(product: Product): Promise<number> {
  const headers = { host: 'localhost', authorization: `Bearer ${await product.token(known.userEmail)}` };
  const shot = {
    method: 'GET',
    port: product.port,
    path: '/api/fmmodule/invoices?$top=25',
    headers,
    expect: 200,
  } as const;
  const before = await workedByProcess(product.pid);
  const { count } = await load(() => shot, { connections: 4, ms: 600_000, most });
  return ((await workedByProcess(product.pid)) - before) / count;
}

/** Of this process, in which nothing is traced. */
function nanosecondsOff(): number {
  const times = 10_000_000;
  const ask = () => {
    let found = 0;
    for (let count = 0; count < times; count += 1)
      if (beginStatement('select 1') !== undefined || traceFields().trace_id !== undefined) found += 1;
    return found;
  };
  ask();
  const before = process.cpuUsage();
  if (ask() > 0) throw new Error('something is traced');
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / times;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
