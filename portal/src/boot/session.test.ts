import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSession, permissionsIn } from './session.ts';
import type { SignIn } from './sign-in.ts';
import { loggedInFlag, type StoredLogin } from './stored-login.ts';

const settings = {
  variant: 'fm',
  issuer: 'https://login.example',
  provider: '',
  clientId: 'portal',
  audience: 'api',
  permissionsClaim: 'https://balie/permissions',
  tracing: '',
  styleNonce: '',
  build: '',
};

function tokenWith(claims: Record<string, unknown>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
  return `head.${payload}.signature`;
}

const loginUntil = (expiresAt: number, permissions: readonly string[]): StoredLogin => ({
  accessToken: tokenWith({ 'https://balie/permissions': permissions, name: 'Zoë – ü' }),
  expiresAt,
  profile: { sub: '7', name: 'Zoë de Wit', nickname: 'zoe', email: 'zoe@balie.example' },
});

/** A provider that gives what the test lays ready, and counts how often it was asked. */
function provider(next: () => StoredLogin | null) {
  const asked = { renew: 0, begun: [] as string[], ended: 0 };
  const client: SignIn = {
    finish: () => Promise.reject(new Error('not here')),
    renew: async () => {
      asked.renew += 1;
      return next();
    },
    begin: async (target) => void asked.begun.push(target),
    end: async () => void (asked.ended += 1),
  };
  return { asked, signIn: async () => client };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the session', () => {
  test('knows the person and the rights of the token, and gives no expired token', async () => {
    const { signIn } = provider(() => null);
    const login = loginUntil(1_600, ['a.b.read']);
    const session = await createSession({ settings, login, signIn, language: () => 'nl' });
    expect(session.state().user.name).toBe('Zoë de Wit');
    expect(session.state().permissions).toEqual(['a.b.read']);
    expect(session.accessToken()).toBe(login.accessToken);
    vi.setSystemTime(1_600_000);
    expect(session.accessToken()).toBeUndefined();
  });

  test('renews a minute before the token expires, and tells of the new rights', async () => {
    const { asked, signIn } = provider(() => loginUntil(9_000, ['a.b.update']));
    const login = loginUntil(1_600, []);
    const session = await createSession({ settings, login, signIn, language: () => 'nl' });
    let told = 0;
    session.subscribe(() => (told += 1));
    await vi.advanceTimersByTimeAsync(539_000);
    expect(asked.renew).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked.renew).toBe(1);
    expect(told).toBe(1);
    expect(session.state().permissions).toEqual(['a.b.update']);
  });

  test('asks the server which rights hold now, and tells only when they are others', async () => {
    const { signIn } = provider(() => null);
    const session = await createSession({
      settings,
      login: loginUntil(1_600, ['a.b.read', 'a.c.read']),
      signIn,
      language: () => 'nl',
    });
    let told = 0;
    session.subscribe(() => (told += 1));
    const answer = (permissions: unknown) =>
      vi.stubGlobal('fetch', async () => Response.json({ result: { permissions } }));
    answer(['a.c.read', 'a.b.read']);
    await session.refresh();
    expect(told).toBe(0);
    answer(['a.c.read']);
    await session.refresh();
    expect(told).toBe(1);
    expect(session.state().permissions).toEqual(['a.c.read']);
    // No answer takes nothing away: the screen stays as it is.
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    await session.refresh();
    expect(session.state().permissions).toEqual(['a.c.read']);
    vi.unstubAllGlobals();
  });

  test('renews once for all who ask at the same moment', async () => {
    const { asked, signIn } = provider(() => loginUntil(9_000, []));
    const session = await createSession({
      settings,
      login: loginUntil(1_001, []),
      signIn,
      language: () => 'nl',
    });
    expect(await Promise.all([session.renew(), session.renew(), session.renew()])).toEqual([
      true,
      true,
      true,
    ]);
    expect(asked.renew).toBe(1);
  });

  test('goes to the login page once, with the address to come back to', async () => {
    history.replaceState(null, '', '/fmmodule/invoices?page=2#x');
    const { asked, signIn } = provider(() => null);
    const session = await createSession({
      settings,
      login: loginUntil(1_001, []),
      signIn,
      language: () => 'nl',
    });
    session.login();
    session.login();
    await vi.advanceTimersByTimeAsync(10);
    expect(asked.begun).toEqual(['/fmmodule/invoices?page=2#x']);
  });

  test('logging out takes the flag away and ends the provider’s session', async () => {
    loggedInFlag.set(localStorage);
    const { asked, signIn } = provider(() => null);
    const session = await createSession({
      settings,
      login: loginUntil(1_600, []),
      signIn,
      language: () => 'nl',
    });
    session.logout();
    await vi.advanceTimersByTimeAsync(10);
    expect(loggedInFlag.isSet(localStorage)).toBe(false);
    expect(asked.ended).toBe(1);
  });
});

describe('permissions in a token', () => {
  test('are read from the claim that the settings name', () => {
    expect(permissionsIn(tokenWith({ p: ['a', 'b'], naam: 'é' }), 'p')).toEqual(['a', 'b']);
  });

  test('are unknown, not empty, when the token has no such list or is no JWT', () => {
    expect(permissionsIn(tokenWith({ p: 'a' }), 'p')).toBeNull();
    expect(permissionsIn('opaque', 'p')).toBeNull();
  });
});
