import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose';

/** What a test says of a token; the rest is what a good token has. */
interface TestToken {
  readonly subject: string;
  readonly issuer?: string;
  readonly audience?: string;
  /** Seconds from now; negative for a token that has expired. */
  readonly expiresIn?: number;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A provider of a test: a key of its own, made now, and tokens signed with it. */
export interface TestSigner {
  readonly issuer: string;
  readonly audience: string;
  /** For `createTokenVerifier`. */
  readonly keys: JWTVerifyGetKey;
  sign(token: TestToken): Promise<string>;
}

/** Makes a key and signs real tokens with it, for tests that call routes as somebody. */
export async function createTestSigner(
  algorithm: 'ES256' | 'RS256' | 'PS256' | 'EdDSA' = 'ES256',
): Promise<TestSigner> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = crypto.randomUUID();
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }],
  });
  const issuer = 'http://localhost/oidc';
  const audience = 'balie-api';
  return {
    issuer,
    audience,
    keys,
    sign: (token) => {
      const seconds = Math.floor(Date.now() / 1000);
      return new SignJWT({ ...token.claims })
        .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid })
        .setIssuer(token.issuer ?? issuer)
        .setSubject(token.subject)
        .setAudience(token.audience ?? audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + (token.expiresIn ?? 600))
        .sign(privateKey);
    },
  };
}
