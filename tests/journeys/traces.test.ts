import { afterAll, expect, test } from 'vitest';
import { generateInvoices } from '#server/samples/generate.ts';
import {
  type Collector,
  type ReceivedSpan,
  startCollector,
} from '#server/platform/tracing/testing/collector.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

// One tree of three services: what a person did in the browser, what the server did for it, what the worker did then.
let collector: Collector;

// Registered first, run last: the product stops before the collector that takes its spans.
afterAll(() => collector.close());
openStage(async () => {
  collector = await startCollector();
  return { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '200' };
});

const namesOf = (spans: readonly ReceivedSpan[]) => spans.map(({ service, name }) => `${service} ${name}`);

test('an upload in the browser, its statements and the reading of its document are one trace', async () => {
  const [sample] = generateInvoices({ seed: 157, count: 1, layouts: ['classic'] });
  if (!sample) throw new Error('the generator gave too few');
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', 'fm@balie.example');
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.ok(),
  );
  const file = { name: 'spoor.xml', mimeType: 'application/xml', buffer: Buffer.from(sample.ubl()) };
  await page.getByTestId('upload-files').first().setInputFiles(file);
  const trace = (await answered).headers()['traceresponse']?.split('-')[1];
  const traceSpans = () => collector.spans.filter(({ traceId }) => traceId === trace);
  // Both processes send in batches of their own: it is whole when all of it came.
  const tree = () => {
    const roots = traceSpans().filter(({ parentSpanId }) => !parentSpanId);
    // The list asks for itself again, which the choice led to as well.
    const requests = roots.flatMap(collector.below).filter(({ name }) => /POST/.test(name));
    const below = requests.flatMap(collector.below);
    const jobs = below.filter(({ name }) => name === 'process documents-recognise');
    return {
      roots: namesOf(roots),
      requests: namesOf(requests),
      statements: namesOf(below).filter((name) => /INSERT jobs|COMMIT/.test(name)),
      jobs: namesOf(jobs),
      isWritten: namesOf(jobs.flatMap(collector.below)).includes('balie-worker COMMIT'),
    };
  };
  await expect.poll(tree, { timeout: 90_000 }).toEqual({
    roots: ['balie-portal change'],
    requests: ['balie-server POST /api/fmmodule/documents'],
    statements: ['balie-server INSERT jobs.job_common', 'balie-server COMMIT'],
    jobs: ['balie-worker process documents-recognise'],
    isWritten: true,
  });
  // What was uploaded, and by whom, stands in no span.
  const all = JSON.stringify(traceSpans(), (_, value) => String(value));
  for (const value of ['spoor.xml', sample.expected.number, 'fm@balie.example', sample.expected.creditor])
    expect(all).not.toContain(value);
  await close();
}, 300_000);
