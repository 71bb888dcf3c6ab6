import { expect, test } from 'vitest';
import { usually } from '../support/torture.ts';
import { upgradeAndBack } from '../support/two-versions.ts';

test('the next version beside this one, and back, at 300 requests a second', async () => {
  const phases = await upgradeAndBack({ requestsPerSecond: 300, phaseMs: usually(15_000, { long: 30_000 }) });
  process.stdout.write(`${JSON.stringify(phases)}\n`);
  // Below that a few slow answers of a busy machine would decide.
  const limit = 3 * Math.max(phases['old']?.p99 ?? 0, 100);
  for (const [name, { p99 }] of Object.entries(phases))
    expect({ name, isInTime: p99 <= limit }).toEqual({ name, isInTime: true });
});
