import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seal } from '#server/platform/auth/seal.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import type { Account } from '../directory.ts';
import { Browser } from '../testing/browser.ts';
import { type CompanyDirectory, startDirectory } from '../testing/company-directory.ts';
import { setStage, type Stage, testPassword, testSites } from '../testing/stage.ts';
import { createFreshFactor } from '../second-factor/fresh-factor.ts';
import { beginTotp, checkFactor, pendingTotp } from '../second-factor/second-factor.service.ts';
import { totpCode, totpStep } from '../second-factor/totp.rules.ts';
import { directoryCallback, directoryPurpose } from './directory-journeys.ts';
import { beginStepUp, stepUpStateOf } from './directory-step-up.ts';

let stage: Stage;
let app: FastifyInstance;
let directory: CompanyDirectory;
let account: Account;
let domain: string;
let browser: Browser;
let made = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
  directory = await startDirectory(
    ['localhost', 'fm.localhost'].map((host) => `http://${host}${directoryCallback}`),
  );
});
afterAll(async () => {
  await directory.close();
  await stage.close();
});
beforeEach(async () => {
  made += 1;
  domain = `klant${made}.example`;
  account = stage.change(await stage.person(), { email: `fatma@${domain}` });
  browser = new Browser(app, 'localhost', `203.0.113.${made}`);
  await useDirectory(account.companyId);
  await prove(account.companyId, domain);
  directory.person = { sub: `s-${made}`, email: account.email, email_verified: true };
  directory.how = {};
  stage.clock.now = new Date();
});

async function useDirectory(companyId: string, isActive = true, acrValues: string[] = [], groupsClaim = '') {
  const { issuer, clientId, clientSecret } = directory;
  const row = {
    issuer,
    client_id: clientId,
    client_secret_encrypted: seal(stage.options.secretKey, directoryPurpose, clientSecret),
    is_active: isActive,
    acr_values: acrValues,
    groups_claim: groupsClaim,
    updated_at: stage.clock.now.toISOString(),
  };
  await stage.db
    .insertInto('identity_providers')
    .values({ company_id: companyId, ...row })
    .onConflict((on) => on.column('company_id').doUpdateSet(row))
    .execute();
}

async function prove(companyId: string, name: string, isProven = true) {
  const proof = isProven
    ? { proven_at: stage.clock.now.toISOString(), proven_by: 'dns' as const }
    : { proven_at: null, proven_by: null };
  const row = { company_id: companyId, domain: name, proof: 'balie-verification=x', ...proof };
  await stage.db.insertInto('identity_domains').values(row).execute();
}

async function typeAddress(email: string, password = '') {
  const begun = await browser.begin();
  const reply = await browser.post(begun.location, { email, password });
  return { begun, reply, url: (reply.headers.refresh ?? '').replace(/^0; url=/, '') };
}

async function comeBack(answer: string) {
  const back = await browser.get(answer);
  return back.statusCode === 303 ? browser.get(String(back.headers.location)) : back;
}

// In a browser of its own: one in which somebody is signed in is not asked.
async function signInThere(email = account.email) {
  browser = new Browser(app, 'localhost', browser.ip);
  const { begun, reply, url } = await typeAddress(email);
  expect(reply.statusCode, reply.body).toBe(200);
  const page = await comeBack(await directory.visit(url));
  return { begun, page };
}

async function claimsOf({ begun, page }: Awaited<ReturnType<typeof signInThere>>) {
  expect(page.statusCode, page.body).toBe(303);
  const resumed = await browser.get(String(page.headers.location));
  const redeemed = await browser.redeem(begun, new URL(String(resumed.headers.location)));
  return decodeJwt(redeemed.json().access_token);
}

test('somebody of a company with a directory signs in there, and is who they are here', async () => {
  const claims = await claimsOf(await signInThere());
  expect(claims).toMatchObject({ sub: account.userId, amr: ['dir'] });
  const events = await stage.db
    .selectFrom('sign_in_events')
    .where('user_id', '=', account.userId)
    .select(['kind', 'detail'])
    .execute();
  expect(events).toEqual([{ kind: 'signed-in', detail: 'directory' }]);
});

