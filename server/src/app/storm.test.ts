import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from './testing/app.ts';
import { storm } from './testing/storm.ts';

// The short form; tests/torture/storm.test.ts takes minutes and other seeds.
let balie: TestApp;
beforeAll(async () => {
  balie = await testApp();
  await balie.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => balie.close());

test(
  'clients that leave, are slow or reuse keys make nothing twice and hold up nobody',
  { timeout: 60_000 },
  async () => {
    const { rounds } = await storm(balie, 8000, 20261121);
    expect(rounds).toBeGreaterThan(0);
  },
);
