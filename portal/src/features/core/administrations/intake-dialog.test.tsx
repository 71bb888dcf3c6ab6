import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { administrations } from '#contract/core/administrations.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { sampleAdministration } from '../testing/samples.ts';
import { AdministrationsList } from './administrations-list.tsx';

// A dialog is fetched when it is opened; the machine that runs this may be busy.
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });

const path = '/api/core/companies/v1/administrations';
const kept = {
  sendsReceipts: false,
  senders: ['info@vandijk.example'],
  lastReadAt: '2026-11-12T09:00:00Z',
  lastVerdict: 'login',
  lastMessage: 'De mailserver neemt dit wachtwoord niet aan.',
};
const staff = ['core.administrations.read.system', 'core.administrations.update.system'];

async function openDialog(may = staff) {
  const server = fakeServer();
  server.list(administrations, { companyId: 'v1' }, [sampleAdministration]);
  server.on('GET', `${path}/a1/intake`, () => result(kept));
  const drawn = await renderScreen(AdministrationsList, {
    path: '/management/companies/{companyId}',
    at: '/management/companies/v1',
    server,
    may,
  });
  await screen.findByText('facturen@veenstra.example');
  return { ...drawn, server };
}
const sent = (server: ReturnType<typeof fakeServer>) =>
  server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('who gets a receipt is set where the mailbox is, beside how reading it went last', async () => {
  const { user, server } = await openDialog();
  server.on('PUT', `${path}/a1/intake`, () => result({ ...kept, sendsReceipts: true }));
  await user.click(screen.getByRole('button', { name: 'Post voor Veenstra Holding B.V. instellen' }));
  await screen.findByText('De mailserver neemt dit wachtwoord niet aan.');
  const dialog = screen.getByRole('dialog', { name: /^Post voor Veenstra/ });
  expect(within(dialog).getByText('12-11-2026 10:00')).toBeTruthy();
  await user.click(within(dialog).getByRole('radio', { name: 'Ja' }));
  await user.type(within(dialog).getByRole('textbox'), '\n@leverancier.example\n\n');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  await waitFor(() =>
    expect(sent(server)).toEqual([
      { sendsReceipts: true, senders: ['info@vandijk.example', '@leverancier.example'] },
    ]),
  );
  expect(await screen.findByText('De post voor Veenstra Holding B.V. is ingesteld')).toBeTruthy();
});

test('a line that is no sender is named at the field', async () => {
  const { user, server } = await openDialog();
  server.on('PUT', `${path}/a1/intake`, () =>
    refusal('validation', { errors: { senders_1: ['Dit klopt niet'] }, codes: { senders_1: ['invalid'] } }),
  );
  await user.click(screen.getByRole('button', { name: 'Post voor Veenstra Holding B.V. instellen' }));
  await screen.findByText('De mailserver neemt dit wachtwoord niet aan.');
  const dialog = screen.getByRole('dialog', { name: /^Post voor Veenstra/ });
  await user.type(within(dialog).getByRole('textbox'), '\nvan dijk');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect((await within(dialog).findAllByText(/‘van dijk’ is geen e-mailadres/)).length).toBeGreaterThan(0);
  expect(within(dialog).getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
});

test('the form of the administration leads to it too, and who may only read finds neither', async () => {
  const { user, unmount } = await openDialog();
  await user.click(screen.getByRole('button', { name: 'Bewerk Veenstra Holding B.V.' }));
  await user.click(await screen.findByRole('button', { name: 'Ontvangst bevestigen en afzenders' }));
  expect(await screen.findByRole('dialog', { name: /^Post voor Veenstra/ })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Administratie bewerken' })).toBeNull();
  unmount();
  await openDialog(['core.administrations.read.system']);
  expect(screen.queryByRole('button', { name: /instellen$/ })).toBeNull();
});
