import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

// An order from request to hours, by staff and by the customer's own hand.

openStage();
beforeAll(prepare);

/** A relation with a contact person, and a letterhead: what stands before the first order. */
async function prepare(): Promise<void> {
  const token = await product.token('beheer@balie.example');
  async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${product.at('generic')}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const answer: unknown = await response.json();
    return Object(Reflect.get(Object(answer), 'result'));
  }
  const relation = await call('POST', 'core/customer-relations', {
    name: 'Theater De Vonk',
    tag: '10602',
  });
  await call('POST', `core/customer-relations/${String(relation['id'])}/contact-persons`, {
    firstName: 'Ilse',
    lastName: 'Nijhof',
    emailAddress: { address: 'ilse@vonk.example' },
  });
  const letterhead = { name: 'Balie B.V.', street: 'Ambachtsweg 4', zipCode: '8011 AB', city: 'Zwolle' };
  const settings = await call('GET', 'comceptum/offer-settings');
  await call('PUT', 'comceptum/offer-settings', { ...settings, ...letterhead });
}

async function staffAt(path: string) {
  const person = await newPerson(browser, { acceptDownloads: true });
  await signIn(person.page, product, 'generic', 'beheer@balie.example');
  await person.page.goto(`${product.at('generic')}${path}`);
  return person;
}

async function choose(page: Page, field: RegExp, words: string, option: RegExp): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.click();
  // A short list is chosen from, a long one is searched.
  if (await box.isEditable()) await box.fill(words);
  await page.getByRole('option', { name: option }).first().click();
}

interface Line {
  readonly description: string;
  readonly purchase: string;
  readonly sales: string;
}

async function addLine(page: Page, { description, purchase, sales }: Line): Promise<void> {
  await page.getByRole('button', { name: 'Regel toevoegen' }).click();
  const editor = page.getByRole('group', { name: 'Regel toevoegen' });
  await editor.getByLabel('Omschrijving').fill(description);
  await editor.getByLabel(/^Inkoop/).fill(purchase);
  await editor.getByLabel(/^Verkoop/).fill(sales);
  await editor.getByRole('button', { name: 'Regel bewaren' }).click();
  await page.getByRole('row', { name: new RegExp(description) }).waitFor();
}

const lines: readonly Line[] = [
  { description: 'Jaarverslag, binnenwerk', purchase: '2410', sales: '3.180,00' },
  { description: 'Jaarverslag, omslag', purchase: '612,50', sales: '890' },
  { description: 'Uitnodiging', purchase: '148', sales: '265' },
];
const reference = lines.map(({ description }) => description).join(', ');

test('an order with three lines is offered, accepted by the customer, and its hours are exported', async () => {
  const { page, problems, close } = await staffAt('/comceptum/workorders/create');
  await choose(page, /^Administratie/, 'Balie', /^Balie B\.V\./);
  await choose(page, /^Relatie/, 'Vonk', /De Vonk/);
  // The only contact person is filled in.
  await page.getByText('Ilse Nijhof').first().waitFor();
  for (const line of lines) await addLine(page, line);
  await page.getByText('marge 26,9%').waitFor();
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.waitForURL(/\/comceptum\/workorders$/);
  await page.getByRole('row', { name: new RegExp(reference) }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(reference) }).waitFor();
  await page.getByText('Nieuw', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'Offerte sturen' }).click();
  await page.getByLabel('Wat de klant kiest: Uitnodiging').selectOption('optional');
  await page.getByRole('button', { name: 'Offerte maken' }).click();
  await page.getByRole('button', { name: 'Link maken' }).click();
  const link = await page.getByLabel('Link voor de klant').inputValue();
  expect(link).toMatch(/\/offer\/[\w-]{40,}$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Sluiten' }).last().click();
  await page.getByText('Verstuurd', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Bewerk Status: Offertefase/ }).waitFor();

  // The customer, who has no account, in a browser of his own.
  const customer = await newPerson(browser);
  await customer.page.goto(link);
  await customer.page.getByLabel(/Uitnodiging/).check();
  await acceptOffer(customer.page, 'Ilse Nijhof');
  expect(customer.problems()).toEqual([]);
  await customer.close();

  await page.reload();
  await page.getByText(/Akkoord van Ilse Nijhof/).waitFor();
  await page.getByRole('button', { name: /^Bewerk Status: Ontwerpfase/ }).waitFor();

  await page.getByRole('button', { name: 'Uren', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Uren schrijven' });
  await dialog.getByText('1,00 uur').waitFor();
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('1,00 uur').waitFor();

  await page.goto(`${product.at('generic')}/comceptum/export-times`);
  const table = page.getByRole('table', { name: 'Uren in deze periode' });
  await table.getByRole('row', { name: /De Vonk/ }).waitFor();
  const shown = await rowsOf(table);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporteren als CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect((await download).suggestedFilename()).toMatch(/^uren_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', ...rows] = file.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe('Datum;Medewerker;Werkorder;Relatie;Administratie;Start;Eind;Minuten;Uren');
  expect(rows.map((row) => row.split(';'))).toEqual(shown);
  expect(problems()).toEqual([]);
  await close();
});

/** Types the name, agrees and presses accept, on the page that the server itself makes. */
async function acceptOffer(page: Page, name: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.locator('input[name="confirm"]') });
  await form.locator('input[name="name"]').fill(name);
  await form.locator('input[name="confirm"]').check();
  await form.locator('button.primary').click();
  await page.getByText(new RegExp(name)).first().waitFor();
}

async function rowsOf(table: ReturnType<Page['getByRole']>): Promise<string[][]> {
  const rows = await table.locator('tbody').getByRole('row').all();
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
}

test('a copy has the lines and the people, and a number of its own', async () => {
  const { page, problems, close } = await staffAt('/comceptum/workorders');
  await page
    .getByRole('row', { name: new RegExp(reference) })
    .first()
    .click();
  const title = page.getByRole('heading', { level: 1, name: new RegExp(reference) });
  const number = (await title.innerText()).split(' ')[0];
  await page.getByRole('link', { name: 'Kopiëren' }).click();
  await page.waitForURL(/\/copy$/);
  await page
    .getByRole('row', { name: /Uitnodiging/ })
    .first()
    .waitFor();
  await page.getByText('Ilse Nijhof').first().waitFor();
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.waitForURL(/\/comceptum\/workorders$/);
  await page.getByRole('button', { name: 'Bekijken' }).click();
  await title.waitFor();
  expect((await title.innerText()).split(' ')[0]).not.toBe(number);
  await page.getByRole('button', { name: /^Bewerk Status: Nieuw/ }).waitFor();
  await page.getByText('Nog geen uren.').waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('on the board a card is moved by keyboard, and a reload finds it there', async () => {
  const { page, problems, close } = await staffAt('/comceptum/workorders?as=board');
  const fresh = page.getByRole('region', { name: /^Nieuw, \d/ });
  const card = fresh.getByRole('link', { name: new RegExp(reference) }).first();
  const number = (await card.innerText()).split('\n')[0] ?? '';
  await card.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Hier loslaten: status wordt Ontwerpfase').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`${number} staat nu in Ontwerpfase.`).waitFor();
  await page.reload();
  const design = page.getByRole('region', { name: /^Ontwerpfase, \d/ });
  await design.getByRole('link', { name: new RegExp(`^${number}`) }).waitFor();
  expect(problems()).toEqual([]);
  await close();
});
