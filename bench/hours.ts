import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { loadavg } from 'node:os';
import { startProduct } from '../tests/support/product.ts';
import { generate, known } from './workorders-data.ts';

// `node scripts/run.js bench/hours.ts`: the export of a year of BENCH_HOURS entries: when it starts to arrive, how long it
// takes, and the most memory that the server had meanwhile, beside what it had before.
const hours = Number(process.env['BENCH_HOURS'] ?? 1_000_000);
const orders = 5000;

const product = await startProduct({ env: { RATE_LIMIT: '1000000000' } });
try {
  await generate(product, orders);
  await product.query(`insert into user_permissions values ($1, 'comceptum.workordertimes.read.company')`, [
    known.user,
  ]);
  await product.query(
    `insert into order_times (company_id, id, work_order_id, user_id, start_time, end_time)
     select $1, gen_random_uuid(), o.id, u.id, s.at, s.at + interval '45 minutes'
     from generate_series(0, $2::int - 1) g(n)
     join (select id, row_number() over (order by id) - 1 as n from work_orders where company_id = $1) o on o.n = g.n % ${orders}
     join (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from users where company_id = $1) u on u.n = g.n % u.total
     cross join lateral (select '2025-01-01T07:00:00Z'::timestamptz + (g.n % 365) * interval '1 day' + (g.n / 365 % 120) * interval '5 minutes' as at) s`,
    [known.company, hours],
  );
  await product.query('vacuum (analyze) order_times');
  const token = await product.token(known.email);
  // One small export first, so that what is measured is this work and not the first use of the server.
  await download(product.port, token, '2025-01-01');
  const before = await memory(product.pid, 'VmRSS');
  const began = performance.now();
  const { first, bytes, lines, most } = await download(product.port, token, '2025-12-31');
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(
    `${hours} entries: first bytes after ${first.toFixed(0)} ms, all ${(bytes / 1e6).toFixed(0)} MB (${lines} lines) in ${seconds.toFixed(0)} s; ` +
      `memory of the server ${before} MB before, ${most} MB at most, ${most - before} MB more; load ${(loadavg()[0] ?? 0).toFixed(1)}\n`,
  );
} finally {
  await product.stop();
}

async function memory(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

function download(
  port: number,
  token: string,
  endDate: string,
): Promise<{ first: number; bytes: number; lines: number; most: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    let [first, bytes, lines, most] = [0, 0, 0, 0];
    const watch = setInterval(
      () => void memory(product.pid, 'VmRSS').then((now) => (most = Math.max(most, now))),
      100,
    );
    const path = `/api/comceptum/export-times?startDate=2025-01-01&endDate=${endDate}`;
    get(
      { host: '127.0.0.1', port, path, headers: { host: 'localhost', authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
        answer.on('data', (chunk: Buffer) => {
          if (bytes === 0) first = performance.now() - began;
          bytes += chunk.length;
          for (const byte of chunk) if (byte === 10) lines += 1;
        });
        answer.on('end', () => {
          clearInterval(watch);
          resolve({ first, bytes, lines, most });
        });
        answer.on('error', reject);
      },
    ).on('error', reject);
  });
}
