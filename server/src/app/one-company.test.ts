import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/testing/database.ts';
import { OneCompanyRule } from './testing/one-company.ts';

// That the rule of decision 0110 finds what it is there for; on real statements it runs wherever a test app is closed.
let [database, db]: [TestDatabase | undefined, Db | undefined] = [undefined, undefined];
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const company = randomUUID();
const counting = sql`select o.id, (select count(*) from offer_lines l where l.company_id = o.company_id and l.offer_id = o.id)
  from offers o where o.company_id = ${company}`;

async function verdict(isProvider: boolean, ask: (db: Db) => Promise<unknown>): Promise<string> {
  if (!db || !database) throw new Error('no database');
  const [rule, asked] = [new OneCompanyRule(), db];
  await rule.watch({ what: 'GET /api/x', isProvider }, () => ask(asked));
  return rule.check(database.owner).then(
    () => 'fits',
    (error: Error) => error.message,
  );
}

test('a subquery that names the company of the row outside is found, with request and table', async () => {
  const found = await verdict(false, (one) => counting.execute(one));
  expect(found).toContain("GET /api/x, of a company's user\nlacks the company at: offer_lines l");
});

test('it fits through the database of one company', async () => {
  expect(await verdict(false, (one) => counting.execute(inOneCompany(one, company)))).toBe('fits');
});

test('what is not scanned by company is found as well, and staff may ask all of them', async () => {
  const byId = sql`select id from offers o where o.id = ${company}`;
  expect(await verdict(false, (one) => byId.execute(one))).toContain('lacks the company at: offers o');
  expect(await verdict(true, (one) => byId.execute(one))).toBe('fits');
});
