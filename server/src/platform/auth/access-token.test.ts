import { createHmac } from 'node:crypto';
import { exportSPKI, generateKeyPair, type JWTVerifyGetKey, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestSigner, type TestSigner } from '#server/platform/testing/tokens.ts';
import { createTokenVerifier, InvalidToken } from './access-token.ts';

let signer: TestSigner;
const subject = '0192f0c4-0000-7000-8000-000000000001';

beforeAll(async () => {
  signer = await createTestSigner();
});

const verifier = (keys: JWTVerifyGetKey = signer.keys, now?: () => Date) =>
  createTokenVerifier({
    isIssuer: (issuer) => issuer === signer.issuer,
    audience: signer.audience,
    keys,
    ...(now ? { now } : {}),
  });

describe('a good token', () => {
  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'] as const)(
    'signed with %s says who it is',
    async (algorithm) => {
      const own = await createTestSigner(algorithm);
      const token = await own.sign({
        subject,
        claims: {
          email: 'a@balie.example',
          email_verified: true,
          session_epoch: 3,
          permissions: ['core.groups.read'],
        },
      });
      expect(await verifier(own.keys)(token)).toMatchObject({
        issuer: 'http://localhost/oidc',
        subject,
        email: 'a@balie.example',
        emailVerified: true,
        sessionEpoch: 3,
        claims: { permissions: ['core.groups.read'] },
      });
    },
  );

  test('that says nothing of the address has verified nothing', async () => {
    const verified = await verifier()(
      await signer.sign({ subject, claims: { email: 'a@balie.example', email_verified: 'true' } }),
    );
    expect(verified.emailVerified).toBeUndefined();
  });
});

describe('a token does not count', () => {
  const header = (token: string) => token.split('.')[0] ?? '';
  const payload = (token: string) => token.split('.')[1] ?? '';

  const bad: readonly [name: string, make: () => Promise<string>][] = [
    ['of another issuer', () => signer.sign({ subject, issuer: 'http://evil.example/oidc' })],
    ['for another audience', () => signer.sign({ subject, audience: 'balie-portal' })],
    ['that has expired', () => signer.sign({ subject, expiresIn: -60 })],
    ['signed with another key', async () => (await createTestSigner()).sign({ subject })],
    ['without a subject', () => signer.sign({ subject: '' })],
    [
      'without a signature (alg none)',
      async () =>
        new UnsecuredJWT({})
          .setIssuer(signer.issuer)
          .setAudience(signer.audience)
          .setSubject(subject)
          .setExpirationTime('10m')
          .encode(),
    ],
    [
      'whose signature was cut off',
      async () => `${(await signer.sign({ subject })).split('.').slice(0, 2).join('.')}.`,
    ],
    [
      'whose subject was changed',
      async () => {
        const [first, second, third] = (await signer.sign({ subject })).split('.');
        const claims = JSON.parse(Buffer.from(second ?? '', 'base64url').toString());
        return `${first}.${Buffer.from(JSON.stringify({ ...claims, sub: 'admin' })).toString('base64url')}.${third}`;
      },
    ],
    ['that is no token', async () => 'abc'],
    ['that is empty', async () => ''],
    ['that is endless', async () => `${header(await signer.sign({ subject }))}.${'a'.repeat(20_000)}.b`],
    [
      'that never expires',
      async () => {
        const { privateKey } = await generateKeyPair('ES256');
        return new SignJWT({})
          .setProtectedHeader({ alg: 'ES256' })
          .setIssuer(signer.issuer)
          .setSubject(subject)
          .setAudience(signer.audience)
          .sign(privateKey);
      },
    ],
  ];

  test.each(bad)('%s', async (_, make) => {
    await expect(verifier()(await make())).rejects.toBeInstanceOf(InvalidToken);
  });

  test('signed with the public key as if it were a shared secret (HS256)', async () => {
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    const secret = await exportSPKI(publicKey);
    const good = await signer.sign({ subject });
    const forged = `${Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt' })).toString('base64url')}.${payload(good)}`;
    const token = `${forged}.${createHmac('sha256', secret).update(forged).digest('base64url')}`;
    // Even where the finder of keys would hand the secret out.
    await expect(verifier(async () => new TextEncoder().encode(secret))(token)).rejects.toBeInstanceOf(
      InvalidToken,
    );
  });

  test('that never expires, though rightly signed', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(signer.issuer)
      .setSubject(subject)
      .setAudience(signer.audience)
      .sign(privateKey);
    await expect(verifier(async () => publicKey)(token)).rejects.toBeInstanceOf(InvalidToken);
  });
});

describe('checking again', () => {
  test('does not look for the key within five seconds, and does after them', async () => {
    const keys = vi.fn(signer.keys);
    const start = Date.now();
    let passed = 0;
    const verify = verifier(keys, () => new Date(start + passed));
    const token = await signer.sign({ subject });
    await verify(token);
    passed = 4_900;
    await verify(token);
    expect(keys).toHaveBeenCalledTimes(1);
    passed = 5_100;
    await verify(token);
    expect(keys).toHaveBeenCalledTimes(2);
  });

  test('a token that expires meanwhile does not count any more', async () => {
    const start = Date.now();
    let passed = 0;
    const verify = verifier(signer.keys, () => new Date(start + passed));
    const token = await signer.sign({ subject, expiresIn: 20 });
    await verify(token);
    passed = 30_000;
    await expect(verify(token)).rejects.toBeInstanceOf(InvalidToken);
  });

  test('a provider out of reach is no fault of the token', async () => {
    const unreachable = verifier(async () => {
      throw new Error('connect ECONNREFUSED');
    });
    await expect(unreachable(await signer.sign({ subject }))).rejects.not.toBeInstanceOf(InvalidToken);
  });
});
