import { loadavg } from 'node:os';
import PDFDocument from 'pdfkit';
import pg from 'pg';
import { generateInvoices } from '#server/samples/generate.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { startProduct } from '../tests/support/product.ts';
import { generate, invoiceId, known } from './data.ts';
import { boardPages, generateBoard } from './documents-board.ts';
import { printHelp } from '#server/commands/command.ts';

if (
  printHelp(`Usage: npm run bench:documents

Measures search, reading of scans, and the board. Settings: BENCH_PAGES, BENCH_MS, BENCH_PARTS (docs/benchmarks.md).`)
)
  process.exit();

// `node scripts/run.js bench/documents.ts`: the invoice list (250 rows and count, one at a time) before and while a scan of
// BENCH_PAGES pages is read, seconds per scanned page from upload to read, `^(a+)+$` searched in 60 kB, and the board.
// BENCH_PARTS names some of them: search,board,scan.
const pages = Number(process.env['BENCH_PAGES'] ?? 50);
const ms = Number(process.env['BENCH_MS'] ?? 15_000);
const parts = (process.env['BENCH_PARTS'] ?? 'search,board,scan').split(',');
const list = '/api/fmmodule/invoices?$top=250&$count=true&$orderby=documentId%20asc';
const maxSeconds = 1800;
const never = async () => false;

interface Asked {
  readonly method?: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}
type Ask = (path: string, asked?: Asked) => Promise<Response>;

const product = await startProduct({ env: { RATE_LIMIT: '1000000000' } });
const client = new pg.Client(product.owner);
try {
  await client.connect();
  await generate(product);
  await product.query(
    `insert into user_permissions values ($1, 'fmmanagement.documents.read.company'), ($1, 'fmmanagement.board.read.company'), ($2, 'fmmanagement.board.read.system')`,
    [known.userId, known.staffId],
  );
  await product.query(
    `insert into modules (id, code, name) values (gen_random_uuid(), 'fmmanagement', 'Documenten')`,
  );
  await product.query(
    `insert into company_modules (company_id, id, module_id) select $1, gen_random_uuid(), id from modules where code = 'fmmanagement'`,
    [known.company],
  );
  const ask = await asking(known.userEmail);
  const listed = async () => {
    const at = performance.now();
    await (await ask(list)).arrayBuffer();
    return performance.now() - at;
  };
  if (parts.includes('search')) await search(ask, listed);
  if (parts.includes('board')) await board(ask, await asking(known.staffEmail));
  if (parts.includes('scan')) await scanned(ask, listed);
} finally {
  await client.end();
  await product.stop();
}

async function asking(email: string): Promise<Ask> {
  const token = await product.token(email);
  return (path, asked = {}) =>
    fetch(`http://localhost:${product.port}${path}`, {
      ...asked,
      headers: { authorization: `Bearer ${token}`, ...asked.headers },
    });
}

/** Pages of the board over a company with many documents, and over all companies for staff. */
async function board(ask: Ask, staff: Ask): Promise<void> {
  await generateBoard(product);
  for (const [name, path] of Object.entries(boardPages)) {
    for (const [who, askAs] of [
      ['own', ask],
      ['all companies', staff],
    ] as const) {
      const times: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        const began = performance.now();
        const answer = await askAs(`/api/fmmanagement/board/${path}`);
        if (answer.status !== 200) throw new Error(`board: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
        times.push(performance.now() - began);
      }
      say(`board, ${name}, ${who}: ${figures(times.toSorted((a, b) => a - b))}`);
    }
  }
}

/** The list before and while a scan is read, and how long that takes. */
async function scanned(ask: Ask, listed: () => Promise<number>): Promise<void> {
  const scan = await scanOf(pages);
  const before = await until(listed, never, ms);
  const began = performance.now();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(scan)]), 'scan.pdf');
  const answer = await ask('/api/fmmodule/documents', { method: 'POST', body: form });
  if (answer.status !== 202) throw new Error(`upload: ${answer.status}`);
  const during = await until(listed, isRead, maxSeconds * 1000);
  const seconds = (performance.now() - began) / 1000;
  say(`list before   ${figures(before)}`);
  say(`list during   ${figures(during)}`);
  say(`p95 ${(at(during, 0.95) / at(before, 0.95)).toFixed(2)} times (aim at most 2)`);
  say(
    `${pages} scanned pages in ${seconds.toFixed(1)} s: ${(seconds / pages).toFixed(2)} s a page (aim 1.5)`,
  );
}

function say(text: string): void {
  process.stdout.write(`${text}; load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
}

/** Repeats a measurement until something is so, or time is up; whether it is so is looked at four times a second. */
async function until(
  measure: () => Promise<number>,
  isSo: () => Promise<boolean>,
  most: number,
): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  let looked = began;
  while (performance.now() - began < most) {
    times.push(await measure());
    if (performance.now() - looked < 250) continue;
    looked = performance.now();
    if (await isSo()) break;
  }
  return times.toSorted((a, b) => a - b);
}

async function isRead(): Promise<boolean> {
  const { rowCount } = await client.query(`select from documents where filename = 'scan.pdf' and state >= 2`);
  return rowCount === 1;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function figures(times: readonly number[]): string {
  return `${times.length} times, p50 ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms`;
}

/** Pages as a scanner gives them, each another invoice, in one PDF without a text layer. */
async function scanOf(count: number): Promise<Buffer> {
  const reader = startPdf();
  const paper = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve) => {
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.on('end', () => resolve(Buffer.concat(chunks)));
  });
  for (const invoice of generateInvoices({
    seed: 50,
    count,
    layouts: ['classic', 'stacked', 'split-vat', 'decoys'],
  })) {
    paper.addPage();
    paper.image(await invoice.scan(reader, 'fair'), 0, 0, { width: 595 });
  }
  paper.end();
  await reader.close();
  return done;
}

/** A pattern that stops other engines, over 60 kB that it does not match. */
async function search(ask: Ask, listed: () => Promise<number>): Promise<void> {
  const id = invoiceId(1);
  await product.query(
    `insert into document_pages (company_id, document_id, id, number, width_px, height_px, image_sha256, thumbnail_sha256, text_source, text)
     values ($1, $2, gen_random_uuid(), 1, 1000, 1414, '', '', 'pdf', repeat('a', 60000) || '!')`,
    [known.company, id],
  );
  const once = async () => {
    const began = performance.now();
    const body = JSON.stringify({ field: 'factuurnummer', pattern: '^(a+)+$' });
    const answer = await ask(`/api/fmmanagement/documenten/${id}/regex`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    if (answer.status !== 200) throw new Error(`search: ${answer.status}`);
    await answer.arrayBuffer();
    return performance.now() - began;
  };
  // The first one waits for its process to start, as opening the text does on the screen.
  await once();
  const alone = await until(listed, never, 3000);
  const [times, beside] = await Promise.all([until(once, never, 3000), until(listed, never, 3000)]);
  say(`^(a+)+$ on 60 kB beside the list: ${figures(times)} (aim 250 ms)`);
  say(`the list alone: ${figures(alone)}; beside the search: ${figures(beside)}`);
}
