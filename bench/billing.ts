import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import { permissionCatalogue } from '#contract/permissions.ts';
import { addMonths, previousMonth } from '#contract/billing/periods.ts';
import { generateUses } from '#server/features/billing/testing/many-uses.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import pg from 'pg';
import { startProduct } from '../tests/support/product.ts';
import { printHelp } from '#server/commands/command.ts';

if (
  printHelp(`Usage: npm run bench:billing

Measures the report, a run of all customers, and its PDFs and UBLs. Settings: BENCH_CUSTOMERS, BENCH_EVENTS,
BENCH_PAPERS, BENCH_EXPLAIN (docs/benchmarks.md).`)
)
  process.exit();

// `node scripts/run.js bench/billing.ts`: the report, the figures of a run of all customers, and its PDFs and UBLs, over HTTP on
// the product with its worker. BENCH_CUSTOMERS and BENCH_EVENTS say how many there are, BENCH_PAPERS how many papers are waited
// for; BENCH_EXPLAIN=1 prints the plan of the report's one large statement.
const customers = Number(process.env['BENCH_CUSTOMERS'] ?? 1000);
const events = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const papers = Number(process.env['BENCH_PAPERS'] ?? 100);
const email = 'bench@balie.example';
const last = previousMonth(dayOfInstant(new Date()));

const say = (line: string) => process.stdout.write(`${line}\n`);

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  say(
    `${name.padEnd(46)}${((performance.now() - began) / 1000).toFixed(3).padStart(9)} s   load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  return done;
}

const answer = z.object({ result: z.unknown(), metadata: z.unknown().optional() });
const run = z.object({
  id: z.string(),
  state: z.string(),
  figures: z.object({ done: z.int(), total: z.int() }),
  papers: z.object({ done: z.int(), total: z.int() }),
  invoiceCount: z.int(),
});

const product = await startProduct({ env: { RATE_LIMIT: '1000000000' } });
const client = new pg.Client(product.owner);
const db = createDb(createPool({ ...product.owner, max: 2 }));
try {
  await client.connect();
  const [companyId, userId] = [newId(), newId()];
  await client.query(
    `insert into companies (id, name, domain_name, license, is_provider) values ($1, 'Balie B.V.', 'balie.example', 'BENCH', true)`,
    [companyId],
  );
  await client.query(
    `insert into users (id, company_id, email, first_name, last_name) values ($1, $2, $3, 'Ben', 'Ch')`,
    [userId, companyId, email],
  );
  for (const permission of permissionCatalogue.filter((name) => name.startsWith('fm.')))
    await client.query('insert into user_permissions values ($1, $2)', [userId, permission]);
  say(`${availableParallelism()} cores, Node ${process.version}`);
  await timed(`${events} events of ${customers} customers`, () =>
    generateUses(db, { customers, events, until: last, say }),
  );

  const token = await product.token(email);
  const call = async (method: string, url: string, body?: object) => {
    const reply = await fetch(`http://localhost:${product.port}${url}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    return answer.parse(await reply.json());
  };
  const year = last.slice(0, 4);
  for (const period of [last, last, last, `${year}-Q3`, year])
    await timed(`report of ${period}`, () =>
      call('GET', `/api/fm/reports?period=${period}&$top=50&$count=true`),
    );
  await timed('chart of a year', () => call('GET', '/api/fm/reports/usage'));
  const company = '00000000-0000-7000-9000-000000000001';
  await timed('invoices tab of a year', () => call('GET', `/api/fm/companies/${company}/invoices`));
  await timed('documents behind a month', () =>
    call(
      'GET',
      `/api/fm/companies/${company}/usage-documents?kind=scan&from=${last}-01&to=${last}-28&$count=true&$top=50`,
    ),
  );
  if (process.env['BENCH_EXPLAIN'] === '1') {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers) select company_id, kind, day, sum(total)::integer, sum(marked)::integer, sum(trial)::integer
       from (select company_id, kind, total, marked, trial,
           case when company_id = any(array(select id from companies where license like 'GEN-%00')) then day else date_trunc('month', day)::date end as day
         from usage_days where true and day between '${last}-01'::date and ('${last}-01'::date + interval '1 month - 1 day')::date and total <> 0) d
       group by company_id, kind, day`,
    );
    for (const row of rows) say(row['QUERY PLAN']);
  }

  await call('PUT', '/api/fm/billing-settings', {
    name: 'Balie B.V.',
    street: 'Markt 1',
    zipCode: '8011 AA',
    city: 'Zwolle',
    kvkNumber: '12345678',
    vatId: 'NL123456782B01',
    iban: 'NL91ABNA0417164300',
    vatPercentage: 21,
    paymentDays: 30,
  });
  const url = '/api/fm/billing-runs';
  const { id } = run.parse((await call('POST', url, { period: addMonths(last, -1) })).result);
  const until = async (isDone: (found: z.output<typeof run>) => boolean) => {
    for (;;) {
      const found = run.parse((await call('GET', `${url}/${id}`)).result);
      if (isDone(found)) return found;
      await wait(100);
    }
  };
  await timed('figures of a run of all customers', () =>
    until(({ figures }) => figures.total > 0 && figures.done === figures.total),
  );
  await call('POST', `${url}/${id}/review`, {});
  const { invoiceCount } = run.parse(
    await timed('making it final', async () => (await call('POST', `${url}/${id}/finalise`, {})).result),
  );
  const wanted = Math.min(papers, invoiceCount);
  await timed(`${wanted} of ${invoiceCount} invoices as PDF and UBL`, () =>
    until((found) => found.papers.done >= wanted),
  );
} finally {
  await db.destroy();
  await client.end();
  await product.stop();
}
