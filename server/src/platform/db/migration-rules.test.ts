import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrationNames } from './migrate.ts';
import { firstRuled, neededBy, obstaclesOf } from './migration-rules.ts';

test('the previous version works beside every migration, or the migration names what it needs', async () => {
  const names = await migrationNames();
  const found = await Promise.all(
    names
      .filter((each) => each >= firstRuled)
      .map(async (name) => {
        const sql = await readFile(new URL(`./migrations/${name}`, import.meta.url), 'utf8');
        const needs = neededBy(name, sql);
        // An exception takes two releases: the first one works without what the second one takes away.
        if (needs === null) return { name, obstacles: obstaclesOf(sql) };
        const isEarlier = names.includes(needs) && needs < name;
        return { name, obstacles: isEarlier ? [] : [`${needs} is no earlier migration`] };
      }),
  );
  expect(found.filter(({ obstacles }) => obstacles.length > 0)).toEqual([]);
});

test.each([
  "create table x (id uuid primary key, name text not null unique, check (name <> ''))",
  'create table x (id uuid); alter table x add constraint y check (id is not null); create unique index on x (id)',
  'alter table groups add column note text',
  "alter table groups add note text not null default 'drop table groups'",
  'alter table groups add column a int, add column b int default 0 not null',
  'alter table groups add column code text; create unique index on groups (company_id, code)',
  'alter table groups add column code text, add constraint code_is_short check (length(code) < 9)',
  'alter table groups alter column name drop not null',
  'alter table groups alter column name set default 3',
  'alter table groups drop constraint groups_name_check',
  'drop index groups_name_idx',
  'create index on groups (name)',
  "update groups set name = 'x' where name is null",
  '-- drop table groups;\nselect 1',
  'alter table groups add column total int generated always as (1) stored not null',
])('%s is taken', (sql) => expect(obstaclesOf(sql)).toEqual([]));

test.each([
  ['drop table groups', 'drops'],
  ['drop view if exists names', 'drops'],
  ['drop function f(int)', 'drops'],
  ['alter table groups drop column name', 'drops'],
  ['alter table groups drop name', 'drops'],
  ['alter table groups add column x int, drop column name cascade', 'drops'],
  ['alter table groups rename to teams', 'renames'],
  ['alter table "groups" rename column name to title', 'renames'],
  ['alter index a rename to b', 'renames'],
  ['alter table groups alter column name type varchar(9)', 'changes a type'],
  ['alter table groups alter name set data type int using 1', 'changes a type'],
  ['alter table groups alter column name set not null', 'requires'],
  ['alter table groups alter column name drop default', 'takes a default away'],
  ['alter table groups add column note text not null', 'does not fill'],
  ['alter table groups add note text not null, add other int', 'does not fill'],
  ["alter table groups add constraint c check (name <> '')", 'new rule'],
  ["alter table groups add check (name <> '')", 'new rule'],
  ['alter table groups add constraint u unique (company_id, name)', 'new rule'],
  ['alter table groups add foreign key (name) references x', 'new rule'],
  ['create unique index on groups (name)', 'unique'],
  ['CREATE TABLE x (id int);\nALTER TABLE groups\n  DROP COLUMN name', 'drops'],
])('%s is refused: it %s', (sql, why) => {
  const [first, ...more] = obstaclesOf(sql);
  expect(first).toContain(why);
  expect(more).toEqual([]);
});

test('what a migration needs stands in it; those from before the rules need themselves', () => {
  expect(neededBy('0410_x.sql', 'select 1')).toBe('0410_x.sql');
  expect(neededBy('0420_x.sql', 'select 1')).toBeNull();
  expect(neededBy('0430_x.sql', '-- A reason.\n-- needs: 0420_x.sql\ndrop table x')).toBe('0420_x.sql');
});
