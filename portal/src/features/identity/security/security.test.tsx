import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  passkeysPath,
  recoveryCodesPath,
  type Security,
  securityPath,
  sessionsPath,
  stepUpDirectoryPath,
  stepUpPath,
  totpConfirmPath,
  totpPath,
} from '#contract/identity/security.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { deviceOf } from '#contract/identity/device.ts';
import { SecurityPage } from './security-page.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const security: Security = {
  isOurs: true,
  totpSince: null,
  recoveryCodesLeft: 0,
  passkeys: [],
  requiredFrom: null,
  sessions: [
    {
      id: 's1',
      isCurrent: true,
      startedAt: '2026-11-21T07:12:00Z',
      ip: '203.0.113.18',
      userAgent: firefox,
      methods: ['pwd'],
    },
    {
      id: 's2',
      isCurrent: false,
      startedAt: '2026-11-20T20:40:00Z',
      ip: '203.0.113.77',
      userAgent: iphone,
      methods: ['pwd', 'otp', 'mfa'],
    },
  ],
};
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];

async function open(of: Partial<Security> = {}) {
  const server = fakeServer();
  let current = { ...security, ...of };
  server.on('GET', securityPath, () => result(current));
  const drawn = await renderScreen(SecurityPage, { server });
  await screen.findByText('Tweede factor');
  return { ...drawn, server, change: (to: Partial<Security>) => void (current = { ...current, ...to }) };
}

