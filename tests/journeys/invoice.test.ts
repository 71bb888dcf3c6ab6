import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { formatAmount } from '#contract/money.ts';
import { formatDay } from '#contract/dates.ts';
import { sampleIban } from '#server/samples/codes.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { randomFrom } from '#server/samples/random.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, restartProduct, openStage } from '../support/stage.ts';

// The main job, as a person does it: drop real supplier invoices on the page, see them recognised, look at the
// pages, approve, and find the approved ones again after a restart.

openStage();

/** One PDF, one scan and one UBL that the demo data does not have, with what a perfect reader finds. */
async function files() {
  const [pdf, scan, ubl] = generateInvoices({
    seed: 77,
    count: 3,
    layouts: ['classic', 'stacked', 'two-columns'],
  });
  if (!pdf || !scan || !ubl) throw new Error('the generator gave too few');
  const reader = startPdf();
  try {
    return [
      { name: 'factuur.pdf', mimeType: 'application/pdf', buffer: await pdf.pdf(), expected: pdf.expected },
      {
        name: 'scan.jpg',
        mimeType: 'image/jpeg',
        buffer: await scan.scan(reader, 'good'),
        expected: scan.expected,
      },
      {
        name: 'factuur.xml',
        mimeType: 'application/xml',
        buffer: Buffer.from(ubl.ubl()),
        expected: ubl.expected,
      },
    ];
  } finally {
    await reader.close();
  }
}

test('from upload to approval, and still approved after a restart', async () => {
  const sent = await files();
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', 'fm@balie.example');
  // While the demo is still being recognised the empty list offers a second place to upload.
  await page
    .getByTestId('upload-files')
    .first()
    .setInputFiles(sent.map(({ name, mimeType, buffer }) => ({ name, mimeType, buffer })));

  for (const { expected } of sent) {
    const row = page
      .getByRole('row')
      .filter({ hasText: expected.creditor })
      .filter({ hasText: formatDay(expected.date) });
    await row.first().waitFor({ timeout: 90_000 });
    await row
      .filter({ hasText: amountOnly(expected.totalInCents) })
      .first()
      .click();
    await page.getByText(expected.number, { exact: false }).first().waitFor();
    const picture = page.locator('img[src^="blob:"]').first();
    await picture.waitFor();
    // The journey opens each invoice itself.
    await page.getByLabel('Automatisch').first().uncheck();
    expect(await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(50);
    const approved = waitForAnswer(page, '/approve');
    await page
      .getByLabel('Beslissen')
      .getByRole('button', { name: /Goedkeuren/ })
      .click();
    await approved;
    await expect
      .poll(() => row.filter({ hasText: amountOnly(expected.totalInCents) }).count(), { timeout: 20_000 })
      .toBe(0);
  }
  await close();

  await restartProduct();
  const later = await newPerson(browser);
  await signIn(later.page, product, 'fm', 'fm@balie.example');
  await later.page.getByLabel('Welke facturen').selectOption({ label: 'Klaar voor verwerking' });
  for (const { expected } of sent) {
    const row = later.page.getByRole('row').filter({ hasText: expected.creditor });
    await row
      .filter({ hasText: amountOnly(expected.totalInCents) })
      .first()
      .waitFor();
  }
  await later.close();
});

test('a file that is no invoice is refused with one sentence, and nothing else stops', async () => {
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', 'fm@balie.example');
  await page.getByTestId('upload-files').setInputFiles([
    { name: 'leeg.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'factuur.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ this is a program') },
  ]);
  await page.getByText('leeg.pdf').first().waitFor();
  await page.getByText(/leeg/i).first().waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await close();
});

test('a changed account stops the invoice until a second person confirms it', async () => {
  const [sample] = generateInvoices({ seed: 91, count: 1, layouts: ['classic'] });
  if (!sample) throw new Error('the generator gave too few');
  const first = sample.ubl();
  const other = sampleIban(randomFrom(91));
  const second = first
    .replaceAll(sample.expected.number, 'CHG-2026-0091')
    .replace(/NL\d\d[A-Z]{4}\d{10}/, other);
  expect(second).toContain(other);

  const uploader = await newPerson(browser);
  await signIn(uploader.page, product, 'fm', 'fm@balie.example');
  const send = (name: string, xml: string) =>
    uploader.page
      .getByTestId('upload-files')
      .first()
      .setInputFiles({ name, mimeType: 'application/xml', buffer: Buffer.from(xml) });
  const rows = uploader.page.getByRole('row').filter({ hasText: sample.expected.creditor });
  await send('eerste.xml', first);
  await rows.first().waitFor({ timeout: 60_000 });
  await send('tweede.xml', second);
  // At the opened invoice it stands as closed afterwards.
  const stopped = rows.filter({ hasText: 'Stop: nieuwe rekening' }).filter({ hasNotText: 'gesloten door' });
  await stopped.first().waitFor({ timeout: 60_000 });
  await stopped.first().click();
  await uploader.page.getByText('Daan Meijer wel.').waitFor();
  expect(await uploader.page.getByRole('button', { name: 'Rekening bevestigen' }).count()).toBe(0);

  const colleague = await newPerson(browser);
  await signIn(colleague.page, product, 'fm', 'daan@vechtstreek.example');
  await colleague.page.getByRole('row').filter({ hasText: 'Stop: nieuwe rekening' }).first().click();
  await colleague.page.getByRole('button', { name: 'Rekening bevestigen' }).click();
  const dialog = colleague.page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Gebeld met een nummer/ }).check();
  await dialog.getByLabel('Met wie en wanneer').fill('Dhr. Van Dijk, 038-5550142');
  const confirmed = waitForAnswer(colleague.page, '/confirm');
  await dialog.getByRole('button', { name: 'Rekening bevestigen' }).click();
  await confirmed;
  // The one who uploaded sees the stop go without asking again, and approves.
  await expect.poll(() => stopped.count()).toBe(0);
  await uploader.page.getByText('Stop: nieuwe rekening: gesloten door Daan Meijer').waitFor();
  const approved = waitForAnswer(uploader.page, '/approve');
  await uploader.page
    .getByLabel('Beslissen')
    .getByRole('button', { name: /Goedkeuren/ })
    .click();
  await approved;
  await Promise.all([uploader.close(), colleague.close()]);
});

/** Waits for a call that succeeds; rejections are heard at once, whatever comes first. */
function waitForAnswer(page: Page, ending: string): Promise<unknown> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith(ending) && response.status() === 200,
  );
  answer.catch(() => undefined);
  return answer;
}

function amountOnly(cents: number): string {
  return formatAmount(cents).replace(/[^\d.,-]/g, '');
}
