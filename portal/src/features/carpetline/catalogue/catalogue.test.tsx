import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { carpetlineScreens } from '../index.ts';
import { CatalogueUpdate } from './catalogue-form.tsx';
import { CatalogueList } from './catalogue-list.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });

const color = (id: string, description: string) => ({
  id,
  description,
  swatch: '#d8c9a7',
  photo: null,
  isActive: true,
});
const banding: Rec<typeof semiFinishes> & { id: string } = {
  id: 's1',
  companyId: 'v1',
  description: 'Banderen',
  isActive: true,
  position: 1,
  articleCount: 1,
  colorCount: 2,
  rowVersion: 3,
  articles: [
    {
      id: 'a1',
      articleNumber: 'B-040',
      description: 'Katoenband',
      isActive: true,
      colors: [color('c1', 'Zand'), color('c2', 'Leem')],
    },
  ],
  colors: [],
};
const may = ['read', 'create', 'update', 'delete'].map((verb) => `carpetline.semifinishes.${verb}.company`);
const one = '/api/carpetline/semi-finishes/s1';

let news: QueryClient | undefined;
function Screen() {
  const client = useQueryClient();
  useEffect(() => {
    news = client;
  }, [client]);
  return <CatalogueUpdate />;
}

async function openForm(server = fakeServer()) {
  server.on('GET', one, () => result(banding));
  const drawn = await renderScreen(Screen, {
    path: '/carpetline/semi-finishes/{semiFinishId}',
    at: '/carpetline/semi-finishes/s1',
    server,
    screens: carpetlineScreens,
    may,
  });
  await screen.findByDisplayValue('Banderen');
  return { ...drawn, server };
}

test('a colour is added, moved up and deactivated, and the tree is sent as one', async () => {
  const { user, server } = await openForm();
  server.on('PUT', one, () => result(banding));
  await user.click(screen.getByRole('button', { name: 'Kleur toevoegen' }));
  const added = screen.getAllByRole('group').at(-1) ?? document.body;
  fireEvent.change(within(added).getByRole('textbox', { name: 'Kleur' }), { target: { value: 'Cognac' } });
  const cognac = () => screen.getByRole('group', { name: 'Cognac' });
  await user.click(within(cognac()).getByRole('button', { name: /omhoog/ }));
  await user.click(within(screen.getByRole('group', { name: 'Zand' })).getByRole('radio', { name: 'Nee' }));
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(server.calls.at(-1)?.method).toBe('PUT'));
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    rowVersion: 3,
    articles: [
      {
        id: 'a1',
        colors: [
          { id: 'c1', isActive: false },
          { description: 'Cognac', swatch: null },
          { id: 'c2', isActive: true },
        ],
      },
    ],
  });
});

test('changes by somebody else do not replace what is being typed', async () => {
  const { server, user } = await openForm();
  const name = screen.getByDisplayValue('Banderen');
  fireEvent.change(name, { target: { value: 'Banderen breed' } });
  const stored = { ...banding, description: 'Banderen smal', rowVersion: 4 };
  server.on('GET', one, () => result(stored));
  server.on('PUT', one, () => refusal('stale', { current: stored }));
  // As a live event does.
  void news?.invalidateQueries();
  await waitFor(() =>
    expect(server.calls.filter(({ method, url }) => method === 'GET' && url === one)).toHaveLength(2),
  );
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Banderen smal')).toBeTruthy();
  expect(screen.getByDisplayValue('Banderen breed')).toBeTruthy();
});

test('a file that is refused says why, line by line', async () => {
  const server = fakeServer();
  server.list(semiFinishes, {}, [banding]);
  server.on('POST', '/api/carpetline/semi-finishes/import', () =>
    refusal('validation', {
      detail: 'Regel 3, Staal: Vul een kleur in als #d8c9a7.',
      codes: { file: ['invalid'] },
    }),
  );
  await renderScreen(CatalogueList, {
    path: '/carpetline/semi-finishes',
    server,
    screens: carpetlineScreens,
    may,
  });
  await screen.findByRole('link', { name: 'Banderen' });
  fireEvent.change(screen.getByLabelText('CSV inlezen', { selector: 'input' }), {
    target: { files: [new File(['x'], 'catalogus.csv')] },
  });
  expect(await screen.findByText('Regel 3, Staal: Vul een kleur in als #d8c9a7.')).toBeTruthy();
});
