import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

/** What a verified access token says. */
export interface VerifiedToken {
  readonly issuer: string;
  readonly subject: string;
  readonly email?: string;
  /** Only `true` counts: a provider that says nothing has not verified anything. */
  readonly emailVerified?: boolean;
  /** The user's session epoch when the token was made; only in tokens of the embedded provider. */
  readonly sessionEpoch?: number;
  /** End of life, in ms since 1970. */
  readonly expiresAt: number;
  /** All claims, as signed. */
  readonly claims: Readonly<JWTPayload>;
}

/** Which tokens count. */
export interface TokenVerifierOptions {
  /** Whether tokens of this issuer are taken; the embedded provider has one issuer per host. */
  isIssuer(issuer: string): boolean;
  /** The value that `aud` must contain. */
  readonly audience: string;
  /** Finds the public key by the token's `kid` and algorithm. */
  readonly keys: JWTVerifyGetKey;
  readonly now?: () => Date;
}

/** The token is not taken; the message is for logs, never for people. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
}

/** Checks an access token; rejects with `InvalidToken` when it does not count. */
export type VerifyToken = (token: string) => Promise<VerifiedToken>;

// Asymmetric only: with HS256 whoever knows the public key could sign.
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
const clockToleranceSeconds = 5;
// Checking a signature costs more than the rest of a small request; a key that is removed must end within seconds.
const longestCacheMs = 5_000;
const maxCached = 5_000;
const longestToken = 16_384;

const ourClaims = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  exp: z.number(),
  email: z.string().optional().catch(undefined),
  email_verified: z.boolean().optional().catch(undefined),
  session_epoch: z.int().optional().catch(undefined),
});

/**
 * Makes the function that checks access tokens: signature, algorithm, issuer, audience and expiry. A token that was
 * checked less than five seconds ago is known by its SHA-256, so that a key that was removed works that much longer.
 */
export function createTokenVerifier(options: TokenVerifierOptions): VerifyToken {
  const now = options.now ?? (() => new Date());
  const known = new Map<string, { readonly token: VerifiedToken; readonly until: number }>();

  return async (token) => {
    if (token.length > longestToken) throw new InvalidToken('too long');
    const key = hash('sha256', token, 'base64');
    const hit = known.get(key);
    const at = now().getTime();
    if (hit && hit.until > at) return hit.token;

    const verified = await check(token, options, now());
    known.delete(key);
    if (known.size >= maxCached) known.delete(known.keys().next().value ?? key);
    known.set(key, { token: verified, until: Math.min(verified.expiresAt, at + longestCacheMs) });
    return verified;
  };
}

async function check(
  token: string,
  options: TokenVerifierOptions,
  currentDate: Date,
): Promise<VerifiedToken> {
  const claims = await payloadOf(token, options, currentDate);
  const parsed = ourClaims.safeParse(claims);
  if (!parsed.success) throw new InvalidToken('a claim is missing');
  const { iss, sub, exp, email, email_verified, session_epoch } = parsed.data;
  if (!options.isIssuer(iss)) throw new InvalidToken('unexpected issuer');
  return {
    issuer: iss,
    subject: sub,
    expiresAt: exp * 1000,
    claims,
    ...(email === undefined ? {} : { email }),
    ...(email_verified === undefined ? {} : { emailVerified: email_verified }),
    ...(session_epoch === undefined ? {} : { sessionEpoch: session_epoch }),
  };
}

async function payloadOf(
  token: string,
  options: TokenVerifierOptions,
  currentDate: Date,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, options.keys, {
      algorithms,
      audience: options.audience,
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['exp', 'iss', 'sub', 'aud'],
      currentDate,
    });
    return payload;
  } catch (error) {
    // Everything that is wrong with the token; a provider out of reach is not, and goes on as it is.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) {
      throw new InvalidToken(error.message, { cause: error });
    }
    if (error instanceof TypeError || error instanceof SyntaxError) {
      throw new InvalidToken('not a token', { cause: error });
    }
    throw error;
  }
}
