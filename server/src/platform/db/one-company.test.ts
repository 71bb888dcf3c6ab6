import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDb, createPool } from './database.ts';
import { inOneCompany } from './one-company.ts';
import { scopedStatement } from './statement.ts';

const db = createDb(createPool({}));
const company = '019a0000-0000-7000-8000-000000000001';

test('a subquery that names the company of the row outside is told the company itself', () => {
  const count = sql<number>`(select count(*) from offer_lines l where l.company_id = offers.company_id
    and l.offer_id = offers.id)`;
  const { sql: text, parameters } = inOneCompany(db, company)
    .selectFrom('offers')
    .where('offers.company_id', '=', company)
    .where('offers.id', '=', 'x')
    .select(count.as('lines'))
    .compile();
  expect(text).toContain('(l.company_id = offers.company_id and l.company_id = $1)');
  expect(parameters).toEqual([company, company, 'x']);
});

test('so is one that names it by a reference, once', () => {
  const ofOutside = sql.ref('offers.company_id');
  const has = sql<boolean>`exists (select from offer_lines l where l.company_id = ${ofOutside} and l.offer_id = ${'y'})`;
  const one = inOneCompany(inOneCompany(db, company), company);
  const { sql: text, parameters } = one
    .selectFrom('offers')
    .where('id', '=', 'x')
    .select(has.as('has'))
    .compile();
  expect(text).toContain('(l.company_id = "offers"."company_id" and l.company_id = $1) and l.offer_id = $2');
  expect(parameters).toEqual([company, 'y', 'x']);
});

test('values between the parts of a text keep their places', () => {
  const text = sql`select ${'a'}, ${sql`(select 1 from notes n where n.company_id = d.company_id and n.id = ${'b'}
    and exists (select from attachments t where t.company_id = n.company_id and t.name = ${'c'}))`} where ${'d'} = 'd'`;
  expect(text.compile(inOneCompany(db, company)).parameters).toEqual(['a', company, 'b', company, 'c', 'd']);
});

test('what people wrote is left alone', () => {
  const text = 'l.company_id = o.company_id';
  const one = inOneCompany(db, company);
  expect(sql`select ${text}`.compile(one)).toMatchObject({ sql: 'select $1', parameters: [text] });
  const many = one.selectFrom('offers').where('offers.id', 'in', [text]).select('id').compile();
  expect(many.parameters).toEqual([text]);
});

test('a statement of a scope names its company, and the one for all companies none', async () => {
  const texts: string[] = [];
  const counting = scopedStatement((bare) => ({
    compile: () => {
      const made = sql`select 1 from offers o where exists (select from offer_lines l where l.company_id = o.company_id)`;
      const compiled = made.compile(bare);
      texts.push(compiled.sql);
      throw new Error('not sent');
    },
  }));
  const userId = company;
  await expect(counting.all(db, { reach: 'company', userId, companyId: company }, {})).rejects.toThrow(
    'not sent',
  );
  await expect(counting.all(db, { reach: 'system', userId }, {})).rejects.toThrow('not sent');
  expect(texts.map((text) => text.includes('$1'))).toEqual([true, false]);
});
