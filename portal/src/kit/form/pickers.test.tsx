import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { FormModal } from './form-modal.tsx';
import { MultiPicker, SearchPicker, SelectField } from './select-field.tsx';
import { useResourceForm } from './use-resource-form.ts';

const people = ['Anke', 'Ruben', 'Loes'].map((label) => ({ value: label.toLowerCase(), label }));
const initial: { people: string[]; relation: string | null } = { people: ['anke'], relation: null };

function picking() {
  const saved: unknown[] = [];
  const asked: string[] = [];
  function Picking() {
    const [isOpen, setOpen] = useState(true);
    const form = useResourceForm({
      initial,
      save: async (values) => void saved.push(values),
      onSaved: () => setOpen(false),
    });
    if (!isOpen) return null;
    return (
      <FormModal form={form} title="Kiezen" onClose={() => setOpen(false)}>
        <MultiPicker form={form} name="people" label="Mensen" options={people} max={2} />
        <SearchPicker
          form={form}
          name="relation"
          label="Relatie"
          options={[{ value: '10602', label: 'Zorgpalet' }]}
          onSearch={(words) => asked.push(words)}
        />
      </FormModal>
    );
  }
  return { saved, asked, Picking };
}

test('several are chosen, up to the maximum, and are sent as a list', async () => {
  const { saved, Picking } = picking();
  const { user } = await renderScreen(Picking);
  await user.click(screen.getByRole('combobox', { name: 'Mensen' }));
  await user.click(await screen.findByRole('option', { name: 'Ruben' }));
  expect(screen.getByText('Ruben')).toBeTruthy();
  await user.click(screen.getByRole('option', { name: 'Loes' }));
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(saved).toEqual([{ people: ['anke', 'ruben'], relation: null }]));
});

test('what the server found is shown as it is, whatever was typed', async () => {
  const { saved, asked, Picking } = picking();
  const { user } = await renderScreen(Picking);
  await user.type(screen.getByRole('combobox', { name: 'Relatie' }), '106');
  expect(asked.at(-1)).toBe('106');
  await user.click(await screen.findByRole('option', { name: 'Zorgpalet' }));
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(saved).toEqual([{ people: ['anke'], relation: '10602' }]));
});

test('a dialog with unsaved work asks before it closes, and Escape answers the question only', async () => {
  const { Picking } = picking();
  const { user } = await renderScreen(Picking);
  await user.click(screen.getByRole('combobox', { name: 'Mensen' }));
  await user.click(await screen.findByRole('option', { name: 'Ruben' }));
  await user.click(screen.getByRole('button', { name: 'Annuleren' }));
  expect(await screen.findByRole('dialog', { name: 'Pagina verlaten?' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pagina verlaten?' })).toBeNull());
  expect(screen.getByRole('dialog', { name: /^Kiezen/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Annuleren' }));
  const question = await screen.findByRole('dialog', { name: 'Pagina verlaten?' });
  await user.click(within(question).getByRole('button', { name: 'Verlaten' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const relations = ['Van Dalen', 'Bakker', 'Bakkerij De Molen'].map((label) => ({ value: label, label }));

function choosing({ isStale = false } = {}) {
  const saved: unknown[] = [];
  let answer = () => {};
  function Choosing() {
    const form = useResourceForm({
      initial: { relation: 'Van Dalen', people: [] as string[], company: null as string | null },
      save: async (values) => void saved.push(values),
      onSaved: () => undefined,
    });
    const [words, setWords] = useState('');
    const [isStill, setStill] = useState(isStale);
    useEffect(() => {
      answer = () => setStill(false);
    }, []);
    const found = relations.filter(({ label }) => label.includes(words));
    return (
      <FormModal form={form} title="Kiezen" onClose={() => undefined}>
        <SearchPicker
          form={form}
          name="relation"
          label="Relatie"
          options={isStill ? relations : found}
          onSearch={setWords}
          isStale={isStill}
        />
        <MultiPicker form={form} name="people" label="Mensen" options={people} />
        <SelectField form={form} name="company" label="Bedrijf" options={relations} isSearchable isOptional />
      </FormModal>
    );
  }
  return { saved, Choosing, answer: () => act(() => answer()) };
}
const company = 'Bedrijf (optioneel)';
const picker = (name: string) => screen.getByRole('combobox', { name });
const valueOf = (name: string) => picker(name).getAttribute('value');

test('Enter chooses the first match of what is typed; the form is sent by the next one', async () => {
  const { saved, Choosing } = choosing();
  const { user } = await renderScreen(Choosing);
  await user.clear(picker('Relatie'));
  await user.type(picker('Relatie'), 'Bak');
  const [first] = await screen.findAllByRole('option');
  expect(first?.hasAttribute('data-combobox-selected')).toBe(true);
  await user.keyboard('{Enter}');
  expect(valueOf('Relatie')).toBe('Bakker');
  expect(saved).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(saved).toEqual([{ relation: 'Bakker', people: [], company: null }]));
});

test('the arrows move the highlight, and Enter chooses what it is on', async () => {
  const { Choosing } = choosing();
  const { user } = await renderScreen(Choosing);
  await user.click(picker(company));
  await user.keyboard('Bak{ArrowDown}{Enter}');
  expect(valueOf(company)).toBe('Bakkerij De Molen');
});

test('words that match nothing, or whose matches are still coming, hold the form back', async () => {
  const { saved, Choosing, answer } = choosing({ isStale: true });
  const { user } = await renderScreen(Choosing);
  await user.clear(picker('Relatie'));
  await user.type(picker('Relatie'), 'Bak{Enter}{Enter}');
  expect(valueOf('Relatie')).toBe('Bak');
  answer();
  await user.keyboard('{Enter}');
  expect(valueOf('Relatie')).toBe('Bakker');
  await user.click(picker(company));
  await user.keyboard('zzz{Enter}{Control>}s{/Control}{Escape}{Enter}{Enter}');
  expect(saved).toEqual([]);
});

test('in a list of several each Enter chooses what was typed, and no more', async () => {
  const { saved, Choosing } = choosing();
  const { user } = await renderScreen(Choosing);
  await user.click(picker('Mensen'));
  await user.keyboard('ru{Enter}{Enter}');
  expect(saved).toEqual([]);
  await user.keyboard('lo{Enter}{Enter}{Enter}');
  const chosen = { relation: 'Van Dalen', people: ['ruben', 'loes'], company: null };
  await waitFor(() => expect(saved).toEqual([chosen]));
});
