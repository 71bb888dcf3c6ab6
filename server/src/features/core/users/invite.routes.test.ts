import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { checkPassword } from '#server/features/identity/password/credentials.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { createOutbox } from '#server/platform/mail/testing/outbox.ts';
import { buildCompany, buildGroup, buildUser } from '../testing/factories.ts';

let mailing: TestApp;
let silent: TestApp;
const outbox = createOutbox();
const right = 'fmmodule.invoices.approve.company';

beforeAll(async () => {
  mailing = await testApp({ mail: outbox });
  silent = await testApp({ mail: null });
});
afterAll(async () => {
  await mailing.close();
  await silent.close();
});
beforeEach(() => {
  outbox.sent.length = 0;
  outbox.isDown = false;
});

const urlOf = (user: { id: string; companyId: string }) =>
  `/api/core/companies/${user.companyId}/users/${user.id}/invite`;
const pathOf = (link: string) => link.replace(/^http:\/\/[\w.]+/, '');
const choice = { new_password: 'Gekozen-2026', new_password_again: 'Gekozen-2026' };
const inviter = (balie: TestApp, companyId: string, may: readonly string[] = []): Promise<TestClient> =>
  balie.asUser({
    companyId,
    may: ['core.users.invite.company', 'core.users.update.company', 'core.users.delete.company', ...may],
    firstName: 'Joris',
    lastName: 'Kamp',
  });

describe('with outgoing mail', () => {
  test('an invitation goes to the user by the brand that they know, and the inviter does not see the link', async () => {
    const user = await buildUser(mailing.db, { may: [right], firstName: 'Petra', lastName: 'Huisman' });
    const chief = await inviter(mailing, user.companyId);
    const reply = await chief.post(urlOf(user));
    expect(reply.json()).toEqual({
      result: { isMailed: true, link: null, expiresAt: '2026-11-28T13:05:00.000Z' },
    });
    const [message] = outbox.sent;
    expect(message).toMatchObject({ to: user.email, subject: 'Uw toegang tot FM' });
    expect(message?.text).toContain('Dag Petra Huisman,');
    expect(message?.text).toContain('Joris Kamp heeft u toegang gegeven tot FM.');
    expect(message?.text).toContain('tot 28-11-2026 14:05');

    const url = /http:\/\/fm\.localhost(\S+)/.exec(message?.text ?? '')?.[1] ?? '';
    const browser = new Browser(mailing.app);
    expect((await browser.post(url, choice)).statusCode).toBe(200);
    await expect(browser.signIn(user.email, choice.new_password)).resolves.toHaveProperty('access_token');
    const lines = await mailing.db
      .selectFrom('history')
      .select(['verb', 'user_id'])
      .where('entity_id', '=', user.id)
      .execute();
    expect(lines).toEqual([{ verb: 'invite', user_id: chief.userId }]);
  });

  test('a mail server that is out of reach is said', async () => {
    const user = await buildUser(mailing.db);
    const chief = await inviter(mailing, user.companyId);
    outbox.isDown = true;
    const reply = await chief.post(urlOf(user), undefined, { 'accept-language': 'en' });
    expect(reply).toBeProblem(503, 'unavailable');
    expect(reply.json().detail).toBe('The e-mail could not be sent. Try again later.');
  });

  test('a retry with the same key mails what the server refused, and then nothing more', async () => {
    const user = await buildUser(mailing.db);
    const chief = await inviter(mailing, user.companyId);
    const invite = () => chief.post(urlOf(user), undefined, { 'idempotency-key': 'invite-once' });
    outbox.isDown = true;
    expect(await invite()).toBeProblem(503, 'unavailable');
    outbox.isDown = false;
    const first = await invite();
    expect(first.json()).toMatchObject({ result: { isMailed: true, link: null } });
    expect((await invite()).json()).toEqual(first.json());
    expect(outbox.sent.filter(({ to }) => to === user.email)).toHaveLength(1);
  });

  test('nobody’s mailbox is flooded', async () => {
    const user = await buildUser(mailing.db);
    const chief = await inviter(mailing, user.companyId);
    for (let tries = 0; tries < 5; tries += 1) expect((await chief.post(urlOf(user))).statusCode).toBe(200);
    expect(await chief.post(urlOf(user))).toBeProblem(429, 'too-many-requests');
    expect(outbox.sent).toHaveLength(5);
  });
});

