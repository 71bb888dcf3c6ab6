import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { buildCompany } from '#server/features/core/testing/factories.ts';
import { runStream, type Scored, tally } from '../testing/frauds/run.ts';
import { fraudsOf, seededFrauds } from '../testing/frauds/seeded.ts';
import { honestYear } from '../testing/frauds/stream.ts';
import { unseenFrauds } from '../testing/frauds/unseen.ts';

// FRAUDS=all is the run of docs/benchmarks.md: 200 frauds among 2,000 honest invoices of 300 suppliers, and the 100 unseen.
const isComplete = process.env['FRAUDS'] === 'all';
const seed = Number(process.env['FRAUDS_SEED'] ?? 20_261_125);
const sizes = isComplete ? { suppliers: 300, invoices: 2000 } : { suppliers: 60, invoices: 160 };

let world: TestApp;

beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());

async function score(frauds: typeof seededFrauds, share: number) {
  const { id } = await buildCompany(world.db);
  const { random, suppliers, history, honest } = honestYear(seed, sizes);
  const made = [...fraudsOf(frauds, { random, suppliers, share })].map((make) =>
    make([...history, ...honest]),
  );
  const scored = [...honest, ...made].toSorted((one, other) => one.arrives.localeCompare(other.arrives));
  return runStream(world.services, id, { history, scored });
}

const shareOf = (results: readonly Scored[], isHonest: boolean) => {
  const some = results.filter(({ kind }) => (kind === 'honest') === isHonest);
  return some.filter(({ severity }) => severity === 'stop' || severity === 'warning').length / some.length;
};

function print(results: readonly Scored[]): void {
  if (!isComplete) return;
  for (const [kind, { all, found }] of tally(results)) console.log(`${kind}: ${found} of ${all}`);
  const wrong = results.filter(
    ({ kind, severity }) => kind === 'honest' && (severity === 'stop' || severity === 'warning'),
  );
  for (const [code, of] of Map.groupBy(wrong, ({ codes }) => codes[0] ?? ''))
    console.log(`honest, ${code}: ${of.length}`);
}

test(
  'of the seeded frauds 95 % raise a warning or a stop, of the honest invoices at most 3 %',
  async () => {
    const results = await score(seededFrauds, isComplete ? 1 : 0.15);
    print(results);
    expect(shareOf(results, false)).toBeGreaterThanOrEqual(0.95);
    expect(shareOf(results, true)).toBeLessThanOrEqual(isComplete ? 0.03 : 0.05);
  },
  isComplete ? 3_600_000 : 600_000,
);

test.runIf(isComplete)(
  'of frauds that were written without the rules in view, as many as there are',
  async () => {
    const results = await score(unseenFrauds, 1);
    print(results);
    console.log('unseen:', shareOf(results, false));
    expect(results.length).toBe(sizes.invoices + 100);
  },
  isComplete ? 3_600_000 : 600_000,
);
