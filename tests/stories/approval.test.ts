import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { sampleIban } from '#server/samples/codes.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { randomFrom } from '#server/samples/random.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

// How invoices are approved by several people: by keyboard, in steps, with a substitute, together, and what happens
// when somebody leaves. One product; each story leaves what the next one does not touch.
openStage();

const [petra, daan] = ['fm@balie.example', 'daan@vechtstreek.example'];
const [rik, els, tom] = ['rik@vechtstreek.example', 'els@vechtstreek.example', 'tom@vechtstreek.example'];
const invoice = z.looseObject({
  id: z.string(),
  documentId: z.string(),
  totalAmount: z.number(),
  statusValue: z.string(),
  creditor: z.object({ name: z.string() }),
});
type Invoice = z.output<typeof invoice>;

const idOf = new Map<string, string>();
const tokens = new Map<string, string>();
let companyId = '';

beforeAll(async () => {
  const own = z.object({ companyId: z.string(), id: z.string() });
  for (const who of [petra, daan]) {
    const me = own.parse(await call(who, 'GET', 'identity/me'));
    idOf.set(who, me.id);
    companyId = me.companyId;
  }
  const db = createDb(createPool({ ...product.app, max: 1 }));
  const may = ['read', 'approve', 'comment'].map((verb) => `fmmodule.invoices.${verb}.company`);
  const names = { [rik]: 'Rik', [els]: 'Els', [tom]: 'Tom' };
  for (const [email, firstName] of Object.entries(names)) {
    const { id } = await buildUser(db, { companyId, email, firstName, lastName: 'Vermeer', may });
    idOf.set(email, id);
  }
  await db.destroy();
  // With the password of the demo.
  await product.query(
    `insert into credentials (user_id, password_hash, must_change)
     select n.id, c.password_hash, false from users n, credentials c join users u on u.id = c.user_id
     where n.email = any($1) and u.email = $2`,
    [Object.keys(names), petra],
  );
});

test('ten invoices by keyboard alone, on a slow line', async () => {
  const { page, close } = await newPerson(browser, { viewport: { width: 1280, height: 800 } });
  await signIn(page, product, 'fm', petra);
  await page.getByRole('radio').nth(9).waitFor();
  const before = (await waiting(petra)).length;
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 100_000,
    uploadThroughput: 50_000,
  });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  for (let decided = 0; decided < 10; decided += 1) {
    // The page of this invoice, and no other, is there before it is decided.
    const document = await openedDocument(page);
    await page.getByText(`${document} · Pagina 1`).waitFor();
    await page.locator('img[src^="blob:"]').first().waitFor();
    const answer = page.waitForResponse((response) => response.url().endsWith('/approve'));
    await page.keyboard.press('a');
    expect((await answer).status()).toBe(200);
    await expect.poll(() => openedDocument(page)).not.toBe(document);
  }
  await expect.poll(async () => (await waiting(petra)).length).toBe(before - 10);
  await close();
});

