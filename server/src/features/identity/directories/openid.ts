import { createHash } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { CallOut } from '#server/platform/http/call-out.ts';

/** What a directory says of itself (OpenID Connect Discovery), as far as signing in takes it. */
const discovered = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
/** What a directory says of itself. */
export type Directory = z.output<typeof discovered>;

/** A directory that does not answer as it should; the message is for the log. */
export class DirectoryFailure extends Error {}

// A sign-in a second needs the document once in five minutes.
const freshForMs = 5 * 60_000;
const maxKnown = 200;
const known = new Map<string, { readonly directory: Directory; readonly until: number }>();

type Calls = Pick<CallOut, 'read' | 'check'>;

// Algorithms with a key pair only: with a shared secret the client itself could sign.
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA'];
/** How far the clock of a directory may be off. */
export const maxSkewSeconds = 60;

/**
 * The discovery document of an issuer. Every address in it is one that a customer names, so each is called by the rules
 * of webhooks.
 *
 * @param isFresh asks again, whatever it said minutes ago
 * @throws DirectoryFailure
 */
export async function discover(calls: Calls, issuer: string, isFresh = false): Promise<Directory> {
  const last = known.get(issuer);
  if (last && !isFresh && last.until > Date.now()) return last.directory;
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = discovered.safeParse(await readJson(calls, url));
  if (!found.success) throw new DirectoryFailure('the discovery document lacks what signing in takes');
  if (found.data.issuer !== issuer) throw new DirectoryFailure('the discovery document names another issuer');
  // The browser is sent there: to no address that the product would not call itself.
  if ((await calls.check(found.data.authorization_endpoint)) !== null)
    throw new DirectoryFailure('people cannot be sent to its address');
  if (known.size >= maxKnown) known.clear();
  known.set(issuer, { directory: found.data, until: Date.now() + freshForMs });
  return found.data;
}

async function readJson(calls: Calls, url: string, body?: string, headers = {}): Promise<unknown> {
  const request = { headers: { accept: 'application/json', ...headers } };
  const answer = await calls.read(url, body === undefined ? request : { ...request, body });
  if (answer.status !== 200) throw new DirectoryFailure(`${url}: ${answer.error ?? answer.status}`);
  try {
    return JSON.parse(answer.answer);
  } catch {
    throw new DirectoryFailure(`${url}: no JSON`);
  }
}

/** What is remembered of a person on their way to the directory and back. */
export interface Journey {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

/** What a directory is asked beside who somebody is. */
export interface AskedProof {
  /** Signing in again, whoever is signed in there: the answer has to say when (`auth_time`). */
  readonly isFresh?: boolean;
  readonly acrValues?: readonly string[];
}

/** Where a browser goes to sign in at a directory: code with PKCE. */
export function authorizationUrl(
  directory: Directory,
  clientId: string,
  journey: Journey,
  loginHint: string,
  { isFresh = false, acrValues = [] }: AskedProof = {},
): string {
  const url = new URL(directory.authorization_endpoint);
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: journey.redirectUri,
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: createHash('sha256').update(journey.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: loginHint,
    ...(isFresh && { max_age: '0' }),
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  azp: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional().catch(undefined),
  amr: z.array(z.string()).optional().catch(undefined),
  acr: z.string().optional().catch(undefined),
  auth_time: z.number().optional().catch(undefined),
});
/** Who a directory says somebody is, with all that it says. */
export type DirectoryPerson = z.output<typeof claims> & { readonly all: Readonly<Record<string, unknown>> };

/**
 * Takes a code for an ID token, and verifies it: signature, issuer, audience, time and nonce.
 *
 * @throws DirectoryFailure
 */
export async function redeemCode(
  calls: Calls,
  directory: Directory,
  client: { readonly id: string; readonly secret: string },
  journey: Journey,
  code: string,
): Promise<DirectoryPerson> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: journey.redirectUri,
    code_verifier: journey.verifier,
  });
  const basic = [client.id, client.secret].map((part) => encodeURIComponent(part)).join(':');
  const answer = z.object({ id_token: z.string() }).safeParse(
    await readJson(calls, directory.token_endpoint, body.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
    }),
  );
  if (!answer.success) throw new DirectoryFailure('the answer to the code has no ID token');
  const keys = z
    .object({ keys: z.array(z.looseObject({ kty: z.string() })) })
    .safeParse(await readJson(calls, directory.jwks_uri));
  if (!keys.success) throw new DirectoryFailure('its keys cannot be read');
  const verified = await jwtVerify(answer.data.id_token, createLocalJWKSet(keys.data), {
    issuer: directory.issuer,
    audience: client.id,
    algorithms,
    clockTolerance: maxSkewSeconds,
    requiredClaims: ['exp', 'iat', 'sub'],
  }).catch((error: unknown) => {
    throw new DirectoryFailure(`the ID token does not count: ${error instanceof Error ? error.message : ''}`);
  });
  const person = claims.safeParse(verified.payload);
  if (!person.success) throw new DirectoryFailure('the ID token lacks what signing in takes');
  if (person.data.nonce !== journey.nonce) throw new DirectoryFailure('the ID token has another nonce');
  // A token for several must say that it was made for us.
  const isForOthers = Array.isArray(verified.payload.aud) && verified.payload.aud.length > 1;
  if ((isForOthers || person.data.azp !== undefined) && person.data.azp !== client.id)
    throw new DirectoryFailure('the ID token was made for another client');
  return { ...person.data, all: verified.payload };
}