describe('without outgoing mail', () => {
  test('the link is shown once to an inviter who has all permissions of the user', async () => {
    const user = await buildUser(silent.db, { may: [right] });
    const chief = await inviter(silent, user.companyId, [right]);
    const reply = await chief.post(urlOf(user), undefined, { 'idempotency-key': 'k1' });
    const { isMailed, link } = reply.json().result;
    expect(isMailed).toBe(false);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await new Browser(silent.app).post(pathOf(link), choice)).statusCode).toBe(200);
    // What a retry needs is kept under seal.
    const kept = await silent.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(link.slice(-20));
  });

  test.each([
    ['a right', { may: [right] }],
    ['access to everything', { everything: true }],
  ])('who lacks %s of the user gets no link', async (_, seed) => {
    const user = await buildUser(silent.db, 'may' in seed ? seed : {});
    if ('everything' in seed)
      await buildGroup(silent.db, {
        companyId: user.companyId,
        accessToEverything: true,
        userIds: [user.id],
      });
    const reply = await (await inviter(silent, user.companyId)).post(urlOf(user));
    expect(reply).toBeProblem(403, 'forbidden');
    expect(reply.json().detail).toContain('rechten die u niet heeft');
    expect(
      await silent.db.selectFrom('sign_in_links').selectAll().where('user_id', '=', user.id).execute(),
    ).toEqual([]);
  });

  test('staff with a permission over their own company only get no link for a customer', async () => {
    const user = await buildUser(silent.db, { may: [right] });
    const staff = await silent.asUser({ isProvider: true, may: ['core.users.invite.system', right] });
    expect(await staff.post(urlOf(user))).toBeProblem(403, 'forbidden');
  });

  test.each([
    [
      'its user gets another address',
      async (chief: TestClient, user: { id: string; companyId: string }) =>
        chief.put(urlOf(user).replace('/invite', ''), {
          firstName: 'A',
          lastName: 'B',
          emailAddress: { address: `nieuw-${user.id}@x.example` },
        }),
    ],
    [
      'its user is deleted',
      async (chief: TestClient, user: { id: string; companyId: string }) =>
        chief.delete(urlOf(user).replace('/invite', '')),
    ],
    [
      'a newer one was made',
      async (chief: TestClient, user: { id: string; companyId: string }) => chief.post(urlOf(user)),
    ],
  ])('a link is void after %s', async (_, act) => {
    const user = await buildUser(silent.db);
    const chief = await inviter(silent, user.companyId);
    const { link } = (await chief.post(urlOf(user))).json().result;
    expect((await new Browser(silent.app).get(pathOf(link))).statusCode).toBe(200);
    expect((await act(chief, user)).statusCode).toBeLessThan(300);
    expect((await new Browser(silent.app).post(pathOf(link), choice)).statusCode).toBe(410);
  });
});

describe('a first password', () => {
  const passwordUrl = (user: { id: string; companyId: string }) =>
    urlOf(user).replace('/invite', '/starting-password');

  test('is shown once, must be changed at first sign-in, and makes earlier links void', async () => {
    const user = await buildUser(silent.db);
    const chief = await inviter(silent, user.companyId);
    const { link } = (await chief.post(urlOf(user))).json().result;
    const reply = await chief.post(passwordUrl(user));
    expect(reply.headers['cache-control']).toBe('no-store');
    const { password } = reply.json().result;
    expect(await checkPassword(silent.db, user.id, password)).toEqual({ isRight: true, mustChange: true });
    expect((await new Browser(silent.app).post(pathOf(link), choice)).statusCode).toBe(410);
    const lines = await silent.db
      .selectFrom('history')
      .select(['verb', 'changes'])
      .where('entity_id', '=', user.id)
      .where('verb', '=', 'give-password')
      .execute();
    expect(lines).toEqual([{ verb: 'give-password', changes: {} }]);
  });

  test('goes to nobody who lacks a right of the user, and to no user who is switched off', async () => {
    const strong = await buildUser(silent.db, { may: [right] });
    const chief = await inviter(silent, strong.companyId);
    const reply = await chief.post(passwordUrl(strong));
    expect(reply).toBeProblem(403, 'forbidden');
    expect(reply.json().detail).toContain('rechten die u niet heeft');
    expect(await checkPassword(silent.db, strong.id, 'x')).toMatchObject({ isRight: false });
    const off = await buildUser(silent.db, { companyId: strong.companyId, isActive: false });
    expect(await chief.post(passwordUrl(off))).toBeProblem(409, 'wrong-state');
  });
});

