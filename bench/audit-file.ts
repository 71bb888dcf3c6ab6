import { createWriteStream, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { xafPieces } from '#server/features/invoicing/testing/xaf.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { startProduct } from '../tests/support/product.ts';

// An audit file of BENCH_PURCHASES purchases of BENCH_SUPPLIERS creditors, sent to a running product and read by its job:
// how long, how much processor time that took with the database's, and how much more memory the product's processes had
// meanwhile; the database has limits of its own. Linux only, since it looks into /proc.
const purchases = Number(process.env['BENCH_PURCHASES'] ?? 125_000);
const suppliers = Number(process.env['BENCH_SUPPLIERS'] ?? 2000);

const say = (line: string) => process.stdout.write(`${line}\n`);
const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
const ticksPerSecond = 100;

interface Use {
  /** Bytes in memory, without the database. */
  readonly memory: number;
  /** Seconds of the processor, of all that live. */
  readonly seconds: number;
}

/** What a process and those that it started use. */
function measure(pid: number): Use {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = Number(readStat(name)?.[1]);
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
  }
  const sum = (of: number): Use => {
    const stat = readStat(String(of));
    const own = {
      memory: isDatabase(of) ? 0 : Number(stat?.[21] ?? 0) * 4096,
      // Its ended children count too: a connection of the database is a process.
      seconds: [11, 12, 13, 14].reduce((all, at) => all + Number(stat?.[at] ?? 0), 0) / ticksPerSecond,
    };
    return (parents.get(of) ?? [])
      .map(sum)
      .reduce((all, one) => ({ memory: all.memory + one.memory, seconds: all.seconds + one.seconds }), own);
  };
  return sum(pid);
}

/** What stands behind the name of a process in its `stat`: state, parent, … */
function readStat(pid: string): readonly string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

function isDatabase(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'balie-xaf-'));
const product = await startProduct();
const db = createDb(createPool({ ...product.app, max: 1 }));
try {
  const email = 'keeper@xaf.example';
  const may = ['fmmodule.charts.read.company', 'fmmodule.charts.update.company'];
  const { companyId } = await buildUser(db, { email, may });
  const { id } = await buildAdministration(db, companyId);
  await product.query(`update administrations set kvk_number = '12345678' where id = $1`, [id]);
  const make = async (name: string, seed: object) => {
    const path = join(folder, name);
    await pipeline(Readable.from(xafPieces(seed)), createWriteStream(path));
    return path;
  };
  // A small one first, so that everything has started.
  const [small, large] = [
    await make('small.xaf', { year: 2024 }),
    await make('large.xaf', { suppliers, purchases }),
  ];
  const { size } = await stat(large);
  say(
    `${megabytes(size)}, ${purchases} purchases of ${suppliers} creditors, load ${loadavg()[0]?.toFixed(1)}`,
  );

  const headers = { authorization: `Bearer ${await product.token(email)}` };
  const url = `http://localhost:${product.port}/api/fmmodule/charts/${id}/imports`;
  const import_ = z.object({ state: z.string(), counts: z.record(z.string(), z.number()) });
  const newest = async () => {
    const reply = await fetch(url, { headers });
    return z.object({ result: z.array(import_) }).parse(await reply.json()).result[0];
  };
  for (const [name, path] of [
    ['', small],
    ['first time', large],
    ['the same again', large],
  ] as const) {
    const before = measure(product.pid);
    let peak = before.memory;
    const watch = setInterval(() => (peak = Math.max(peak, measure(product.pid).memory)), 250);
    const started = performance.now();
    const form = new FormData();
    form.append('file', await openAsBlob(path), 'books.xaf');
    const sent = await fetch(`${url}/xaf`, { method: 'POST', headers, body: form });
    if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`);
    let state = await newest();
    while (state?.state !== 'done') {
      if (state?.state === 'refused') throw new Error('the file was refused');
      await sleep(200);
      state = await newest();
    }
    clearInterval(watch);
    const seconds = (performance.now() - started) / 1000;
    const processor = measure(product.pid).seconds - before.seconds;
    if (name)
      say(
        `${name}: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of the processor, ` +
          `${megabytes(peak - before.memory)} more memory than ${megabytes(before.memory)}, ${JSON.stringify(state.counts)}`,
      );
  }
} finally {
  await db.destroy();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
