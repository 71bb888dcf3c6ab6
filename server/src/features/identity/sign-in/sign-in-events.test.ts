import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../directory.ts';
import { forgetSignInEvents, forgetUnknownSignIns } from './sign-in-events.repository.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;
let browser: Browser;
let places = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  stage.clock.now = new Date();
  account = await stage.person();
  places += 1;
  browser = new Browser(app, 'localhost', `198.51.100.${places}`);
});

const eventsOf = ({ companyId, userId }: Account) =>
  stage.db
    .selectFrom('sign_in_events')
    .select(['kind', 'ip', 'user_agent', 'by_user_id'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
const type = async (email: string, password: string, agent = 'Firefox/1') => {
  const { location } = await browser.begin();
  return browser.post(location, { email, password }, { 'user-agent': agent });
};
const unknown = () => stage.db.selectFrom('unknown_sign_ins').selectAll().orderBy('id').execute();

test('a sign-in and a failed one are recorded in the company of the user, with where they came from', async () => {
  await type(account.email, 'Helemaal-mis-1');
  await type(` ${account.email.toUpperCase()}`, testPassword, `${'x'.repeat(500)}\u00e9`);
  const ip = `198.51.100.${places}`;
  expect(await eventsOf(account)).toEqual([
    { kind: 'failed', ip, user_agent: 'Firefox/1', by_user_id: null },
    { kind: 'signed-in', ip, user_agent: 'x'.repeat(200), by_user_id: null },
  ]);
});

test('somebody who is switched off did not sign in, however right the password', async () => {
  stage.change(account, { isActive: false });
  await type(account.email, testPassword);
  expect(await eventsOf(account)).toMatchObject([{ kind: 'failed' }]);
});

test('a password that somebody sets by a link is recorded', async () => {
  const page = '/oidc/account/forgotten';
  await browser.post(page, { email: account.email });
  const link =
    /https?:\/\/\S+\/oidc\/account\/password\/[\w-]{43}/.exec(stage.outbox.sent.at(-1)?.text ?? '')?.[0] ??
    '';
  const choice = 'Zelf-gekozen-1';
  expect(
    (await browser.post(new URL(link).pathname, { new_password: choice, new_password_again: choice }))
      .statusCode,
  ).toBe(200);
  expect(await eventsOf(account)).toMatchObject([{ kind: 'password-set', ip: `198.51.100.${places}` }]);
});

test('of an address that nobody has only a keyed hash is kept, for ninety days', async () => {
  const typed = `niemand-${places}@balie.example`;
  const before = (await unknown()).length;
  await type(typed, testPassword);
  await type(typed, testPassword);
  const [one, other] = (await unknown()).slice(before);
  expect(one?.address_hash).toMatch(/^[\w-]{43}$/);
  expect(other?.address_hash).toBe(one?.address_hash);
  // Neither the address nor the place stands anywhere in the database, in no table of sign-in.
  for (const table of ['sign_in_events', 'unknown_sign_ins', 'login_attempts', 'oidc_state']) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
      stage.db,
    );
    expect(rows.filter(({ row }) => row.includes(typed) || row.includes(`198.51.100.${places}`))).toEqual([]);
  }
  const days = (count: number) => new Date(stage.clock.now.getTime() + count * 24 * 3_600_000);
  await forgetUnknownSignIns(stage.db, days(89));
  expect(await unknown()).toHaveLength(before + 2);
  await forgetUnknownSignIns(stage.db, days(91));
  expect(await unknown()).toEqual([]);
});

test('what is recorded of users is kept for two years', async () => {
  await type(account.email, testPassword);
  const later = (days: number) => new Date(stage.clock.now.getTime() + days * 24 * 3_600_000);
  await forgetSignInEvents(stage.db, later(729));
  expect(await eventsOf(account)).toMatchObject([{ kind: 'signed-in' }]);
  await forgetSignInEvents(stage.db, later(731));
  expect(await eventsOf(account)).toEqual([]);
});
