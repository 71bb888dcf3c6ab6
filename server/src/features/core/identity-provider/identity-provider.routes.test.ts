import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { setPassword } from '#server/features/identity/index.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import {
  type CompanyDirectory,
  startDirectory,
} from '#server/features/identity/testing/company-directory.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import { buildCompany, buildUser } from '../testing/factories.ts';

let balie: TestApp;
let directory: CompanyDirectory;
let manager: Awaited<ReturnType<TestApp['asUser']>>;
let url: string;
const records = new Map<string, readonly string[]>();
const may = ['core.identityprovider.read.company', 'core.identityprovider.update.company'];

beforeAll(async () => {
  const outside = callOut({ allowed: ['127.0.0.0/8'] });
  balie = await testApp({
    trustedProxies: 1,
    callOut: { ...outside, texts: async (name) => [...(records.get(name) ?? [])] },
  });
  manager = await balie.asUser({ companyId: (await buildCompany(balie.db)).id, may });
  url = `/api/core/companies/${manager.companyId}/identity-provider`;
  directory = await startDirectory(['http://localhost/oidc/directory/callback']);
});
afterAll(async () => {
  await directory.close();
  await balie.close();
});

const settings = (more: object = {}) => ({
  issuer: directory.issuer,
  clientId: directory.clientId,
  active: true,
  domains: ['vecht.example'],
  ...more,
});

test('a company sets its directory, proves its domain by DNS, and its people sign in there', async () => {
  expect((await manager.get(url)).json().result).toMatchObject({ issuer: '', hasSecret: false, domains: [] });
  expect((await manager.put(url, settings())).json().codes).toEqual({ client_secret: ['required'] });
  const saved = await manager.put(url, settings({ clientSecret: directory.clientSecret }));
  expect(saved.statusCode, saved.body).toBe(200);
  const [domain] = saved.json().result.domains;
  expect(domain).toMatchObject({ domain: 'vecht.example', record: '_balie.vecht.example', provenAt: null });
  expect(saved.json().result.redirectUris).toContain('http://localhost/oidc/directory/callback');
  expect(saved.body).not.toContain(directory.clientSecret);

  const prove = () => manager.post(`${url}/prove`, { domain: 'vecht.example' });
  expect(await prove()).toBeProblem(409, 'wrong-state');
  records.set('_balie.vecht.example', ['v=spf1 -all', domain.proof]);
  expect((await prove()).json().result.domains).toMatchObject([{ provenBy: 'dns' }]);

  const user = await buildUser(balie.db, { companyId: manager.companyId, email: 'fatma@vecht.example' });
  directory.person = { sub: 'f', email: user.email, email_verified: true };
  const browser = new Browser(balie.app, 'localhost', '203.0.113.1');
  const begun = await browser.begin();
  const away = await browser.post(begun.location, { email: user.email, password: '' });
  const answer = await directory.visit(String(away.headers.refresh).replace('0; url=', ''));
  const page = await browser.get(String((await browser.get(answer)).headers.location));
  const resumed = await browser.get(String(page.headers.location));
  const tokens = await browser.redeem(begun, new URL(String(resumed.headers.location)));
  const me = await balie.withToken(tokens.json().access_token).get('/api/identity/me');
  expect(me.json().result).toMatchObject({ id: user.id, companyId: manager.companyId });

  // Without a secret the one of before stays; every change is in the history.
  expect((await manager.put(url, settings({ active: false }))).statusCode).toBe(200);
  const history = await balie.db
    .selectFrom('history')
    .where('entity', '=', 'core.identityprovider')
    .where('company_id', '=', manager.companyId)
    .select(['verb', 'changes'])
    .execute();
  expect(history.length).toBe(3);
  expect(JSON.stringify(history)).not.toContain(directory.clientSecret);
  await setPassword(balie.db, user.id, 'Welkom-2026', { mustChange: false });
  await expect(new Browser(balie.app).signIn(user.email, 'Welkom-2026')).resolves.toHaveProperty(
    'access_token',
  );
});

test('a domain belongs to one company; that another has it is told to nobody', async () => {
  const other = await balie.asUser({ may });
  const theirs = `/api/core/companies/${other.companyId}/identity-provider`;
  const saved = await other.put(theirs, settings({ clientSecret: 'x' }));
  const prove = () => other.post(`${theirs}/prove`, { domain: 'vecht.example' });
  const without = await prove();
  records.set('_balie.vecht.example', [saved.json().result.domains[0].proof]);
  const taken = await prove();
  expect([without, taken].map(({ statusCode }) => statusCode)).toEqual([409, 409]);
  expect(taken.json().detail).toBe(without.json().detail);
});

test('staff prove a domain by themselves, and the provider’s own company has no directory', async () => {
  const staff = await balie.asUser({
    isProvider: true,
    may: ['core.identityprovider.read.system', 'core.identityprovider.update.system'],
  });
  const company = await buildCompany(balie.db);
  const theirs = `/api/core/companies/${company.id}/identity-provider`;
  await staff.put(theirs, settings({ clientSecret: 'x', domains: ['staf.example'] }));
  const proven = await staff.post(`${theirs}/prove`, { domain: 'staf.example' });
  expect(proven.json().result.domains).toMatchObject([{ provenBy: 'staff' }]);
  expect((await staff.delete(theirs)).statusCode).toBe(204);
  const own = `/api/core/companies/${staff.companyId}/identity-provider`;
  expect(await staff.put(own, settings({ clientSecret: 'x' }))).toBeProblem(403, 'forbidden');
});

test.each([
  ['another issuer than it says', () => `${directory.issuer}/`],
  ['an address where nothing is', () => 'https://127.0.0.1:1'],
  ['an address of the operator’s own network', () => 'https://10.0.0.1'],
  ['http in the open', () => 'http://203.0.113.9'],
])('%s is refused at its field', async (_, issuer) => {
  const reply = await manager.put(url, settings({ issuer: issuer(), clientSecret: 'x' }));
  expect(reply.json().codes).toEqual({ issuer: ['issuer-not-answering'] });
});
