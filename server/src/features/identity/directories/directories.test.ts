import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seal } from '#server/platform/auth/seal.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import type { Account } from '../directory.ts';
import { Browser } from '../testing/browser.ts';
import { type CompanyDirectory, startDirectory } from '../testing/company-directory.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';
import { createFreshFactor } from '../second-factor/fresh-factor.ts';
import { noteSecondFactor } from '../second-factor/sessions.repository.ts';
import { directoryCallback, directoryPurpose } from './directory-sign-in.ts';

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
});

async function useDirectory(companyId: string, isActive = true) {
  const { issuer, clientId, clientSecret } = directory;
  const row = {
    issuer,
    client_id: clientId,
    client_secret_encrypted: seal(stage.options.secretKey, directoryPurpose, clientSecret),
    is_active: isActive,
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

test('who came by a directory and has no factor here is refused where a fresh one is asked for', async () => {
  await claimsOf(await signInThere());
  const { userId } = account;
  const { uid } = await stage.db
    .selectFrom('sign_in_sessions')
    .where('user_id', '=', userId)
    .select('uid')
    .executeTakeFirstOrThrow();
  const freshnessOf = createFreshFactor(stage.db, () => stage.clock.now);
  expect(await freshnessOf({ userId, sessionId: uid })).toBe('missing');
  await noteSecondFactor(stage.db, uid, userId, stage.clock.now);
  expect(await freshnessOf({ userId, sessionId: uid })).toBe('fresh');
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
