import Fastify from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { testApp, type TestApp } from './testing/app.ts';

// An external provider: another server, known by its address only.
const provider = Fastify();
let issuer: string;
let balie: TestApp;
let key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  key = privateKey;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };
  provider.get('/.well-known/openid-configuration', async () => ({ issuer, jwks_uri: `${issuer}/jwks` }));
  provider.get('/jwks', async () => ({ keys: [jwk] }));
  issuer = await provider.listen({ port: 0, host: '127.0.0.1' });
  balie = await testApp({ env: { OIDC_ISSUER: issuer } });
});
afterAll(async () => {
  await balie.close();
  await provider.close();
});

async function meAs(subject: string, claims: Readonly<Record<string, unknown>>) {
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience('balie-api')
    .setExpirationTime('10 min')
    .sign(key);
  const headers = { host: 'localhost', authorization: `Bearer ${token}`, 'accept-language': 'nl' };
  return balie.app.inject({ method: 'GET', url: '/api/identity/me', headers });
}

test('somebody whom the provider knows and we do not is told so, with the reason', async () => {
  const unknown = await meAs('a', { email: 'niemand@elders.example', email_verified: true });
  expect(unknown).toBeProblem(403, 'account-unknown');
  expect(unknown.json().detail).toBe(
    'Er is hier geen gebruiker met uw e-mailadres. Vraag uw beheerder om een uitnodiging.',
  );
  const silent = await meAs('b', {});
  expect(silent).toBeProblem(403, 'account-unknown');
  expect(silent.json().detail).toContain('zegt niet welk e-mailadres u heeft');
});

test('somebody who was bound once and is switched off is told so too, with no 401 to sign in after', async () => {
  const { id } = await buildUser(balie.db, { email: 'bekend@hier.example' });
  const claims = { email: 'bekend@hier.example', email_verified: true };
  expect((await meAs('c', claims)).statusCode).toBe(200);
  await balie.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
  const off = await meAs('c', claims);
  expect(off).toBeProblem(403, 'account-unknown');
  expect(off.json().detail).toContain('staat hier uit');
});
