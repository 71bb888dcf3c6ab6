import { createLocalJWKSet, createRemoteJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

const freshForMs = 5_000;
const minPauseMs = 1_000;

/**
 * Public keys from a place of our own, such as the database. They load again after five seconds, so that a key that was
 * removed verifies no longer, and for a token with an unknown `kid`, at most once a second, so that a key made by
 * another process is found without a restart.
 */
export function createLocalKeys(
  load: () => Promise<readonly JWK[]>,
  // A clock that nobody can set: a key that was removed must not count for hours where the machine's is put back.
  now = () => performance.now(),
): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | null = null;
  let loadedAt = 0;
  const fresh = (): Promise<JWTVerifyGetKey> => {
    loadedAt = now();
    const loading = load().then((jwks) => createLocalJWKSet({ keys: [...jwks] }));
    // A database that is out of reach must not be remembered as an answer.
    loading.catch(() => {
      if (keys === loading) keys = null;
    });
    keys = loading;
    return loading;
  };
  return async (header, token) => {
    const isFresh = now() - loadedAt < freshForMs;
    const current = await ((isFresh ? keys : null) ?? fresh());
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - loadedAt < minPauseMs) throw error;
      return (await fresh())(header, token);
    }
  };
}

const discovered = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });

/** What an OpenID provider says of itself, as far as we use it. */
export type Discovered = z.output<typeof discovered>;

/**
 * The discovery document of an external provider, fetched when it is first needed and cached.
 *
 * @throws Error when it cannot be fetched, or names another issuer than the one it was asked for
 */
export function createDiscovery(issuer: string, fetchImpl: typeof fetch = fetch): () => Promise<Discovered> {
  let found: Promise<Discovered> | null = null;
  const discover = async (): Promise<Discovered> => {
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const reply = await fetchImpl(url, { signal: AbortSignal.timeout(10_000), redirect: 'error' });
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
    const document = discovered.parse(await reply.json());
    if (document.issuer !== issuer)
      throw new Error(`${url} names the issuer ${document.issuer}, not ${issuer}`);
    return document;
  };
  return () => {
    const looking = (found ??= discover());
    looking.catch(() => {
      if (found === looking) found = null;
    });
    return looking;
  };
}

/** The public keys of an external provider, through its discovery document; jose renews them by itself. */
export function createRemoteKeys(discovery: () => Promise<Discovered>): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | null = null;
  return async (header, token) => {
    keys ??= createRemoteJWKSet(new URL((await discovery()).jwks_uri));
    return keys(header, token);
  };
}
