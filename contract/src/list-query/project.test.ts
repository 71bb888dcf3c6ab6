import { expect, test } from 'vitest';
import { parseListQuery } from '../list-query.ts';
import { projectRow } from './project.ts';

const fields = {
  id: 'id',
  reference: 'text',
  'administration/id': 'id',
  'administration/name': 'text',
  users: { any: { id: 'id', name: 'text', 'group/name': 'text' } },
} as const;
const row = {
  id: '1',
  reference: 'R',
  administration: { id: 'a', name: 'Noord' },
  users: [
    { id: 'u10', name: 'Jan 10', group: { name: 'G', secret: 1 } },
    { id: 'u2', name: 'jan 2', group: null },
    { id: 'u3', name: null, group: null },
  ],
};

function project(raw: Record<string, string>): object {
  return projectRow(parseListQuery({ fields, defaultSort: '', row: { shape: row } }, raw), fields, row);
}

test('a row stays whole when nothing is chosen', () => {
  expect(project({})).toBe(row);
});

test('select keeps the chosen properties, also inside a record', () => {
  expect(project({ $select: 'id' })).toEqual({ id: '1' });
  expect(project({ $select: 'id,administration/name' })).toEqual({
    id: '1',
    administration: { name: 'Noord' },
  });
  expect(project({ $select: 'administration/name,administration' })).toEqual({
    administration: row.administration,
  });
});

test('expand keeps what it names beside what is selected, and chooses inside it', () => {
  expect(project({ $select: 'id', $expand: 'administration($select=name)' })).toEqual({
    id: '1',
    administration: { name: 'Noord' },
  });
  expect(project({ $expand: 'administration($select=id)' })).toEqual({ ...row, administration: { id: 'a' } });
});

test('expand filters, sorts, cuts and reaches into the items of a list', () => {
  const names = (options: string) => project({ $select: 'users', $expand: `users($select=name;${options})` });
  expect(names("$filter=contains(name,'JAN');$orderby=name")).toEqual({
    users: [{ name: 'jan 2' }, { name: 'Jan 10' }],
  });
  expect(names('$orderby=name desc;$top=1')).toEqual({ users: [{ name: 'Jan 10' }] });
  expect(names('$orderby=name;$top=1')).toEqual({ users: [{ name: null }] });
  expect(project({ $select: 'id', $expand: 'users($select=id;$top=1;$expand=group($select=name))' })).toEqual(
    {
      id: '1',
      users: [{ id: 'u10', group: { name: 'G' } }],
    },
  );
});
