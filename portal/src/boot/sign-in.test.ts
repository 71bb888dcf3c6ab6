import { UserManager } from 'oidc-client-ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createSignIn } from './sign-in.ts';

const settings = {
  variant: 'fm',
  provider: '',
  clientId: 'portal',
  audience: 'api',
  permissionsClaim: 'permissions',
  tracing: '',
  styleNonce: '',
  build: '',
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Signs out with a provider; gives what was asked for, in order. */
async function signOutAt(issuer: string, answer: () => Promise<Response>): Promise<string[]> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${url}`);
    return answer();
  });
  vi.spyOn(UserManager.prototype, 'signoutRedirect').mockImplementation(
    async () => void asked.push('redirect'),
  );
  await createSignIn({ ...settings, issuer }).end();
  return asked;
}

test('signing out at an external provider first has the browser drop what it keeps of ours', async () => {
  const answer = async () => new Response(null, { status: 204 });
  expect(await signOutAt('https://login.example', answer)).toEqual(['POST /signed-out', 'redirect']);
});

test('a server that cannot be reached keeps nobody signed in', async () => {
  const answer = () => Promise.reject(new TypeError('no connection'));
  expect(await signOutAt('https://login.example', answer)).toEqual(['POST /signed-out', 'redirect']);
});

test('our own provider does that itself', async () => {
  const answer = async () => new Response(null, { status: 204 });
  expect(await signOutAt(`${location.origin}/oidc`, answer)).toEqual(['redirect']);
});