describe('the second factor', () => {
  test('is added with a code, and gives recovery codes once', async () => {
    const { user, server, change } = await open({ requiredFrom: '2026-12-01' });
    expect(screen.getByText('Uw bedrijf vraagt een tweede factor vanaf 01-12-2026.')).toBeTruthy();
    server.on('POST', totpPath, () =>
      result({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' }),
    );
    server.on('POST', totpConfirmPath, ({ body }) =>
      JSON.stringify(body).includes('123456')
        ? result({ codes })
        : refusal('validation', { errors: { code: ['Deze code klopt niet'] } }),
    );
    await user.click(screen.getByRole('button', { name: 'App voor codes toevoegen' }));
    const dialog = await screen.findByRole('dialog', { name: 'App voor codes toevoegen' });
    expect(await within(dialog).findByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
    await user.type(within(dialog).getByRole('textbox', { name: 'Code' }), '000000{Enter}');
    expect(await within(dialog).findByText('Deze code klopt niet')).toBeTruthy();
    await user.clear(within(dialog).getByRole('textbox', { name: 'Code' }));
    change({ totpSince: '2026-11-21T13:05:00Z', recoveryCodesLeft: 10 });
    await user.type(within(dialog).getByRole('textbox', { name: 'Code' }), '123456');
    await user.click(within(dialog).getByRole('button', { name: 'Bevestigen' }));
    const shown = await screen.findByRole('dialog', { name: 'Herstelcodes' });
    await user.click(within(shown).getByRole('button', { name: 'Kopiëren' }));
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    await user.click(within(shown).getByRole('button', { name: 'Ik heb ze bewaard' }));
    await waitFor(() => expect(screen.queryByText('aaaaa-bbbbb')).toBeNull());
    expect(await screen.findByText('10 van 10 over')).toBeTruthy();
    expect(server.calls.filter(({ method, url }) => method === 'POST' && url === totpPath)).toHaveLength(1);
  });

  test('is asked for again where a step requires it, and the step goes on', async () => {
    const { user, server } = await open({ totpSince: '2026-02-02T10:00:00Z', recoveryCodesLeft: 3 });
    expect(screen.getByText(/Bijna op/)).toBeTruthy();
    let isFresh = false;
    server.on('POST', recoveryCodesPath, () => (isFresh ? result({ codes }) : refusal('step-up')));
    server.on('POST', stepUpPath, () => {
      isFresh = true;
      return new Response(null, { status: 204 });
    });
    await user.click(screen.getByRole('button', { name: 'Nieuwe maken' }));
    const question = await screen.findByRole('dialog', { name: 'Nieuwe herstelcodes maken?' });
    await user.click(within(question).getByRole('button', { name: 'Nieuwe maken' }));
    const asked = await screen.findByRole('dialog', { name: 'Geef uw code' });
    await user.type(within(asked).getByRole('textbox', { name: 'Code' }), '123456{Enter}');
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  });

  test('that was not given again leaves the step undone, with its reason', async () => {
    const { user, server } = await open({ totpSince: '2026-02-02T10:00:00Z', recoveryCodesLeft: 10 });
    server.on('DELETE', totpPath, () => refusal('step-up', { detail: 'Geef de code uit uw app.' }));
    await user.click(screen.getByRole('button', { name: 'Weghalen' }));
    const question = await screen.findByRole('dialog', { name: 'App voor codes weghalen?' });
    await user.click(within(question).getByRole('button', { name: 'Weghalen' }));
    const asked = await screen.findByRole('dialog', { name: 'Geef uw code' });
    await user.click(within(asked).getByRole('button', { name: 'Annuleren' }));
    expect(await screen.findByText('Geef de code uit uw app.')).toBeTruthy();
  });
});

describe('a second factor at the directory of the company', () => {
  test('is shown in another tab, and the step goes on by itself', async () => {
    const { user, server } = await open({ totpSince: '2026-02-02T10:00:00Z', recoveryCodesLeft: 10 });
    let state = 'not-fresh';
    server.on('POST', recoveryCodesPath, () =>
      state === 'done' ? result({ codes }) : refusal('step-up-directory'),
    );
    server.on('POST', stepUpDirectoryPath, () => result({ url: 'https://login.vecht.example/auth?x=1' }));
    server.on('GET', stepUpDirectoryPath, () => result({ state }));
    await user.click(screen.getByRole('button', { name: 'Nieuwe maken' }));
    const question = await screen.findByRole('dialog', { name: 'Nieuwe herstelcodes maken?' });
    await user.click(within(question).getByRole('button', { name: 'Nieuwe maken' }));
    const asked = await screen.findByRole('dialog', { name: 'Bevestigen bij uw bedrijf' });
    const link = await within(asked).findByRole('link', { name: 'Naar mijn bedrijf' });
    expect(link.getAttribute('href')).toBe('https://login.vecht.example/auth?x=1');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(await within(asked).findByText(/zei niet dat u net opnieuw hebt ingelogd/)).toBeTruthy();
    state = 'waiting';
    await user.click(within(asked).getByRole('button', { name: 'Opnieuw proberen' }));
    await within(asked).findByRole('link', { name: 'Naar mijn bedrijf' });
    state = 'done';
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  });
});

describe('passkeys', () => {
  const passkeys = [
    {
      id: 'p1',
      name: 'Laptop kantoor',
      createdAt: '2026-03-03T09:00:00Z',
      lastUsedAt: '2026-11-26T07:12:00Z',
      host: 'fm.localhost',
    },
  ];

  test('are named and removed, and are a second factor with recovery codes', async () => {
    const { user, server, change } = await open({ passkeys, recoveryCodesLeft: 10 });
    expect(screen.getByText(/werkt op fm\.localhost/)).toBeTruthy();
    expect(screen.getByText('10 van 10 over')).toBeTruthy();
    expect(screen.getByText('Aan')).toBeTruthy();
    server.on('PUT', `${passkeysPath}/p1`, () => new Response(null, { status: 204 }));
    server.on('DELETE', `${passkeysPath}/p1`, () => new Response(null, { status: 204 }));
    await user.click(screen.getByRole('button', { name: 'Acties voor Laptop kantoor' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Naam wijzigen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Naam wijzigen' });
    await user.clear(within(dialog).getByRole('textbox', { name: 'Naam' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Naam' }), 'Telefoon{Enter}');
    await waitFor(() =>
      expect(server.calls.at(-2)).toMatchObject({ method: 'PUT', body: { name: 'Telefoon' } }),
    );
    change({ passkeys: [] });
    await user.click(await screen.findByRole('button', { name: 'Acties voor Laptop kantoor' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Weghalen' }));
    const question = await screen.findByRole('dialog', { name: 'Passkey Laptop kantoor weghalen?' });
    await user.click(within(question).getByRole('button', { name: 'Weghalen' }));
    await waitFor(() => expect(screen.queryByText('Laptop kantoor')).toBeNull());
  });

  test('that work everywhere say so; a browser without them has no button', async () => {
    await open({ passkeys: passkeys.map((passkey) => ({ ...passkey, host: null })) });
    expect(screen.getByText('Ze werken op Balie, FM en Carpetline.')).toBeTruthy();
    expect(screen.getByText('Deze browser kan hier geen passkey maken.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Passkey toevoegen' })).toBeNull();
  });
});

describe('sessions', () => {
  test('say which device, where and how, and end', async () => {
    const { user, server } = await open();
    expect(screen.getByText('Firefox op Linux')).toBeTruthy();
    expect(screen.getByText('Safari op iPhone')).toBeTruthy();
    expect(screen.getByText(/203\.0\.113\.77, wachtwoord en code/)).toBeTruthy();
    expect(screen.getByText('Dit apparaat')).toBeTruthy();
    server.on('DELETE', `${sessionsPath}/s2`, () => new Response(null, { status: 204 }));
    server.on('DELETE', sessionsPath, () => new Response(null, { status: 204 }));
    await user.click(screen.getByRole('button', { name: 'Beëindigen: Safari op iPhone 203.0.113.77' }));
    expect(await screen.findByText('Daar bent u uitgelogd')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Alle andere beëindigen' }));
    await waitFor(() => expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Beëindigen: Firefox op Linux 203.0.113.18' }));
    expect(await screen.findByRole('dialog', { name: 'Hier uitloggen?' })).toBeTruthy();
  });

  test('of another provider are managed there', async () => {
    const server = fakeServer();
    server.on('GET', securityPath, () => result({ ...security, isOurs: false, sessions: [] }));
    await renderScreen(SecurityPage, { server });
    expect(await screen.findByText(/U logt in bij een andere dienst/)).toBeTruthy();
  });
});

test.each([
  [firefox, 'Firefox', 'Linux', false],
  [iphone, 'Safari', 'iPhone', true],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge',
    'Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
    true,
  ],
  ['curl/8.9', null, null, false],
])('%s is known', (userAgent, browser, system, isPhone) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system, isPhone });
});
