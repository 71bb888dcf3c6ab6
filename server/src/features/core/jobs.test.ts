import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, testNow, type TestApp } from '#server/app/testing/app.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { coreJobs } from './jobs.ts';

let balie: TestApp;
beforeAll(async () => {
  balie = await testApp();
});
afterAll(() => balie.close());

test('the nightly job forgets hashes of unknown addresses of more than ninety days ago', async () => {
  const daysAgo = (count: number) => new Date(testNow.getTime() - count * 24 * 3_600_000).toISOString();
  await balie.db
    .insertInto('unknown_sign_ins')
    .values([89, 91].map((days) => ({ id: newId(), address_hash: `of ${days}`, at: daysAgo(days) })))
    .execute();
  // The queue hands each kind of job over once, with what it would carry at night: nothing.
  const work: Jobs['work'] = (_, handle) =>
    handle(JSON.parse('{}'), {
      id: 'night',
      retry: 0,
      isLastTry: true,
      signal: new AbortController().signal,
    });
  await coreJobs.handlers({ ...balie.services, jobs: { ...balie.services.jobs, work } }, { slices: [] });
  expect(await balie.db.selectFrom('unknown_sign_ins').select('address_hash').execute()).toEqual([
    { address_hash: 'of 89' },
  ]);
});
