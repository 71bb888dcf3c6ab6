import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { FormPage } from '../form/form-page.tsx';
import { TextField } from '../form/text-field.tsx';
import { useResourceForm } from '../form/use-resource-form.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { CreateButton } from './create-button.tsx';

function Form() {
  const form = useResourceForm({
    initial: { name: '' },
    save: async () => undefined,
    onSaved: () => undefined,
  });
  return (
    <FormPage form={form} title="Toevoegen" back={{ href: '/', label: 'Terug' }}>
      <TextField form={form} name="name" label="kit.search.label" />
    </FormPage>
  );
}

/** As a page whose code and data come later. */
function LateForm() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 50);
    return () => clearTimeout(timer);
  }, []);
  return isThere ? <Form /> : null;
}

function List() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? <LateForm /> : <CreateButton label="Toevoegen" onClick={() => setOpen(true)} />;
}

test('N puts the focus in the first field of the form that opens, a click leaves it', async () => {
  const { user, unmount } = await renderScreen(List);
  await user.keyboard('n');
  const field = await screen.findByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  unmount();
  await renderScreen(List);
  await user.click(screen.getByRole('button', { name: 'Toevoegen' }));
  await screen.findByRole('textbox');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(document.body);
});
