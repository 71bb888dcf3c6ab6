import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { setPassword } from '#server/features/identity/index.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import {
  type CompanyDirectory,
  startDirectory,
} from '#server/features/identity/testing/company-directory.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import { buildCompany, buildGroup, buildUser } from '../testing/factories.ts';
import { followDirectoryGroups } from './directory-groups.ts';

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
  const client = balie.withToken(tokens.json().access_token);
  const me = await client.get('/api/identity/me');
  expect(me.json().result).toMatchObject({ id: user.id, companyId: manager.companyId });

  // A step that asks for a fresh factor: shown there, in another tab of this browser.
  const step = () => client.post('/api/identity/totp', {});
  const stepUp = '/api/identity/step-up/directory';
  expect((await client.get(stepUp)).statusCode).toBe(404);
  expect(await step()).toBeProblem(403, 'step-up-directory');
  const asked = await client.post(stepUp, {});
  expect((await client.get(stepUp)).json().result).toEqual({ state: 'waiting' });
  const [, name = '', value = '', path = ''] =
    /^([^=]+)=([^;]*); Path=([^;]*)/.exec(String(asked.headers['set-cookie'])) ?? [];
  browser.keep(name, value, path);
  directory.how = { amr: ['mfa'] };
  const confirmed = await browser.get(await directory.visit(asked.json().result.url));
  expect(confirmed.body).toContain('Dat is gelukt.');
  expect((await client.get(stepUp)).json().result).toEqual({ state: 'done' });
  expect((await step()).statusCode).toBe(200);

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

test('people follow the groups of the directory, within what whoever sets it may give', async () => {
  const company = await buildCompany(balie.db);
  const giver = await balie.asUser({ companyId: company.id, may: [...may, 'core.companies.read.company'] });
  const theirs = `/api/core/companies/${company.id}/identity-provider`;
  const readers = await buildGroup(balie.db, {
    companyId: company.id,
    name: 'Lezers',
    may: ['core.companies.read.company'],
  });
  const bosses = await buildGroup(balie.db, {
    companyId: company.id,
    name: 'Bazen',
    may: ['core.users.update.company'],
  });
  const ofOthers = await buildGroup(balie.db, { companyId: manager.companyId, name: 'Elders' });
  const mapped = (...groups: { value: string; groupId: string }[]) =>
    settings({ clientSecret: 'x', domains: ['groep.example'], groupsClaim: 'groups', groups });
  const refused = async (group: { id: string }) =>
    (await giver.put(theirs, mapped({ value: 'g', groupId: group.id }))).json().codes;
  expect(await refused(bosses)).toEqual({ groups: ['not-yours-to-give'] });
  expect(await refused(ofOthers)).toEqual({ groups: ['unknown'] });
  const saved = await giver.put(theirs, mapped({ value: 'lezers', groupId: readers.id }));
  expect(saved.json().result.groups).toEqual([{ value: 'lezers', groupId: readers.id, groupName: 'Lezers' }]);
  // Who sends nothing of them, as the version before, leaves them as they are.
  await giver.put(theirs, settings({ domains: ['groep.example'] }));
  expect((await giver.get(theirs)).json().result).toMatchObject({ groupsClaim: 'groups', groups: [{}] });

  const user = await buildUser(balie.db, { companyId: company.id });
  await balie.db.insertInto('group_users').values({ group_id: bosses.id, user_id: user.id }).execute();
  const follow = (...values: string[]) =>
    followDirectoryGroups({ db: balie.db, events: undefined, now: () => new Date() }, user.id, values);
  const groupsNow = async () =>
    (await balie.db.selectFrom('group_users').where('user_id', '=', user.id).select('group_id').execute())
      .map(({ group_id }) => group_id)
      .toSorted();
  await follow('lezers', 'onbekend');
  expect(await groupsNow()).toEqual([readers.id, bosses.id].toSorted());
  await follow();
  expect(await groupsNow()).toEqual([bosses.id]);
  const lines = await balie.db
    .selectFrom('history')
    .where('entity_id', '=', user.id)
    .where('user_name', '=', 'Directory')
    .select('changes')
    .execute();
  expect(lines).toHaveLength(2);
});

test('the last who may change users stays in their group, whatever the directory says', async () => {
  const company = await buildCompany(balie.db);
  const bosses = await buildGroup(balie.db, {
    companyId: company.id,
    name: 'Bazen',
    may: ['core.users.update.company'],
  });
  const user = await buildUser(balie.db, { companyId: company.id });
  await balie.db.insertInto('group_users').values({ group_id: bosses.id, user_id: user.id }).execute();
  await balie.db
    .insertInto('identity_provider_groups')
    .values({ company_id: company.id, value: 'bazen', group_id: bosses.id })
    .execute();
  await followDirectoryGroups({ db: balie.db, events: undefined, now: () => new Date() }, user.id, []);
  const kept = balie.db.selectFrom('group_users').where('user_id', '=', user.id).select('group_id');
  expect(await kept.execute()).toEqual([{ group_id: bosses.id }]);
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
