import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { statementsOf } from './sql-statements.ts';

test('statements end at a semicolon, and not at one in a text, name, comment or body', () => {
  const body = `create function f() returns text language sql as $$ select 'a;'; $$`;
  const text = `-- first; not yet\nselect 1; select ';' as "a;b"; -- it''s; over\n${body};\n-- end`;
  expect(statementsOf(text).map((one) => one.trim())).toEqual([
    '-- first; not yet\nselect 1',
    `select ';' as "a;b"`,
    `-- it''s; over\n${body}`,
  ]);
});

test('the migrations are made of them', async () => {
  const folder = new URL('./migrations/', import.meta.url);
  for await (const name of glob('*.sql', { cwd: folder })) {
    const text = await readFile(new URL(name, folder), 'utf8');
    const starts = statementsOf(text).map(
      (one) =>
        one
          .replaceAll(/^\s*--.*$/gm, '')
          .trim()
          .split(/\s/)[0],
    );
    expect(
      starts.filter(
        (word) => !/^(create|alter|drop|insert|update|delete|comment|select|analyze|with)$/i.test(word ?? ''),
      ),
    ).toEqual([]);
  }
});
