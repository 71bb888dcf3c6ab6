import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#server/app/testing/app.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { simulateYear, yearText } from '#server/features/invoicing/testing/year.ts';
import { type PdfReader, startPdf } from '#server/platform/pdf/pdf.ts';

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

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);

test('a year', async () => {
  const settings = {
    seed: number('YEAR_SEED', 2026),
    suppliers: number('YEAR_SUPPLIERS', 60),
    documents: number('YEAR_DOCUMENTS', 3000),
    mistakes: 0.01,
  };
  const year = await simulateYear(
    world,
    { set: (moment) => void (now = moment) },
    { work, pdf },
    {
      ...settings,
      onDocument: (count) => count % 100 === 0 && console.log(`${count} of ${settings.documents}`),
    },
  );
  console.log(`${JSON.stringify(settings)}\n${yearText(year)}`);
  expect(year.outcomes).toHaveLength(settings.documents);
});