test('three approvers by an amount rule, the last of them away: a substitute decides on a phone, in English', async () => {
  const otherwise = [{ mode: 'one', userIds: [petra, daan].map(userId) }];
  const rule = {
    name: 'Boven € 2.500',
    conditions: [{ kind: 'amount', above: 250_000, upTo: null }],
    steps: [petra, daan, rik].map((who) => ({ mode: 'one', userIds: [userId(who)] })),
  };
  await useFlow({ rules: [rule], otherwise });
  const today = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Amsterdam' });
  await call(daan, 'POST', 'fmmodule/absences', {
    userId: userId(rik),
    substituteId: userId(els),
    fromDay: today,
    untilDay: '2999-12-31',
  });
  const [large] = (await waiting(petra)).filter(({ totalAmount }) => totalAmount > 250_000);
  const document = large?.documentId ?? '';

  for (const who of [petra, daan]) {
    const { page, close } = await newPerson(browser);
    await signIn(page, product, 'fm', who);
    await openInvoice(page, document);
    if (who === daan) await page.getByText('namens Rik Vermeer').first().waitFor();
    await decide(page, 'Goedkeuren');
    await isGone(page, document);
    await close();
  }
  expect((await waiting(els)).map(({ documentId }) => documentId)).toEqual([document]);
  const phone = await newPerson(browser, {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await call(els, 'PUT', 'identity/me', { language: 'en' });
  await signIn(phone.page, product, 'fm', els);
  await phone.page
    .getByText(large?.creditor.name ?? '')
    .first()
    .click();
  await phone.page.locator('img[src^="blob:"]').first().waitFor();
  await decide(phone.page, 'Approve');
  await phone.close();
  await expect
    .poll(async () => invoice.parse(await call(daan, 'GET', `fmmodule/invoices/${large?.id}`)).statusValue)
    .toBe('ReadyForProcessing');
});

test('a rejected invoice is offered again, and its approver sees why it came back', async () => {
  const [some] = await waiting(petra);
  const document = some?.documentId ?? '';
  const approver = await newPerson(browser);
  await signIn(approver.page, product, 'fm', petra);
  await openInvoice(approver.page, document);
  await approver.page.keyboard.press('r');
  const dialog = approver.page.getByRole('dialog', { name: 'Factuur afwijzen?' });
  await dialog.getByLabel('Reden').fill('Kostenplaats moet 114 zijn');
  await dialog.getByRole('button', { name: 'Afwijzen' }).click();
  await isGone(approver.page, document);

  const colleague = await newPerson(browser);
  await signIn(colleague.page, product, 'fm', daan);
  await colleague.page.getByRole('link', { name: /afgekeurd/ }).click();
  await openInvoice(colleague.page, document);
  await decide(colleague.page, 'Opnieuw aanbieden');
  await colleague.close();

  await rowOf(approver.page, document).first().waitFor();
  await openInvoice(approver.page, document);
  const lines = approver.page.getByRole('region', { name: 'Goedkeuring' });
  await lines.getByText('Ronde 2').waitFor();
  await lines.getByText('Kostenplaats moet 114 zijn').waitFor();
  await approver.close();
});

test('several at once: the one with a stop stays with its reason, the others are approved and undone', async () => {
  const [sample] = generateInvoices({ seed: 91, count: 1, layouts: ['classic'] });
  const first = sample?.ubl() ?? '';
  const changed = first
    .replaceAll(sample?.expected.number ?? '', 'CHG-2026-0091')
    .replace(/NL\d\d[A-Z]{4}\d{10}/, sampleIban(randomFrom(91)));
  await upload(petra, 'eerste.xml', first);
  await upload(petra, 'tweede.xml', changed);
  await expect.poll(async () => (await waiting(daan)).filter(isOfSample).length, { timeout: 60_000 }).toBe(2);
  const settings = z
    .looseObject({})
    .parse(await call(daan, 'GET', `fmmodule/approval-flows/${companyId}/settings`));
  await call(daan, 'PUT', `fmmodule/approval-flows/${companyId}/settings`, {
    ...settings,
    bulkNeedsOpened: false,
  });
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', daan);
  const rows = page.getByRole('row').filter({ hasText: sample?.expected.creditor ?? '' });
  await rows.nth(1).waitFor();
  for (const row of await rows.all()) await row.getByRole('checkbox').check();
  const bar = page.getByRole('group', { name: 'Gekozen facturen' });
  await bar.getByText('2 gekozen').waitFor();
  await bar.getByRole('button', { name: /2 goedkeuren/ }).click();
  await page.getByText('1 is niet gelukt en staat nog aangevinkt, met de reden.').waitFor();
  expect((await waiting(daan)).filter(isOfSample)).toHaveLength(1);
  await rows.filter({ hasText: 'Stop: nieuwe rekening' }).getByRole('checkbox', { checked: true }).waitFor();
  await page.getByRole('button', { name: 'Ongedaan maken' }).first().click();
  await expect.poll(async () => (await waiting(daan)).filter(isOfSample).length).toBe(2);
  await close();

  function isOfSample({ creditor: { name } }: Invoice) {
    return name === sample?.expected.creditor;
  }
});

test('an approver is deleted: who a flow names stays, and a line of who went is given to somebody else', async () => {
  const address = (who: string) => `core/companies/${companyId}/users/${userId(who)}`;
  expect((await send('beheer@balie.example', 'DELETE', address(rik))).status).toBe(409);
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', daan);
  const [some] = (await waiting(petra)).filter(({ totalAmount }) => totalAmount > 250_000);
  const document = some?.documentId ?? '';
  await page.getByLabel('Welke facturen').selectOption({ label: 'Alle' });
  await openInvoice(page, document);
  const lines = page.getByRole('region', { name: 'Goedkeuring' });
  await lines.getByRole('button', { name: 'Doorsturen: regel van Petra Huisman' }).click();
  const passOn = page.getByRole('dialog');
  await choose(page, 'Persoon', 'Tom Vermeer');
  await passOn.getByLabel('Reden').fill('Petra is op cursus');
  await passOn.getByRole('button', { name: 'Doorsturen' }).click();
  await lines.getByText('Petra is op cursus').waitFor();
  expect((await send('beheer@balie.example', 'DELETE', address(tom))).status).toBe(204);

  await page.getByRole('link', { name: 'Rapport goedkeuren' }).click();
  await page.getByRole('link', { name: /Zonder beoordelaar/ }).click();
  await openInvoice(page, document);
  await lines
    .getByRole('button', { name: /Doorsturen: regel van/ })
    .first()
    .click();
  await choose(page, 'Persoon', 'Els Vermeer');
  await passOn.getByLabel('Reden').fill('Tom is weg');
  await passOn.getByRole('button', { name: 'Doorsturen' }).click();
  await lines.getByText('Tom is weg').waitFor();
  await expect.poll(async () => (await waiting(els)).map(({ documentId }) => documentId)).toContain(document);
  await close();
});

test('a duplicate is held beside its original, and released with a reason', async () => {
  const [sample] = generateInvoices({ seed: 95, count: 1, layouts: ['classic'] });
  const xml = sample?.ubl() ?? '';
  await upload(petra, 'een.xml', xml);
  await upload(petra, 'nog-een.xml', `${xml}\n`);
  const duplicates = async () =>
    z.array(invoice).parse(await call(daan, 'GET', 'fmmodule/invoices?status=Duplicate'));
  await expect
    .poll(
      async () => (await duplicates()).some(({ creditor }) => creditor.name === sample?.expected.creditor),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', daan);
  await page.getByLabel('Welke facturen').selectOption({ label: 'Dubbel' });
  await page
    .getByRole('row')
    .filter({ hasText: sample?.expected.creditor ?? '' })
    .first()
    .click();
  await page.getByRole('button', { name: 'Naast elkaar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Naast de eerdere factuur' });
  await dialog.getByText('Nummer, datum, bedrag, IBAN en crediteur zijn alle gelijk.').waitFor();
  await dialog.getByRole('button', { name: 'Niet dubbel' }).click();
  const question = page.getByRole('dialog', { name: 'Is deze factuur niet dubbel?' });
  await question.getByLabel('Reden').fill('Tweede levering, zelfde nummer');
  await question.getByRole('button', { name: 'Niet dubbel' }).click();
  await expect.poll(async () => (await duplicates()).length).toBe(0);
  await close();
});

function userId(email: string): string {
  return idOf.get(email) ?? '';
}

/** Calls the API as a person. */
async function send(email: string, method: string, path: string, body?: unknown): Promise<Response> {
  const token = tokens.get(email) ?? (await product.token(email));
  tokens.set(email, token);
  const isFile = body instanceof FormData;
  return fetch(`http://localhost:${product.port}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
}

/** The same where it must succeed: gives the result. */
async function call(email: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await send(email, method, path, body);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text === '' ? undefined : z.object({ result: z.unknown() }).parse(JSON.parse(text)).result;
}

/** What a person has to approve now. */
async function waiting(email: string): Promise<Invoice[]> {
  return z.array(invoice).parse(await call(email, 'GET', 'fmmodule/invoices?$top=100'));
}

function upload(email: string, name: string, xml: string): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([xml], { type: 'application/xml' }), name);
  return call(email, 'POST', 'fmmodule/documents', form);
}

/** Puts a flow into use, for the open invoices too. */
async function useFlow(content: object): Promise<void> {
  const path = `fmmodule/approval-flows/${companyId}`;
  await call(daan, 'PUT', path, { draft: { rules: [], otherwise: [], fourEyes: null, ...content } });
  await call(daan, 'POST', `${path}/put-in-use`, {});
  await call(daan, 'POST', `${path}/apply`, {});
}

const rowOf = (page: Page, document: string) => page.getByRole('row').filter({ hasText: document });

async function isGone(page: Page, document: string): Promise<void> {
  await expect.poll(() => rowOf(page, document).count()).toBe(0);
}

async function openInvoice(page: Page, document: string): Promise<void> {
  await rowOf(page, document).first().click();
  await page.getByLabel('Beslissen').waitFor();
  await page.getByLabel('Automatisch').first().uncheck();
  await page.locator('img[src^="blob:"]').first().waitFor();
}

async function decide(page: Page, verb: string): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/fmmodule/invoices/'),
  );
  await page.locator('[data-decision-bar]').getByRole('button', { name: verb }).click();
  expect((await answer).status()).toBe(200);
}

/** Chooses an option of a field in the open dialog. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label).click();
  await page.getByRole('option', { name: option }).click();
}

/** The number of the document that is open. */
async function openedDocument(page: Page): Promise<string> {
  const name = await page.getByRole('radio', { checked: true }).getAttribute('aria-label');
  return /\d{4}-\d\d-\d{4}/.exec(name ?? '')?.[0] ?? '';
}
