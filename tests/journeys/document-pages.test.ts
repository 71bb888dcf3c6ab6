import { setTimeout } from 'node:timers/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { generateInvoices } from '#server/samples/generate.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';
import { whileWorkerWaits } from '../support/worker.ts';

// Work on pages and between colleagues: files that hold two invoices, pages upside down, two people at one document.

openStage();

const taken = z.object({ result: z.array(z.object({ id: z.string() })) });
const record = z.object({
  result: z.object({
    documentId: z.string(),
    state: z.string(),
    pageCount: z.number(),
    hasSource: z.boolean(),
    textLength: z.number(),
  }),
});
const listed = z.object({ result: z.array(z.object({ id: z.string(), documentId: z.string() })) });

async function call<S extends z.ZodType>(
  email: string,
  path: string,
  shape: S,
  init: RequestInit = {},
): Promise<z.output<S>> {
  const authorization = `Bearer ${await product.token(email)}`;
  return shape.parse(
    await (
      await fetch(`${product.at('generic')}/api/${path}`, { ...init, headers: { authorization } })
    ).json(),
  );
}

const recordOf = async (id: string) =>
  (await call('beheer@balie.example', `fmmanagement/documenten/${id}`, record)).result;

/** Uploads a file as a customer does, and waits until it was read; gives its id. */
async function upload(filename: string, bytes: Uint8Array): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), filename);
  // Of this customer: staff see the documents of others, with higher numbers.
  const { result } = await call('fm@balie.example', 'fmmodule/documents', taken, { method: 'POST', body });
  const id = result[0]?.id ?? '';
  await settled(id);
  return id;
}

async function settled(id: string): Promise<void> {
  while (/Nieuw|Bezig/.test((await recordOf(id)).state)) await setTimeout(500);
}

/** Pages with text enough to be read without OCR, which is no invoice. */
async function leaflet(title: string, pages: number, rows = 12): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = file.addPage([595, 842]);
    page.drawText(`${title} bladzijde ${number}`, { x: 60, y: 700, size: 22, font });
    for (let row = 1; row < rows; row += 1) {
      page.drawText('Over het weven van tapijt in de stad Zwolle.', {
        x: 60,
        y: 700 - 22 * row,
        size: 12,
        font,
      });
    }
  }
  return file.save();
}

/** Several generated invoices behind each other in one file. */
async function bundle(seed: number): Promise<Uint8Array> {
  const file = await PDFDocument.create();
  for (const sample of generateInvoices({ seed, count: 2, layouts: ['classic', 'stacked'] })) {
    const one = await PDFDocument.load(await sample.pdf());
    for (const page of await file.copyPages(one, one.getPageIndices())) file.addPage(page);
  }
  return file.save();
}

async function staff(email: string, path: string) {
  const person = await newPerson(browser);
  await signIn(person.page, product, 'generic', email);
  await person.page.goto(`${product.at('generic')}${path}`);
  return person;
}

// A document that is read anew has no pages for a moment, and a page that was asked for before is answered with 404 then.
const unexpected = (problems: readonly string[]) =>
  problems.filter((problem) => !problem.includes('status of 404'));
