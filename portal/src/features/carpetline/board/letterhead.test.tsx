import { configure, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { carpetlineScreens } from '../index.ts';
import { LetterheadPage } from './letterhead.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const url = '/api/carpetline/letterhead';
const stored = {
  name: 'Tapijthuis Zutphen',
  street: 'Markt 1',
  zipCode: '7201 AA',
  city: 'Zutphen',
  phone: '',
  email: '',
  website: '',
  kvkNumber: '12345678',
  rowVersion: 3,
};

async function open() {
  const server = fakeServer();
  server.on('GET', url, () => result(stored));
  return renderScreen(LetterheadPage, {
    server,
    path: '/carpetline/letterhead',
    at: '/carpetline/letterhead',
    screens: carpetlineScreens,
    may: ['carpetline.orders.read.company', 'carpetline.orders.update.company'],
  });
}

test('the sender on packing slips is filled in and saved, with the version that was seen', async () => {
  const { server, user } = await open();
  server.on('PUT', url, () => result({ ...stored, rowVersion: 4 }));
  const city = await screen.findByRole('textbox', { name: /^Plaats/ });
  expect(screen.getByRole('textbox', { name: 'Naam' })).toHaveProperty('value', 'Tapijthuis Zutphen');
  await user.clear(city);
  await user.type(city, 'Warnsveld');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await screen.findByText('Briefhoofd bewaard');
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ ...stored, city: 'Warnsveld' });
});

test('an address that is none is said at its field, and nothing is sent', async () => {
  const { server, user } = await open();
  const field = await screen.findByRole('textbox', { name: /^E-mailadres/ });
  await user.type(field, 'tapijt');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('what the server refuses stands at its field', async () => {
  const { server, user } = await open();
  const errors = { kvk_number: ['Geef een KvK-nummer van acht cijfers'] };
  server.on('PUT', url, () => refusal('validation', { errors }));
  await user.type(await screen.findByRole('textbox', { name: /^Plaats/ }), '!');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Geef een KvK-nummer van acht cijfers')).toBeTruthy();
});
