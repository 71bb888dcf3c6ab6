import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../directory.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';
import { beginTotp, checkFactor, makeRecoveryCodes } from './second-factor.service.ts';
import { totpCode, totpStep } from './totp.rules.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;
let browser: Browser;
let places = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.clock.now = new Date();
  account = await stage.person();
  places += 1;
  browser = new Browser(app, 'localhost', `203.0.113.${places}`);
});

const codeOf = (secret: string, late = 0) => totpCode(secret, totpStep(stage.clock.now) + late);
const eventsOf = async ({ userId }: Account) =>
  (
    await stage.db
      .selectFrom('sign_in_events')
      .where('user_id', '=', userId)
      .select('kind')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);

async function withApp(): Promise<string> {
  const secret = (await beginTotp(stage.options, account.userId)) ?? '';
  expect(await checkFactor(stage.options, account.userId, codeOf(secret, -1))).toEqual({
    kind: 'ok',
    method: 'otp',
  });
  return secret;
}

async function typePassword() {
  const begun = await browser.begin();
  const reply = await browser.post(begun.location, { email: account.email, password: testPassword });
  expect([reply.statusCode, reply.headers.location]).toEqual([303, begun.location]);
  return begun;
}

async function tokenOf(begun: Awaited<ReturnType<typeof typePassword>>, location: unknown) {
  const resumed = await browser.get(String(location));
  const redeemed = await browser.redeem(begun, new URL(String(resumed.headers.location)));
  return decodeJwt(redeemed.json().access_token);
}

test('who has an app types a code after the password, and the token says so', async () => {
  const secret = await withApp();
  const begun = await typePassword();
  expect((await browser.get(begun.location)).body).toContain('Geef uw code');
  const wrong = await browser.post(begun.location, { code: '000000' });
  expect(wrong.statusCode).toBe(401);
  expect(wrong.body).toContain('Deze code klopt niet, of is al gebruikt.');
  // The code that added the app does not count again.
  expect((await browser.post(begun.location, { code: codeOf(secret, -1) })).statusCode).toBe(401);
  const right = await browser.post(begun.location, { code: codeOf(secret) });
  expect(right.statusCode).toBe(303);
  const claims = await tokenOf(begun, right.headers.location);
  expect(claims).toMatchObject({
    amr: ['pwd', 'otp', 'mfa'],
    acr: 'urn:balie:second-factor',
    sub: account.userId,
  });
  const session = await stage.db
    .selectFrom('sign_in_sessions')
    .where('uid', '=', String(claims['sid']))
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(session).toMatchObject({ user_id: account.userId, ip: browser.ip, methods: ['pwd', 'otp', 'mfa'] });
  expect(session.second_factor_at).toBe(session.started_at);
  expect(await eventsOf(account)).toEqual(['signed-in', 'factor-failed', 'factor-failed']);
});

test('a password alone is no way in, whatever else is sent with it', async () => {
  await withApp();
  const begun = await typePassword();
  for (const form of [{ code: '' }, { email: account.email, password: testPassword }, { new_password: 'x' }])
    expect((await browser.post(begun.location, form)).statusCode).toBe(401);
});

test('without an app and without a rule the password is enough, and the token says that', async () => {
  const tokens = await browser.signIn(account.email, testPassword);
  expect(decodeJwt(tokens.access_token)).toMatchObject({ amr: ['pwd'], acr: 'urn:balie:password' });
});

test('a recovery code works once', async () => {
  await withApp();
  const [code = ''] = await makeRecoveryCodes(stage.options, account.userId);
  const first = await typePassword();
  const right = await browser.post(first.location, { code: code.toUpperCase() });
  expect(right.statusCode).toBe(303);
  expect(await tokenOf(first, right.headers.location)).toMatchObject({ amr: ['pwd', 'rec', 'mfa'] });
  const other = new Browser(app, 'localhost', '203.0.113.250');
  browser = other;
  const second = await typePassword();
  expect((await other.post(second.location, { code })).statusCode).toBe(401);
});

test('guesses are counted over all ways in, and then wait', async () => {
  await withApp();
  const begun = await typePassword();
  for (let round = 0; round < 9; round += 1)
    expect((await browser.post(begun.location, { code: '000000' })).statusCode).toBe(401);
  const last = await browser.post(begun.location, { code: '000000' });
  expect(last.statusCode).toBe(429);
  expect(await checkFactor(stage.options, account.userId, '000000')).toHaveProperty('kind', 'locked');
});

test('a company that asks for a second factor has its people add one, from its day on', async () => {
  const today = stage.clock.now.toISOString().slice(0, 10);
  stage.change(account, { secondFactorFrom: '2099-01-01' });
  await expect(browser.signIn(account.email, testPassword)).resolves.toHaveProperty('access_token');
  browser = new Browser(app, 'localhost', '203.0.113.251');
  stage.change(account, { secondFactorFrom: today });
  const begun = await typePassword();
  const page = await browser.get(begun.location);
  const secret = (/class="secret">([A-Z2-7 ]+)</.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
  expect(secret).toHaveLength(32);
  expect(page.body).toContain('class="qr"');
  expect((await browser.post(begun.location, { code: '000000' })).statusCode).toBe(401);
  const codes = await browser.post(begun.location, { code: codeOf(secret) });
  expect(codes.body.match(/<li><code>/g)).toHaveLength(10);
  const kept = await browser.post(begun.location, {});
  expect(kept.statusCode).toBe(303);
  expect(await tokenOf(begun, kept.headers.location)).toMatchObject({ acr: 'urn:balie:second-factor' });
  expect(await eventsOf(account)).toContain('factor-set');
});

test('secrets and codes are not stored readable', async () => {
  const secret = await withApp();
  const codes = await makeRecoveryCodes(stage.options, account.userId);
  const stored = JSON.stringify([
    await stage.db.selectFrom('totp_secrets').selectAll().execute(),
    await stage.db.selectFrom('recovery_codes').selectAll().execute(),
  ]);
  for (const text of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
    expect(stored).not.toContain(text);
});
