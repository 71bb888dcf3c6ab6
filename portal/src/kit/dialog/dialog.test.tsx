import { configure, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Dialog } from './dialog.tsx';

configure({ asyncUtilTimeout: 8000 });

function Desk() {
  const [open, setOpen] = useState<'first' | 'second'>();
  return (
    <>
      <button type="button" onClick={() => setOpen('first')}>
        Openen
      </button>
      {open === 'first' && (
        <Dialog title="Eerste" onClose={() => setOpen(undefined)}>
          <button type="button" onClick={() => setOpen('second')}>
            Verder
          </button>
        </Dialog>
      )}
      {open === 'second' && (
        <Dialog title="Tweede" onClose={() => setOpen(undefined)}>
          <input aria-label="Sleutel" />
        </Dialog>
      )}
    </>
  );
}

test('the focus goes back to what opened the dialog', async () => {
  const { user } = await renderScreen(Desk);
  await user.click(screen.getByRole('button', { name: 'Openen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Eerste' });
  await user.click(within(dialog).getByRole('button', { name: 'Sluiten' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Openen'));
});

test('the focus goes back also where one dialog led to another', async () => {
  const { user } = await renderScreen(Desk);
  await user.click(screen.getByRole('button', { name: 'Openen' }));
  await user.click(await screen.findByRole('button', { name: 'Verder' }));
  const second = await screen.findByRole('dialog', { name: 'Tweede' });
  await waitFor(() => expect(second.contains(document.activeElement)).toBe(true));
  await user.click(within(second).getByRole('button', { name: 'Sluiten' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Openen'));
});

function Pile() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const close = (name: string) => setOpen((all) => all.filter((one) => one !== name));
  return (
    <>
      <button type="button" onClick={() => setOpen(['Formulier'])}>
        Openen
      </button>
      {open.includes('Formulier') && (
        <Dialog title="Formulier" onClose={() => close('Formulier')}>
          <button type="button" onClick={() => setOpen(['Formulier', 'Voorbeeld'])}>
            Bekijken
          </button>
        </Dialog>
      )}
      {open.includes('Voorbeeld') && (
        <Dialog title="Voorbeeld" onClose={() => close('Voorbeeld')}>
          <p>Zo wordt het</p>
        </Dialog>
      )}
    </>
  );
}

test('Escape closes the dialog on top, and the next one the dialog under it', async () => {
  const { user } = await renderScreen(Pile);
  await user.click(screen.getByRole('button', { name: 'Openen' }));
  await user.click(await screen.findByRole('button', { name: 'Bekijken' }));
  const preview = await screen.findByRole('dialog', { name: 'Voorbeeld' });
  await waitFor(() => expect(preview.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Voorbeeld' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Formulier' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
