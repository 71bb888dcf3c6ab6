import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SelectField } from '../form/select-field.tsx';
import { useResourceForm } from '../form/use-resource-form.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { useKeys } from './use-keys.ts';

function keyed() {
  const pressed: string[] = [];
  function Keyed() {
    useKeys([
      { keys: 'a', label: 'Goedkeuren', run: () => pressed.push('a') },
      { keys: 'mod+s', label: 'kit.keys.save', run: () => pressed.push('mod+s') },
      false,
    ]);
    return <input aria-label="Veld" />;
  }
  return { pressed, Keyed };
}

test('a letter works outside fields, a chord works everywhere', async () => {
  const { pressed, Keyed } = keyed();
  const { user } = await renderScreen(Keyed);
  await user.keyboard('aA');
  await user.click(screen.getByLabelText('Veld'));
  await user.keyboard('a{Control>}s{/Control}{Control>}a{/Control}');
  expect(pressed).toEqual(['a', 'a', 'mod+s']);
});

test('a letter does nothing while a menu is open', async () => {
  const { pressed, Keyed } = keyed();
  const { user } = await renderScreen(() => (
    <>
      <Keyed />
      <button type="button" aria-haspopup="menu" aria-expanded="true">
        Meer
      </button>
    </>
  ));
  await user.keyboard('a');
  expect(pressed).toEqual([]);
});

test('a question mark shows the keys that work here, and letters can be switched off for good', async () => {
  const { pressed, Keyed } = keyed();
  const { user } = await renderScreen(Keyed);
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Sneltoetsen' });
  expect(sheet.textContent).toContain('Goedkeuren');
  expect(sheet.textContent).toContain('Opslaan');
  await user.keyboard('a');
  expect(pressed).toEqual([]);
  await user.click(screen.getByRole('switch', { name: /^Losse letters als sneltoets/ }));
  await user.keyboard('{Escape}a{Control>}s{/Control}');
  expect(pressed).toEqual(['mod+s']);
  expect(localStorage.getItem('balie.single-keys')).toBe('off');
});

test('the Escape that closes the choices of a field does not leave the screen', async () => {
  let left = 0;
  function Form() {
    const form = useResourceForm({
      initial: { colour: null },
      save: async () => undefined,
      onSaved: () => undefined,
    });
    useKeys([{ keys: 'Escape', label: 'kit.keys.back', run: () => (left += 1) }]);
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <SelectField form={form} name="colour" label="Kleur" options={[{ value: 'r', label: 'Rood' }]} />
        <button type="button" data-escapes={isOpen || undefined} onClick={() => setOpen(!isOpen)}>
          Paneel
        </button>
      </>
    );
  }
  const { user } = await renderScreen(Form);
  await user.click(screen.getByRole('combobox', { name: 'Kleur' }));
  await screen.findByRole('option', { name: 'Rood' });
  await user.keyboard('{Escape}');
  expect(left).toBe(0);
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Kleur' }).getAttribute('aria-expanded')).toBe('false'),
  );
  await user.keyboard('{Escape}');
  expect(left).toBe(1);
  // A panel of another making says that Escape is its own while it is open.
  await user.click(screen.getByRole('button', { name: 'Paneel' }));
  await user.keyboard('{Escape}');
  expect(left).toBe(1);
});

test('the newest screen wins a key, and gives it back when it closes', async () => {
  const first = keyed();
  const second = keyed();
  const { user, unmount } = await renderScreen(() => (
    <>
      <first.Keyed />
      <second.Keyed />
    </>
  ));
  await user.keyboard('a');
  expect([first.pressed, second.pressed]).toEqual([[], ['a']]);
  unmount();
  await user.keyboard('a');
  expect(second.pressed).toEqual(['a']);
});

test('arrows stay with a field that has the focus, and with a box that scrolls', async () => {
  const pressed: string[] = [];
  function Arrows() {
    useKeys([{ keys: 'ArrowRight', run: () => pressed.push('right') }]);
    return (
      <>
        <input aria-label="Veld" />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div role="group" tabIndex={0} aria-label="Vak" />
        <button type="button">Knop</button>
      </>
    );
  }
  const { user } = await renderScreen(Arrows);
  await user.click(screen.getByLabelText('Veld'));
  await user.keyboard('{ArrowRight}');
  await user.click(screen.getByLabelText('Vak'));
  await user.keyboard('{ArrowRight}');
  expect(pressed).toEqual([]);
  await user.click(screen.getByText('Knop'));
  await user.keyboard('{ArrowRight}');
  expect(pressed).toEqual(['right']);
});

test('the Escape that closes a dialog does not leave the screen under it', async () => {
  const pressed: string[] = [];
  function Leavable() {
    useKeys([{ keys: 'Escape', run: () => pressed.push('left') }]);
    return <input aria-label="Veld" />;
  }
  const { user } = await renderScreen(Leavable);
  const dialog = document.createElement('div');
  dialog.setAttribute('aria-modal', 'true');
  document.body.append(dialog);
  // As dialogs do it: before the screen hears of the key.
  window.addEventListener('keydown', () => dialog.remove(), { capture: true, once: true });
  await user.keyboard('{Escape}');
  expect(pressed).toEqual([]);
  await user.keyboard('{Escape}');
  expect(pressed).toEqual(['left']);
});
