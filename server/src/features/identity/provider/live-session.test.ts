import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../directory.ts';
import { isLiveSession } from './live-session.ts';
import { sessionCookie } from './provider.ts';
import { Browser } from '../testing/browser.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';

let stage: Stage;
let app: FastifyInstance;
let account: Account;
let session: string;
let places = 0;

beforeAll(async () => {
  stage = await setStage();
  app = await stage.start();
});
afterAll(() => stage.close());

beforeEach(async () => {
  stage.clock.now = new Date();
  account = await stage.person({});
  places += 1;
  const browser = new Browser(app, 'localhost', `203.0.113.${places}`);
  await browser.signIn(account.email, testPassword);
  session = browser.cookie(sessionCookie) ?? '';
});

const isLive = (id = session) =>
  isLiveSession({ db: stage.db, directory: stage.directory, now: () => stage.clock.now }, id);

test('who signed in would be let in again, a stranger’s cookie would not', async () => {
  expect(await isLive()).toBe(true);
  expect(await isLive('made-up')).toBe(false);
  expect(await isLive('')).toBe(false);
});

test('not after the night', async () => {
  stage.clock.now = new Date(stage.clock.now.getTime() + 13 * 3600 * 1000);
  expect(await isLive()).toBe(false);
});

test('not once all their sessions were ended, or the user was switched off', async () => {
  stage.change(account, { sessionEpoch: account.sessionEpoch + 1 });
  expect(await isLive()).toBe(false);
  stage.change(account, { sessionEpoch: account.sessionEpoch, isActive: false });
  expect(await isLive()).toBe(false);
  stage.change(account, { isActive: true, isCompanyActive: false });
  expect(await isLive()).toBe(false);
});
