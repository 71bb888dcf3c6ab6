import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { setPassword } from './credentials.ts';
import { createLink } from '../links/links.service.ts';
import { Browser } from '../testing/browser.ts';

let balie: TestApp;
let user: { id: string; companyId: string; email: string };
const url = '/api/identity/password';
const current = 'Welkom-2026';
const next = 'Gekozen-2026';

beforeAll(async () => {
  balie = await testApp();
});
afterAll(() => balie.close());
beforeEach(async () => {
  user = await buildUser(balie.db);
  await setPassword(balie.db, user.id, current, { mustChange: false });
});

const change = (token: string, payload: object, headers = {}) =>
  balie.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, ...headers },
  });
const me = async (token: string) =>
  (
    await balie.app.inject({
      url: '/api/identity/me',
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
    })
  ).statusCode;

describe('changing one’s password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const [here, elsewhere] = [new Browser(balie.app), new Browser(balie.app)];
    const { access_token: token } = await here.signIn(user.email, current);
    const { access_token: other } = await elsewhere.signIn(user.email, current);
    expect((await change(token, { currentPassword: current, newPassword: next })).statusCode).toBe(204);

    expect([await me(token), await me(other)]).toEqual([401, 401]);
    const renewed = await here.renew();
    expect(renewed).toHaveProperty('access_token');
    expect(typeof renewed === 'string' ? 0 : await me(renewed.access_token)).toBe(200);
    expect(await elsewhere.renew()).toBe('login_required');
    await expect(elsewhere.signIn(user.email, next)).resolves.toHaveProperty('access_token');
  });

  test('voids the links that were on their way', async () => {
    const account = {
      userId: user.id,
      companyId: user.companyId,
      email: user.email,
      firstName: '',
      lastName: '',
      isActive: true,
      isCompanyActive: true,
      isProvider: false,
      language: null,
      secondFactorFrom: null,
      sessionEpoch: 1,
    };
    await createLink(balie.db, account, 'password', new Date());
    await change(user.id, { currentPassword: current, newPassword: next });
    expect(
      await balie.db.selectFrom('sign_in_links').selectAll().where('user_id', '=', user.id).execute(),
    ).toEqual([]);
  });

  test.each([
    [{ currentPassword: 'Helemaal-mis-1', newPassword: next }, { current_password: ['invalid'] }],
    [{ currentPassword: current, newPassword: 'kort' }, { new_password: ['weak-password'] }],
    [{ currentPassword: current, newPassword: 'Welkom01' }, { new_password: ['common-password'] }],
    [{ currentPassword: current, newPassword: current }, { new_password: ['unchanged'] }],
    [{ currentPassword: current, newPassword: `Aa1${'x'.repeat(300)}` }, { new_password: ['too-long'] }],
    [{}, { current_password: ['required'], new_password: ['required'] }],
  ] as const)('%j is refused with %j, and changes nothing', async (payload, codes) => {
    expect(await change(user.id, payload)).toBeProblem(400, 'validation', codes);
    await expect(new Browser(balie.app).signIn(user.email, current)).resolves.toHaveProperty('access_token');
  });

  test('is recorded, and so are wrong tries and a password that staff give', async () => {
    const staff = await balie.asUser({ isProvider: true, may: ['core.users.invite.system'] });
    await change(user.id, { currentPassword: 'Helemaal-mis-1', newPassword: next });
    await change(user.id, { currentPassword: current, newPassword: next });
    expect(
      (await staff.post(`/api/core/companies/${user.companyId}/users/${user.id}/starting-password`))
        .statusCode,
    ).toBe(200);
    const recorded = await balie.db
      .selectFrom('sign_in_events')
      .select(['kind', 'ip', 'by_user_id'])
      .where('company_id', '=', user.companyId)
      .orderBy('id')
      .execute();
    expect(recorded).toEqual([
      { kind: 'failed', ip: '127.0.0.1', by_user_id: null },
      { kind: 'password-set', ip: '127.0.0.1', by_user_id: null },
      { kind: 'password-set', ip: null, by_user_id: staff.userId },
    ]);
  });

  test('is no way to guess: wrong ones count as on the login page', async () => {
    const guess = () => change(user.id, { currentPassword: 'Helemaal-mis-1', newPassword: next });
    for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toBeProblem(400, 'validation');
    expect(await change(user.id, { currentPassword: current, newPassword: next })).toBeProblem(
      429,
      'too-many-requests',
    );
  });

  test('leaves nothing behind in the store of answers', async () => {
    await change(user.id, { currentPassword: current, newPassword: next }, { 'idempotency-key': 'k1' });
    expect(
      await balie.db.selectFrom('idempotency_keys').selectAll().where('path', '=', url).execute(),
    ).toEqual([]);
  });
});
