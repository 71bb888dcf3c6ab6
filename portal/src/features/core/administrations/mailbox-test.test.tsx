import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { newAdministration } from './administrations-fields.tsx';
import { MailboxTest } from './mailbox-test.tsx';

const path = '/api/core/companies/v1/administrations/a1/test-mailbox';
const values = { ...newAdministration, mailHostname: 'imap.veenstra.example', mailUsername: 'facturen' };

function Mailbox() {
  return <MailboxTest companyId="v1" administrationId="a1" values={values} />;
}

test('the mailbox is tried with what the form holds, and the answer is said in a sentence', async () => {
  const server = fakeServer();
  const message = 'De mailserver imap.veenstra.example is niet gevonden.';
  server.on('POST', path, () => result({ isRight: false, verdict: 'host-unknown', message }));
  const { user } = await renderScreen(Mailbox, { server });
  await user.click(screen.getByRole('button', { name: 'Mailbox testen' }));
  const said = await screen.findByText(message);
  expect(said.closest('[role="status"]')).not.toBeNull();
  // A password that nobody typed is not sent: the stored one is tried.
  expect(server.calls.at(-1)?.body).toEqual({
    mailHostname: 'imap.veenstra.example',
    mailUsername: 'facturen',
    mailbox: '',
  });
});

test('missing fields are named under the button', async () => {
  const server = fakeServer();
  const errors = { 'mail-hostname': ['Geef een mailserver'], 'mail-password': ['Geef een wachtwoord'] };
  server.on('POST', path, () => refusal('validation', { errors }));
  const { user } = await renderScreen(Mailbox, { server });
  await user.click(screen.getByRole('button', { name: 'Mailbox testen' }));
  expect(await screen.findByText('Geef een mailserver. Geef een wachtwoord.')).toBeTruthy();
});
