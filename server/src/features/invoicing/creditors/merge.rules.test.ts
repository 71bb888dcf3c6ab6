import { expect, test } from 'vitest';
import { mergeAccounts } from './merge.rules.ts';

const [seen, imported, confirmed, blocked] = [0, 1, 2, 3];
const account = (id: string, iban: string, state = seen) => ({ id, iban, state: state ?? 0 });

test('an account that both had stays trusted, as far as the less trusted of the two', () => {
  const { moved, setAside, states } = mergeAccounts(
    [account('a', 'X', confirmed)],
    [account('b', 'X', imported)],
  );
  expect({ moved, setAside, states }).toEqual({
    moved: [],
    setAside: ['b'],
    states: [{ id: 'a', before: confirmed, after: imported }],
  });
});

test('accounts of one of them become seen again, on both sides', () => {
  const { moved, setAside, states } = mergeAccounts(
    [account('a', 'X', confirmed)],
    [account('b', 'Y', imported)],
  );
  expect({ moved, setAside }).toEqual({ moved: ['b'], setAside: [] });
  expect(states).toEqual([
    { id: 'b', before: imported, after: seen },
    { id: 'a', before: confirmed, after: seen },
  ]);
});

test('a blocked one stays blocked, whoever had it', () => {
  expect(mergeAccounts([account('a', 'X', confirmed)], [account('b', 'X', blocked)]).states).toEqual([
    { id: 'a', before: confirmed, after: blocked },
  ]);
  expect(mergeAccounts([], [account('b', 'X', blocked)])).toEqual({ moved: ['b'], setAside: [], states: [] });
});
