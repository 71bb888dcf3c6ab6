import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../directory.ts';
import { pendingTotp } from '../second-factor/second-factor.service.ts';
import { totpCode, totpStep } from '../second-factor/totp.rules.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';
import { deviceKeptSeconds, forgetDevices } from './devices.repository.ts';
import { deviceCookie } from './devices.service.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0';

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.clock.now = new Date();
  account = await stage.person();
  stage.outbox.sent.length = 0;
});

async function signIn(browser: Browser, agent = firefox) {
  const headers = { 'user-agent': agent };
  const begun = await browser.begin();
  const form = { email: account.email, password: testPassword };
  const typed = await browser.post(begun.location, form, headers);
  await browser.get(String(typed.headers.location), headers);
}

test('a sign-in from another device and place is mailed, once, and the first is not', async () => {
  const desk = new Browser(app, 'localhost', '203.0.113.5');
  await signIn(desk);
  await signIn(desk);
  expect(stage.outbox.sent).toEqual([]);

  stage.change(account, { language: 'en' });
  const elsewhere = new Browser(app, 'fm.localhost', '198.51.100.9');
  await signIn(elsewhere, edge);
  await signIn(elsewhere, edge);
  expect(stage.outbox.sent).toMatchObject([
    { to: account.email, fromName: 'FM', subject: 'Signed in on a new device', isAutomatic: true },
  ]);
  const { text } = stage.outbox.sent[0] ?? { text: '' };
  for (const part of ['198.51.100.9', 'Edge on Windows', 'http://fm.localhost/account/security'])
    expect(text).toContain(part);
});

test('a known device is known in another network; without its cookie it is new there, and not in its own', async () => {
  const desk = new Browser(app, 'localhost', '203.0.113.5');
  await signIn(desk);
  const cookie = desk.cookie(deviceCookie) ?? '';
  const travelling = new Browser(app, 'localhost', '192.0.2.77');
  await travelling.get('/oidc/account/forgotten');
  travelling.keep(deviceCookie, cookie, '/oidc');
  await signIn(travelling);
  await signIn(new Browser(app, 'localhost', '192.0.2.77'));
  expect(stage.outbox.sent).toEqual([]);
  await signIn(new Browser(app, 'localhost', '192.0.2.200'));
  expect(stage.outbox.sent).toHaveLength(1);
});

test('two sign-ins at once on a new device are one mail', async () => {
  await signIn(new Browser(app, 'localhost', '203.0.113.5'));
  const other = new Browser(app, 'localhost', '198.51.100.9');
  other.keep(deviceCookie, 'd'.repeat(43), '/oidc');
  await Promise.all([signIn(other.at(app), edge), signIn(other.at(app), edge)]);
  expect(stage.outbox.sent).toHaveLength(1);
});

test('a device is forgotten when its cookie has ended', async () => {
  const desk = new Browser(app, 'localhost', '203.0.113.5');
  await signIn(desk);
  const kept = async (after: number) => {
    await forgetDevices(stage.db, new Date(stage.clock.now.getTime() + after * 1000));
    return (
      await stage.db
        .selectFrom('sign_in_devices')
        .where('user_id', '=', account.userId)
        .select('name')
        .execute()
    ).map(({ name }) => name);
  };
  expect(await kept(deviceKeptSeconds - 3600)).toEqual(['Firefox/Linux']);
  expect(await kept(deviceKeptSeconds + 3600)).toEqual([]);
});

test('an app that the company asks for while signing in is mailed', async () => {
  stage.change(account, { secondFactorFrom: '2026-01-01' });
  const browser = new Browser(app, 'localhost', '203.0.113.5');
  const begun = await browser.begin();
  await browser.post(begun.location, { email: account.email, password: testPassword });
  const secret = (await pendingTotp(stage.options, account.userId)) ?? '';
  await browser.post(begun.location, { code: totpCode(secret, totpStep(stage.clock.now)) });
  expect(stage.outbox.sent).toMatchObject([{ subject: 'App voor codes toegevoegd' }]);
});
