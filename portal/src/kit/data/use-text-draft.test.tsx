import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { draftKey, draftKeysAt } from './drafts.ts';
import { useTextDraft } from './use-text-draft.ts';

configure({ asyncUtilTimeout: 8000 });

// The test browser has no locks: these are given out as a browser does it, one after the other, and freed by the holder.
const held = new Map<string, Promise<unknown>>();
const locks = {
  request: (name: string, _: unknown, hold: () => Promise<unknown>) => {
    const done = hold().then(() => void held.delete(name));
    held.set(name, done);
    return done;
  },
  query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
};

beforeEach(() => Object.defineProperty(navigator, 'locks', { value: locks, configurable: true }));
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  localStorage.clear();
});

const place = draftKey('sanne', 'note.o1');

function Field() {
  const [typed, type] = useTextDraft('note.o1');
  return (
    <textarea aria-label="Notitie" value={typed} onChange={(event) => type(event.currentTarget.value)} />
  );
}
const fields = () =>
  screen.getAllByRole('textbox', { name: 'Notitie' }).map((one) => Reflect.get(one, 'value'));
const write = (at: number, value: string) => {
  const field = screen.getAllByRole('textbox', { name: 'Notitie' })[at];
  if (field) fireEvent.change(field, { target: { value } });
};

test('two open fields of one record keep a text each, and neither gets that of the other', async () => {
  const first = await renderScreen(Field);
  write(0, 'eerste tab');
  const second = await renderScreen(Field);
  write(1, 'tweede tab');
  expect(fields()).toEqual(['eerste tab', 'tweede tab']);
  expect(draftKeysAt(place)).toHaveLength(2);
  write(1, '');
  expect(draftKeysAt(place).map((key) => localStorage.getItem(key)?.split('\n')[1])).toEqual(['eerste tab']);
  first.unmount();
  second.unmount();
});

test('an empty field restores the newest text that is not open elsewhere, one at a time', async () => {
  const first = await renderScreen(Field);
  write(0, 'oud');
  const second = await renderScreen(Field);
  await new Promise((resolve) => setTimeout(resolve, 5));
  write(1, 'nieuw\nop twee regels');
  first.unmount();
  second.unmount();
  const third = await renderScreen(Field);
  await waitFor(() => expect(fields()).toEqual(['nieuw\nop twee regels']));
  // Saved: the other one comes when the field is opened again.
  write(0, '');
  third.unmount();
  await renderScreen(Field);
  await waitFor(() => expect(fields()).toEqual(['oud']));
  expect(draftKeysAt(place)).toHaveLength(1);
});

test('what an older version stored is restored, and letters typed meanwhile are not overwritten', async () => {
  localStorage.setItem(place, 'van vroeger');
  const first = await renderScreen(Field);
  await waitFor(() => expect(fields()).toEqual(['van vroeger']));
  expect(localStorage.getItem(place)).toBeNull();
  first.unmount();
  const query = locks.query;
  const asked = Promise.withResolvers<void>();
  locks.query = async () => {
    await asked.promise;
    return query();
  };
  await renderScreen(Field);
  write(0, 'al getypt');
  locks.query = query;
  asked.resolve();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(fields()).toEqual(['al getypt']);
  expect(draftKeysAt(place)).toHaveLength(2);
});
