import pg from 'pg';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { numberEvents } from '#server/platform/db/events.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { startProduct } from '../tests/support/product.ts';
import { pauseWorker, workedOf } from './processor.ts';

// `node scripts/run.js bench/event-row.ts`: what the row of an event (decision 0131) costs a change. The same change,
// an update of one row with its line in the history, is made as one of an invoice, which has events, and as one of an
// administration, which has none. Blocks of both take turns (ABBA), so that what else the machine does falls on both.
const blocks = Number(process.env['BENCH_BLOCKS'] ?? 60);
const changes = Number(process.env['BENCH_CHANGES'] ?? 200);

const product = await startProduct();
const client = new pg.Client(product.owner);
const db = createDb(createPool({ ...product.app, max: 1 }));
try {
  await client.connect();
  await pauseWorker(product);
  const [companyId, id] = [newId(), newId()];
  await client.query(
    `insert into companies (id, name, domain_name, license) values ($1, 'Proef', 'proef.example', 'P')`,
    [companyId],
  );
  await client.query(
    `insert into administrations (company_id, id, name, tag) values ($1, $2, 'Proef', 'P')`,
    [companyId, id],
  );
  const writer = { caller: { userId: null, name: 'Balie' }, now: () => new Date() };
  let made = 0;
  const change = (entity: string) =>
    inTransaction(db, async (tx) => {
      const [before, after] = [{ name: `Proef ${made}` }, { name: `Proef ${(made += 1)}` }];
      await tx
        .updateTable('administrations')
        .set({ name: after.name })
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute();
      await recordChange(tx, writer, { entity, entityId: id, companyId, verb: 'update', before, after });
    });

  /** One block: milliseconds of the clock, and of the database's processor, for a change. */
  async function block(entity: string): Promise<Cost> {
    const [worked, began] = [await workedOf(product), performance.now()];
    for (let n = 0; n < changes; n += 1) await change(entity);
    const clock = performance.now() - began;
    const database = (await workedOf(product)).database - worked.database;
    return { clock: clock / changes, database: database / changes };
  }

  const kinds = { with: 'fmmodule.invoices', without: 'core.administrations' } as const;
  await block(kinds.with);
  await block(kinds.without);
  const costs: Record<keyof typeof kinds, Cost[]> = { with: [], without: [] };
  for (let n = 0; n < blocks; n += 1) {
    const order = n % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const);
    for (const kind of order) costs[kind].push(await block(kinds[kind]));
  }
  for (const what of ['clock', 'database'] as const) {
    const ratios = costs.with.map((cost, n) => cost[what] / (costs.without[n]?.[what] ?? Number.NaN));
    const of = (kind: keyof typeof kinds) =>
      quantile(
        costs[kind].map((cost) => cost[what]),
        0.5,
      ).toFixed(3);
    const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
    process.stdout.write(
      `${what}: ${of('with')} ms with, ${of('without')} ms without; ratio ${middle} (half of the pairs ${low} to ${high})\n`,
    );
  }
  // Somebody asks for events: those of all the blocks are numbered.
  const began = performance.now();
  const count = await numberEvents(db, companyId);
  process.stdout.write(
    `numbering ${count} events: ${((performance.now() - began) / count).toFixed(4)} ms each, when somebody asks\n`,
  );
} finally {
  await client.end();
  await db.destroy();
  await product.stop();
}

interface Cost {
  readonly clock: number;
  readonly database: number;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
}
