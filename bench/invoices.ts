import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import { invoices, type InvoiceStatus } from '#contract/invoicing/invoices.ts';
import { parseListQuery } from '#contract/list-query.ts';
import { printHelp } from '#server/commands/command.ts';
import { list, type Which } from '#server/features/invoicing/invoices/invoices.repository.ts';
import { generateInvoices } from '#server/features/invoicing/testing/many-invoices.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { startProduct } from '../tests/support/product.ts';
import { at, workedByBackend } from './processor.ts';

if (
  printHelp(`Usage: npm run bench:invoices

Measures the lists of invoices with approval lines. Settings: BENCH_INVOICES, BENCH_ASKS, BENCH_ONLY, BENCH_DATA
(docs/benchmarks.md).`)
)
  process.exit();

// `npm run bench:invoices`: what the database works for a page of 50 of one company's invoices, BENCH_INVOICES in all. Each
// kind of list is asked BENCH_ASKS times. BENCH_ONLY names one of them. BENCH_DATA names a folder that keeps the invoices for
// the next run.
const count = Number(process.env['BENCH_INVOICES'] ?? 1_000_000);
const asks = Number(process.env['BENCH_ASKS'] ?? 40);
const only = process.env['BENCH_ONLY'];
const keptData = process.env['BENCH_DATA'];
const company = '00000000-0000-7000-8000-000000000031';
const administration = '00000000-0000-7000-8000-000000000032';
const approvers = 50;
const approverId = (n: number) =>
  `00000000-0000-7000-8200-${(1 + (n % approvers)).toString(16).padStart(12, '0')}`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const loadNow = () => (loadavg()[0] ?? 0).toFixed(1);

/** A list that people ask for: by which parameters, and of which invoices. */
interface Kind {
  readonly parameters?: (n: number) => Record<string, string>;
  readonly which?: (n: number) => Partial<Which>;
  /** Staff, who see all companies. */
  readonly isStaff?: boolean;
}

const inStatus = (...states: InvoiceStatus[]) => ({ which: () => ({ states, companyId: company }) });
const filtered = (filter: (n: number) => string) => ({
  ...inStatus('Concept', 'Duplicate', 'ReadyForProcessing', 'Processed'),
  parameters: (n: number) => ({ $filter: filter(n) }),
});
const words = (query: (n: number) => string) => ({
  ...inStatus('Concept', 'Duplicate', 'ReadyForProcessing', 'Processed'),
  parameters: (n: number) => ({ query: query(n) }),
});

const kinds: Readonly<Record<string, Kind>> = {
  'to decide by me': {},
  'page 5 of these': { parameters: () => ({ $skip: '200' }) },
  'to decide, dearest first': { parameters: () => ({ $orderby: 'totalAmount desc' }) },
  'to decide, first due first': { parameters: () => ({ $orderby: 'dueDate asc' }) },
  'to decide, one word': { parameters: (n) => ({ query: n % 2 ? 'energie' : 'liftservice' }) },
  'whose turn it is': { which: (n) => ({ turnOf: [approverId(n)] }) },
  'to decide, all of staff': { isStaff: true },
  processed: inStatus('Processed'),
  'every state': inStatus('Concept', 'Duplicate', 'ReadyForProcessing', 'Processed'),
  'every state, newest date': {
    ...inStatus('Concept', 'Duplicate', 'ReadyForProcessing', 'Processed'),
    parameters: () => ({ $orderby: 'invoiceDate desc' }),
  },
  'amount between': filtered((n) => `totalAmount ge ${n * 5000} and totalAmount le ${n * 5000 + 2000}`),
  'one creditor by name': filtered((n) => `creditor/name eq 'Energie Zuid ${2 + 10 * (n % 50)}'`),
  'due in a week': filtered((n) => `dueDate ge 2026-1${n % 3}-01 and dueDate le 2026-1${n % 3}-07`),
  'search: number': words((n) => `F${1 + n * 7919}`),
  'search: amount': words((n) => `${(500 + ((n * 7919 * 13) % 2_000_000)) / 100}`.replace('.', ',')),
  'search: common words': words((n) => `energie zuid week ${n % 52}`),
  'search: order number': words((n) => `PO-${n * 97}`),
  'search: no such word': words((n) => `nergens${n}`),
};

