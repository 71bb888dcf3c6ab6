import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { groups } from '#contract/core/groups.ts';
import { identityProviderUrl, type IdentityProviderView } from '#contract/core/identity-provider.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { IdentityProviderPage } from './identity-provider-page.tsx';

const companyId = '00000000-0000-7000-8000-000000000001';
const url = identityProviderUrl(companyId);
const may = ['core.identityprovider.read.company', 'core.identityprovider.update.company'];
const view: IdentityProviderView = {
  issuer: 'https://login.vecht.example',
  clientId: 'balie',
  hasSecret: true,
  active: false,
  acrValues: [],
  groupsClaim: '',
  groups: [],
  domains: [
    {
      domain: 'vecht.example',
      record: '_balie.vecht.example',
      proof: 'balie-verification=abc',
      provenAt: null,
      provenBy: null,
    },
  ],
  redirectUris: ['https://fm.balie.example/oidc/directory/callback'],
};

function show(stored = view, rights = may) {
  const server = fakeServer();
  server.on('GET', url, () => result(stored));
  return renderScreen(IdentityProviderPage, {
    server,
    may: rights,
    path: '/management/companies/$companyId/sign-in',
    at: `/management/companies/${companyId}/sign-in`,
  });
}

test('a domain shows what its record has to say, and is proven on request', async () => {
  const { user, server } = await show();
  expect(await screen.findByText('balie-verification=abc')).toBeTruthy();
  expect(screen.getByText('Nog niet bewezen')).toBeTruthy();
  server.on('POST', `${url}/prove`, () =>
    refusal('wrong-state', { detail: 'In het record staat het bewijs niet.' }),
  );
  await user.click(screen.getByRole('button', { name: 'vecht.example bewijzen' }));
  expect(await screen.findByText('In het record staat het bewijs niet.')).toBeTruthy();
  expect(server.calls.at(-1)?.body).toEqual({ domain: 'vecht.example' });
});

test('what is set is sent; an empty secret leaves the one of before', async () => {
  const { user, server } = await show();
  await user.click(await screen.findByRole('button', { name: 'Directory instellen' }));
  const domains = await screen.findByRole('textbox', { name: /^Domeinen/ });
  await user.type(domains, '\nvecht.test');
  server.on('PUT', url, () => result(view));
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('balie-verification=abc')).toBeTruthy();
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    issuer: view.issuer,
    clientSecret: '',
    domains: ['vecht.example', 'vecht.test'],
  });
});

test('groups of the directory are set by name, and a name that is no group is said', async () => {
  const { user, server } = await show(view, [...may, 'core.groups.read.company']);
  const inkoop = {
    id: '00000000-0000-7000-8000-00000000000a',
    name: 'Inkoop',
    companyId,
    companyName: 'Vecht',
  };
  const flags = { accessToEverything: false, availableForEveryOne: false, userCount: 0, permissionCount: 0 };
  server.list(groups, {}, [{ ...inkoop, ...flags }]);
  await user.click(await screen.findByRole('button', { name: 'Directory instellen' }));
  await user.type(await screen.findByRole('textbox', { name: /^Claim met groepen/ }), 'groups');
  const lines = await screen.findByRole('textbox', { name: 'Groepen' });
  await user.type(lines, 'CN=Inkoop,OU=NL = Inkoop\nx = Niemand');
  server.on('PUT', url, () => result(view));
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText(/noemen geen groep van dit bedrijf: x = Niemand/)).toBeTruthy();
  await user.clear(lines);
  await user.type(lines, 'CN=Inkoop,OU=NL = Inkoop');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('balie-verification=abc')).toBeTruthy();
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    groupsClaim: 'groups',
    groups: [{ value: 'CN=Inkoop,OU=NL', groupId: '00000000-0000-7000-8000-00000000000a' }],
  });
});

test('who may only read changes nothing', async () => {
  await show(view, [may[0] ?? '']);
  expect(await screen.findByText(view.issuer)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
