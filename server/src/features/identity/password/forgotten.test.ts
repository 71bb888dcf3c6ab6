import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { directoryOf } from '#server/app/sign-in.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { createOutbox } from '#server/platform/mail/testing/outbox.ts';
import { type NewPasswordRequest } from '../links/account-paths.ts';
import { newPasswordJob, sendNewPassword } from '../links/new-password.job.ts';
import { Browser } from '../testing/browser.ts';

let balie: TestApp;
const outbox = createOutbox();

beforeAll(async () => {
  balie = await testApp({ mail: outbox });
});
afterAll(() => balie.close());

const waiting = async () =>
  (
    await sql<{
      data: NewPasswordRequest;
    }>`select data from jobs.job where name = ${newPasswordJob.name} order by created_on`.execute(balie.db)
  ).rows;

test('a request waits in the queue without having been looked up, and the worker mails the link to whom it belongs', async () => {
  const user = await buildUser(balie.db);
  const browser = new Browser(balie.app);
  for (const email of [user.email, 'niemand@balie.example'])
    await browser.post('/oidc/account/forgotten?lang=en', { email });
  const jobs = await waiting();
  expect(jobs.map(({ data }) => data)).toEqual(
    [user.email, 'niemand@balie.example'].map((email) => ({
      email,
      origin: 'http://localhost',
      variant: 'generic',
      language: 'en',
    })),
  );
  expect(await balie.db.selectFrom('sign_in_links').selectAll().execute()).toEqual([]);

  for (const { data } of jobs) await sendNewPassword(balie.services, directoryOf(balie.db), data);
  expect(outbox.sent).toMatchObject([{ to: user.email, subject: 'A new password for Balie' }]);
  const url = /http:\/\/localhost(\S+)/.exec(outbox.sent[0]?.text ?? '')?.[1] ?? '';
  const choice = { new_password: 'Gekozen-2026', new_password_again: 'Gekozen-2026' };
  expect((await browser.post(url, choice)).statusCode).toBe(200);
  await expect(browser.signIn(user.email, choice.new_password)).resolves.toHaveProperty('access_token');
});

test('a try that cannot be mailed fails, so that it is tried again', async () => {
  const user = await buildUser(balie.db);
  outbox.isDown = true;
  const request = { email: user.email, origin: 'http://localhost', variant: 'fm', language: 'nl' } as const;
  await expect(sendNewPassword(balie.services, directoryOf(balie.db), request)).rejects.toThrow(
    'no mail server',
  );
});
