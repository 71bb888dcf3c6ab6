import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#server/platform/testing/matchers.ts';
import type { Account } from '../directory.ts';
import { Browser } from '../testing/browser.ts';
import { createSite } from '../sites.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;
let browser: Browser;
let places = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});

beforeEach(async () => {
  stage.clock.now = new Date();
  account = await stage.person();
  places += 1;
  browser = new Browser(app, 'localhost', `198.51.100.${places}`);
});

afterAll(() => stage.close());

const wrong = async (from: Browser, email = account.email) => {
  const { location } = await from.begin();
  return from.post(location, { email, password: 'Helemaal-mis-1' });
};

describe('the login page', () => {
  test('runs nothing inline, stands in no frame and is not stored', async () => {
    const { location } = await browser.begin();
    const { headers, body } = await browser.get(location);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
  });

  test('serves its style and its script from where it says', async () => {
    const { location } = await browser.begin();
    const { body } = await browser.get(location);
    const urls = [...body.matchAll(/(?:href|src)="(\/oidc\/assets\/[^"]+)"/g)].map((match) =>
      String(match[1]),
    );
    expect(urls).toHaveLength(2);
    for (const url of urls) expect((await browser.get(url)).statusCode).toBe(200);
  });

  test.each([
    ['Dutch', {}, '', 'Inloggen bij Balie'],
    ['the portal’s language', { ui_locales: 'en' }, '', 'Sign in to Balie'],
    ['the chosen language', { ui_locales: 'en' }, '?lang=nl', 'Inloggen bij Balie'],
  ])('speaks %s', async (_, extra, query, title) => {
    const { location } = await browser.begin(extra);
    expect((await browser.get(location + query)).body).toContain(`<h1>${title}</h1>`);
  });

  test.each([
    ['localhost', 'generic', 'Inloggen bij Balie'],
    ['fm.localhost', 'fm', 'Inloggen bij FM'],
    ['tapijt.localhost', 'carpetline', 'Vraag uw tapijtleverancier om een uitnodiging'],
  ])('on %s wears the brand %s', async (host, brand, text) => {
    const there = new Browser(app, host);
    const { location } = await there.begin();
    const { body } = await there.get(location);
    expect(body).toContain(`data-brand="${brand}"`);
    expect(body).toContain(text);
  });

  test('says the same of a wrong password whether or not the address exists', async () => {
    const known = await wrong(browser);
    const unknown = await wrong(new Browser(app, 'localhost', '203.0.113.1'), 'niemand@balie.example');
    expect(known.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(known.body).toContain('horen niet bij elkaar. Nog 4 pogingen.');
    // A challenge for passkeys is another on each page.
    const same = (body: string, email: string) =>
      body.replaceAll(email, '').replace(/data-challenge="[^"]+"/, '');
    expect(same(known.body, account.email)).toBe(same(unknown.body, 'niemand@balie.example'));
  });

  test('writes what was typed as text, never as markup', async () => {
    const { location } = await browser.begin();
    const reply = await browser.post(location, {
      email: '"><script>alert(1)</script>',
      password: 'Helemaal-mis-1',
    });
    expect(reply.body).not.toContain('<script>alert');
    expect(reply.body).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('asks for both fields without counting a try', async () => {
    const { location } = await browser.begin();
    const reply = await browser.post(location, { email: account.email, password: '' });
    expect(reply.statusCode).toBe(400);
    expect((await wrong(browser)).body).toContain('Nog 4 pogingen.');
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['another host of ours', { origin: 'http://fm.localhost' }],
  ])('takes no form from %s', async (_, headers) => {
    const { location } = await browser.begin();
    const reply = await browser.post(location, { email: account.email, password: testPassword }, headers);
    expect(reply.statusCode).toBe(403);
  });

  test('takes no form from who has not opened it', async () => {
    const { location } = await browser.begin();
    const stranger = new Browser(app);
    const reply = await stranger.post(location, { email: account.email, password: testPassword });
    expect(reply.statusCode).toBe(410);
    expect(reply.body).toContain('verlopen');
  });

  test('has expired once it was used, and leads who is signed in to the product', async () => {
    const { location } = await browser.begin();
    const submitted = await browser.post(location, { email: account.email, password: testPassword });
    await browser.get(String(submitted.headers.location));
    const back = await browser.get(location);
    expect([back.statusCode, back.headers.location]).toEqual([303, '/']);
    expect((await new Browser(app).get(location)).statusCode).toBe(410);
  });

  test('is not to be flooded', async () => {
    const narrow = await stage.start({ requestsPerMinute: 3 });
    const flood = new Browser(narrow, 'localhost', '203.0.113.9');
    for (let requests = 0; requests < 3; requests += 1)
      expect((await flood.begin()).reply.statusCode).toBe(303);
    expect((await flood.begin()).reply).toBeProblem(429, 'too-many-requests');
    expect((await new Browser(narrow, 'localhost', '203.0.113.10').begin()).reply.statusCode).toBe(303);
  });

  test('sends its cookies over https only where the product is reached by https', async () => {
    const secure = await stage.start({ allSites: () => [createSite('https', 'generic', 'localhost', 443)] });
    const { reply, location } = await new Browser(secure).begin({
      redirect_uri: 'https://localhost/callback',
    });
    expect(location).toMatch(/^\/oidc\/interaction\//);
    expect(reply.cookies).toHaveLength(2);
    for (const cookie of reply.cookies)
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'lax' });
  });

  test('takes no word of a client for where it is', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' };
    const reply = await browser.get('/oidc/.well-known/openid-configuration', headers);
    expect(reply.json()).toMatchObject({
      issuer: 'http://localhost/oidc',
      authorization_endpoint: 'http://localhost/oidc/auth',
    });
  });

  test.each(['elders.example', 'localhost.evil.example', 'localhost:8080', 'localhost:80@evil.example'])(
    'does not exist on %s',
    async (host) => {
      const reply = await new Browser(app, host).get('/oidc/.well-known/openid-configuration');
      expect(reply).toBeProblem(421, 'unknown-host');
    },
  );

  test('does not exist on a foreign host that a proxy tells of', async () => {
    const reply = await browser.get('/oidc/.well-known/openid-configuration', {
      'x-forwarded-host': 'evil.example',
    });
    expect(reply).toBeProblem(421, 'unknown-host');
  });
});

