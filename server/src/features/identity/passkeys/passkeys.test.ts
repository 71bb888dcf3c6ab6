import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Account } from '../directory.ts';
import { makeRecoveryCodes } from '../second-factor/second-factor.service.ts';
import { createSite, type Site, siteOf, type SiteOptions } from '../sites.ts';
import { Authenticator } from '../testing/authenticator.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';
import { insertPasskey } from './passkeys.repository.ts';
import { passkeyHosts, relatedOrigins } from './passkeys.rules.ts';
import { beginPasskey, readPasskey } from './passkeys.service.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;
let browser: Browser;
let device: Authenticator;
let places = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  account = await stage.person();
  places += 1;
  browser = new Browser(app, 'localhost', `203.0.113.${places}`);
  device = new Authenticator();
});

const origin = 'http://localhost';
const siteAt = (host: string, sites: SiteOptions = stage.options): Site => {
  const site = siteOf(sites, host);
  if (!site) throw new Error(`no site at ${host}`);
  return site;
};

async function register(rpId = 'localhost', at = siteAt('localhost')): Promise<boolean> {
  const deps = { ...stage.options, sites: stage.options };
  const { challenge, user } = await beginPasskey(deps, at, account, { related: false });
  const passkey = device.make({ challenge, rpId, origin: at.origin, userHandle: user.id });
  const made = await readPasskey(deps, at, account.userId, { name: 'Laptop', passkey });
  return made !== null && inTransaction(stage.db, (tx) => insertPasskey(tx, made));
}

/** Opens the page that asks, and answers it with the passkey. */
async function show(location: string, asked: { rpId?: string; origin?: string } = {}) {
  const page = await browser.get(location);
  const challenge = /data-challenge="([\w-]+)"/.exec(page.body)?.[1] ?? '';
  const shown = device.show({ challenge, rpId: 'localhost', origin, ...asked });
  return browser.post(location, { passkey: JSON.stringify(shown) });
}

async function eventsOf({ userId }: Account) {
  const events = stage.db.selectFrom('sign_in_events').where('user_id', '=', userId).orderBy('id');
  return (await events.select('kind').execute()).map(({ kind }) => kind);
}

test('a passkey signs in without a password, and the token says how', async () => {
  expect(await register()).toBe(true);
  const begun = await browser.begin();
  const reply = await show(begun.location);
  expect(reply.statusCode, reply.body).toBe(303);
  const resumed = await browser.get(String(reply.headers.location));
  const { access_token } = (await browser.redeem(begun, new URL(String(resumed.headers.location)))).json();
  expect(decodeJwt(access_token)).toMatchObject({
    sub: account.userId,
    amr: ['pop', 'user', 'mfa'],
    acr: 'urn:balie:second-factor',
  });
  expect(await eventsOf(account)).toEqual(['signed-in']);
});

test('after a password it is the second factor; a password alone is no way in', async () => {
  await register();
  const begun = await browser.begin();
  const typed = await browser.post(begun.location, { email: account.email, password: testPassword });
  expect(typed.headers.location).toBe(begun.location);
  const page = await browser.get(begun.location);
  expect(page.body).toContain(`data-credentials="${device.id.toString('base64url')}"`);
  expect((await browser.post(begun.location, { code: '' })).statusCode).toBe(401);
  expect((await show(begun.location)).statusCode).toBe(303);
});

test('a passkey of somebody else is no second factor', async () => {
  await register();
  account = await stage.person();
  const theirs = device;
  device = new Authenticator();
  await register();
  const begun = await browser.begin();
  await browser.post(begun.location, { email: account.email, password: testPassword });
  device = theirs;
  const reply = await show(begun.location);
  expect(reply.statusCode).toBe(401);
  expect(reply.body).toContain('Deze passkey is niet aangenomen.');
});

test('whose device is lost signs in with a recovery code', async () => {
  await register();
  const [code = ''] = await makeRecoveryCodes(stage.options, account.userId);
  const begun = await browser.begin();
  await browser.post(begun.location, { email: account.email, password: testPassword });
  expect((await browser.post(begun.location, { code })).statusCode).toBe(303);
});

test('on another host the page says that the passkey does not work there', async () => {
  await register();
  browser = new Browser(app, 'fm.localhost', browser.ip);
  const begun = await browser.begin();
  await browser.post(begun.location, { email: account.email, password: testPassword });
  const page = await browser.get(begun.location);
  expect(page.body).toContain('Uw passkey werkt niet op dit adres.');
  expect(page.body).not.toContain('class="passkey"');
});