test('the user’s page shows the state of the invitation', async () => {
  const user = await buildUser(silent.db);
  const chief = await inviter(silent, user.companyId, ['core.users.read.company']);
  const state = async () => (await chief.get(urlOf(user))).json().result;
  expect(await state()).toEqual({
    hasPassword: false,
    invitedUntil: null,
    goesByMail: false,
    canInvite: true,
  });
  const { link } = (await chief.post(urlOf(user))).json().result;
  expect(await state()).toMatchObject({ hasPassword: false, invitedUntil: '2026-11-28T13:05:00.000Z' });
  await new Browser(silent.app).post(pathOf(link), choice);
  expect(await state()).toMatchObject({ hasPassword: true, invitedUntil: null });
});

describe('the record of a user', () => {
  const recordOf = async (chief: TestClient, user: { id: string; companyId: string }) =>
    (await chief.get(urlOf(user).replace('/invite', ''))).json().result;

  test('shows when a user was invited, until when, and when they used it', async () => {
    const user = await buildUser(silent.db);
    const chief = await inviter(silent, user.companyId, ['core.users.read.company']);
    expect((await recordOf(chief, user)).invitation).toBeNull();
    const { link } = (await chief.post(urlOf(user))).json().result;
    const made = { invitedAt: '2026-11-21T13:05:00.000Z', expiresAt: '2026-11-28T13:05:00.000Z' };
    expect((await recordOf(chief, user)).invitation).toEqual({ ...made, usedAt: null });
    await new Browser(silent.app).post(pathOf(link), choice);
    const used = { ...made, usedAt: '2026-11-21T13:05:00.000Z' };
    expect((await recordOf(chief, user)).invitation).toEqual(used);
    // A change of the record does not speak of it, and does not lose it.
    const body = { firstName: 'Petra', lastName: 'Huisman', emailAddress: { address: user.email } };
    expect((await chief.put(urlOf(user).replace('/invite', ''), body)).json().result.invitation).toEqual(
      used,
    );
    const fields = await silent.db
      .selectFrom('history')
      .select('changes')
      .where('entity_id', '=', user.id)
      .where('verb', '=', 'update')
      .execute();
    expect(JSON.stringify(fields)).not.toContain('nvitation');
  });

  test('hides an invitation that another address made void', async () => {
    const user = await buildUser(silent.db);
    const chief = await inviter(silent, user.companyId, ['core.users.read.company']);
    await chief.post(urlOf(user));
    const body = { firstName: 'A', lastName: 'B', emailAddress: { address: `ander-${user.id}@x.example` } };
    expect((await chief.put(urlOf(user).replace('/invite', ''), body)).json().result.invitation).toBeNull();
    await chief.post(urlOf(user));
    expect((await recordOf(chief, user)).invitation).toMatchObject({ usedAt: null });
  });
});

test('who is switched off, or whose company is, is not invited', async () => {
  const off = await buildUser(silent.db, { isActive: false });
  expect(await (await inviter(silent, off.companyId)).post(urlOf(off))).toBeProblem(409, 'wrong-state');
  const closed = await buildCompany(silent.db, { isActive: false });
  const user = await buildUser(silent.db, { companyId: closed.id });
  const staff = await silent.asUser({ isProvider: true, may: ['core.users.invite.system'] });
  expect(await staff.post(urlOf(user))).toBeProblem(409, 'wrong-state');
});
