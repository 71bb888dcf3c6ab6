import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mePath } from '#contract/identity/me.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { VariantContext } from '../use-variant.ts';
import { variantAt } from '../variants.ts';
import { Welcome } from './welcome.tsx';

const me = {
  id: 'piet',
  companyId: 'v1',
  companyName: 'Veenstra',
  name: 'Piet',
  nickname: 'piet',
  picture: null,
  emailAddress: 'piet@veenstra.example',
  isProvider: false,
  language: null,
  permissions: [],
};
const { variant } = variantAt('/', 'fm');
const Home = () => (
  <VariantContext value={variant}>
    <Welcome />
  </VariantContext>
);

test('a welcome with an empty menu says why, and whom to ask', async () => {
  const server = fakeServer();
  server.on('GET', mePath, () => result(me));
  server.on('GET', '/api/core/administrators', () =>
    result([{ fullName: 'Petra Huisman', email: 'petra@veenstra.example' }]),
  );
  await renderScreen(Home, { server, may: [] });
  expect(await screen.findByText('Uw menu is nog leeg')).toBeTruthy();
  expect(screen.getByText('U heeft nog geen rechten gekregen.')).toBeTruthy();
  expect(await screen.findByText('Vraag een beheerder van Veenstra om rechten:')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'petra@veenstra.example' })).toHaveProperty(
    'href',
    'mailto:petra@veenstra.example',
  );
});

test('who has rights that open no list reads that', async () => {
  const server = fakeServer();
  server.on('GET', mePath, () => result(me));
  server.on('GET', '/api/core/administrators', () => result([]));
  await renderScreen(Home, { server, may: ['fmmodule.invoices.comment.company'] });
  expect(await screen.findByText('U heeft rechten, maar geen ervan opent een lijst.')).toBeTruthy();
  expect(
    await screen.findByText(/Vraag degene die u uitnodigde, of een beheerder van Veenstra/),
  ).toBeTruthy();
});

test('who may see one list, and not that of the brand, comes to it', async () => {
  const archive = {
    name: 'archive:index',
    path: '/fmmodule/archive',
    title: 'invoicing.archive.title',
    load: async () => () => null,
  } as const;
  const { router } = await renderScreen(Home, {
    server: fakeServer(),
    may: ['fmmodule.archive.read.company'],
    screens: [archive],
    variant: 'fm',
  });
  await waitFor(() => expect(router.state.location.pathname).toBe('/fmmodule/archive'));
});