async function sessionOf({ userId }: Account) {
  const session = stage.db
    .selectFrom('sign_in_sessions')
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .select(['uid', 'second_factor_at as shownAt']);
  return session.executeTakeFirstOrThrow();
}

describe('a fresh second factor', () => {
  const fresh = 'urn:klant:twee';

  async function begin() {
    await claimsOf(await signInThere());
    const { uid } = await sessionOf(account);
    const site = testSites.allSites()[0];
    const begun = site && (await beginStepUp(stage.options, account, uid, site));
    if (!begun) throw new Error('no directory');
    const [, name = '', value = '', path = ''] = /^([^=]+)=([^;]*); Path=([^;]*)/.exec(begun.cookie) ?? [];
    browser.keep(name, value, path);
    return { uid, url: begun.url };
  }

  const freshnessOf = (sessionId: string) =>
    createFreshFactor(stage.db, () => stage.clock.now)({ userId: account.userId, sessionId });

  test('is asked of the directory, which signs them in again and says when and how', async () => {
    const { uid, url } = await begin();
    expect(await freshnessOf(uid)).toBe('directory');
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    expect(await stepUpStateOf(stage.options, account.userId, uid)).toBe('waiting');
    directory.how = { amr: ['pwd', 'mfa'] };
    const page = await browser.get(await directory.visit(url));
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Dat is gelukt.');
    expect(await stepUpStateOf(stage.options, account.userId, uid)).toBe('done');
    expect(await stepUpStateOf(stage.options, 'somebody else', uid)).toBeNull();
    expect(await freshnessOf(uid)).toBe('fresh');
    stage.clock.now = new Date(stage.clock.now.getTime() + 6 * 60_000);
    expect(await freshnessOf(uid)).toBe('directory');
  });

  test('by the values of acr that the company names, and no others', async () => {
    await useDirectory(account.companyId, true, [fresh]);
    const first = await begin();
    expect(new URL(first.url).searchParams.get('acr_values')).toBe(fresh);
    directory.how = { amr: ['mfa'], acr: 'urn:klant:een' };
    const refused = await browser.get(await directory.visit(first.url));
    expect(refused.body).toContain('niet dat u een tweede factor hebt gebruikt');
    expect(await freshnessOf(first.uid)).toBe('directory');
    const second = await begin();
    directory.how = { acr: fresh };
    await browser.get(await directory.visit(second.url));
    expect(await freshnessOf(second.uid)).toBe('fresh');
  });

  test.each([
    ['says nothing of a second factor', {}, {}, 'no-factor'],
    ['does not say when', { amr: ['mfa'], withoutAuthTime: true }, {}, 'not-fresh'],
    ['says a sign-in of before', { amr: ['mfa'], ago: 3600 }, {}, 'not-fresh'],
    ['signs in somebody else', { amr: ['mfa'] }, { sub: 'other', email: 'x@y.example' }, 'other-person'],
  ])('is refused where the directory %s', async (_, how, person, state) => {
    const { uid, url } = await begin();
    directory.how = how;
    directory.person = { ...directory.person, ...person };
    await browser.get(await directory.visit(url));
    expect(await stepUpStateOf(stage.options, account.userId, uid)).toBe(state);
    expect(await freshnessOf(uid)).toBe('directory');
  });

  test('that the directory said at sign-in is no fresh one: it may be of this morning', async () => {
    directory.how = { amr: ['mfa'] };
    expect(await claimsOf(await signInThere())).toMatchObject({
      amr: ['dir', 'mfa'],
      acr: 'urn:balie:second-factor',
    });
    const { uid, shownAt } = await sessionOf(account);
    expect(shownAt).toBeNull();
    expect(await freshnessOf(uid)).toBe('directory');
  });

  test('of our own counts too', async () => {
    const secret = (await beginTotp(stage.options, account.userId)) ?? '';
    const code = totpCode(secret, totpStep(stage.clock.now));
    await checkFactor(stage.options, account.userId, code);
    await claimsOf(await signInThere());
    expect(await freshnessOf((await sessionOf(account)).uid)).toBe('asked');
  });
});

