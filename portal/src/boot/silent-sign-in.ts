// A silent sign-in at our own provider, without the OpenID client library: the first script starts it before anything
// else is fetched (decision 0100). Logins with a page, other providers and the end of a session are the library's.
import type { Settings } from './settings.ts';
import { claimsOf, storeLogin, type StoredLogin, toStoredLogin } from './stored-login.ts';

const timeoutMs = 10_000;

/** Whether the provider is of this origin and the page says where it answers. */
export function isOwnProvider({ issuer }: Pick<Settings, 'issuer'>): boolean {
  return issuer.startsWith(`${location.origin}/`);
}

/**
 * A fresh token by authorization code and PKCE, or null when the provider wants to see the person. Its redirect is
 * followed by a request, which may read where that ends: no frame, and no page is left. Throws without an answer.
 */
export async function signInSilently(settings: Settings): Promise<StoredLogin | null> {
  const { authorization_endpoint: authorize, token_endpoint: token } = endpointsOf(settings);
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()];
  const redirectUri = `${location.origin}/silent-callback.html`;
  const question = new URLSearchParams({
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    prompt: 'none',
    audience: settings.audience,
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(`${authorize}?${question}`, { cache: 'no-store', signal });
  // An error page of the provider is no answer to this question.
  if (!answer.redirected || !answer.ok) throw new Error(`the provider answered ${answer.status}`);
  const { searchParams } = new URL(answer.url);
  if (!answer.url.startsWith(`${redirectUri}?`) || searchParams.get('state') !== state)
    throw new Error('the answer belongs to another question');
  const code = searchParams.get('code');
  if (code === null) return null;

  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });
  const reply = await fetch(token, { method: 'POST', body, cache: 'no-store', signal });
  if (reply.status === 400 || reply.status === 401) return null;
  if (!reply.ok) throw new Error(`the provider answered ${reply.status}`);
  return loginOf(await reply.json(), settings, nonce);
}

function endpointsOf({ provider }: Settings): { authorization_endpoint: string; token_endpoint: string } {
  return JSON.parse(provider);
}

/** Checks the id token's claims, as the library does, and stores the login where the library looks for it. */
function loginOf(tokens: unknown, settings: Settings, nonce: string): StoredLogin {
  const field = (name: string): unknown => Reflect.get(Object(tokens), name);
  const profile = claimsOf(String(field('id_token')));
  const audience = profile?.['aud'];
  if (
    profile === null ||
    profile['iss'] !== settings.issuer ||
    profile['nonce'] !== nonce ||
    !(Array.isArray(audience) ? audience : [audience]).includes(settings.clientId)
  )
    throw new Error('the id token is of another login');
  const user = {
    id_token: field('id_token'),
    access_token: field('access_token'),
    token_type: field('token_type'),
    scope: field('scope'),
    profile,
    expires_at: Math.floor(Date.now() / 1000) + Number(field('expires_in')),
  };
  const login = toStoredLogin(user);
  if (login === null) throw new Error('the provider gave no access token that expires');
  storeLogin(sessionStorage, settings, user);
  return login;
}

/** 256 random bits. */
function randomText(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
