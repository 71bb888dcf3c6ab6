import { importJWK, SignJWT } from 'jose';
import type { Db } from '#server/platform/db/database.ts';
import { type AccountDirectory, mayEnter } from '../directory.ts';
import { accessTokenClaims } from './provider.ts';
import { loadSigningKeys, signingAlgorithm } from './signing-keys.ts';

/** How to make a token for a script; the operator's way in, past the login page. */
export interface OwnTokenOptions {
  readonly db: Db;
  readonly directory: AccountDirectory;
  readonly secretKey: Uint8Array;
  /** One of our issuers, e.g. `http://localhost:3000/oidc`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  readonly permissionsClaim: string;
  readonly lifetimeSeconds: number;
}

/** An access token of the embedded provider for a user, or null when there is no such user who may sign in. */
export async function issueOwnToken(options: OwnTokenOptions, email: string): Promise<string | null> {
  const account = await options.directory.findByEmail(email.trim().toLowerCase());
  if (!account || !mayEnter(account)) return null;
  const [key] = await loadSigningKeys(options.db, options.secretKey);
  if (!key) return null;
  return new SignJWT({ ...(await accessTokenClaims(options, account)), client_id: options.clientId })
    .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.kid })
    .setIssuer(options.issuer)
    .setSubject(account.userId)
    .setAudience(options.audience)
    .setIssuedAt()
    .setJti(crypto.randomUUID())
    .setExpirationTime(`${options.lifetimeSeconds} seconds`)
    .sign(await importJWK(key, signingAlgorithm));
}
