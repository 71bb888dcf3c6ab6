import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { generateUses } from './many-uses.ts';

let database: TestDatabase;
let owner: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDb(createPool({ ...database.owner, max: 2 }));
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

/** What the sums of days say, and what the uses themselves say. */
async function sums(): Promise<{
  readonly kept: number;
  readonly counted: number;
  readonly differing: number;
}> {
  const { rows } = await sql<{ kept: number; counted: number; differing: number }>`
    with counted as (select company_id, day, kind, count(*) as total, count(*) filter (where mark <> '') as marked from usage_events group by 1, 2, 3)
    select (select sum(total) from usage_days)::integer as kept, (select sum(total) from counted)::integer as counted,
      (select count(*) from counted full join (select * from usage_days where total <> 0) d using (company_id, day, kind)
        where counted.total is distinct from d.total or counted.marked is distinct from d.marked)::integer as differing`.execute(
    owner,
  );
  return rows[0] ?? { kept: 0, counted: 0, differing: 0 };
}

async function shape(): Promise<unknown> {
  const { rows } = await sql`
    select conname as name, pg_get_constraintdef(oid) as what from pg_constraint where conrelid = 'usage_events'::regclass
    union all select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid = 'usage_events'::regclass
    union all select tgname, tgenabled::text from pg_trigger where tgrelid = 'usage_events'::regclass and not tgisinternal
    order by 1, 2`.execute(owner);
  return rows;
}

test('uses that go in without indexes have the sums of their days, and leave the table as it was', async () => {
  const before = await shape();
  await generateUses(owner, { customers: 3, events: 2400, until: '2026-10' });
  expect(await sums()).toEqual({ kept: 2400, counted: 2400, differing: 0 });
  expect(await shape()).toEqual(before);
});

test('another number of uses takes the place of those made before', async () => {
  await generateUses(owner, { customers: 3, events: 240, until: '2026-10' });
  expect(await sums()).toEqual({ kept: 240, counted: 240, differing: 0 });
});
