import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { VerifiedToken } from '#server/platform/auth/access-token.ts';
import type { Account } from '../directory.ts';
import { createSubjectResolver } from './subjects.ts';
import { setStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
let account: Account;
let people = 0;
const issuer = 'https://id.example';

beforeAll(async () => {
  stage = await setStage();
});
beforeEach(async () => {
  account = await stage.person();
  people += 1;
});
afterAll(() => stage.close());

const token = (claims: Partial<VerifiedToken> = {}): VerifiedToken => ({
  issuer,
  subject: `auth|${people}`,
  expiresAt: Date.now() + 600_000,
  claims: {},
  ...claims,
});

const userinfo = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => Response.json(body, { status }));

const resolver = (
  fetched = userinfo({}, 500),
  endpoint: string | undefined = 'https://id.example/userinfo',
) =>
  createSubjectResolver({
    db: stage.db,
    directory: stage.directory,
    discovery: async () => ({ issuer, jwks_uri: 'https://id.example/jwks', userinfo_endpoint: endpoint }),
    fetch: fetched,
  });

test('a verified address binds a person to the user of that address, and the binding stays', async () => {
  const verified = token({ email: account.email, emailVerified: true });
  expect(await resolver()(verified, 't')).toBe(account.userId);
  // Now the address is of no account any more: another one, or none at all.
  expect(await resolver()(token({ email: 'elders@balie.example', emailVerified: true }), 't')).toBe(
    account.userId,
  );
  expect(await resolver()(token(), 't')).toBe(account.userId);
});

test('who gets the address at the provider later does not get the account', async () => {
  await resolver()(token({ email: account.email, emailVerified: true }), 't');
  const successor = token({ subject: 'auth|successor', email: account.email, emailVerified: true });
  await expect(resolver()(successor, 't')).rejects.toMatchObject({ kind: 'account-unknown' });
});

test.each([
  ['not verified', { emailVerified: false }],
  ['of nobody', { email: 'niemand@balie.example', emailVerified: true }],
])('an address that is %s binds nobody', async (_, claims) => {
  await expect(resolver()(token({ email: account.email, ...claims }), 't')).rejects.toMatchObject({
    kind: 'account-unknown',
  });
});

test('somebody who was switched off is not bound', async () => {
  stage.change(account, { isActive: false });
  await expect(resolver()(token({ email: account.email, emailVerified: true }), 't')).rejects.toMatchObject({
    kind: 'account-unknown',
  });
});

test('a token without an address makes us ask the provider, with that token, once', async () => {
  const fetched = userinfo({
    sub: `auth|${people}`,
    email: account.email.toUpperCase(),
    email_verified: true,
  });
  const resolve = resolver(fetched);
  const verified = token();
  expect(await Promise.all([resolve(verified, 'the-token'), resolve(verified, 'the-token')])).toEqual([
    account.userId,
    account.userId,
  ]);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: 'Bearer the-token' });
});

test.each([
  ['about somebody else', () => userinfo({ sub: 'auth|other', email: account.email, email_verified: true })],
  ['without a verified address', () => userinfo({ sub: `auth|${people}`, email: account.email })],
  ['that is an error', () => userinfo({}, 403)],
])('an answer %s binds nobody', async (_, make) => {
  await expect(resolver(make())(token(), 't')).rejects.toMatchObject({ kind: 'account-unknown' });
});

test('a provider that cannot be reached is asked again next time', async () => {
  const fetched = userinfo({
    sub: `auth|${people}`,
    email: account.email,
    email_verified: true,
  }).mockRejectedValueOnce(new TypeError('fetch failed'));
  const resolve = resolver(fetched);
  const verified = token();
  await expect(resolve(verified, 't')).rejects.toThrow('fetch failed');
  expect(await resolve(verified, 't')).toBe(account.userId);
});