describe('a company that asks for a second factor', () => {
  beforeEach(() => {
    account = stage.change(account, { secondFactorFrom: '2020-01-01' });
  });

  test('takes that of its directory, and asks for it there', async () => {
    await useDirectory(account.companyId, true, ['urn:klant:twee']);
    expect(new URL((await typeAddress(account.email)).url).searchParams.get('acr_values')).toBe(
      'urn:klant:twee',
    );
    directory.how = { acr: 'urn:klant:twee' };
    expect(await claimsOf(await signInThere())).toMatchObject({ amr: ['dir', 'mfa'] });
  });

  test('has its people add an app here where the directory says nothing of one', async () => {
    const { begun, page } = await signInThere();
    expect(page.statusCode).toBe(303);
    const step = await browser.get(begun.location);
    expect(step.body).toContain('Stel een tweede factor in');
    const secret = (await pendingTotp(stage.options, account.userId)) ?? '';
    const code = totpCode(secret, totpStep(stage.clock.now));
    expect((await browser.post(begun.location, { code })).statusCode).toBe(200);
    const done = await browser.post(begun.location, {});
    expect(await claimsOf({ begun, page: done })).toMatchObject({ amr: ['dir', 'otp', 'mfa'] });
    expect((await sessionOf(account)).shownAt).not.toBeNull();
  });
});

describe('groups', () => {
  test('of the claim that the company names are followed, those of others never', async () => {
    directory.person = { ...directory.person, groups: ['finance', 'sales'] };
    await claimsOf(await signInThere());
    expect(stage.followed.has(account.userId)).toBe(false);
    await useDirectory(account.companyId, true, [], 'groups');
    await claimsOf(await signInThere());
    expect(stage.followed.get(account.userId)).toEqual(['finance', 'sales']);
    directory.person = { sub: directory.person.sub, email: account.email, email_verified: true };
    await claimsOf(await signInThere());
    expect(stage.followed.get(account.userId)).toEqual([]);
  });

  test('stay as they are where the directory leaves them out as too many', async () => {
    await useDirectory(account.companyId, true, [], 'groups');
    directory.person = {
      ...directory.person,
      _claim_names: { groups: 'one' },
      _claim_sources: { one: { endpoint: 'https://directory.example/groups' } },
    };
    await claimsOf(await signInThere());
    expect(stage.followed.has(account.userId)).toBe(false);
  });
});

test('bound once, they stay who they are, whatever address the directory gives', async () => {
  await claimsOf(await signInThere());
  const colleague = stage.change(await stage.person(), {
    email: `ander@${domain}`,
    companyId: account.companyId,
  });
  directory.person = { ...directory.person, email: colleague.email };
  expect(await claimsOf(await signInThere())).toMatchObject({ sub: account.userId });
  // And nobody else becomes who they are.
  directory.person = { sub: `t-${made}`, email: account.email, email_verified: true };
  const { page } = await signInThere();
  expect(page.statusCode).toBe(403);
  expect(page.body).toContain('hier is geen account voor u');
});

