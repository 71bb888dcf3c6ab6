import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose';
import { expect, test, vi } from 'vitest';
import { createDiscovery, createLocalKeys, createRemoteKeys } from './token-keys.ts';

async function keyPair(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  const token = () => new SignJWT({ sub: 'x' }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  return { jwk, token };
}

test('a key made by another process is found without a restart', async () => {
  const [first, second] = [await keyPair('one'), await keyPair('two')];
  const stored = [first.jwk];
  let now = 0;
  const keys = createLocalKeys(
    async () => stored,
    () => now,
  );
  await jwtVerify(await first.token(), keys);
  stored.push(second.jwk);
  // A flood of unknown keys must not become a flood of queries.
  await expect(jwtVerify(await second.token(), keys)).rejects.toThrow('no applicable key');
  now = 1_000;
  await expect(jwtVerify(await second.token(), keys)).resolves.toHaveProperty('payload.sub', 'x');
});

test('a key that is removed verifies no longer than five seconds', async () => {
  const [first, second] = [await keyPair('one'), await keyPair('two')];
  const stored = [first.jwk, second.jwk];
  let now = 0;
  const load = vi.fn(async () => [...stored]);
  const keys = createLocalKeys(load, () => now);
  await jwtVerify(await first.token(), keys);
  stored.shift();
  now = 4_900;
  await jwtVerify(await first.token(), keys);
  expect(load).toHaveBeenCalledTimes(1);
  now = 5_000;
  await expect(jwtVerify(await first.token(), keys)).rejects.toThrow('no applicable key');
  await jwtVerify(await second.token(), keys);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failed load is tried again', async () => {
  const { jwk, token } = await keyPair('one');
  const load = vi
    .fn<() => Promise<JWK[]>>()
    .mockRejectedValueOnce(new Error('no database'))
    .mockResolvedValue([jwk]);
  const keys = createLocalKeys(load);
  await expect(jwtVerify(await token(), keys)).rejects.toThrow('no database');
  await expect(jwtVerify(await token(), keys)).resolves.toHaveProperty('payload.sub', 'x');
});

const answering = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => Response.json(body, { status }));

test('discovery is fetched once', async () => {
  const fetched = answering({ issuer: 'https://id.example', jwks_uri: 'https://id.example/jwks' });
  const discover = createDiscovery('https://id.example', fetched);
  await Promise.all([discover(), discover()]);
  expect(await discover()).toMatchObject({ jwks_uri: 'https://id.example/jwks' });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('an issuer with a slash at its end keeps it', async () => {
  const fetched = answering({ issuer: 'https://id.example/', jwks_uri: 'https://id.example/jwks' });
  await createDiscovery('https://id.example/', fetched)();
  expect(fetched.mock.calls[0]?.[0]).toBe('https://id.example/.well-known/openid-configuration');
});

test.each([
  [
    'names another issuer',
    answering({ issuer: 'https://evil.example', jwks_uri: 'https://evil.example/jwks' }),
    /names the issuer/,
  ],
  ['names no keys', answering({ issuer: 'https://id.example' }), /jwks_uri/],
  ['is an error', answering({}, 503), /answered 503/],
])('discovery that %s is refused, and asked for again', async (_, fetched, why) => {
  const discover = createDiscovery('https://id.example', fetched);
  await expect(discover()).rejects.toThrow(why);
  await expect(createRemoteKeys(discover)({ alg: 'ES256' }, { payload: '', signature: '' })).rejects.toThrow(
    why,
  );
  expect(fetched).toHaveBeenCalledTimes(2);
});
