import { describe, expect, test } from 'vitest';
import { collectUses, compare, flatten, judge, type Uses } from './check-locales.ts';

const areas = new Set(['shell', 'core']);

function usesOf(source: string): Uses {
  const uses: Uses = { keys: new Set(), patterns: new Map(), fields: new Set() };
  collectUses(source, areas, uses);
  return uses;
}

describe('the two languages', () => {
  const dutch = flatten({ a: { b: 'Hallo {{name}}', c: 'x' } }, 'shell');

  test('agree when they have the same keys and places', () => {
    expect(compare(dutch, flatten({ a: { b: 'Hello {{name}}', c: 'y' } }, 'shell'))).toEqual([]);
  });

  test('differ by a key of one side and by a place', () => {
    expect(compare(dutch, flatten({ a: { b: 'Hello {{nme}}', d: 'y' } }, 'shell'))).toEqual([
      'shell.a.c: not in English',
      'shell.a.d: not in Dutch',
      'shell.a.b: other {{places}} in English',
    ]);
  });
});

describe('the keys of a source', () => {
  test('are strings and templates that begin with an area, outside comments', () => {
    const source = `
      // 'shell.comment.one' and https://example
      /** text('shell.comment.two') */
      text('shell.menu.open'); text(isOn ? "shell.on" : 'shell.off'); text(\`shell.scheme.\${scheme}\`);
      const path = 'fm/companies'; localStorage.getItem('balie.language');
    `;
    const { keys, patterns } = usesOf(source);
    expect([...keys]).toEqual(['shell.menu.open', 'shell.on', 'shell.off']);
    expect([...patterns.keys()]).toEqual(['shell.scheme.${}']);
  });
});

describe('the labels of fields', () => {
  test('stand below the key that the form names, by the name of the field or another one', () => {
    const { keys } = usesOf(`
      const field = fieldsOf(form, 'core.users', { isOptional: true });
      <TextField {...field('emailAddress.address')} />; <SelectField {...field('groupIds', 'groups')} />;
    `);
    expect([...keys]).toEqual(['core.users.emailAddress.address', 'core.users.groups', 'core.users']);
  });
});

describe('judging', () => {
  const texts = flatten(
    { title: 'T', rows_one: '1', rows_other: 'n', scheme: { auto: 'A', dark: 'D' } },
    'shell',
  );

  test('finds nothing when all is used, plurals by their bare key', () => {
    const uses = usesOf("text('shell.title'); text('shell.rows', { count }); text(`shell.scheme.${x}`)");
    expect(judge(texts, uses)).toEqual([]);
  });

  test('names what is used and not there, and what is there and not used', () => {
    const uses = usesOf("text('shell.titel'); text('shell.rows'); text(`shell.schema.${x}`)");
    expect(judge(texts, uses)).toEqual([
      'shell.titel: used, but nowhere',
      'shell.schema.${}: used, but nothing is like it',
      'shell.title: not used',
      'shell.scheme.auto: not used',
      'shell.scheme.dark: not used',
    ]);
  });

  test('counts what stands below the labels of a history as used', () => {
    expect(judge(texts, usesOf('<History labels="shell" />'))).toEqual([]);
    expect(judge(texts, usesOf('<History labels="shell.fields" />'))).toContain(
      'shell.fields.…: used, but nothing is like it',
    );
  });

  test('counts what a list finds below its texts as used', () => {
    const list = flatten({ title: 'T', none: 'N', noneHint: 'H', other: 'O' }, 'shell');
    expect(judge(list, usesOf('<ResourceList texts="shell" />'))).toEqual(['shell.other: not used']);
    expect(judge(list, usesOf("useRecordDialog(r, {}, { texts: 'shell' })"))).toEqual([
      'shell.other: not used',
    ]);
  });

  test('takes permissions for what they are', () => {
    expect(
      judge(flatten({}, 'core'), usesOf("may('core.companies.read.system'); may('core.companies')")),
    ).toEqual([]);
  });
});