describe('wrong passwords', () => {
  const fiveTimes = async (from: Browser) => {
    const statuses = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await wrong(from)).statusCode);
    return statuses;
  };

  test('lock the address from that place after five, for a minute, whatever the password', async () => {
    expect(await fiveTimes(browser)).toEqual([401, 401, 401, 401, 429]);
    const { location } = await browser.begin();
    const right = await browser.post(location, { email: account.email, password: testPassword });
    expect(right.statusCode).toBe(429);
    expect(right.headers['retry-after']).toBe('60');
    expect(right.body).toContain('Probeer het over een minuut opnieuw');

    stage.clock.now = new Date(stage.clock.now.getTime() + 61_000);
    await expect(browser.signIn(account.email, testPassword)).resolves.toHaveProperty('access_token');
  });

  test('lock longer each time', async () => {
    await fiveTimes(browser);
    stage.clock.now = new Date(stage.clock.now.getTime() + 61_000);
    expect((await wrong(browser)).headers['retry-after']).toBe('120');
  });

  test('do not lock the same person elsewhere', async () => {
    await fiveTimes(browser);
    const home = new Browser(app, 'localhost', '203.0.113.77');
    await expect(home.signIn(account.email, testPassword)).resolves.toHaveProperty('access_token');
  });

  test('are forgotten after a right one', async () => {
    await wrong(browser);
    await wrong(browser);
    await browser.signIn(account.email, testPassword);
    expect((await wrong(new Browser(app, 'localhost', browser.ip))).body).toContain('Nog 4 pogingen.');
  });

  test('count as many when they come at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => wrong(new Browser(app, 'localhost', browser.ip))),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(4);
    expect(replies.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4);
  });
});
