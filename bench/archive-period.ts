import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import { z } from 'zod';
import { makeArchiveFile } from '#server/features/invoicing/archive/archive-file.job.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { filesInFolder } from '#server/platform/files/files.ts';
import { startProduct } from '../tests/support/product.ts';

// `BENCH_PARTS=period npm run bench:archive`, the file of a period as the worker makes it: BENCH_INVOICES invoices of one company, each with an original of BENCH_BYTES bytes of its
// own, two decisions, a comment and BENCH_LINES sealed lines of history. The memory is that of this process, which does
// the job; the database has one of its own.
const invoices = Number(process.env['BENCH_INVOICES'] ?? 10_000);
const bytes = Number(process.env['BENCH_BYTES'] ?? 100_000);
const lines = Number(process.env['BENCH_LINES'] ?? 8);
const company = '00000000-0000-7000-8000-000000000021';
const user = '00000000-0000-7000-8000-000000000022';
const administration = '00000000-0000-7000-8000-000000000023';
const file = '00000000-0000-7000-8000-000000000024';

setFlagsFromString('--expose-gc');
const collect: () => void = z.function().parse(runInNewContext('gc'));
const say = (line: string) => process.stdout.write(`${line}\n`);
// Ids of a place in the table.
const id = (part: string, n: string) =>
  `('00000000-0000-7000-${part}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

async function generate(client: pg.Client, hashes: readonly string[]): Promise<void> {
  const run = (sql: string, values: readonly unknown[] = []) => client.query(sql, [...values]);
  await run(
    `insert into companies (id, name, domain_name, license) values ($1, 'Archief', 'archive.example', 'A')`,
    [company],
  );
  await run(
    `insert into users (id, company_id, email, first_name, last_name) values ($1, $2, 'a@archive.example', 'Anna', 'Raat')`,
    [user, company],
  );
  await run(`insert into administrations (company_id, id, name, tag) values ($1, $2, 'Groot', 'G')`, [
    company,
    administration,
  ]);
  await run(
    `insert into documents (company_id, id, number, administration_id, sha256, filename, mime, bytes, source, state, reasons, invoice_id)
     select $1, ${id('9000', 'n')}, 'A-' || lpad(n::text, 7, '0'), $2, hash, 'factuur.pdf', 'application/pdf', $4, 'upload', 2,
       '{}', ${id('9001', 'n')} from unnest($3::text[]) with ordinality h (hash, n)`,
    [company, administration, hashes, bytes],
  );
  await run(
    `insert into invoices (company_id, id, document_id, document_number, administration_id, creditor_name, supplier_key,
       invoice_number, invoice_number_key, invoice_date, total_in_cents, status, approval_state, file_sha256)
     select $1, ${id('9001', 'n')}, ${id('9000', 'n')}, 'A-' || lpad(n::text, 7, '0'), $2, 'Leverancier ' || n % 500,
       'kvk:' || n % 500, 'F2026-' || lpad(n::text, 7, '0'), 'F2026' || lpad(n::text, 7, '0'),
       date '2025-01-01' + (n * 365 / $4)::int, 500 + n % 100000, 3, 1, hash
     from unnest($3::text[]) with ordinality h (hash, n)`,
    [company, administration, hashes, invoices],
  );
  await run(
    `insert into invoice_approvals (company_id, id, invoice_id, user_id, sequence, state, decided_at, comment)
     select $1, ${id('9002', 'n * 2 + s')}, ${id('9001', 'n')}, $2, s, 2, now(), 'Akkoord, gezien met de orderbevestiging.'
     from generate_series(1, $3::int) n, generate_series(0, 1) s`,
    [company, user, invoices],
  );
  await run(
    `insert into invoice_comments (company_id, id, invoice_id, at, user_id, user_name, kind, text)
     select $1, ${id('9003', 'n')}, ${id('9001', 'n')}, now(), $2, 'Anna Raat', 0, 'De levering is compleet ontvangen op locatie.'
     from generate_series(1, $3::int) n`,
    [company, user, invoices],
  );
  await run(
    `insert into history (company_id, id, entity, entity_id, at, user_id, user_name, verb, changes)
     select $1, ${id('9004', 'n * 100 + l')}, 'fmmodule.invoices', ${id('9001', 'n')}, now(), $2, 'Anna Raat', 'update', '{}'
     from generate_series(1, $3::int) n, generate_series(1, $4::int) l`,
    [company, user, invoices, lines],
  );
  await run(
    `insert into history_seals (company_id, number, line_id, entity, entity_id, at, user_id, verb, personal_hash, hash, sealed_at)
     select company_id, row_number() over (order by id), id, entity, entity_id, at, user_id, verb, md5(id::text) || md5('p' || id),
       md5(id::text) || md5('h' || id), now() from history where company_id = $1`,
    [company],
  );
  await run(
    `insert into archive_files (company_id, id, from_day, to_day, language, invoice_count)
     values ($1, $2, '2025-01-01', '2026-12-31', 'nl', $3)`,
    [company, file, invoices],
  );
  await run('vacuum (analyze)');
}

const product = await startProduct();
const folder = await mkdtemp(join(tmpdir(), 'balie-bench-'));
const client = new pg.Client(product.owner);
await client.connect();
const pool = createPool({ ...product.app, max: 4 });
const db = createDb(pool);
try {
  const files = filesInFolder(join(folder, 'files'));
  const hashes: string[] = [];
  const original = Buffer.alloc(bytes, '%PDF-1.7 een factuur die niemand leest\n');
  for (let n = 0; n < invoices; n += 1) {
    original.writeUInt32LE(n, 16);
    hashes.push(await files.put(original));
  }
  await generate(client, hashes);
  say(
    `${availableParallelism()} cores, Node ${process.version}; ${invoices} originals of ${bytes} bytes; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  collect();
  const [began, before] = [performance.now(), process.memoryUsage().rss];
  const peaks: number[] = [];
  // After each collection the heap is what is really held.
  const held: number[] = [];
  const services = {
    db,
    files,
    now: () => new Date(),
    // Each progress is told: the peak since the one before.
    events: {
      async publish() {
        peaks.push(Math.max(...peak.splice(0)));
        collect();
        const { heapUsed, external } = process.memoryUsage();
        held.push(heapUsed + external);
      },
      subscribe: () => () => undefined,
      recent: () => undefined,
      stop: async () => undefined,
    },
  };
  const peak: number[] = [];
  const timer = setInterval(() => peak.push(process.memoryUsage.rss()), 20);
  await makeArchiveFile(services, { companyId: company, fileId: file }, { isLastTry: true });
  clearInterval(timer);
  const seconds = (performance.now() - began) / 1000;
  const { rows } = await client.query<{ state: number; done: number; bytes: string }>(
    'select state, done_count as done, bytes from archive_files where id = $1',
    [file],
  );
  const mb = (value: number) => (value / 1e6).toFixed(0);
  const quarters = (of: readonly number[], pick: (...all: number[]) => number) =>
    [0, 1, 2, 3]
      .map((n) =>
        mb(pick(...of.slice(Math.floor((of.length * n) / 4), Math.ceil((of.length * (n + 1)) / 4)))),
      )
      .join(', ');
  say(
    `state ${rows[0]?.state}, ${rows[0]?.done} invoices, ${mb(Number(rows[0]?.bytes))} MB in ${seconds.toFixed(1)} s`,
  );
  say(
    `memory before ${mb(before)} MB; of each quarter the peak ${quarters(peaks, Math.max)} MB, held ${quarters(held, Math.min)} MB`,
  );
} finally {
  await db.destroy();
  await client.end();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
