import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTracing } from './opentelemetry.ts';
import type { TracingSettings } from './settings.ts';
import { type Collector, startCollector } from './testing/collector.ts';
import { beginStatement, traceFields, traceJob, type Tracing, setTracing, withTrace } from './tracing.ts';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
let collector: Collector;
let lines: string[];
beforeEach(async () => {
  collector = await startCollector();
  lines = [];
});
afterEach(() => {
  setTracing(undefined);
  collector.close();
});

function open(settings: Partial<TracingSettings> = {}): Tracing {
  const all = { url: `${collector.url}/v1/traces`, sampler: 'always_on', share: 1, delayMs: 20 } as const;
  const say = (_about: unknown, line?: string) => void lines.push(String(line));
  const about = { process: 'server', version: '1' } as const;
  const tracing = openTracing({ ...all, ...settings }, about, { warn: say, info: say });
  setTracing(tracing);
  return tracing;
}

test('statements and jobs stand below the request that sent them, without parameters or messages', async () => {
  const tracing = open();
  const request = tracing.begin('GET /api/x', { kind: 'server', parent });
  const sent = await request.run(async () => {
    await Promise.resolve();
    expect(traceFields()).toEqual({ trace_id: '0af7651916cd43dd8448eb211c80319c' });
    beginStatement('select "name" from "groups" where id = $1')?.();
    beginStatement('insert into jobs.job (name) values ($1)')?.(new Error('duplicate: jan@voorbeeld.nl'));
    return withTrace({ companyId: 'one' });
  });
  request.end({ 'http.response.status_code': 200 });
  const job = traceJob({ kind: 'mail', id: 'j1', retry: 1, data: sent }, async (data) => {
    expect(data).toEqual({ companyId: 'one' });
    beginStatement('commit')?.();
    throw new TypeError('jan@voorbeeld.nl');
  });
  await expect(job).rejects.toThrow('jan@voorbeeld.nl');
  await tracing.close();
  const [root] = collector.spans.filter(({ name }) => name === 'GET /api/x');
  if (root === undefined) throw new Error('the request did not arrive');
  expect(root).toMatchObject({ parentSpanId: 'b7ad6b7169203331', service: 'balie-server' });
  const names = collector.below(root).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['INSERT jobs.job', 'SELECT groups', 'process mail']);
  const [worked] = collector.spans.filter(({ name }) => name === 'process mail');
  expect(worked?.attributes).toMatchObject({ 'balie.job.retry': 1, 'error.type': 'TypeError' });
  expect(worked && collector.below(worked).map(({ name }) => name)).toEqual(['COMMIT']);
  expect(JSON.stringify(collector.spans, (_, value) => String(value))).not.toContain('jan@');
});

test('a statement outside of any request or job begins no trace', async () => {
  const tracing = open();
  expect(beginStatement('select 1')).toBeUndefined();
  expect(withTrace({ a: 1 })).toEqual({ a: 1 });
  await tracing.close();
});

test('without tracing a job comes as it was meant, whoever sent it', async () => {
  const job = { kind: 'mail', id: 'j', retry: 0, data: { a: 1, traceparent: parent } };
  await traceJob(job, async (data) => expect(data).toEqual({ a: 1 }));
});

test('who was not chosen is not recorded, and its jobs neither', async () => {
  const tracing = open({ sampler: 'parentbased_traceidratio', share: 0 });
  const mine = tracing.begin('GET /mine', { kind: 'server' });
  expect(mine.traceparent).toMatch(/-00$/);
  expect(mine.run(() => beginStatement('select 1'))).toBeUndefined();
  const data = mine.run(() => withTrace({}));
  await traceJob({ kind: 'mail', id: 'j', retry: 0, data }, async () => undefined);
  mine.end();
  tracing.begin('GET /chosen elsewhere', { kind: 'server', parent }).end();
  await tracing.close();
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /chosen elsewhere']);
});

test('a collector that is away costs one line, and one more when it is back', async () => {
  collector.mood = 'refuses';
  const tracing = open();
  const sendOne = async (name: string) => {
    tracing.begin(name, { kind: 'server' }).end();
    await new Promise((resolve) => setTimeout(resolve, 60));
  };
  await expect
    .poll(async () => {
      await sendOne('lost');
      return lines;
    })
    .toEqual(['the collector of traces does not answer']);
  for (const name of ['lost 2', 'lost 3', 'lost 4']) await sendOne(name);
  expect(lines).toHaveLength(1);
  collector.mood = 'takes';
  await expect
    .poll(async () => {
      await sendOne('arrived');
      return collector.spans.length;
    })
    .toBeGreaterThan(0);
  expect(lines).toEqual(['the collector of traces does not answer', 'the collector of traces answers again']);
  await tracing.close();
});

test('one that never answers does not keep the product from ending', async () => {
  collector.mood = 'hangs';
  const tracing = open();
  tracing.begin('GET /x', { kind: 'server' }).end();
  await tracing.close();
  expect(collector.hanging()).toBe(1);
});

// Prints the packages of OpenTelemetry that a program loads; the client of Prometheus always has its interfaces along.
const listLoaded = `import { registerHooks } from 'node:module';
const found = new Set();
registerHooks({ resolve(name, context, next) {
  const resolved = next(name, context);
  const [, part] = /@opentelemetry\\/([\\w-]+)/.exec(resolved.url) ?? [];
  if (part && !/\\/(prom-client|@opentelemetry\\/api)\\//.test(context.parentURL ?? '')) found.add(part);
  return resolved;
} });
process.on('exit', () => process.stdout.write('loaded:' + [...found].join()));`;

function loadedBy(program: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(listLoaded)}`,
      '--input-type=module',
      '-e',
      program,
    ],
    { cwd: fileURLToPath(new URL('../../../..', import.meta.url)), encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return /loaded:(.*)$/.exec(stdout)?.[1] ?? 'nothing was printed';
}

test('server and worker without a collector load nothing of OpenTelemetry', () => {
  const start = `const { startTracing } = await import('#server/platform/tracing/settings.ts');`;
  const rest = `await startTracing(undefined, { process: 'server', version: '1' }, console);
    await import('#server/app/start.ts'); await import('#server/app/run-worker.ts'); process.exit(0);`;
  expect(loadedBy(start + rest)).toBe('');
  const on = `await startTracing({ url: 'http://127.0.0.1:1/v1/traces', sampler: 'always_on', share: 1, delayMs: 1 },
    { process: 'server', version: '1' }, console); process.exit(0);`;
  expect(loadedBy(start + on)).toContain('sdk-trace');
});
