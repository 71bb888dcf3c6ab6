import { startCollector } from '#server/platform/tracing/testing/collector.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { generate, known } from './data.ts';
import { load } from './load.ts';
import { workedByProcess } from './processor.ts';

// `node scripts/run.js bench/traces.ts`: what a request costs the server with traces and without, in turns.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const most = Number(process.env['BENCH_REQUESTS'] ?? 1500);

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
  process.stdout.write(
    `processor of server, worker and database per request: ${without.toFixed(2)} ms without, ${traced.toFixed(2)} ms with traces (${(traced / without).toFixed(2)} times); ${collector.spans.length} spans arrived\n`,
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

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
