import { expect, test } from 'vitest';
import { usually } from '../support/torture.ts';
import { upgradeAndBack } from '../support/two-versions.ts';

test('the next version beside this one, and back, at 300 requests a second: at most three times as slow', async () => {
  const times = await upgradeAndBack({ requestsPerSecond: 300, phaseMs: usually(8000, { long: 30_000 }) });
  process.stdout.write(`${JSON.stringify(times)}\n`);
  // Below that a few slow answers of a busy machine would decide.
  const limit = 3 * Math.max(times.bare.p99, 50);
  for (const [step, { p99 }] of Object.entries(times.steps))
    expect({ step, isInTime: p99 <= limit }).toEqual({ step, isInTime: true });
});
