import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvPieces } from '#contract/export/csv.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDb, createPool, type Db } from './database.ts';
import { csvCellSql, csvLineSql } from './csv-sql.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.app));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const heads = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  '\n\t=',
  '\r\n',
  ' =',
  "'",
  '"',
  ';',
  '"=',
  ';-',
  'é',
  '\\',
  '',
  '\u{1F9F6}',
  '~',
];
const texts = heads.flatMap((head) =>
  ['', '1', 'Zwolle; BV', 'a "b" c', 'twee\r\nregels', 'x=1', ' eind '].map((tail) => head + tail),
);

async function* rowsOf(all: readonly string[]): AsyncGenerator<string> {
  yield* all;
}

test('a cell that the database writes is the one that we write', async () => {
  const columns = [
    { head: 'a', kind: 'text', value: (text: string) => text },
    { head: 'b', kind: 'text', value: () => 'x' },
  ] as const;
  const pieces: string[] = [];
  for await (const piece of csvPieces(columns, rowsOf(texts), 'nl')) pieces.push(piece);
  const [, ...ours] = pieces;
  const cell = csvCellSql(sql.ref<string>('t'));
  const { rows } = await sql<{ line: string }>`select ${csvLineSql([cell, sql<string>`'x'`])} as line
    from unnest(${texts}::text[]) with ordinality as given (t, n) order by n`.execute(db);
  expect(rows.map(({ line }) => line).join('')).toBe(ours.join(''));
});
