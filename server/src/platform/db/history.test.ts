import { expect, test } from 'vitest';
import { difference } from './history.ts';

test('tells old and new of each field that differs, and nothing of the record’s own keeping', () => {
  const before = { id: '1', name: 'Oud', city: 'Zwolle', rowVersion: 1, list: ['a'] };
  const after = { id: '1', name: 'Nieuw', city: 'Zwolle', rowVersion: 2, list: ['a', 'b'], phone: '06' };
  expect(difference(before, after)).toEqual({
    name: { old: 'Oud', new: 'Nieuw' },
    list: { old: ['a'], new: ['a', 'b'] },
    phone: { old: null, new: '06' },
  });
});

test('a secret that is handed in by mistake leaves no trace; that there is one does', () => {
  const after = { mailPassword: 'geheim', apiToken: 'geheim', nested: 1, hasPassword: true };
  expect(difference({ mailPassword: 'ouder' }, after)).toEqual({
    nested: { old: null, new: 1 },
    hasPassword: { old: null, new: true },
  });
});
