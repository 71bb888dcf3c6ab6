import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { storm } from '#server/app/testing/storm.ts';
import { usually } from '../support/torture.ts';

let balie: TestApp;
beforeAll(async () => {
  balie = await testApp();
  await balie.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => balie.close());

const parts = Array.from({ length: usually(1, { long: 4 }) }, (_, part) => Date.now() + part);

test.each(parts)('three quarters of a minute of aborts, slow bodies and keys (seed %s)', async (seed) => {
  const { rounds } = await storm(balie, 45_000, seed);
  expect(rounds).toBeGreaterThan(0);
});
