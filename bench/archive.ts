import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import pg from 'pg';
import { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import { type ArchiveQuery, archiveQuery } from '#contract/invoicing/archive.ts';
import { printHelp } from '#server/commands/command.ts';
import { searchArchive } from '#server/features/invoicing/archive/archive.service.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { startProduct } from '../tests/support/product.ts';
import { at, workedByBackend } from './processor.ts';

if (
  printHelp(`Usage: npm run bench:archive

Measures the search of the archive; with BENCH_PARTS=period the file of a period. Settings: BENCH_PAGES, BENCH_ASKS,
BENCH_EXPLAIN, BENCH_DATA; BENCH_INVOICES, BENCH_BYTES, BENCH_LINES (docs/benchmarks.md).`)
)
  process.exit();
if (process.env['BENCH_PARTS'] === 'period') {
  await import('./archive-period.ts');
  process.exit();
}

// `npm run bench:archive`: the search over BENCH_PAGES pages of one company, two of each invoice. Each kind of question is asked
// BENCH_ASKS times with other words. BENCH_EXPLAIN=1 prints the plans that the statements of one question of each kind had.
// BENCH_DATA names a folder that keeps the pages for the next run.
const pages = Number(process.env['BENCH_PAGES'] ?? 1_000_000);
const asks = Number(process.env['BENCH_ASKS'] ?? 40);
const explains = process.env['BENCH_EXPLAIN'] === '1';
const keptData = process.env['BENCH_DATA'];
const company = '00000000-0000-7000-8000-000000000021';
const user = '00000000-0000-7000-8000-000000000022';
const administration = '00000000-0000-7000-8000-000000000023';
const small = '00000000-0000-7000-8000-000000000024';

const statementSent = z.object({ text: z.string(), values: z.array(z.unknown()) });

const say = (line: string) => process.stdout.write(`${line}\n`);

// The word of a rank: letters only, so that it is stemmed; the same here and in SQL.
const letters = 'bakelimost';
const wordOf = (rank: number) => [...String(1000 + rank)].map((digit) => letters[Number(digit)]).join('');
const vocabulary = 20_000;

/** Kinds of questions; `n` counts the asks. A word of rank r stands on about one page in r / 7. */
const kinds: Readonly<Record<string, (n: number) => Partial<ArchiveQuery>>> = {
  'no word': () => ({}),
  'a word on every page': () => ({ q: 'factuur' }),
  'a word on one page in three': (n) => ({ q: wordOf(20 + (n % 5)) }),
  'on one in 15': (n) => ({ q: wordOf(100 + n) }),
  'on one in 60': (n) => ({ q: wordOf(400 + n) }),
  'on one in 300': (n) => ({ q: wordOf(2000 + n) }),
  'on one in 2,500': (n) => ({ q: wordOf(18_000 + n) }),
  'an invoice number': (n) => ({ q: `F2026-${String(1 + n * 7919).padStart(7, '0')}` }),
  'a word on no page': (n) => ({ q: `nergens${n}` }),
  'two common words': (n) => ({ q: `${wordOf(20 + (n % 5))} ${wordOf(30 + (n % 7))}` }),
  'a common and a rare word': (n) => ({ q: `factuur ${wordOf(2000 + n)}` }),
  'three words': (n) => ({ q: `${wordOf(40 + n)} ${wordOf(90 + n)} ${wordOf(140 + n)}` }),
  'a phrase of common words': () => ({ q: '"totaal inclusief btw"' }),
  'a year, on one in 60': (n) => ({ q: wordOf(400 + n), from: '2022-01-01', to: '2022-12-31' }),
  'a status, on one in 15': (n) => ({ q: wordOf(100 + n), status: 'Concept' }),
  'an administration of 1 %, on one in 15': (n) => ({ q: wordOf(100 + n), administrationId: small }),
  'far back, on one in 60': (n) => ({ q: wordOf(400 + n), before: `2021-04-01_${company}` }),
};

async function generate(client: pg.Client): Promise<void> {
  const run = (sql: string, values: readonly unknown[] = []) => client.query(sql, [...values]);
  await run(
    `insert into companies (id, name, domain_name, license) values ($1, 'Archief', 'archive.example', 'A')`,
    [company],
  );
  await run(
    `insert into users (id, company_id, email, first_name, last_name) values ($1, $2, 'a@archive.example', 'A', 'R')`,
    [user, company],
  );
  await run(
    `insert into administrations (company_id, id, name, tag) values ($1, $2, 'Groot', 'G'), ($1, $3, 'Klein', 'K')`,
    [company, administration, small],
  );
  const invoices = pages / 2;
  const id = (part: string) => `('00000000-0000-7000-${part}-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const place = `case when n % 100 = 0 then $3::uuid else $2::uuid end`;
  await run(
    `insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, state, reasons, invoice_id)
     select $1, ${id('9000')}, 'A-' || lpad(n::text, 7, '0'), ${place}, md5(n::text) || md5('x' || n), 'f.pdf', 'application/pdf',
       1000, 'upload', 2, '{}', ${id('9001')} from generate_series(1, ${invoices}) n`,
    [company, administration, small],
  );
  await run(
    `insert into invoices (company_id, id, document_id, document_number, administration_id, creditor_name, supplier_key,
       invoice_number, invoice_number_key, invoice_date, total_in_cents, status, approval_state, file_sha256)
     select $1, ${id('9001')}, ${id('9000')}, 'A-' || lpad(n::text, 7, '0'), ${place}, 'Leverancier ' || n % 500, 'kvk:' || n % 500,
       'F2026-' || lpad(n::text, 7, '0'), 'F2026' || lpad(n::text, 7, '0'),
       date '2020-01-01' + (n::bigint * 2500 / ${invoices})::int, 500 + n % 100000, case when n % 50 = 0 then 0 else 3 end,
       1, md5(n::text) || md5('x' || n) from generate_series(1, ${invoices}) n`,
    [company, administration, small],
  );
  // In bulk the index is made afterwards.
  await run('drop index page_search_words');
  const batch = 20_000;
  for (let from = 1; from <= invoices; from += batch) {
    await run(`select setseed(${from / invoices})`);
    const last = Math.min(invoices, from + batch - 1);
    await run(
      `with made as materialized (
         select n, p, 'Factuur F2026 ' || lpad(n::text, 7, '0') || ' totaal inclusief btw pagina ' || p || ' '
           || (select string_agg(translate((1000 + floor(exp(random() * ln(${vocabulary})))::int)::text, '0123456789', '${letters}'), ' ')
               from generate_series(1, 70) g where g > 0 and n > 0) as text
         from generate_series(${from}::int, ${last}::int) n, generate_series(1, 2) p
       ), stored as (
         insert into document_pages (company_id, document_id, id, number, width_px, height_px, image_sha256, thumbnail_sha256, text_source, text)
         select $1::uuid, ${id('9000')}, gen_random_uuid(), p, 1000, 1414, md5(n || ' ' || p), md5(n || ' ' || p), 'pdf', text from made
       )
       insert into page_search select $1::uuid, ${id('9000')}, p, to_tsvector('dutch', text) from made`,
      [company],
    );
    say(`${last * 2} pages`);
  }
  const began = performance.now();
  await run(`set maintenance_work_mem = '512MB'`);
  await run('create index page_search_words on page_search using gin (company_id, words)');
  say(`index made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  for (const table of ['documents', 'invoices', 'document_pages', 'page_search'])
    await run(`vacuum (analyze) ${table}`);
}

