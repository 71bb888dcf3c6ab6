import { createMemoryHistory } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import type { Screen } from '#portal/kit/screens.tsx';
import { createPortalRouter } from './router.tsx';
import { screenAt } from './screen-at.ts';
import { variants } from './variants.ts';

const load = async () => () => null;
const screens: readonly Screen[] = [
  { name: 'companies:index', path: '/management/companies', title: 'shell.menu.companies', load },
  { name: 'companies:create', path: '/management/companies/create', title: 'shell.menu.companies', load },
  {
    name: 'companies:detail',
    path: '/management/companies/{companyId}',
    title: 'shell.menu.companies',
    load,
    tabs: [
      { path: 'administrations', permission: 'core.administrations.read', load },
      { path: 'users', permission: 'core.users.read', load },
    ],
  },
  {
    name: 'invoices:index',
    path: '/fmmodule/invoices',
    title: 'shell.menu.invoices',
    prefix: 'fmmodule',
    load,
  },
];

async function open(address: string, held: readonly string[], { name = 'generic', basePath = '/' } = {}) {
  const variant = name === 'fm' ? variants.fm : variants.generic;
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createPortalRouter({ screens, variant, basePath, held: () => held, history });
  await router.load();
  const { location, matches } = router.state;
  return { path: history.location.pathname, refused: location.state.refused, match: matches.at(-1), router };
}

describe('routes', () => {
  test('who may sees the screen, and what stands in the address', async () => {
    const { path, match } = await open('/management/companies/a%2Fb/users?page=2', [
      'core.companies.read.system',
      'core.users.read.system',
    ]);
    expect(path).toBe('/management/companies/a%2Fb/users');
    expect(match?.params).toEqual({ companyId: 'a/b' });
    expect(match?.search).toEqual({ page: '2' });
  });

  test.each([
    ['leads to its first tab', '', ['administrations', 'users'], '/administrations'],
    ['leads to the first tab that the person may see', '', ['users'], '/users'],
    ['leads past a tab that he may not see', '/administrations', ['users'], '/users'],
  ])('the address of a record %s', async (_, tab, readable, expected) => {
    const held = ['companies', ...readable].map((name) => `core.${name}.read.company`);
    const { path } = await open(`/management/companies/7${tab}`, held);
    expect(path).toBe(`/management/companies/7${expected}`);
  });

  test('a record of which the person may see no part at all leads home with a message', async () => {
    const { path, refused } = await open('/management/companies/7/users', ['core.companies.read.company']);
    expect(path).toBe('/');
    expect(refused).toBe('shell.menu.companies');
  });

  test('create is not taken for an id', async () => {
    const { match } = await open('/management/companies/create', ['core.companies.create.system']);
    expect(match?.staticData.screen).toBe('companies:create');
  });

  test('who may not create lands on the index with a message', async () => {
    const { path, refused } = await open('/management/companies/create', ['core.companies.read.system']);
    expect([path, refused]).toEqual(['/management/companies', 'shell.menu.companies']);
  });

  test('who may see nothing lands at home with a message, in every brand, and stays there', async () => {
    const generic = await open('/management/companies/create', []);
    expect([generic.path, generic.refused]).toEqual(['/', 'shell.menu.companies']);
    const fm = await open('/fmmodule/invoices', [], { name: 'fm' });
    expect([fm.path, fm.refused]).toEqual(['/', 'shell.menu.invoices']);
  });

  test('what matches nothing leads to /404, a callback by hand leads home', async () => {
    expect((await open('/nothing/here', [])).path).toBe('/404');
    expect((await open('/callback?code=1', [])).path).toBe('/');
  });

  test('help and ideas are pages of the brand that has them', async () => {
    expect((await open('/help', [], { name: 'fm' })).path).toBe('/help');
    expect((await open('/help', [])).path).toBe('/404');
  });

  test('a brand that is tried keeps its path through a redirect', async () => {
    const held = ['core.companies.read.system', 'core.administrations.read.system'];
    const { path } = await open('/v/fm/management/companies/7', held, { name: 'fm', basePath: '/v/fm' });
    expect(path).toBe('/v/fm/management/companies/7/administrations');
  });
});

test.each([
  ['/', 'fm', '/', 'invoices:index'],
  ['/v/fm', 'fm', '/v/fm', 'invoices:index'],
  ['/', 'generic', '/', undefined],
  ['/management/companies/create', 'generic', '/', 'companies:create'],
  ['/v/fm/management/companies/7/users', 'fm', '/v/fm', 'companies:detail'],
  ['/elsewhere', 'generic', '/', undefined],
] as const)('%s of %s is known before the router is there', (path, name, basePath, expected) => {
  expect(screenAt(path, screens, variants[name], basePath)?.name).toBe(expected);
});
