import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { companies } from '#contract/core/companies.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { DestinationDialog } from './destination-dialog.tsx';

test('without a company the sentence says what is missing, and the focus goes there', async () => {
  const server = fakeServer();
  server.list(companies, {}, []);
  const { user } = await renderScreen(
    () => <DestinationDialog files={[]} onChoose={() => undefined} onClose={() => undefined} />,
    { server },
  );
  const field = await screen.findByRole('combobox', { name: 'Bedrijf' });
  await user.click(screen.getByRole('button', { name: /Uploaden/ }));
  await screen.findByText('Kies een bedrijf');
  await waitFor(() => expect(document.activeElement).toBe(field));
});
