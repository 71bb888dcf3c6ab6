import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import type { Services } from '#server/platform/context.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { hasDemoPeople, loadDemo } from './demo.ts';

let stage: TestApp;
const said: string[] = [];

beforeAll(async () => {
  stage = await testApp();
});
afterAll(() => stage.close());

async function load(services: Services): Promise<string[]> {
  said.length = 0;
  await loadDemo(
    services,
    async () => 'Welkom-2026',
    (text) => said.push(text),
  );
  return [...said];
}

/** How many rows every table has. */
async function countRows({ db }: Services): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(
    db,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::int as count from ${sql.table(name)}`.execute(db);
    counts[name] = rows[0]?.count ?? -1;
  }
  return counts;
}

test('a part that fails is one sentence, and the others are added', async () => {
  const full = () => Promise.reject(new Error('the disk is full'));
  const lines = await load({ ...stage.services, files: { ...stage.services.files, put: full } });
  const problems = lines.filter((line) => line.includes('was not added') || line.includes('niet toegevoegd'));
  expect(problems).toHaveLength(3);
  expect(problems.map((line) => /\((\w+)\)/.exec(line)?.[1])).toEqual(['workorders', 'billing', 'invoices']);
  for (const problem of problems) expect(problem).toContain('the disk is full');
  expect(await hasDemoPeople(stage.db)).toBe(true);
  const orders = await stage.db.selectFrom('carpet_orders').select('id').execute();
  expect(orders.length).toBeGreaterThan(0);
}, 120_000);

test('the next start adds what was not reached, and nothing to a part that was cut off', async () => {
  const before = await countRows(stage.services);
  expect(await load(stage.services)).toEqual(['Making demo invoices …']);
  const after = await countRows(stage.services);
  for (const table of [
    'companies',
    'users',
    'customer_relations',
    'work_orders',
    'price_agreements',
    'builds',
    'semi_finishes',
  ]) {
    expect([table, after[table]]).toEqual([table, before[table]]);
  }
  expect(after['documents']).toBeGreaterThan(before['documents'] ?? 0);
}, 120_000);

test('it is added once, whatever a person takes away afterwards', async () => {
  await stage.db.deleteFrom('semi_finishes').execute();
  await stage.db.deleteFrom('billing_runs').execute();
  const before = await countRows(stage.services);
  expect(await load(stage.services)).toEqual([]);
  expect(await countRows(stage.services)).toEqual(before);
}, 120_000);

test('a demo of an earlier version, of which nothing is recorded, is left as it is', async () => {
  await stage.db.deleteFrom('demo_parts').execute();
  const before = await countRows(stage.services);
  expect(await load(stage.services)).toEqual([]);
  expect(await countRows(stage.services)).toEqual(before);
});

test('a database with companies of its own gets no demo', async () => {
  const other = await testApp();
  try {
    await buildCompany(other.db);
    const before = await countRows(other.services);
    expect(await load(other.services)).toEqual([]);
    expect(await countRows(other.services)).toEqual(before);
    expect(await hasDemoPeople(other.db)).toBe(false);
  } finally {
    await other.close();
  }
});