test.each([
  ['another origin', { origin: 'https://localhost.example' }],
  ['another host', { rpId: 'fm.localhost' }],
])('an answer made for %s is refused', async (_, asked) => {
  await register();
  const begun = await browser.begin();
  const reply = await show(begun.location, asked);
  expect(reply.statusCode).toBe(401);
  expect(reply.body).toContain('Deze passkey is niet aangenomen.');
  expect(await eventsOf(account)).toEqual(['failed']);
});

test('an answer of another page, without verification, or of nobody is refused', async () => {
  await register();
  const begun = await browser.begin();
  const other = device.show({ challenge: 'AAAA', rpId: 'localhost', origin });
  expect((await browser.post(begun.location, { passkey: JSON.stringify(other) })).statusCode).toBe(401);
  device.isVerifying = false;
  expect((await show(begun.location)).statusCode).toBe(401);
  device = new Authenticator();
  const unknown = await show(begun.location);
  expect(unknown.statusCode).toBe(401);
  expect(unknown.body).toContain('Deze passkey kennen we niet.');
  expect((await browser.post(begun.location, { passkey: '{"id":1}' })).statusCode).toBe(400);
});

test('a counter that stays at 0 or stands still is fine; one that goes back is a copy', async () => {
  await register();
  for (const counter of [0, 0, 7, 7, 9]) {
    device.counter = counter;
    expect((await show((await browser.begin({ prompt: 'login' })).location)).statusCode).toBe(303);
  }
  for (const counter of [8, 0]) {
    device.counter = counter;
    const reply = await show((await browser.begin({ prompt: 'login' })).location);
    expect(reply.statusCode).toBe(401);
    expect(reply.body).toContain('Van deze passkey lijkt een kopie in gebruik.');
  }
});

test('who was switched off is told so, and does not get in', async () => {
  await register();
  stage.change(account, { isActive: false });
  const reply = await show((await browser.begin()).location);
  expect(reply.statusCode).toBe(403);
  expect(reply.body).toContain('Uw account is niet actief');
});

test('a passkey that was made for another origin, or answers twice, is not kept', async () => {
  const deps = { ...stage.options, sites: stage.options };
  const site = siteAt('localhost');
  const { challenge, user } = await beginPasskey(deps, site, account, { related: false });
  const keep = (made: string) => {
    const passkey = device.make({ challenge, rpId: 'localhost', origin: made, userHandle: user.id });
    return readPasskey(deps, site, account.userId, { name: 'Laptop', passkey });
  };
  expect(await keep('https://evil.example')).toBeNull();
  expect(await keep(origin)).toBeNull();
  expect(await register()).toBe(true);
  expect(await register()).toBe(false);
});

const secure: SiteOptions = {
  allSites: () => [
    createSite('https', 'generic', 'balie.example', 443),
    createSite('https', 'fm', 'fm.balie.example', 443),
    createSite('https', 'carpetline', 'tapijt.example', 443),
  ],
};

test('over https one passkey works on the hosts of all brands', async () => {
  expect(relatedOrigins(secure)).toEqual([
    'https://balie.example',
    'https://fm.balie.example',
    'https://tapijt.example',
  ]);
  const hosts = ['balie.example', 'fm.balie.example', 'tapijt.example'];
  expect(hosts.map((host) => passkeyHosts(siteAt(host, secure), secure))).toEqual([
    { own: 'balie.example', related: 'balie.example' },
    { own: 'balie.example', related: 'balie.example' },
    { own: 'tapijt.example', related: 'balie.example' },
  ]);
  const there = await stage.start(secure);
  const url = '/.well-known/webauthn';
  const asked = await there.inject({ url, headers: { host: 'balie.example' } });
  expect(asked.json()).toEqual({ origins: relatedOrigins(secure) });
  expect((await app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404);
});

test('without https each host has its own', () => {
  expect(relatedOrigins(stage.options)).toBeNull();
  expect(passkeyHosts(siteAt('fm.localhost'), stage.options)).toEqual({ own: 'fm.localhost', related: null });
  const port: SiteOptions = { allSites: () => [createSite('https', 'fm', 'fm.example', 8443)] };
  expect(relatedOrigins(port)).toBeNull();
});
