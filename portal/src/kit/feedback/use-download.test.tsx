import { expect, test } from 'vitest';
import { useDownload } from './use-download.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';

function Slip() {
  const { save, isLoading } = useDownload();
  return (
    <button type="button" disabled={isLoading} onClick={() => void save('/api/core/slips/1', 'slip.pdf')}>
      save
    </button>
  );
}

test('a download that fails says why, and can be tried again', async () => {
  const server = fakeServer();
  server.on('GET', '/api/core/slips/1', () => refusal('not-found'));
  const { user, findByRole, findByText } = await renderScreen(Slip, { server });
  const button = await findByRole('button', { name: 'save' });
  await user.click(button);
  await findByText('not-found');
  expect(button).toHaveProperty('disabled', false);
});