const chip = (page: Page, word: string) => page.getByText(word, { exact: true }).first();
const openPages = (page: Page) => page.getByRole('button', { name: "Pagina's", exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog');

test('two invoices in one file are split where they are judged; both come back by themselves, and the file is kept', async () => {
  const id = await upload('twee-facturen.pdf', await bundle(5201));
  const { documentId } = await recordOf(id);
  const { page, problems, close } = await staff(
    'beheer@balie.example',
    `/fmmodule/invoicerecognition?open=${id}&size=250`,
  );
  const item = page.getByRole('region', { name: documentId });
  await item.getByText('Op pagina 2 lijkt een andere factuur te beginnen.').waitFor();
  await item.getByRole('button', { name: 'Bekijken en splitsen' }).click();
  await dialogOf(page).getByRole('button', { name: 'Splitsen in 2' }).click();
  await expect.poll(() => recordOf(id)).toMatchObject({ pageCount: 1 });

  // Of this customer: staff see the documents of others, with higher numbers.
  const { result } = await call(
    'fm@balie.example',
    'fmmodule/documents?$orderby=documentId desc&$top=1',
    listed,
  );
  const second = result[0];
  expect(second?.id).not.toBe(id);
  for (const number of [documentId, second?.documentId ?? '']) {
    await page.getByRole('row').filter({ hasText: number }).first().waitFor({ timeout: 60_000 });
  }
  expect(await recordOf(id)).toMatchObject({ pageCount: 1, hasSource: true });
  expect(await recordOf(second?.id ?? '')).toMatchObject({ state: 'Herkend', pageCount: 1, hasSource: true });

  // The file that came in is one command away.
  await page.goto(`${product.at('generic')}/fmmanagement/documents/${id}`);
  await openPages(page);
  await dialogOf(page).getByRole('button', { name: 'Terug naar het origineel' }).click();
  await page.getByText('Pagina 1 van 2').waitFor({ timeout: 60_000 });
  expect(unexpected(problems())).toEqual([]);
  await close();
});

test('pages are turned and taken out, each time read again before one’s eyes, and two documents become one', async () => {
  const id = await upload('bijlage.pdf', await leaflet('Bijlage A', 3));
  const other = await upload('bijlage-b.pdf', await leaflet('Bijlage B', 2));
  const { page, problems, close } = await staff('beheer@balie.example', `/fmmanagement/documents/${id}`);
  await chip(page, 'Onbekend').waitFor();

  await openPages(page);
  await dialogOf(page).getByRole('button', { name: 'Pagina 1' }).click();
  await whileWorkerWaits(product, async () => {
    await dialogOf(page).getByRole('button', { name: 'Rechtsom' }).click();
    await chip(page, 'Bezig').waitFor();
    await page.getByText('Het document wordt gelezen.').waitFor();
  });
  await chip(page, 'Onbekend').waitFor({ timeout: 60_000 });
  // An A4 on its side is wider than high.
  const isLying = () =>
    page
      .locator('img[alt^="Pagina"]')
      .first()
      .evaluate(
        (img) => Number(Reflect.get(img, 'naturalWidth')) > Number(Reflect.get(img, 'naturalHeight')),
      );
  await expect.poll(isLying).toBe(true);

  await openPages(page);
  await dialogOf(page).getByRole('button', { name: 'Pagina 3' }).click();
  await dialogOf(page).getByRole('button', { name: '1 pagina weghalen' }).click();
  await page.getByText('Pagina 1 van 2').waitFor({ timeout: 60_000 });
  await chip(page, 'Onbekend').waitFor({ timeout: 60_000 });
  await openPages(page);
  await dialogOf(page).getByRole('button', { name: 'Terug naar het origineel' }).click();
  await page.getByText('Pagina 1 van 3').waitFor({ timeout: 60_000 });
  await expect.poll(isLying).toBe(false);

  await page.getByRole('link', { name: 'Onbekende documenten' }).first().click();
  for (const one of [id, other]) {
    const { documentId } = await recordOf(one);
    await page.getByRole('checkbox', { name: `Kies ${documentId}` }).check();
  }
  await page.getByRole('button', { name: 'Samenvoegen' }).click();
  await dialogOf(page).getByRole('button', { name: 'Samenvoegen' }).click();
  await page.getByText(/^Samengevoegd tot .* \(5 pagina's\)$/).waitFor();
  await settled(id);
  expect(await recordOf(id)).toMatchObject({ pageCount: 5, hasSource: true });
  expect(unexpected(problems())).toEqual([]);
  await close();
});

test('who opens a document that a colleague works on reads his name, takes over, and the colleague sees it at once', async () => {
  const id = await upload('overname.pdf', await leaflet('Overname', 1));
  const { documentId } = await recordOf(id);
  const sanne = await staff('beheer@balie.example', `/fmmanagement/documents/${id}`);
  await chip(sanne.page, 'Onbekend').waitFor();

  const joris = await staff('joris@balie.example', '/fmmanagement/documents');
  const row = joris.page.getByRole('row').filter({ hasText: documentId });
  await row.getByText('Sanne de Wit werkt hieraan').waitFor({ state: 'attached' });
  await row.getByRole('link', { name: documentId }).click();
  await joris.page.getByRole('alert').getByText('Sanne de Wit werkt hieraan').waitFor();
  await joris.page.getByRole('button', { name: 'Overnemen' }).click();
  await expect.poll(() => joris.page.getByText('Sanne de Wit werkt hieraan').count()).toBe(0);
  await sanne.page.getByRole('alert').getByText('Joris Kamp werkt hieraan').waitFor({ timeout: 10_000 });

  // Who leaves lets it go.
  await joris.page.getByRole('link', { name: 'Triggers' }).click();
  await expect.poll(() => sanne.page.getByText('Joris Kamp werkt hieraan').count()).toBe(0);
  expect([...sanne.problems(), ...joris.problems()]).toEqual([]);
  await Promise.all([sanne.close(), joris.close()]);
});

test('what has fewer than 500 characters is set aside in one go, exactly that batch comes back, and the list can be taken along', async () => {
  const id = await upload('kort.pdf', await leaflet('Kort', 1, 1));
  const { documentId, textLength } = await recordOf(id);
  expect(textLength).toBeLessThan(500);
  const { page, problems, close } = await staff('beheer@balie.example', '/fmmanagement/documents');
  const row = page.getByRole('row').filter({ hasText: documentId });
  await row.waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Lijst downloaden' }).click();
  await page.getByRole('menuitem', { name: 'CSV voor Excel' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);

  await page.getByRole('button', { name: '500 karakters' }).click();
  await page.getByText(/^Er (is|zijn) [1-9]\d* documenten? verwerkt$/).waitFor();
  await expect.poll(() => row.count()).toBe(0);
  expect((await recordOf(id)).state).toBe('Onverwerkbaar');
  await page.getByRole('button', { name: 'Ongedaan maken' }).last().click();
  await row.waitFor();
  expect((await recordOf(id)).state).toBe('Onbekend');
  expect(problems()).toEqual([]);
  await close();
});

test('on a phone the pages of a long document move in their own strip, never the screen', async () => {
  const id = await upload('folder-lang.pdf', await leaflet('Folder', 30));
  const { page, problems, close } = await newPerson(browser, { viewport: { width: 360, height: 780 } });
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.goto(`${product.at('generic')}/fmmanagement/documents/${id}`);
  await page.getByText('Pagina 1 van 30').waitFor();
  expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(360);
  expect(problems()).toEqual([]);
  await close();
});
