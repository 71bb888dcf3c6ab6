import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { FormModal } from './form-modal.tsx';
import { MultiPicker, SearchPicker } from './select-field.tsx';
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
