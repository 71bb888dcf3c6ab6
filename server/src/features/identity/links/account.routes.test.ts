import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import '#server/platform/testing/matchers.ts';
import type { Account } from '../directory.ts';
import { forgetExpired } from '../provider/oidc-state.repository.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';
import { createLink } from './links.service.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;
let browser: Browser;
let places = 0;

const hour = 3_600_000;
const chosen = 'Gekozen-2026';
const choice = { new_password: chosen, new_password_again: chosen };
const forgotten = '/oidc/account/forgotten';
const inAWhile = (ms: number) => {
  stage.clock.now = new Date(stage.clock.now.getTime() + ms);
};

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});
beforeEach(async () => {
  stage.clock.now = new Date();
  stage.outbox.sent.length = 0;
  account = await stage.person();
  places += 1;
  browser = new Browser(app, 'localhost', `203.0.113.${places}`);
});
afterAll(() => stage.close());

async function link(purpose: 'invitation' | 'password' = 'invitation', whose = account): Promise<string> {
  const { token } = await createLink(stage.db, whose, purpose, stage.clock.now);
  return `/oidc/account/${purpose}/${token}`;
}

describe.each(['invitation', 'password'] as const)('a link of the kind %s', (purpose) => {
  test('lets its user choose a password, once', async () => {
    const url = await link(purpose);
    const page = await browser.get(url);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(account.email);
    const done = await browser.post(url, choice);
    expect(done.statusCode).toBe(200);
    expect(done.body).toContain('Uw wachtwoord is opgeslagen');
    await expect(browser.signIn(account.email, chosen)).resolves.toHaveProperty('access_token');

    expect(
      (await browser.post(url, { new_password: 'Anders-2026', new_password_again: 'Anders-2026' }))
        .statusCode,
    ).toBe(410);
    expect((await browser.get(url)).statusCode).toBe(410);
  });

  test('is not used up by looking, as mail programs do', async () => {
    const url = await link(purpose);
    for (let looks = 0; looks < 3; looks += 1)
      expect((await new Browser(app, 'localhost', `198.51.100.${looks}`).get(url)).statusCode).toBe(200);
    expect((await browser.post(url, choice)).statusCode).toBe(200);
  });

  test('is not used up by a password that will not do', async () => {
    const url = await link(purpose);
    const weak = await browser.post(url, { new_password: 'kort', new_password_again: 'anders' });
    expect(weak.statusCode).toBe(400);
    expect(weak.body).toContain('Gebruik minstens 8 tekens.');
    expect(weak.body).toContain('De twee wachtwoorden zijn niet gelijk.');
    const common = await browser.post(url, { new_password: 'Welkom01', new_password_again: 'Welkom01' });
    expect(common.statusCode).toBe(400);
    expect(common.body).toContain('Dit wachtwoord gebruiken veel mensen, dus het is snel geraden.');
    expect((await browser.post(url, choice)).statusCode).toBe(200);
  });

  test('works for one of two who use it at once', async () => {
    const url = await link(purpose);
    const replies = await Promise.all([1, 2].map(() => browser.post(url, choice)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 410,
    ]);
  });

  test('is void after a newer one', async () => {
    const [older, newer] = [await link(purpose), await link(purpose)];
    expect((await browser.get(older)).statusCode).toBe(410);
    expect((await browser.get(newer)).statusCode).toBe(200);
  });

  test('expires', async () => {
    const url = await link(purpose);
    const life = purpose === 'invitation' ? 7 * 24 * hour : hour;
    inAWhile(life - 1000);
    expect((await browser.get(url)).statusCode).toBe(200);
    inAWhile(1000);
    expect((await browser.get(url)).statusCode).toBe(410);
    expect((await browser.post(url, choice)).statusCode).toBe(410);
    await forgetExpired(stage.db, stage.clock.now);
    expect(
      await stage.db.selectFrom('sign_in_links').selectAll().where('user_id', '=', account.userId).execute(),
    ).toEqual([]);
  });

  test.each([
    ['gets another address, or is deleted: their sessions end', { sessionEpoch: 2 }],
    ['is switched off', { isActive: false }],
    ['is of a company that is switched off', { isCompanyActive: false }],
  ])('is void when its user %s', async (_, change) => {
    const url = await link(purpose);
    stage.change(account, change);
    expect((await browser.get(url)).statusCode).toBe(410);
    expect((await browser.post(url, choice)).statusCode).toBe(410);
  });

  test('of another kind, of nobody, or of no shape opens nothing, and all look alike', async () => {
    const foreign = (await link(purpose)).replace(
      /(invitation|password)/,
      purpose === 'invitation' ? 'password' : 'invitation',
    );
    const unknown = `/oidc/account/${purpose}/${'A'.repeat(43)}`;
    const shapeless = `/oidc/account/${purpose}/..%2f..%2fetc`;
    const bodies = [];
    for (const url of [foreign, unknown, shapeless]) {
      const reply = await browser.get(url);
      expect(reply.statusCode).toBe(410);
      expect((await browser.post(url, choice)).statusCode).toBe(410);
      bodies.push(reply.body);
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test('ends the sessions of before, and voids the other links', async () => {
    await browser.signIn(account.email, testPassword);
    const other = await link(purpose === 'invitation' ? 'password' : 'invitation');
    await browser.post(await link(purpose), choice);
    expect(await browser.renew()).toBe('login_required');
    expect((await browser.get(other)).statusCode).toBe(410);
  });

  test('takes no form from another site', async () => {
    const url = await link(purpose);
    expect((await browser.post(url, choice, { origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await browser.get(url)).statusCode).toBe(200);
  });

  test('is not kept in the clear', async () => {
    const token = (await link(purpose)).split('/').at(-1) ?? '';
    const rows = await stage.db.selectFrom('sign_in_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('the pages', () => {
  test('run nothing inline, stand in no frame and are not stored', async () => {
    for (const url of [await link(), forgotten]) {
      const { headers, body } = await browser.get(url);
      expect(String(headers['content-security-policy'])).not.toContain('unsafe');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['cache-control']).toBe('no-store');
      expect(body).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
    }
  });

  test('speak the language of the link, and wear the brand of the host', async () => {
    const page = await new Browser(app, 'fm.localhost').get(`${await link()}?lang=en`);
    expect(page.body).toContain('<h1>Welcome to FM</h1>');
    expect(page.body).toContain('data-brand="fm"');
  });

  test('are refused to a place that opens very many', async () => {
    const guesser = new Browser(app, 'localhost', '192.0.2.200');
    const url = `/oidc/account/invitation/${'B'.repeat(43)}`;
    for (let tries = 0; tries < 100; tries += 1) expect((await guesser.get(url)).statusCode).toBe(410);
    const locked = await guesser.get(await link());
    expect(locked.statusCode).toBe(429);
    expect(locked.headers['retry-after']).toBe('60');
    expect(locked.body).not.toContain(account.email);
  });

  test.each(['invitation', 'password'] as const)(
    'of a refused place do nothing: a link of the kind %s is not used and the password stays',
    async (purpose) => {
      const guesser = new Browser(app, 'localhost', purpose === 'invitation' ? '192.0.2.201' : '192.0.2.202');
      const guess = `/oidc/account/${purpose}/${'B'.repeat(43)}`;
      for (let tries = 0; tries < 100; tries += 1)
        expect((await guesser.post(guess, choice)).statusCode).toBe(410);
      const url = await link(purpose);
      expect((await guesser.post(url, choice)).statusCode).toBe(429);
      await expect(browser.signIn(account.email, testPassword)).resolves.toHaveProperty('access_token');
      // Everybody else's still opens, and the place's own after its time.
      expect((await browser.get(url)).statusCode).toBe(200);
      inAWhile(61_000);
      expect((await guesser.post(url, choice)).statusCode).toBe(200);
      await expect(browser.signIn(account.email, chosen)).resolves.toHaveProperty('access_token');
    },
  );
});

describe('a forgotten password', () => {
  const ask = (email: string, from = browser) => from.post(forgotten, { email });

  test('is offered on the login page', async () => {
    const { location } = await browser.begin();
    expect((await browser.get(location)).body).toContain(`href="${forgotten}"`);
    expect((await browser.get(forgotten)).body).toContain('Wachtwoord vergeten?');
  });

  test('is replaced by a link in the mail', async () => {
    expect((await ask(` ${account.email.toUpperCase()} `)).statusCode).toBe(200);
    const [message] = stage.outbox.sent;
    expect(message).toMatchObject({ to: account.email, subject: 'Een nieuw wachtwoord voor Balie' });
    const url = /http:\/\/localhost(\/oidc\/account\/password\/\S+)/.exec(message?.text ?? '')?.[1] ?? '';
    expect(message?.html).toContain(url.split('?')[0]);
    expect((await browser.get(url)).body).toContain('Kies een nieuw wachtwoord');
    expect((await browser.post(url, choice)).statusCode).toBe(200);
    await expect(browser.signIn(account.email, chosen)).resolves.toHaveProperty('access_token');
  });

  test('answers the same for an address that nobody has, and sends nothing', async () => {
    const known = await ask(account.email);
    const unknown = await ask('niemand@balie.example');
    const off = stage.change(await stage.person(), { isActive: false });
    const inactive = await ask(off.email);
    expect([unknown.statusCode, inactive.statusCode]).toEqual([known.statusCode, known.statusCode]);
    expect([unknown.body, inactive.body]).toEqual([known.body, known.body]);
    expect(stage.outbox.sent).toHaveLength(1);
  });

  test('does not flood somebody’s mailbox, and says nothing of it', async () => {
    const bodies = [];
    for (let tries = 0; tries < 5; tries += 1)
      bodies.push(
        (await ask(account.email, new Browser(app, 'localhost', `198.51.100.${100 + tries}`))).body,
      );
    expect(new Set(bodies).size).toBe(1);
    expect(stage.outbox.sent).toHaveLength(3);
    inAWhile(5 * 60_000 + 1000);
    await ask(account.email);
    expect(stage.outbox.sent).toHaveLength(4);
  });

  test('is asked for from one place so often only', async () => {
    const eager = new Browser(app, 'localhost', '192.0.2.77');
    for (let tries = 0; tries < 20; tries += 1)
      expect((await ask(`iemand-${tries}@balie.example`, eager)).statusCode).toBe(200);
    const reply = await ask(account.email, eager);
    expect(reply.statusCode).toBe(429);
    expect(reply.headers['retry-after']).toBe('60');
    expect(stage.outbox.sent).toEqual([]);
  });

  test('asks for an address, and takes no form from another site', async () => {
    const wrong = await ask('geen adres');
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('Geef een geldig e-mailadres.');
    expect(
      (await browser.post(forgotten, { email: account.email }, { origin: 'https://evil.example' }))
        .statusCode,
    ).toBe(403);
    expect(stage.outbox.sent).toEqual([]);
  });

  test('is nothing that the page speaks of where no mail goes out', async () => {
    const silent = new Browser(await stage.start({ requestNewPassword: null }));
    const { location } = await silent.begin();
    expect((await silent.get(location)).body).not.toContain(forgotten);
    expect((await silent.get(forgotten)).statusCode).toBe(404);
    expect((await silent.post(forgotten, { email: account.email })).statusCode).toBe(404);
  });
});