test('the page tells nothing of who exists, and asks nobody for a password whose company has a directory', async () => {
  const known = await typeAddress(account.email, testPassword);
  const unknown = await typeAddress(`niemand@${domain}`, testPassword);
  const plain = (body: string) => body.replaceAll(/https?:\/\/[^"]+/g, 'url');
  expect([known.reply.statusCode, unknown.reply.statusCode]).toEqual([200, 200]);
  expect(plain(known.reply.body)).toBe(plain(unknown.reply.body));
  const url = new URL(known.url);
  expect(url.origin).toBe(directory.issuer);
  expect(url.searchParams.get('code_challenge_method')).toBe('S256');
  const other = await typeAddress('wie@elders.example');
  expect(other.reply.statusCode).toBe(400);
  expect(other.reply.body).toContain('Dan is uw e-mailadres genoeg.');
});

test('an address that is not verified, or in a domain that is not proven, binds nobody', async () => {
  directory.person = { ...directory.person, email_verified: false };
  expect((await signInThere()).page.statusCode).toBe(403);
  const elsewhere = stage.change(account, { email: `fatma@los${made}.example` });
  await prove(account.companyId, `los${made}.example`, false);
  directory.person = { sub: `s-${made}`, email: elsewhere.email, email_verified: true };
  expect((await signInThere(`x@${domain}`)).page.statusCode).toBe(403);
});

test('a directory signs in nobody of another company, and nobody of the provider', async () => {
  const other = stage.change(await stage.person(), { email: `daan@${domain}` });
  directory.person = { sub: `o-${made}`, email: other.email, email_verified: true };
  expect((await signInThere()).page.statusCode).toBe(403);
  // Bound by their own company, and signed in by the page of another.
  await stage.db
    .insertInto('identities')
    .values({ issuer: directory.issuer, subject: `o-${made}`, user_id: other.userId })
    .execute();
  expect((await signInThere()).page.statusCode).toBe(403);
  stage.change(account, { isProvider: true });
  directory.person = { sub: `p-${made}`, email: account.email, email_verified: true };
  expect((await signInThere()).page.statusCode).toBe(403);
});

test('who is switched off here does not come in, and is told so', async () => {
  stage.change(account, { isActive: false });
  const { page } = await signInThere();
  expect(page.statusCode).toBe(403);
  expect(page.body).toContain('Uw account is niet actief');
});

test('an answer counts once, in the browser that went, and for its own question', async () => {
  const { url } = await typeAddress(account.email);
  const answer = await directory.visit(url);
  const stranger = new Browser(app, 'localhost', '198.51.100.200');
  expect((await stranger.get(answer)).statusCode).toBe(410);
  // Whoever tried it has used it up.
  expect((await browser.get(answer)).statusCode).toBe(410);

  const again = await typeAddress(account.email);
  const forged = new URL(await directory.visit(again.url));
  forged.searchParams.set('state', 'x'.repeat(43));
  expect((await browser.get(forged.href)).statusCode).toBe(410);
  const wrongCode = new URL(forged);
  wrongCode.searchParams.set('state', new URL(again.url).searchParams.get('state') ?? '');
  wrongCode.searchParams.set('code', 'not-a-code');
  const page = await comeBack(wrongCode.href);
  expect(page.statusCode).toBe(502);
  expect(page.body).toContain('geeft nu geen goed antwoord');
});

test('the answer of another issuer, and an ID token with another nonce, are not taken', async () => {
  const { url } = await typeAddress(account.email);
  const otherIssuer = new URL(await directory.visit(url));
  otherIssuer.searchParams.set('iss', 'https://evil.example');
  expect((await comeBack(otherIssuer.href)).statusCode).toBe(502);
  const replayed = await typeAddress(account.email);
  const changed = new URL(replayed.url);
  changed.searchParams.set('nonce', 'of-another-journey');
  expect((await comeBack(await directory.visit(changed.href))).statusCode).toBe(502);
});

test('a directory on an address that is not called is not asked', async () => {
  const closed = await stage.start({ callOut: callOut({ allowed: [] }) });
  await stage.db
    .updateTable('identity_providers')
    .set({ issuer: `${directory.issuer}/elders` })
    .where('company_id', '=', account.companyId)
    .execute();
  browser = browser.at(closed);
  const { reply } = await typeAddress(account.email);
  expect(reply.statusCode).toBe(502);
});

test('a directory that is switched off counts no more', async () => {
  await useDirectory(account.companyId, false);
  await expect(browser.signIn(account.email, testPassword)).resolves.toHaveProperty('access_token');
});