async function generate(db: Db): Promise<void> {
  await sql`insert into companies (id, name, domain_name, license)
    values (${company}, 'Woonstede', 'lists.example', 'W')`.execute(db);
  await sql`insert into users (id, company_id, email, first_name, last_name)
    select ('00000000-0000-7000-8200-' || lpad(to_hex(n), 12, '0'))::uuid, ${company}, 'a' || n || '@lists.example', 'Ans', 'A' || n
    from generate_series(1, ${approvers}::int) n`.execute(db);
  await sql`insert into administrations (company_id, id, name, tag) values (${company}, ${administration}, 'Wonen', 'W')`.execute(
    db,
  );
  const people = Array.from({ length: approvers }, (_, n) => approverId(n));
  await generateInvoices(db, company, count, say, people);
  await sql`insert into invoice_openings (company_id, invoice_id, user_id, opened_at)
    select company_id, invoice_id, user_id, now() from invoice_approvals where company_id = ${company} and state = 1
      and sequence = 1 and id < '55555555-0000-0000-0000-000000000000'`.execute(db);
  for (const table of ['documents', 'invoices', 'invoice_approvals', 'invoice_openings'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

async function measure(db: Db): Promise<void> {
  const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = backend.rows[0]?.pid ?? 0;
  const heads = ['rows', 'p50', 'p95', 'count p50', 'count p95', 'clock p95', 'load'];
  say(`\n${'ms of the database a page of 50'.padEnd(34)}${heads.map((head) => head.padStart(11)).join('')}`);
  const all: number[] = [];
  for (const [name, { parameters, which, isStaff }] of Object.entries(kinds)) {
    if (only !== undefined && only !== name) continue;
    const ask = async (n: number, more: Record<string, string>) => {
      const scope = isStaff
        ? ({ reach: 'system', userId: approverId(n) } as const)
        : ({ reach: 'company', companyId: company, userId: approverId(n) } as const);
      const query = parseListQuery(invoices, { $top: '50', $count: 'false', ...parameters?.(n), ...more });
      const [before, began] = [await workedByBackend(pid), performance.now()];
      const { rows } = await list(db, scope, query, { states: [], companyId: undefined, ...which?.(n) });
      const clock = performance.now() - began;
      return { rows: rows.length, clock, worked: (await workedByBackend(pid)) - before };
    };
    for (let n = 1; n <= 8; n += 1) await ask(n, {});
    const pages: Awaited<ReturnType<typeof ask>>[] = [];
    const counts: number[] = [];
    for (let n = 1; n <= asks; n += 1) pages.push(await ask(n, {}));
    for (let n = 1; n <= Math.min(asks, 20); n += 1) counts.push((await ask(n, { $count: 'true' })).worked);
    const worked = pages.map((page) => page.worked);
    all.push(...worked);
    const figures = [at(worked, 0.5), at(worked, 0.95), at(counts, 0.5), at(counts, 0.95)];
    const clock = at(
      pages.map((page) => page.clock),
      0.95,
    );
    const cells = [
      Math.max(...pages.map(({ rows }) => rows)),
      ...[...figures, clock].map((figure) => figure.toFixed(1)),
      loadNow(),
    ];
    say(`${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(11)).join('')}`);
  }
  say(`${'all'.padEnd(45)}${[at(all, 0.5), at(all, 0.95)].map((ms) => ms.toFixed(1).padStart(11)).join('')}`);
}

const isKept = keptData !== undefined && existsSync(keptData);
const product = await startProduct(keptData === undefined ? {} : { dataFolder: keptData });
const owner = createDb(createPool({ ...product.owner, max: 1 }));
const db = createDb(createPool({ ...product.app, max: 1 }));
try {
  const began = performance.now();
  if (!isKept) await generate(owner);
  const made = isKept ? 'kept from before' : `made in ${((performance.now() - began) / 1000).toFixed(0)} s`;
  say(
    `${availableParallelism()} cores, Node ${process.version}; ${count} invoices ${made}; load ${loadNow()}`,
  );
  await measure(db);
} finally {
  await db.destroy();
  await owner.destroy();
  await product.stop({ keep: keptData !== undefined });
}