/** The plans of what was sent for one question. */
async function explain(name: string): Promise<void> {
  for (const { text, values } of sent) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) ${text}`,
      values,
    );
    say(
      `\n${name}: ${text.replaceAll(/\s+/g, ' ').slice(0, 110)} …\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`,
    );
  }
}

const isKept = keptData !== undefined && existsSync(keptData);
const product = await startProduct(keptData === undefined ? {} : { dataFolder: keptData });
const client = new pg.Client(product.owner);
await client.connect();
const pool = createPool({ ...product.app, max: 1 });
const db = createDb(pool);
const sent: { readonly text: string; readonly values: unknown[] }[] = [];
pool.on('connect', (connection) => {
  const query = connection.query.bind(connection);
  const note = (what: unknown) => {
    if (explains && what instanceof Object && 'text' in what && 'values' in what)
      sent.push(z.parse(statementSent, what));
  };
  Object.assign(connection, {
    query: (...args: Parameters<typeof query>) => {
      note(args[0]);
      return query(...args);
    },
  });
});
try {
  const began = performance.now();
  if (!isKept) await generate(client);
  const sizes = await client.query<{ name: string; size: string }>(
    `select name, pg_size_pretty(pg_total_relation_size(name::regclass)) as size
     from unnest(array['document_pages', 'page_search', 'page_search_words']) name`,
  );
  say(sizes.rows.map(({ name, size }) => `${name} ${size}`).join(', '));
  const made = isKept ? 'kept from before' : `made in ${((performance.now() - began) / 1000).toFixed(0)} s`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  say(`${availableParallelism()} cores, Node ${process.version}; ${pages} pages ${made}; load ${load}`);
  const scope = { reach: 'company', companyId: company, userId: user } as const;
  // What a search takes of a context.
  const ctx: Pick<Context, 'db' | 'scope' | 'caller'> = {
    db,
    scope,
    caller: {
      userId: user,
      companyId: company,
      companyName: '',
      isProvider: false,
      name: '',
      email: '',
      permissions: [],
    },
  };
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const all: number[] = [];
  say(
    `\n${'ms of the database'.padEnd(42)}${['rows', 'p50', 'p95', 'max', 'clock p95'].map((name) => name.padStart(10)).join('')}`,
  );
  for (const [name, ask] of Object.entries(kinds)) {
    const [worked, clock]: [number[], number[]] = [[], []];
    let found = 0;
    for (let n = -3; n < asks; n += 1) {
      const query = archiveQuery.parse(ask(Math.abs(n)));
      const [before, start] = [await workedByBackend(pid), performance.now()];
      const answer = await searchArchive(ctx, query);
      const took = performance.now() - start;
      if (n < 0) {
        sent.length = 0;
        continue;
      }
      worked.push((await workedByBackend(pid)) - before);
      clock.push(took);
      found = Math.max(found, answer.result.length);
      if (n === 0) await explain(name);
      sent.length = 0;
    }
    all.push(...worked);
    const figures = [
      found,
      ...[at(worked, 0.5), at(worked, 0.95), at(worked, 1), at(clock, 0.95)].map((ms) => ms.toFixed(1)),
    ];
    say(`${name.padEnd(42)}${figures.map((figure) => String(figure).padStart(10)).join('')}`);
  }
  say(
    `${'all'.padEnd(42)}${['', at(all, 0.5).toFixed(1), at(all, 0.95).toFixed(1), at(all, 1).toFixed(1)].map((figure) => figure.padStart(10)).join('')}`,
  );
} finally {
  await db.destroy();
  await client.end();
  await product.stop({ keep: keptData !== undefined });
}
