import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { directoryOf } from '#server/app/sign-in.ts';
import { testApp } from '#server/app/testing/app.ts';
import { createSite, setPassword } from '#server/features/identity/index.ts';
import {
  type SecurityNotice,
  sendSecurityMail,
} from '#server/features/identity/devices/security-mail.job.ts';
import { codeAt } from '#server/features/identity/testing/codes.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { createOutbox } from '#server/platform/mail/testing/outbox.ts';
import { buildUser } from '../testing/factories.ts';

const outbox = createOutbox();
const balie = await testApp({ now: () => new Date(), mail: outbox });
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
  const { rows } = await sql<{ data: SecurityNotice }>`
    select data from jobs.job where data->>'about' = 'factor-removed'`.execute(balie.db);
  expect(rows).toHaveLength(1);
  const parts = {
    directory: directoryOf(balie.db),
    sites: { allSites: () => [createSite('https', 'generic', 'balie.nl', 443)] },
  };
  for (const { data } of rows) await sendSecurityMail(balie.services, parts, data);
  expect(outbox.sent).toMatchObject([{ to: user.email, subject: 'Tweede factor verwijderd' }]);
  expect(outbox.sent[0]?.text).toContain('Een beheerder van uw bedrijf deed dit.');
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
