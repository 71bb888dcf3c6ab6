import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { generateInvoices } from '#server/samples/generate.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { printedText, withoutSpaces } from '../support/printed.ts';
import { browser, product, openStage } from '../support/stage.ts';

// Recognition as staff do it: judge what was read, correct it on the page, and teach what could not be read by
// showing an example. The documents are made by the project's own generator.

/** Documents that were read, by their ids: one for each try, since a journey changes what it meets. */
let toCorrect: string[];
let toTeach: string[];
let toShare: string[];

openStage();
beforeAll(async () => {
  // They wait behind the documents of the demo.
  toCorrect = await Promise.all([upload('classic', 4101), upload('classic', 4103)]);
  toTeach = await Promise.all([upload('stacked', 4102), upload('stacked', 4104)]);
  toShare = await Promise.all([upload('classic', 4105), upload('classic', 4107)]);
}, 300_000);

const found = z.object({ property: z.string(), value: z.string(), raw: z.string() });
const record = z.object({
  result: z.object({ documentId: z.string(), state: z.string(), properties: z.array(found) }),
});

/** Asks the server as staff, for what a person would read from the page. */
async function ask<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const token = await product.token('beheer@balie.example');
  const response = await fetch(`${product.at('generic')}/api/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return schema.parse(await response.json());
}

/** Uploads one generated invoice as a customer does, and waits until it was read; gives its id. */
async function upload(layout: 'classic' | 'stacked', seed: number): Promise<string> {
  const [sample] = generateInvoices({ seed, count: 1, layouts: [layout] });
  if (sample === undefined) throw new Error('the generator gave nothing');
  const body = new FormData();
  body.append('file', new Blob([await sample.pdf()], { type: 'application/pdf' }), `factuur-${seed}.pdf`);
  const token = await product.token('fm@balie.example');
  const response = await fetch(`${product.at('generic')}/api/fmmodule/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  expect(response.status).toBe(202);
  const taken = z.object({ result: z.array(z.object({ id: z.string() })) }).parse(await response.json());
  const id = taken.result[0]?.id ?? '';
  const state = async () => (await ask(`fmmanagement/documenten/${id}`, record)).result.state;
  while (/Nieuw|Bezig/.test(await state())) await setTimeout(1000);
  return id;
}

/** Waits for a change that succeeds; rejections are heard at once, whatever comes first. */
function judged(page: Page, ending: string): Promise<unknown> {
  const answer = page.waitForResponse(
    (response) => response.url().endsWith(ending) && response.request().method() !== 'GET' && response.ok(),
  );
  answer.catch(() => undefined);
  return answer;
}

