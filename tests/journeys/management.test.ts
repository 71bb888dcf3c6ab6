import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';
import { portOf } from '#server/app/listen.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

// Where a company has its events sent to.
const received: { readonly headers: Record<string, string>; readonly body: string }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const pairs = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    received.push({ headers: Object.fromEntries(pairs), body: Buffer.concat(parts).toString('utf8') });
    response.writeHead(202).end('noted');
  });
});
afterAll(() => new Promise((done) => receiver.close(done)));
openStage(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  return { BALIE_WEBHOOK_ALLOW: '127.0.0.0/8' };
});

// The work of staff on companies and their people, as they do it.

/** A colleague of the provider, signed in. */
async function staff(email = 'beheer@balie.example') {
  const person = await newPerson(browser);
  await signIn(person.page, product, 'generic', email);
  return person;
}

async function openCompany(page: Page, name: string): Promise<void> {
  await page.goto(`${product.at('generic')}/management/companies`);
  await page.getByRole('table', { name: 'Bedrijven' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Fills the fields of the dialog in front, by their labels. */
async function fill(page: Page, title: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  for (const [label, text] of Object.entries(texts))
    await dialog.getByLabel(label, { exact: true }).fill(text);
}

async function saveDialog(page: Page, title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

async function addCompany(page: Page, name: string, domainName: string): Promise<void> {
  await page.goto(`${product.at('generic')}/management/companies`);
  await page.getByRole('link', { name: 'Bedrijf toevoegen' }).click();
  await page.getByLabel('Naam', { exact: true }).fill(name);
  await page.getByLabel('Domeinnaam').fill(domainName);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.waitForURL(/\/management\/companies$/);
}

async function addAdministration(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Administratie toevoegen' }).click();
  await fill(page, 'Administratie toevoegen', { Code: 'MUL-01', Naam: 'Mulder Hout' });
  // The list behind it can be narrowed by the same word.
  await page.getByRole('dialog').getByRole('combobox', { name: 'Koppeling' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'exact', exact: true }).click();
  await saveDialog(page, 'Administratie toevoegen');
  await page.getByRole('row', { name: /Mulder Hout/ }).waitFor();
}

// The menu has lines of the same name.
async function openTab(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Onderdelen' }).getByRole('link', { name }).click();
}

async function addModule(page: Page): Promise<void> {
  await openTab(page, /^Modules/);
  await page.getByRole('button', { name: 'Module toevoegen' }).click();
  await page.getByRole('combobox', { name: 'Module' }).click();
  await page.getByRole('option', { name: 'Facturen' }).click();
  await saveDialog(page, 'Module toevoegen');
  await page.getByRole('row', { name: /Facturen/ }).waitFor();
}

/** Adds somebody who may read the invoices of his company, and gives the link by which he comes in. */
async function addReader(page: Page, email: string): Promise<string> {
  await openTab(page, /^Gebruikers/);
  await page.getByRole('button', { name: 'Gebruiker toevoegen' }).click();
  await fill(page, 'Gebruiker toevoegen', { Voornaam: 'Ria', Achternaam: 'Mulder', 'E-mailadres': email });
  await page.getByLabel('Zoek op woorden of code').fill('facturen lezen');
  await page.getByRole('combobox', { name: 'Facturen: Lezen', exact: true }).selectOption('Bedrijf');
  await saveDialog(page, 'Gebruiker toevoegen');

  const invitation = page.getByRole('dialog', { name: 'Ria Mulder uitnodigen' });
  await invitation.getByRole('button', { name: 'Uitnodigen' }).click();
  await invitation.getByText(/u ziet hem alleen nu/).waitFor();
  const link = await invitation.getByLabel('Link', { exact: true }).inputValue();
  await invitation.getByRole('button', { name: 'Sluiten' }).last().click();
  return link;
}

test('a new company with an administration, a module and a user, who comes in by his invitation', async () => {
  const { page, problems, close } = await staff();
  await addCompany(page, 'Mulder Hout B.V.', 'mulder-hout.example');
  await openCompany(page, 'Mulder Hout B.V.');
  await addAdministration(page);
  await addModule(page);
  const link = await addReader(page, 'ria@mulder-hout.example');
  expect(problems()).toEqual([]);
  await close();

  const ria = await newPerson(browser);
  await ria.page.goto(link);
  await ria.page.getByLabel('Nieuw wachtwoord', { exact: true }).fill('Populier-2026');
  await ria.page.getByLabel('Nieuw wachtwoord, nog een keer').fill('Populier-2026');
  await ria.page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  await ria.page.getByText('Uw wachtwoord is opgeslagen').first().waitFor();

  await ria.page.goto(product.at('generic'));
  await ria.page.getByLabel('E-mailadres').fill('ria@mulder-hout.example');
  await ria.page.getByLabel('Wachtwoord', { exact: true }).fill('Populier-2026');
  await ria.page.getByRole('button', { name: 'Inloggen' }).click();
  const menu = ria.page.getByRole('navigation', { name: 'Hoofdmenu' });
  await menu.getByRole('link', { name: 'Facturen' }).click();
  await ria.page.getByText('Geen facturen gevonden').waitFor();
  expect((await menu.getByRole('link').allInnerTexts()).map((text) => text.trim())).toEqual(['Facturen']);
  await ria.page.goto(`${product.at('generic')}/management/companies`);
  await ria.page.getByText('U heeft geen rechten voor Bedrijven.').waitFor();

  // The link is used up.
  await ria.page.goto(link);
  await ria.page.getByText('Deze link werkt niet meer').first().waitFor();
  await ria.close();
});

test('two people change one company: the second is asked about what both changed, and loses nothing', async () => {
  const sanne = await staff();
  const joris = await staff('joris@balie.example');
  for (const { page } of [sanne, joris]) {
    await openCompany(page, 'Hofstede Tapijten');
    await page.getByRole('link', { name: 'Bewerken' }).click();
    await page.getByLabel('Domeinnaam').waitFor();
  }
  await joris.page.getByLabel('Naam', { exact: true }).fill('Hofstede Tapijten en Karpetten');
  await joris.page.getByLabel('Primair relatienummer').fill('20517');
  await joris.page.getByRole('button', { name: 'Opslaan' }).click();
  await joris.page.getByRole('heading', { level: 1, name: 'Hofstede Tapijten en Karpetten' }).waitFor();

  const { page } = sanne;
  await page.getByLabel('Naam', { exact: true }).fill('Hofstede & Zoon');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  const bar = page.getByRole('region', { name: 'Intussen gewijzigd' });
  await bar.getByText(/^Joris Kamp bewaarde dit om \d\d:\d\d$/).waitFor();
  const name = bar.getByRole('row', { name: /^Naam/ });
  expect(await name.getByRole('radio', { name: 'Hofstede & Zoon' }).isChecked()).toBe(true);
  expect(await name.getByRole('radio', { name: 'Hofstede Tapijten en Karpetten' }).isChecked()).toBe(false);
  // Sanne did not touch the number: what Joris made of it is taken over without a question.
  expect(await bar.getByRole('row', { name: /^Primair relatienummer/ }).count()).toBe(0);
  expect(await page.getByLabel('Naam', { exact: true }).inputValue()).toBe('Hofstede & Zoon');
  await bar.getByRole('button', { name: 'Bewaren met deze keuze' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hofstede & Zoon' }).waitFor();
  await page.getByText('20517').waitFor();
  await Promise.all([sanne.close(), joris.close()]);
});

test('a module that is switched off leaves the menu of who has it open, without a reload', async () => {
  const [staffer, worker] = [await staff(), await staff('werk@balie.example')];
  const orders = worker.page
    .getByRole('navigation', { name: 'Hoofdmenu' })
    .getByRole('link', { name: 'Orders' });
  await orders.waitFor();
  const { page } = staffer;
  await openCompany(page, 'Drukkerij Zalland B.V.');
  await openTab(page, /^Modules/);
  await page.getByRole('button', { name: 'Verwijder Orders en uren' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click();
  await orders.waitFor({ state: 'hidden', timeout: 60_000 });
  await Promise.all([staffer.close(), worker.close()]);
});

test('Ctrl K finds a company and opens it, by keyboard alone', async () => {
  const { page, close } = await staff();
  await page.keyboard.press('Control+k');
  // People do not wait for the field: what they type before it is there counts too.
  await page.keyboard.type('zalland');
  const field = page.getByRole('combobox', { name: 'Zoek op alles' });
  await field.and(page.locator(':focus')).waitFor();
  const option = page.getByRole('option', { name: /^Drukkerij Zalland B\.V\./ });
  await option.waitFor();
  for (
    let presses = 0;
    presses < 10 && (await option.getAttribute('aria-selected')) !== 'true';
    presses += 1
  ) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Drukkerij Zalland B.V.' }).waitFor();
  await field.waitFor({ state: 'hidden' });
  await close();
});

test('events go to an address of the company, whose secret verifies them', async () => {
  const { page, problems, close } = await staff();
  await openCompany(page, 'Hofstede');
  await openTab(page, /^Programma's/);
  await page.getByRole('button', { name: 'Webhook toevoegen' }).click();
  const form = page.getByRole('dialog', { name: 'Webhook toevoegen' });
  await form.getByLabel('Adres', { exact: true }).fill(`http://127.0.0.1:${portOf(receiver)}/balie`);
  // All of a kind, by keyboard.
  await form.getByRole('searchbox', { name: 'Zoek gebeurtenis' }).fill('tapijtorders');
  await form.getByRole('tree', { name: 'Gebeurtenissen' }).focus();
  await page.keyboard.press('Space');
  await form.getByText('8 van 8').first().waitFor();
  await saveDialog(page, 'Webhook toevoegen');
  const secret = await page.getByRole('textbox', { name: 'Nieuw geheim' }).inputValue();
  await page.getByRole('button', { name: 'Ik heb het bewaard' }).click();
  await page.getByRole('button', { name: 'Proefgebeurtenis sturen' }).click();
  const log = page.getByRole('table', { name: 'Verstuurd' });
  await log.getByText(/^202 in /).waitFor();
  const [sent] = received;
  expect(new Webhook(secret).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
    type: 'webhook.test',
  });
  await log.getByRole('button', { name: 'Proefgebeurtenis', exact: true }).click();
  await page.getByRole('dialog', { name: 'Verstuurde gebeurtenis' }).getByText('noted').waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('a program works with a key until the key is revoked', async () => {
  const { page, problems, close } = await staff();
  await openCompany(page, 'Hofstede');
  const companyId = /companies\/([\da-f-]+)/.exec(page.url())?.[1];
  await openTab(page, /^Programma's/);
  await page.getByRole('button', { name: 'Serviceaccount toevoegen' }).click();
  await fill(page, 'Serviceaccount toevoegen', { Naam: 'Kassakoppeling' });
  await page.getByLabel('Zoek op woorden of code').fill('administraties lezen');
  await page.getByRole('combobox', { name: /^Administraties: (Lezen|Bekijken)$/ }).selectOption('Bedrijf');
  await saveDialog(page, 'Serviceaccount toevoegen');
  await page.getByRole('button', { name: 'Sleutel maken' }).click();
  const key = await page.getByRole('textbox', { name: 'Nieuwe sleutel' }).inputValue();
  await page.getByRole('button', { name: 'Ik heb hem bewaard' }).click();
  const call = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${product.at('generic')}/api/core/${path}`, { headers })).status;
  };
  expect(await call(`companies/${companyId}/administrations`)).toBe(200);
  expect(await call(`companies/${companyId}/users`)).toBe(403);

  await page.getByRole('button', { name: /^Trek balie_live_/ }).click();
  const question = page.getByRole('dialog', { name: 'Sleutel intrekken?' });
  await question.getByRole('button', { name: 'Intrekken' }).click();
  await page.getByText('Sleutel ingetrokken').waitFor();
  await expect.poll(() => call(`companies/${companyId}/administrations`), { timeout: 20_000 }).toBe(401);
  await page.locator('button[lang="en"]').first().click();
  await page.getByRole('button', { name: 'Add service account' }).waitFor();
  await page.locator('button[lang="nl"]').first().click();
  expect(problems()).toEqual([]);
  await close();
});

test('somebody takes along what is kept of them; staff erase it, and the audit list says so without the name', async () => {
  const petra = await newPerson(browser);
  await signIn(petra.page, product, 'fm', 'fm@balie.example');
  await petra.page.goto(`${product.at('fm')}/account/security`);
  const [own] = await Promise.all([
    petra.page.waitForEvent('download'),
    petra.page.getByRole('button', { name: 'Exporteren' }).click(),
  ]);
  const kept = JSON.parse(await readFile(await own.path(), 'utf8'));
  expect(kept).toMatchObject({ result: { user: { email: 'fm@balie.example' } } });
  await petra.close();

  const { page, problems, close } = await staff();
  await openCompany(page, 'Woonstichting De Vechtstreek');
  await openTab(page, /^Gebruikers/);
  await page
    .getByRole('row', { name: /Petra.*Huisman/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('button', { name: /^Bewerken/ }).click();
  const form = page.getByRole('dialog', { name: /bewerken/ });
  await form.getByRole('radiogroup', { name: 'Actief' }).getByRole('radio', { name: 'Nee' }).check();
  await form.getByRole('button', { name: 'Opslaan' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Persoonsgegevens' }).click();
  await page.getByRole('button', { name: 'Definitief wissen' }).click();
  const question = page.getByRole('dialog', { name: /Petra Huisman definitief wissen/ });
  await question.getByRole('button', { name: 'Definitief wissen' }).click();
  await page.getByRole('heading', { level: 1, name: /^Gewist persoon/ }).waitFor();

  await page.getByRole('link', { name: 'Woonstichting De Vechtstreek' }).first().click();
  await openTab(page, /^Audit/);
  await page.locator('button[lang="en"]').first().click();
  await page.getByText('Personal data erased').first().waitFor();
  // The notice of the erasing names her for some seconds more.
  expect(await page.getByRole('table').getByText('Petra Huisman').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Who' }).selectOption({ label: 'Daan Meijer' });
  await page.getByText('Personal data erased').first().waitFor({ state: 'hidden' });
  await page.locator('button[lang="nl"]').first().click();
  expect(problems()).toEqual([]);
  await close();
});
