import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#server/platform/testing/matchers.ts';
import { createTokenVerifier, type VerifyToken } from '#server/platform/auth/access-token.ts';
import { createLocalKeys } from '#server/platform/auth/token-keys.ts';
import type { Account } from '../directory.ts';
import { loadPublicKeys } from '../provider/signing-keys.ts';
import { isOwnIssuer } from '../sites.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword, testSites } from '../testing/stage.ts';

let stage: Stage;
let app: FastifyInstance;
let verify: VerifyToken;
let account: Account;
let browser: Browser;
let places = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
  verify = createTokenVerifier({
    isIssuer: (issuer) => isOwnIssuer(testSites, issuer),
    audience: 'balie-api',
    keys: createLocalKeys(() => loadPublicKeys(stage.db)),
  });
});

beforeEach(async () => {
  stage.clock.now = new Date();
  account = await stage.person({
    permissions: ['core.groups.read.company', 'core.groups.read.system', 'fm.deprecated.read'],
  });
  places += 1;
  browser = new Browser(app, 'localhost', `198.51.100.${places}`);
});

afterAll(() => stage.close());

const wrong = async (from: Browser, email = account.email) => {
  const { location } = await from.begin();
  return from.post(location, { email, password: 'Helemaal-mis-1' });
};

describe('the way in', () => {
  test('leads from the login page to an access token that the server takes', async () => {
    const tokens = await browser.signIn(account.email, testPassword);
    const verified = await verify(tokens.access_token);
    expect(verified).toMatchObject({
      issuer: 'http://localhost/oidc',
      subject: account.userId,
      sessionEpoch: 1,
    });
    // Of one action only the widest scope travels.
    expect(verified.claims['permissions']).toEqual(['core.groups.read.system', 'fm.deprecated.read']);
    expect(tokens.expires_in).toBe(600);
  });

  test('tells the portal who it is in the id token', async () => {
    const tokens = await browser.signIn(account.email, testPassword);
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: account.userId,
      aud: 'balie-portal',
      nonce: 'nonce-1',
      name: 'Sanne de Wit',
      nickname: 'Sanne',
      email: account.email,
    });
  });

  test('takes the address in any case and with spaces around it', async () => {
    await expect(browser.signIn(` ${account.email.toUpperCase()} `, testPassword)).resolves.toHaveProperty(
      'access_token',
    );
  });

  test('may be walked in another process than it began in', async () => {
    const other = await stage.start();
    const begun = await browser.begin();
    const elsewhere = browser.at(other);
    const submitted = await elsewhere.post(begun.location, { email: account.email, password: testPassword });
    const back = elsewhere.at(app);
    const resumed = await back.get(String(submitted.headers.location));
    const reply = await elsewhere.redeem(begun, new URL(String(resumed.headers.location)));
    expect(reply.statusCode).toBe(200);
    await expect(verify(reply.json().access_token)).resolves.toMatchObject({ subject: account.userId });
  });

  test('gives each code out once', async () => {
    const { begun, answer } = await browser.logIn(account.email, testPassword);
    expect((await browser.redeem(begun, answer)).statusCode).toBe(200);
    const again = await browser.redeem(begun, answer);
    expect(again.statusCode).toBe(400);
    expect(again.json().error).toBe('invalid_grant');
  });

  test('gives each code out once, also to those who come at once', async () => {
    const { begun, answer } = await browser.logIn(account.email, testPassword);
    const replies = await Promise.all([1, 2, 3, 4].map(() => browser.redeem(begun, answer)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(replies.filter(({ statusCode }) => statusCode === 400)).toHaveLength(3);
  });

  test('takes a code only with the verifier of who began', async () => {
    const { begun, answer } = await browser.logIn(account.email, testPassword);
    const reply = await browser.redeem({ ...begun, verifier: 'x'.repeat(43) }, answer);
    expect(reply.json().error).toBe('invalid_grant');
  });

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with the implicit flow', { response_type: 'id_token token' }, 'unsupported_response_type'],
    ['for another audience', { audience: 'somebody-else' }, 'invalid_target'],
  ])('is closed %s', async (_, extra, error) => {
    const { location } = await browser.begin(extra);
    const { searchParams, hash } = new URL(location);
    expect(searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error')).toBe(error);
  });

  test.each([
    ['a client that is not ours', { client_id: 'somebody' }],
    ['a callback on another host', { redirect_uri: 'http://fm.localhost/callback' }],
    ['a callback elsewhere', { redirect_uri: 'https://evil.example/callback' }],
  ])('refuses %s on a page, and sends nobody there', async (_, extra) => {
    const { reply, location } = await browser.begin(extra);
    expect(reply.statusCode).toBe(400);
    expect(location).toBe('');
    expect(reply.body).toContain('Inloggen lukt hier niet');
    expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('lets no other site read tokens', async () => {
    const { begun, answer } = await browser.logIn(account.email, testPassword);
    const reply = await browser.post(
      '/oidc/token',
      {
        grant_type: 'authorization_code',
        client_id: 'balie-portal',
        code: answer.searchParams.get('code') ?? '',
        redirect_uri: begun.redirectUri,
        code_verifier: begun.verifier,
      },
      { origin: 'https://evil.example' },
    );
    expect(reply.statusCode).toBe(400);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('who may not enter', () => {
  test.each([
    ['a company that is switched off', { isCompanyActive: false }, 'Uw bedrijf is niet actief'],
    ['a user who is switched off', { isActive: false }, 'Uw account is niet actief'],
  ])('%s is told so, but only with the right password', async (_, change, title) => {
    stage.change(account, change);
    expect((await wrong(browser)).body).not.toContain(title);
    const { location } = await browser.begin();
    const reply = await browser.post(location, { email: account.email, password: testPassword });
    expect(reply.statusCode).toBe(403);
    expect(reply.body).toContain(title);
  });

  test.each([
    ['switched off', { isActive: false }],
    ['of a company that is switched off', { isCompanyActive: false }],
    ['whose sessions were ended', { sessionEpoch: 2 }],
  ])('a user %s cannot renew silently', async (_, change) => {
    await browser.signIn(account.email, testPassword);
    expect(await browser.renew()).toHaveProperty('access_token');
    stage.change(account, change);
    expect(await browser.renew()).toBe('login_required');
  });

  test('a code is worth nothing once the sessions were ended', async () => {
    const { begun, answer } = await browser.logIn(account.email, testPassword);
    stage.change(account, { sessionEpoch: 2 });
    expect((await browser.redeem(begun, answer)).json().error).toBe('invalid_grant');
  });

  test('somebody whose sessions were ended signs in again on the login page', async () => {
    await browser.signIn(account.email, testPassword);
    stage.change(account, { sessionEpoch: 2 });
    const tokens = await browser.signIn(account.email, testPassword);
    expect(decodeJwt(tokens.access_token)['session_epoch']).toBe(2);
  });
});

describe('a password that was given', () => {
  const choose = async (chosen: string, again = chosen) => {
    const begun = await browser.begin();
    const first = await browser.post(begun.location, { email: account.email, password: testPassword });
    expect(first.headers.location).toBe(begun.location);
    expect((await browser.get(begun.location)).body).toContain('Kies een nieuw wachtwoord');
    return {
      begun,
      reply: await browser.post(begun.location, { new_password: chosen, new_password_again: again }),
    };
  };

  beforeEach(async () => {
    account = await stage.person({ mustChange: true });
  });

  test('must be replaced before the first sign-in goes on', async () => {
    const { begun, reply } = await choose('Zelf-gekozen-1');
    const resumed = await browser.get(String(reply.headers.location));
    const redeemed = await browser.redeem(begun, new URL(String(resumed.headers.location)));
    expect(redeemed.statusCode).toBe(200);
    await expect(new Browser(app).signIn(account.email, 'Zelf-gekozen-1')).resolves.toHaveProperty(
      'access_token',
    );
  });

  test.each([
    ['too weak', 'kort', undefined, ['minstens 8 tekens', 'één cijfer', 'één hoofdletter']],
    ['typed differently twice', 'Zelf-gekozen-1', 'Zelf-gekozen-2', ['niet gelijk']],
    ['one of the most used', 'Welkom01', undefined, ['gebruiken veel mensen']],
    ['the old one', testPassword, undefined, ['ander wachtwoord dan het oude']],
  ])('is not replaced by one that is %s', async (_, chosen, again, sentences) => {
    const { reply } = await choose(chosen, again);
    expect(reply.statusCode).toBe(400);
    for (const sentence of sentences) expect(reply.body).toContain(sentence);
  });

  test('cannot be replaced by who has not shown it', async () => {
    const { location } = await browser.begin();
    const reply = await browser.post(location, {
      new_password: 'Zelf-gekozen-1',
      new_password_again: 'Zelf-gekozen-1',
    });
    expect(reply.statusCode).toBe(400);
    await expect(browser.signIn(account.email, 'Zelf-gekozen-1')).rejects.toThrow('401');
  });
});

describe('staying and leaving', () => {
  test('a silent renewal without a session asks for a login', async () => {
    expect(await browser.renew()).toBe('login_required');
  });

  test('a silent renewal gives a new token of the same person', async () => {
    const first = await browser.signIn(account.email, testPassword);
    const renewed = await browser.renew();
    if (typeof renewed === 'string') throw new Error(renewed);
    expect(renewed.access_token).not.toBe(first.access_token);
    await expect(verify(renewed.access_token)).resolves.toMatchObject({ subject: account.userId });
  });

  test('signing out asks nothing, ends the session and leads to the start', async () => {
    const { id_token: idToken } = await browser.signIn(account.email, testPassword);
    const reply = await browser.signOut(idToken);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe('http://localhost/');
    expect(reply.headers['clear-site-data']).toBe('"cache"');
    expect(await browser.renew()).toBe('login_required');
  });

  test('signing out once more simply leads to the start', async () => {
    const { id_token: idToken } = await browser.signIn(account.email, testPassword);
    await browser.signOut(idToken);
    const reply = await browser.signOut(idToken);
    expect(reply.statusCode).toBe(303);
    expect(reply.headers.location).toBe('http://localhost/');
    expect(reply.headers['clear-site-data']).toBe('"cache"');
  });

  test('a link from elsewhere signs nobody out: the person is asked', async () => {
    await browser.signIn(account.email, testPassword);
    const asked = await browser.get('/oidc/session/end');
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('Wilt u uitloggen?');
    expect(asked.headers['clear-site-data']).toBeUndefined();
    expect(await browser.renew()).toHaveProperty('access_token');
    const secret =
      /name="xsrf" value="([^"]+)"/.exec((await browser.get('/oidc/session/end')).body)?.[1] ?? '';
    const left = await browser.post('/oidc/session/end/confirm', { xsrf: secret, logout: 'yes' });
    expect(left.statusCode).toBe(303);
    expect(left.headers['clear-site-data']).toBe('"cache"');
    expect(await browser.renew()).toBe('login_required');
  });

  test('signing out leads to no other site', async () => {
    const { id_token: idToken } = await browser.signIn(account.email, testPassword);
    const query = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: 'https://evil.example/',
    });
    const reply = await browser.get(`/oidc/session/end?${query.toString()}`);
    expect(reply.statusCode).toBe(400);
    expect(reply.headers.location).toBeUndefined();
  });

  test('each host has an issuer and a session of its own', async () => {
    const there = new Browser(app, 'fm.localhost', '198.51.100.200');
    const tokens = await there.signIn(account.email, testPassword);
    await expect(verify(tokens.access_token)).resolves.toMatchObject({
      issuer: 'http://fm.localhost/oidc',
    });
    expect(await browser.renew()).toBe('login_required');
  });

  test('another person takes over the browser without traces of the first', async () => {
    await browser.signIn(account.email, testPassword);
    const colleague = await stage.person();
    const begun = await browser.begin({ prompt: 'login' });
    const submitted = await browser.post(begun.location, { email: colleague.email, password: testPassword });
    const resumed = await browser.get(String(submitted.headers.location));
    const reply = await browser.redeem(begun, new URL(String(resumed.headers.location)));
    expect(decodeJwt(reply.json().access_token).sub).toBe(colleague.userId);
  });
});
