import { afterAll, expect, test } from 'vitest';
import { testApp } from '#server/app/testing/app.ts';
import { setPassword } from '#server/features/identity/index.ts';
import { codeAt } from '#server/features/identity/testing/codes.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { buildUser } from '../testing/factories.ts';

const balie = await testApp({ now: () => new Date() });
afterAll(() => balie.close());

const update = 'core.users.update.company';

test('staff end all sessions of a user, and remove a lost second factor with all of their rights only', async () => {
  const user = await buildUser(balie.db, { may: ['core.groups.read.company'] });
  await setPassword(balie.db, user.id, 'Welkom-2026', { mustChange: false });
  const signIn = async () =>
    balie.withToken((await new Browser(balie.app).signIn(user.email, 'Welkom-2026')).access_token);
  const url = `/api/core/companies/${user.companyId}/users/${user.id}/reset-sign-in`;
  const device = await signIn();
  const { secret } = (await device.post('/api/identity/totp')).json().result;
  await device.post('/api/identity/totp/confirm', { code: codeAt(secret, new Date()) });

  const colleague = await balie.asUser({ companyId: user.companyId, may: [update] });
  expect((await colleague.post(url)).statusCode).toBe(204);
  expect(await device.get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
  expect(await colleague.post(url, { removesFactor: true })).toBeProblem(403, 'forbidden');

  const manager = await balie.asUser({
    companyId: user.companyId,
    may: [update, 'core.groups.read.company'],
  });
  expect((await manager.post(url, { removesFactor: true })).statusCode).toBe(204);
  const again = await signIn();
  expect((await again.get('/api/identity/security')).json().result).toMatchObject({
    totpSince: null,
    recoveryCodesLeft: 0,
  });
  const verbs = await balie.db
    .selectFrom('history')
    .where('entity_id', '=', user.id)
    .select('verb')
    .orderBy('id')
    .execute();
  expect(verbs.map(({ verb }) => verb)).toEqual(['end-sessions', 'remove-factor']);
});
