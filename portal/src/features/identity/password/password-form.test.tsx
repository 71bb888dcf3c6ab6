import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { passwordChangePath } from '#contract/identity/password-change.ts';
import { fakeServer, refusal } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { PasswordForm } from './password-form.tsx';

const at = { path: '/account/password' };
const current = () => screen.getByLabelText('Huidig wachtwoord');
const first = () => screen.getByLabelText('Nieuw wachtwoord');
const second = () => screen.getByLabelText('Nieuw wachtwoord, nog een keer');
const save = () => screen.getByRole('button', { name: 'Opslaan' });

test('each rule says whether it is met while typing', async () => {
  const { user } = await renderScreen(PasswordForm, at);
  expect(screen.getAllByText('nog niet')).toHaveLength(4);
  await user.type(first(), 'abcdefg1');
  expect(screen.getAllByText('in orde')).toHaveLength(3);
  await user.type(first(), 'A');
  expect(screen.queryByText('nog niet')).toBeNull();
});

test('a weak one and two that differ are refused before anything is sent', async () => {
  const { user, server } = await renderScreen(PasswordForm, at);
  await user.type(first(), 'kort');
  await user.click(save());
  expect(await screen.findByText(/Kies een wachtwoord van minstens 8 tekens/)).toBeTruthy();
  await user.clear(first());
  await user.type(first(), 'Welkom-2026');
  await user.type(second(), 'Welkom-2027');
  await user.click(save());
  expect(await screen.findByText('De wachtwoorden zijn niet gelijk')).toBeTruthy();
  expect(server.calls).toEqual([]);
});

test('a wrong current one stands next to its field; the right one is changed, and says what ends', async () => {
  const server = fakeServer();
  const errors = { current_password: ['Dit is niet uw huidige wachtwoord'] };
  server.on('POST', passwordChangePath, () => refusal('validation', { errors }));
  const { user, address } = await renderScreen(PasswordForm, { ...at, server });
  await user.type(current(), 'Fout-2026');
  await user.type(first(), 'Welkom-2026');
  await user.type(second(), 'Welkom-2026');
  await user.click(save());
  expect(await screen.findByText('Dit is niet uw huidige wachtwoord')).toBeTruthy();
  expect(document.activeElement).toBe(current());

  server.on('POST', passwordChangePath, () => new Response(null, { status: 204 }));
  await user.click(save());
  expect(await screen.findByText('Overal elders bent u uitgelogd.')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.calls.at(-1)?.body).toEqual({ currentPassword: 'Fout-2026', newPassword: 'Welkom-2026' });
});
