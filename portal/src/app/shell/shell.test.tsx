import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { BrandName } from '#contract/brands.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import { DataProvider } from '#portal/kit/data/data-provider.tsx';
import { createErrorStore } from '#portal/kit/data/error-store.ts';
import { createHttp } from '#portal/kit/data/http.ts';
import { createQueryClient } from '#portal/kit/data/query-client.ts';
import { ScreensProvider, type Screen } from '#portal/kit/screens.tsx';
import { fakeServer, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { testSession } from '#portal/kit/testing/render-screen.tsx';
import { createTexts } from '#portal/kit/texts.ts';
import { Providers } from '../providers.tsx';
import { createPortalRouter } from '../router.tsx';
import { variants } from '../variants.ts';

const companies = async () => () => <h1>the companies</h1>;
const screens: readonly Screen[] = [
  { name: 'companies:index', path: '/management/companies', title: 'shell.menu.companies', load: companies },
  {
    name: 'groups:index',
    path: '/core/groups',
    title: 'shell.menu.groups',
    load: async () => () => <h1>the groups</h1>,
  },
  {
    name: 'invoicerecognitiondata:index',
    path: '/fmmodule/invoicerecognition',
    prefix: 'fmmodule',
    title: 'shell.menu.recognition',
    load: companies,
  },
  {
    name: 'documents:index',
    path: '/fmmanagement/documents',
    prefix: 'fmmanagement',
    title: 'shell.menu.unknownDocuments',
    load: companies,
  },
  {
    name: 'own-company:index',
    path: '/management/own-company',
    permission: 'companies',
    title: 'shell.profile.ownCompany',
    load: companies,
  },
  {
    name: 'users:detail',
    path: '/management/companies/{companyId}/users/{userId}',
    title: 'shell.menu.companies',
    load: async () => () => <h1>a user</h1>,
  },
];
const staff = ['core.deprecated.read', 'core.companies.read.system', 'core.groups.read.system'];

interface OpenOptions {
  readonly may?: readonly string[];
  readonly brand?: BrandName;
  readonly at?: string;
  readonly server?: FakeServer;
}

async function openApp({
  may = staff,
  brand = 'generic',
  at = '/',
  server = fakeServer(),
}: OpenOptions = {}) {
  const seen = { logouts: 0 };
  const session = { ...testSession(may), logout: () => void (seen.logouts += 1) };
  const errors = createErrorStore();
  const http = createHttp({ session, language: () => 'nl', fetch: server.fetch });
  const variant = variants[brand];
  const history = createMemoryHistory({ initialEntries: [at] });
  const held = () => session.state().permissions;
  const router = createPortalRouter({ screens, variant, basePath: '/', held, history });
  await router.load();
  render(
    <Providers variant={variant} texts={await createTexts('nl')} styleNonce="">
      <DataProvider parts={{ session, errors, http, queryClient: createQueryClient(errors) }}>
        <ScreensProvider screens={screens}>
          <RouterProvider router={router} />
        </ScreensProvider>
      </DataProvider>
    </Providers>,
  );
  return { user: userEvent.setup(), seen };
}

const menu = () => within(screen.getByRole('navigation', { name: /hoofdmenu|main menu/i }));
const linksOf = (within_: ReturnType<typeof menu>) =>
  within_.queryAllByRole('link').map((link) => link.textContent);

describe('the shell', () => {
  test('shows home, the menu by rights, the brand and its line', async () => {
    await openApp();
    expect(await screen.findByRole('heading', { name: 'Welkom bij Balie' })).toBeDefined();
    expect(linksOf(menu())).toEqual(['Bedrijven', 'Groepen']);
    expect(screen.getByText(/Een dienst van Balie/)).toBeDefined();
    expect(document.title).toBe('Home – Balie');
  });

  test('shows no line without the right, and none for a screen that does not exist', async () => {
    await openApp({ may: ['core.deprecated.read', 'core.groups.read.system', 'core.modules.read.system'] });
    await screen.findByRole('heading');
    expect(linksOf(menu())).toEqual(['Groepen']);
  });

  test('leads the administrator of a customer to their own company instead of the list of all', async () => {
    await openApp({ may: ['core.companies.read.company'] });
    const link = await screen.findByRole('link', { name: 'Mijn bedrijf' });
    expect(link.getAttribute('href')).toBe('/management/own-company');
  });

  test('a line says how much work waits behind it, and nothing where none does or it is not known', async () => {
    const server = fakeServer();
    server.on('GET', `/api/${unvalidated.path}`, () => result([], { count: 1128 }));
    server.on('GET', `/api/${unknownDocuments.path}`, () => result([], { count: 0 }));
    const may = [
      'core.deprecated.read',
      'fmmodule.invoicerecognitiondata.read.system',
      'fmmanagement.documents.read.system',
    ];
    await openApp({ may, server });
    expect(
      await screen.findByRole('link', { name: /^Factuurherkenning ?1\.128 ?wachten$/ }, { timeout: 5000 }),
    ).toBeDefined();
    // The home asks one of them too, once it is idle.
    await waitFor(() => expect(new Set(server.calls.map(({ url }) => url)).size).toBe(2));
    expect(screen.getByRole('link', { name: 'Onbekende documenten' })).toBeDefined();
  });

  test('a line of the menu opens its screen and is then the current one', async () => {
    const { user } = await openApp();
    await user.click(await screen.findByRole('link', { name: 'Bedrijven' }));
    expect(await screen.findByRole('heading', { name: 'the companies' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Bedrijven' }).getAttribute('aria-current')).toBe('page');
    expect(document.title).toBe('Bedrijven – Balie');
  });

  test('a line stays the current one on what stands below its screen', async () => {
    await openApp({ may: [...staff, 'core.users.read.system'], at: '/management/companies/v1/users/u1' });
    await screen.findByRole('heading', { name: 'a user' });
    expect(screen.getByRole('link', { name: 'Bedrijven' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('link', { name: 'Groepen' }).getAttribute('aria-current')).toBeNull();
  });

  test('says why somebody is not where they asked to be', async () => {
    await openApp({ may: [], at: '/management/companies' });
    expect((await screen.findByRole('alert')).textContent).toBe('U heeft geen rechten voor Bedrijven.');
  });

  test('changes its language, sets it on the page, and remembers it', async () => {
    const { user } = await openApp();
    await user.click(await screen.findByRole('button', { name: /EN/ }));
    expect(await screen.findByRole('heading', { name: 'Welcome to Balie' })).toBeDefined();
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('balie.language')).toBe('en');
    await user.click(screen.getByRole('button', { name: /NL/ }));
    expect(await screen.findByRole('heading', { name: 'Welkom bij Balie' })).toBeDefined();
  });

  test('folds its menu to icons that keep their names, and remembers that', async () => {
    const { user } = await openApp();
    await user.click(await screen.findByRole('button', { name: 'Menu inklappen' }));
    expect(screen.getByRole('button', { name: 'Menu openen' })).toBeDefined();
    expect(linksOf(menu())).toEqual(['Bedrijven', 'Groepen']);
    expect(localStorage.getItem('balie.menuCollapsed')).toBe('true');
  });

  test('the profile shows who it is, closes on Escape, and logs out', async () => {
    const { user, seen } = await openApp();
    const button = await screen.findByRole('button', { name: 'Profiel van Sanne de Wit' });
    await user.click(button);
    expect(screen.getByText('sanne@balie.example')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Uitloggen' })).toBeNull();
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Uitloggen' }));
    expect(seen.logouts).toBe(1);
  });

  test('offers help and ideas in the footer of the brand that has them', async () => {
    const { user } = await openApp({ brand: 'fm' });
    await user.click(await screen.findByRole('link', { name: 'Hulp' }));
    expect(await screen.findByRole('heading', { name: 'Hulp', level: 1 })).toBeDefined();
  });

  test('an address that leads nowhere says so in the fixed words', async () => {
    await openApp({ at: '/nothing' });
    expect(
      await screen.findByRole('heading', { name: 'Helaas! De pagina kon niet worden gevonden' }),
    ).toBeDefined();
  });
});
