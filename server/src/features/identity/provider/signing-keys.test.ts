import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenVerifier } from '#server/platform/auth/access-token.ts';
import { createLocalKeys } from '#server/platform/auth/token-keys.ts';
import { issueOwnToken } from './own-token.ts';
import { forgetExpired } from './oidc-state.repository.ts';
import { loadPublicKeys, loadSigningKeys, longestTokenSeconds, rotateSigningKeys } from './signing-keys.ts';
import { isOwnIssuer } from '../sites.ts';
import { setStage, type Stage, testSites } from '../testing/stage.ts';

let stage: Stage;
const secretKey = new Uint8Array(32).fill(9);

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

test('processes that start together agree on one key', async () => {
  const loaded = await Promise.all([1, 2, 3].map(() => loadSigningKeys(stage.db, secretKey)));
  expect(new Set(loaded.flatMap((keys) => keys.map(({ kid }) => kid))).size).toBe(1);
});

test('the private half is not in the clear, and the public half is not private', async () => {
  const [key] = await loadSigningKeys(stage.db, secretKey);
  const rows = await stage.db.selectFrom('signing_keys').selectAll().execute();
  for (const row of rows) expect(row.private_jwk_encrypted.toString('latin1')).not.toContain(key?.d);
  for (const shown of await loadPublicKeys(stage.db)) expect(shown).not.toHaveProperty('d');
});

const tokenFor = (email: string) =>
  issueOwnToken({ ...stage.options, issuer: 'http://localhost/oidc', lifetimeSeconds: 3600 }, email);

test('the operator makes tokens for a person without their password', async () => {
  const account = await stage.person({ permissions: ['core.groups.read.company'] });
  const verify = createTokenVerifier({
    isIssuer: (issuer) => isOwnIssuer(testSites, issuer),
    audience: 'balie-api',
    keys: createLocalKeys(() => loadPublicKeys(stage.db)),
  });
  const token = (await tokenFor(account.email)) ?? '';
  expect(await verify(token)).toMatchObject({
    subject: account.userId,
    claims: { permissions: ['core.groups.read.company'] },
  });
});

test('there is no token for nobody, or for who was switched off', async () => {
  const account = await stage.person();
  stage.change(account, { isActive: false });
  expect(await tokenFor(account.email)).toBeNull();
  expect(await tokenFor('niemand@balie.example')).toBeNull();
});

test('with another secret key a new signing key is made, and old tokens still verify', async () => {
  const account = await stage.person();
  const old = (await tokenFor(account.email)) ?? '';
  const [made] = await loadSigningKeys(stage.db, new Uint8Array(32).fill(8));
  expect(made?.kid).not.toBe(decodeProtectedHeader(old).kid);
  expect((await loadPublicKeys(stage.db)).map(({ kid }) => kid)).toEqual(
    expect.arrayContaining([made?.kid, decodeProtectedHeader(old).kid]),
  );
});

const kids = (keys: readonly { readonly kid?: string | undefined }[]) => keys.map(({ kid }) => kid);

test('a replaced key signs no more, verifies until the last of its tokens has ended, and is forgotten', async () => {
  const [old] = await loadSigningKeys(stage.db, secretKey);
  const now = new Date();
  const until = await rotateSigningKeys(stage.db, secretKey, { isImmediate: false, now });
  expect(until.getTime() - now.getTime()).toBeGreaterThan(longestTokenSeconds * 1000);
  const [made] = await loadSigningKeys(stage.db, secretKey);
  expect(made?.kid).not.toBe(old?.kid);
  expect(kids(await loadPublicKeys(stage.db))).toEqual(expect.arrayContaining([made?.kid, old?.kid]));
  expect(kids(await loadPublicKeys(stage.db, until))).toEqual([made?.kid]);
  expect(kids(await loadSigningKeys(stage.db, secretKey, until))).toEqual([made?.kid]);
  await forgetExpired(stage.db, until);
  expect(kids(await loadPublicKeys(stage.db))).toEqual([made?.kid]);
});

test('removed at once, the old keys verify nothing', async () => {
  await rotateSigningKeys(stage.db, secretKey, { isImmediate: false });
  await rotateSigningKeys(stage.db, secretKey, { isImmediate: true });
  const [made, ...others] = await loadSigningKeys(stage.db, secretKey);
  expect(others).toEqual([]);
  expect(kids(await loadPublicKeys(stage.db))).toEqual([made?.kid]);
});
