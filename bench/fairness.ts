import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import PDFDocument from 'pdfkit';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { startProduct } from '../tests/support/product.ts';
import { generate, known } from './data.ts';

// `node scripts/run.js bench/fairness.ts`: from upload to read of single scanned pages of one company, alone and while
// another company has BENCH_SCANS (10,000) scans waiting.
const scans = Number(process.env['BENCH_SCANS'] ?? 10_000);
const uploads = Number(process.env['BENCH_UPLOADS'] ?? 20);
const maxSeconds = Number(process.env['BENCH_MAX_SECONDS'] ?? 300);
// For a version without turns: `BENCH_TURNS=no`.
const turns = process.env['BENCH_TURNS'] !== 'no';
const other = { company: '00000000-0000-7000-8100-000000000001', email: 'other@bench.example' };

const product = await startProduct({ env: { RATE_LIMIT: '1000000000' } });
const client = new pg.Client(product.owner);
try {
  await client.connect();
  await generate(product);
  await product.query(
    `insert into users (id, company_id, email, first_name, last_name) values ('00000000-0000-7000-8000-000000000009', $1, $2, 'Olga', 'Ander')`,
    [other.company, other.email],
  );
  await product.query(
    `insert into user_permissions values ('00000000-0000-7000-8000-000000000009', 'fmmodule.documents.create.company')`,
  );
  await product.query(
    `insert into company_modules (company_id, id, module_id) select $1, gen_random_uuid(), id from modules`,
    [other.company],
  );
  const pages = await scannedPages(uploads * 2 + 2);
  const [single, many] = [await product.token(known.userEmail), await product.token(other.email)];
  const next = () => pages.pop() ?? Buffer.alloc(0);
  await read(single, next());
  const alone = await measure(single, next);
  say('alone', alone);
  await queueMany(many, next());
  const beside = await measure(single, next);
  say(`beside ${scans} waiting scans`, beside);
  const left = await client.query<{ left: number }>(
    "select count(*)::integer as left from jobs.job where name = 'documents-recognise' and state = 'created'",
  );
  process.stdout.write(
    `p95 ${(at(beside, 0.95) / at(alone, 0.95)).toFixed(2)} times (aim at most 2); ${left.rows[0]?.left} still wait\n`,
  );
} finally {
  await client.end();
  await product.stop();
}

async function measure(token: string, next: () => Buffer): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < uploads; n += 1) {
    const time = await read(token, next());
    times.push(time);
    if (time >= maxSeconds * 1000) break;
    // At any moment of the other's work.
    await sleep((n * 137) % 700);
  }
  return times.toSorted((a, b) => a - b);
}

/** Milliseconds from the upload until it is read; the longest time where it is not by then. */
async function read(token: string, pdf: Buffer): Promise<number> {
  const began = performance.now();
  const id = await upload(token, pdf);
  while (performance.now() - began < maxSeconds * 1000) {
    const { rowCount } = await client.query('select from documents where id = $1 and state >= 2', [id]);
    if (rowCount === 1) return performance.now() - began;
    await sleep(20);
  }
  return maxSeconds * 1000;
}

async function upload(token: string, pdf: Buffer): Promise<string> {
  const name = `${crypto.randomUUID()}.pdf`;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdf)]), name);
  const answer = await fetch(`http://localhost:${product.port}/api/fmmodule/documents`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 202) throw new Error(`upload: ${answer.status} ${await answer.text()}`);
  const { rows } = await client.query<{ id: string }>('select id from documents where filename = $1', [name]);
  return rows[0]?.id ?? '';
}

/** One upload, and copies of its document and its job as so many uploads would have left them. */
async function queueMany(token: string, pdf: Buffer): Promise<void> {
  const id = await upload(token, pdf);
  const columns = async (table: string) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema || '.' || table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    return rows.map(({ name }) => name);
  };
  const documents = await columns('public.documents');
  const ids = `('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const document = documents.map((name) => (name === 'id' ? ids : name === 'number' ? `'MANY-' || n` : name));
  await client.query(
    `insert into documents (${documents.join()}) select ${document.join()} from documents, generate_series(1, ${scans}) n where id = $1`,
    [id],
  );
  await client.query("update documents set state = 0 where number like 'MANY-%'");
  const jobs = await columns('jobs.job');
  const job = jobs.map((name) => {
    if (name === 'id') return ids;
    if (name === 'state') return `'created'`;
    if (name === 'data') return `jsonb_set(data, '{documentId}', to_jsonb(${ids}::text))`;
    if (name === 'priority') return turns ? 'priority - 3 * n' : 'priority';
    return ['started_on', 'completed_on', 'heartbeat_on'].includes(name) ? 'null' : name;
  });
  await client.query(
    `insert into jobs.job (${jobs.join()}) select ${job.join()} from jobs.job, generate_series(1, ${scans}) n
     where name = 'documents-recognise' and data->>'documentId' = $1`,
    [id],
  );
}

async function scannedPages(count: number): Promise<Buffer[]> {
  const reader = startPdf();
  const pages: Buffer[] = [];
  for (const invoice of generateInvoices({ seed: 51, count, layouts: ['classic'] })) {
    const paper = new PDFDocument({ size: 'A4', margin: 0 });
    const chunks: Buffer[] = [];
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    const done = new Promise((resolve) => paper.on('end', resolve));
    paper.image(await invoice.scan(reader, 'fair'), 0, 0, { width: 595 });
    paper.end();
    await done;
    pages.push(Buffer.concat(chunks));
  }
  await reader.close();
  return pages;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function say(what: string, times: readonly number[]): void {
  process.stdout.write(
    `${what}: ${times.length} uploads, p50 ${(at(times, 0.5) / 1000).toFixed(2)} s, p95 ${(at(times, 0.95) / 1000).toFixed(2)} s\n`,
  );
}
