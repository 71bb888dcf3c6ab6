import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { permissionCatalogue } from '#contract/permissions.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { screens } from './screens.ts';

test('no two screens share a name or a path', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
  expect(new Set(screens.map(({ path }) => path)).size).toBe(screens.length);
});

const askingFirst = screens.flatMap(({ first, ...screen }) => (first ? [{ ...screen, first }] : []));
const people = [
  { who: 'staff', may: permissionCatalogue },
  { who: 'a customer', may: permissionCatalogue.filter((permission) => !permission.endsWith('.system')) },
  { who: 'who sees no uploads', may: ['fmmodule.invoices.read.company'] },
];

// Fetched beforehand and then asked in other words would be fetched twice.
test.each(askingFirst.flatMap((screen) => people.map((person) => ({ ...screen, ...person }))))(
  '$name asks first of $who what it says it asks first',
  async ({ load, path, first, may }) => {
    const server = fakeServer();
    await renderScreen(await load(), { path, server, may, screens });
    await waitFor(() => {
      const asked = server.calls.map(({ url }) => url);
      expect(asked).toEqual(expect.arrayContaining(first(may).map((url) => decodeURIComponent(url))));
    });
  },
);
