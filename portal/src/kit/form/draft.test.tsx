import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { draftKey, draftKeysAt } from '../data/drafts.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { DraftBar } from './draft-bar.tsx';
import { TextField } from './text-field.tsx';
import { TimeField } from './time-field.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useResourceForm } from './use-resource-form.ts';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const schema = z.object({ name: z.string() });
const initial = { name: '' };

function Form() {
  const form = useResourceForm({ initial, save: async () => undefined, onSaved: () => draft.forget() });
  const draft = useFormDraft(form, 'thing', schema, ({ name }) => name);
  return (
    <>
      <DraftBar draft={draft} />
      <TextField form={form} name="name" label="kit.search.label" />
      <button onClick={form.submit}>bewaar</button>
    </>
  );
}
const field = () => screen.getByRole('textbox');
const key = draftKey('sanne', 'thing');
const kept = () => draftKeysAt(key).map((at) => localStorage.getItem(at));
const restore = () => screen.findByRole('button', { name: 'Terugzetten' });

test('what was typed and not saved is offered again, and comes back', async () => {
  const first = await renderScreen(Form);
  await first.user.type(field(), 'half');
  first.unmount();
  const second = await renderScreen(Form);
  expect(field()).toHaveProperty('value', '');
  await second.user.click(await screen.findByRole('button', { name: 'Terugzetten' }));
  expect(field()).toHaveProperty('value', 'half');
  expect(screen.queryByRole('button', { name: 'Terugzetten' })).toBeNull();
});

test('a draft is that of one person', async () => {
  const first = await renderScreen(Form);
  await first.user.type(field(), 'half');
  first.unmount();
  await renderScreen(Form, { user: { id: 'joris' } });
  expect(screen.queryByRole('button', { name: 'Terugzetten' })).toBeNull();
});

test('no draft is left after a save, and an unwanted one can be dropped', async () => {
  const first = await renderScreen(Form);
  await first.user.type(field(), 'heel');
  await first.user.click(screen.getByRole('button', { name: 'bewaar' }));
  await waitFor(() => expect(kept()).toEqual([]));
  first.unmount();
  localStorage.setItem(key, JSON.stringify({ at: '2026-11-21T11:00:00Z', values: { name: 'oud' } }));
  const second = await renderScreen(Form);
  await screen.findByText('Er staat nog een concept van 21-11-2026 12:00 in deze browser');
  await second.user.click(screen.getByRole('button', { name: 'Weggooien' }));
  expect(localStorage.getItem(key)).toBeNull();
});

test('a draft that an older version stored in another shape is not offered', async () => {
  localStorage.setItem(key, JSON.stringify({ at: '2026-11-21T11:00:00Z', values: { title: 'x' } }));
  await renderScreen(Form);
  expect(screen.queryByRole('button', { name: 'Terugzetten' })).toBeNull();
  expect(localStorage.getItem(key)).toBeNull();
});

test('a time is typed in any usual way, after a second click too, moved by arrows, or picked', async () => {
  function Times() {
    const form = useResourceForm({
      initial: { at: '09:00' },
      save: async () => undefined,
      onSaved: () => undefined,
    });
    return (
      <>
        <TimeField form={form} name="at" label="kit.search.label" />
        <output aria-label="at">{form.values.at}</output>
      </>
    );
  }
  const { user } = await renderScreen(Times);
  const time = await screen.findByRole('textbox', { name: 'Zoeken' });
  const shows = (at: string) =>
    waitFor(() => expect(screen.getByRole('status', { name: 'at' }).textContent).toBe(at));
  for (const [typed, at] of [
    ['2200', '22:00'],
    ['22.05', '22:05'],
    ['7:30', '07:30'],
    ['0930', '09:30'],
    ['8', '08:00'],
  ] as const) {
    await user.click(time);
    await user.click(time);
    await user.keyboard(typed);
    await shows(at);
  }
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  await shows('08:05');
  await user.click(time);
  await user.keyboard('2560');
  await user.tab();
  await screen.findByText('Geef een geldige tijd, bijvoorbeeld 22:00');
  await user.click(screen.getByRole('button', { name: 'Tijden: Zoeken' }));
  await user.click(await screen.findByRole('button', { name: '14:30' }));
  await shows('14:30');
  expect(screen.queryByText(/Geef een geldige tijd/)).toBeNull();
});

test('a form larger than the storage goes on, and its last draft that did fit stays', async () => {
  const first = await renderScreen(Form);
  await first.user.type(field(), 'half');
  localStorage.setItem('full', 'x'.repeat(4_999_000));
  await first.user.click(field());
  await first.user.paste('y'.repeat(2000));
  expect(field()).toHaveProperty('value', `half${'y'.repeat(2000)}`);
  expect(kept().join()).toContain('"half"');
  localStorage.removeItem('full');
});

test('two forms at once have a draft each, and both are offered, the newest first and by name', async () => {
  const first = await renderScreen(Form);
  await first.user.type(field(), 'eerste');
  const inFirst = within(first.container);
  const second = await renderScreen(Form);
  await second.user.type(within(second.container).getByRole('textbox'), 'tweede');
  expect(inFirst.getByRole('textbox')).toHaveProperty('value', 'eerste');
  expect(kept().join()).toMatch(/eerste.*tweede|tweede.*eerste/);
  cleanup();

  const { user } = await renderScreen(Form);
  await screen.findByText('Er zijn 2 concepten, dit is het nieuwste.', { exact: false });
  screen.getByText('tweede.');
  await user.click(await restore());
  expect(field()).toHaveProperty('value', 'tweede');
  screen.getByText('eerste.');
});

test('what was typed before a draft is put back is itself offered, not overwritten', async () => {
  localStorage.setItem(key, JSON.stringify({ at: '2026-11-21T11:00:00Z', values: { name: 'oud' } }));
  const { user } = await renderScreen(Form);
  await user.type(field(), 'nieuw');
  await user.click(await restore());
  expect(field()).toHaveProperty('value', 'oud');
  await user.click(await restore());
  expect(field()).toHaveProperty('value', 'nieuw');
});

test('a draft that another tab saves or throws away is no longer offered', async () => {
  localStorage.setItem(key, JSON.stringify({ at: '2026-11-21T11:00:00Z', values: { name: 'oud' } }));
  await renderScreen(Form);
  await restore();
  localStorage.removeItem(key);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  expect(screen.queryByRole('button', { name: 'Terugzetten' })).toBeNull();
});

test('what is typed and removed again leaves no draft', async () => {
  const { user } = await renderScreen(Form);
  await user.type(field(), 'a');
  expect(kept()).toHaveLength(1);
  await user.clear(field());
  expect(kept()).toEqual([]);
});