test('a value is corrected by a click on the page, the document judged, and the verdict taken back', async () => {
  const id = toCorrect.shift() ?? '';
  const { documentId, properties } = (await ask(`fmmanagement/documenten/${id}`, record)).result;
  const number = properties.find(({ property }) => property === 'number')?.raw ?? '';
  const { page, problems, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.goto(`${product.at('generic')}/fmmodule/invoicerecognition?open=${id}&size=250`);
  const item = page.getByRole('region', { name: documentId });
  await item.waitFor();

  // On paper the values stand too, though each is a button.
  await item.getByRole('row', { name: /^Factuurnummer/ }).waitFor();
  const values = await item.locator('button[data-stop]').allInnerTexts();
  expect(values).toContain(number);
  for (const landscape of [false, true]) {
    const printed = await printedText(page, { landscape });
    for (const value of values) expect(printed).toContain(withoutSpaces(value));
  }

  // Pointing at a value thickens its box on the page.
  const box = page.getByRole('button', { name: /^Factuurnummer: / });
  await box.waitFor();
  const thickness = () =>
    box.evaluate((element) =>
      Number.parseFloat(Reflect.get(globalThis, 'getComputedStyle')(element).borderTopWidth),
    );
  const atRest = await thickness();
  await item.getByRole('row', { name: /^Factuurnummer/ }).hover();
  // The first move of a mouse has no movement yet; only what moves points at something.
  const row = await item.getByRole('row', { name: /^Factuurnummer/ }).boundingBox();
  await page.mouse.move((row?.x ?? 0) + 40, (row?.y ?? 0) + 12, { steps: 3 });
  await expect.poll(thickness).toBeGreaterThan(atRest);

  await item
    .getByRole('row', { name: /^Factuurnummer/ })
    .getByRole('button')
    .first()
    .click();
  const corrected = judged(page, '/properties/number');
  await page
    .getByRole('button', { name: number, exact: true })
    .and(page.locator('[tabindex="-1"]'))
    .first()
    .click();
  await corrected;
  await item
    .getByRole('row', { name: /^Factuurnummer/ })
    .getByText('bevestigd')
    .waitFor();

  await seeAll(page);
  const positive = judged(page, `/invoicerecognition/${id}`);
  await page.keyboard.press('p');
  await positive;
  await expect.poll(() => item.count()).toBe(0);
  const back = judged(page, `/${id}/undo`);
  await page.getByRole('button', { name: 'Ongedaan maken' }).last().click();
  await back;
  await item.waitFor();
  expect(problems()).toEqual([]);
  await close();
});

// Doubtful values are seen one after the other before a verdict confirms them.
async function seeAll(page: Page): Promise<void> {
  const at = () =>
    page.evaluate(() => Reflect.get(globalThis, 'document').activeElement?.getAttribute('data-stop'));
  await expect.poll(at).not.toBeNull();
  while ((await at()) !== 'positive') {
    const before = await at();
    await page.keyboard.press('Tab');
    await expect.poll(at).not.toBe(before);
  }
}

test('a document that is judged in another tab is told, and the next one comes', async () => {
  const id = toShare.shift() ?? '';
  const { documentId } = (await ask(`fmmanagement/documenten/${id}`, record)).result;
  const { page, problems, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  const address = `${product.at('generic')}/fmmodule/invoicerecognition?open=${id}&size=250`;
  await page.goto(address);
  await page.getByRole('region', { name: documentId }).waitFor();
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByRole('region', { name: documentId }).waitFor();
  await seeAll(other);
  const positive = judged(other, `/invoicerecognition/${id}`);
  await other.keyboard.press('p');
  await positive;
  await page.bringToFront();
  await page.getByText(`U hebt ${documentId} al positief beoordeeld`).waitFor();
  await expect.poll(() => page.url()).not.toContain(id);
  // Its own page says the same, and takes the verdict back.
  await page.getByRole('button', { name: 'Bekijken' }).click();
  await page.getByText(/^Positief beoordeeld op .* door: u$/).waitFor();
  const back = judged(page, `/${id}/undo`);
  await page.getByRole('button', { name: 'Oordeel terugnemen' }).click();
  await back;
  await page.getByRole('button', { name: /^Positief/ }).waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('on a phone what opens stands below its page, and what came in is told whole', async () => {
  const { documentId } = (await ask(`fmmanagement/documenten/${toCorrect[0] ?? ''}`, record)).result;
  const body = new FormData();
  body.append('file', new Blob(['geen factuur']), `${'een-lange-naam-van-een-bestand-'.repeat(4)}.pdf`);
  const authorization = `Bearer ${await product.token('fm@balie.example')}`;
  await fetch(`${product.at('generic')}/api/fmmodule/documents`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const { page, problems, close } = await newPerson(browser, {
    viewport: { width: 360, height: 780 },
    reducedMotion: 'reduce',
  });
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.goto(`${product.at('generic')}/fmmodule/invoicerecognition?size=250`);
  await page.getByRole('row').filter({ hasText: documentId }).first().click();
  const bottom = async () => {
    const box = await page.getByRole('button', { name: 'Volledig scherm' }).boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  // The first doubtful value is in view, so those before it may have gone up under the page.
  const last = page.getByRole('region', { name: documentId }).getByRole('row').last();
  await expect.poll(async () => ((await last.boundingBox())?.y ?? 0) - (await bottom())).toBeGreaterThan(0);

  await page.goto(`${product.at('generic')}/fmmodule/intake-log`);
  const reason = page.getByText('Dit soort bestand wordt niet gelezen').first();
  await reason.waitFor();
  const { x = -1, width = 0 } = (await reason.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(360);
  expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(360);
  expect(problems()).toEqual([]);
  await close();
});

test('what was judged negative is unknown, set aside and brought back, and recognised again by an example', async () => {
  const id = toTeach.shift() ?? '';
  const { documentId, properties } = (await ask(`fmmanagement/documenten/${id}`, record)).result;
  const rawOf = (name: string) => properties.find(({ property }) => property === name)?.raw ?? '';
  const { page, problems, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.goto(`${product.at('generic')}/fmmodule/invoicerecognition?open=${id}&size=250`);
  await page.getByRole('region', { name: documentId }).waitFor();
  await page.getByLabel('Automatisch').uncheck();
  const negative = judged(page, `/invoicerecognition/${id}`);
  await page.getByRole('button', { name: /^Negatief/ }).click();
  await page.getByRole('menuitem', { name: 'Iets anders' }).click();
  await negative;

  // Aside with the others of the selection, and back by the undo.
  await page.getByRole('link', { name: 'Onbekende documenten' }).click();
  const row = page.getByRole('row').filter({ hasText: documentId });
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Onverwerkbaar' }).click();
  await page.getByText('Er is 1 document verwerkt').waitFor();
  await expect.poll(() => row.count()).toBe(0);
  await page.getByRole('button', { name: 'Ongedaan maken' }).last().click();
  await row.waitFor();

  // From example: select on the text, name the field, see the value beside it.
  await row.getByRole('link', { name: documentId }).click();
  await page.getByRole('link', { name: 'Regex' }).click();
  for (const [part, field, tag] of [
    [rawOf('number'), 'Nummer', 'nr'],
    [rawOf('date'), 'Datum', 'datum'],
    [rawOf('total').replace(/^[^\d-]+/, ''), 'Totaal', 'totaal'],
    [rawOf('creditor').split(' ')[0] ?? '', 'Trefwoord', ''],
  ] as const) {
    await selectText(page, part);
    const written = judged(page, '/regex/example');
    await page
      .getByRole('group', { name: 'Gekozen tekst' })
      .getByRole('button', { name: field, exact: true })
      .click();
    await written;
    if (tag !== '') await page.locator(`mark[data-tag="${tag}"]`).first().waitFor();
  }
  // The same matches stand on the page itself.
  await page.getByRole('button', { name: 'Pagina', exact: true }).click();
  await page
    .getByRole('button', { name: `Factuurnummer: ${rawOf('number')}` })
    .first()
    .waitFor();

  // Try it before saving: this document is newly recognised, and nothing has happened yet.
  await page.getByRole('button', { name: 'Proef draaien' }).click();
  const panel = page.getByRole('region', { name: 'Proef' });
  await panel.getByRole('button', { name: documentId }).waitFor();
  expect((await ask(`fmmanagement/documenten/${id}`, record)).result.state).toBe('Onbekend');
  const confirm = panel.getByRole('checkbox');
  if ((await confirm.count()) > 0) await confirm.check();
  const saved = judged(page, '/fmmanagement/triggers');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await saved;

  await page.getByRole('link', { name: 'Onbekende documenten' }).click();
  await page.getByRole('button', { name: 'Regexproces' }).click();
  await page.getByText(/Er (is|zijn) \d+ documenten? verwerkt/).waitFor({ timeout: 60_000 });
  await expect.poll(() => row.count(), { timeout: 15_000 }).toBe(0);
  expect((await ask(`fmmanagement/documenten/${id}`, record)).result.state).toMatch(/Herkend|Verwerkt/);
  expect(problems()).toEqual([]);
  await close();
});

const edgesShape = z.object({ left: z.number(), right: z.number(), middle: z.number() }).nullable();

// Runs in the page, so it is no code of ours to the compiler.
const edgesOf = `(box, sought) => {
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent.indexOf(sought);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + sought.length);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, middle: (top + bottom) / 2 };
  }
  return null;
}`;

/** Selects the first occurrence in the document's text with the mouse, as a person does. */
async function selectText(page: Page, part: string): Promise<void> {
  const text = page.getByLabel('Tekst van het document');
  await text.waitFor();
  const edges = edgesShape.parse(
    await page.evaluate(
      `(${edgesOf})(document.querySelector('[aria-label="Tekst van het document"]'), ${JSON.stringify(part)})`,
    ),
  );
  if (edges === null) throw new Error(`‘${part}’ is not in the text`);
  await page.mouse.move(edges.left + 1, edges.middle);
  await page.mouse.down();
  await page.mouse.move(edges.right - 1, edges.middle, { steps: 4 });
  await page.mouse.up();
}
