import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInSilently } from './silent-sign-in.ts';
import { readStoredLogin } from './stored-login.ts';

const issuer = `${location.origin}/oidc`;
const settings = {
  variant: 'fm',
  issuer,
  provider: JSON.stringify({ authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }),
  clientId: 'portal',
  audience: 'api',
  permissionsClaim: 'permissions',
  tracing: '',
  styleNonce: '',
  build: '',
};

/** What the provider was asked, and its answers: the parameters of a redirect, the claims of an id token. */
interface Provider {
  redirect: (asked: URLSearchParams) => Record<string, string>;
  claims: (asked: URLSearchParams) => Record<string, unknown>;
}
const asked: { authorize?: URLSearchParams; token?: URLSearchParams } = {};

const jwt = (claims: object) => `head.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature`;
const base64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function providerThat(answers: Partial<Provider>): void {
  const redirect = answers.redirect ?? ((of) => ({ code: 'c0de', state: of.get('state') ?? '' }));
  const claims =
    answers.claims ?? ((of) => ({ iss: issuer, aud: 'portal', sub: '7', nonce: of.get('nonce') }));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/oidc/auth') {
      asked.authorize = searchParams;
      const to = `${location.origin}/silent-callback.html?${new URLSearchParams(redirect(searchParams))}`;
      return Object.defineProperties(new Response(''), { redirected: { value: true }, url: { value: to } });
    }
    asked.token = new URLSearchParams(init.body instanceof URLSearchParams ? init.body : '');
    return Response.json({
      access_token: 'token',
      token_type: 'Bearer',
      expires_in: 900,
      id_token: jwt(claims(asked.authorize ?? new URLSearchParams())),
    });
  });
}

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the answer is exchanged with the verifier of its question, and stays in the tab', async () => {
  providerThat({});
  const login = await signInSilently(settings);
  expect(login).toMatchObject({ accessToken: 'token', expiresAt: 1900, profile: { sub: '7' } });
  expect(readStoredLogin(sessionStorage, settings)).toEqual(login);
  expect(Object.fromEntries(asked.authorize ?? [])).toMatchObject({ prompt: 'none', response_type: 'code' });
  const verifier = new TextEncoder().encode(asked.token?.get('code_verifier') ?? '');
  expect(asked.authorize?.get('code_challenge')).toBe(
    base64Url(await crypto.subtle.digest('SHA-256', verifier)),
  );
});

test('two questions share no secret', async () => {
  providerThat({});
  await signInSilently(settings);
  const first = asked.authorize;
  await signInSilently(settings);
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked.authorize?.get(name)).not.toBe(first?.get(name));
});

test('whom the provider wants to see is not signed in', async () => {
  providerThat({ redirect: (of) => ({ error: 'login_required', state: of.get('state') ?? '' }) });
  expect(await signInSilently(settings)).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['another question', { redirect: () => ({ code: 'c0de', state: 'foreign' }) }],
  ['an error of another question', { redirect: () => ({ error: 'login_required', state: 'foreign' }) }],
  ['another login', { claims: () => ({ iss: issuer, aud: 'portal', sub: '7', nonce: 'foreign' }) }],
  [
    'another client',
    { claims: (of: URLSearchParams) => ({ iss: issuer, aud: 'x', sub: '7', nonce: of.get('nonce') }) },
  ],
  [
    'another provider',
    {
      claims: (of: URLSearchParams) => ({
        iss: 'https://x.example',
        aud: 'portal',
        sub: '7',
        nonce: of.get('nonce'),
      }),
    },
  ],
])('an answer of %s is refused and not kept', async (_of, answers) => {
  providerThat(answers);
  await expect(signInSilently(settings)).rejects.toThrow(/another (question|login)/);
  expect(sessionStorage).toHaveLength(0);
});
