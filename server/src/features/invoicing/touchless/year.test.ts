import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';
import { startWork, type Work } from '../testing/work.ts';
import { simulateYear, yearText } from '../testing/year.ts';

let now = new Date('2026-01-01T08:00:00Z');
let world: TestApp;
let work: Work;
let pdf: PdfReader;

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
  pdf = startPdf();
});
afterAll(async () => {
  await pdf.close();
  await work.close();
  await world.close();
});

// The short form of `npm run year`.
test('a year of four suppliers needs people less and less, and passes nothing wrong', async () => {
  const year = await simulateYear(
    world,
    { set: (moment) => void (now = moment) },
    { work, pdf },
    { seed: 19, suppliers: 4, documents: 48, mistakes: 0.01 },
  );
  const half = (from: number, to: number) =>
    year.outcomes.filter(({ month }) => month >= from && month <= to);
  const share = (of: typeof year.outcomes) => of.filter(({ isTouchless }) => isTouchless).length / of.length;
  expect(yearText(year)).toContain('values passed by rules');
  expect(share(half(7, 12))).toBeGreaterThan(share(half(1, 6)));
  expect(share(half(7, 12))).toBeGreaterThan(0.4);
  expect(year.wrongPassed).toEqual([]);
}, 120_000);
