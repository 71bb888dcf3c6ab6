import { test } from 'vitest';
import { upgradeAndBack } from '../support/two-versions.ts';

// The short form of tests/torture/two-versions.test.ts.
test('the next version beside this one, and back, fails no request and loses no write', async () => {
  const times = await upgradeAndBack({ requestsPerSecond: 40, phaseMs: 2000 });
  process.stdout.write(`${JSON.stringify(times)}\n`);
});
