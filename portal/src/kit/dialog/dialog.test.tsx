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
