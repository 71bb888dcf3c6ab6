import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

// What the hand does on an order beside its way from request to hours: by keyboard, after a lost connection, on paper.

openStage();

async function staffAt(path: string) {
  const person = await newPerson(browser);
  await signIn(person.page, product, 'generic', 'beheer@balie.example');
  await person.page.goto(`${product.at('generic')}${path}`);
  return person;
}

async function openOrder(page: Page, reference: RegExp): Promise<void> {
  await page.getByRole('row', { name: reference }).first().click();
  await page.getByRole('heading', { level: 1, name: reference }).waitFor();
}

test('reference, invoice number and status are changed in their place by keyboard alone', async () => {
  const { page, problems, close } = await staffAt('/comceptum/workorders');
  await openOrder(page, /Cadeaubonnen/);

  await page.getByRole('button', { name: /^Bewerk Referentie/ }).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('End');
  await page.keyboard.type(', tweede druk');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Cadeaubonnen, tweede druk/ }).waitFor();
  // The focus stays where the hand was.
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toMatch(/^Bewerk Referentie/);

  await page.getByRole('button', { name: /^Bewerk Factuurnummer/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('2026-0099');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Bewerk Factuurnummer: Niet opgegeven/ }).waitFor();

  await page.getByRole('button', { name: /^Bewerk Status: Nieuw/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Status' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Bewerk Status: Ontwerpfase/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Bewerk Status: Ontwerpfase/ }).waitFor();
  await page.getByRole('heading', { level: 1, name: /tweede druk/ }).waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('a clock that runs survives a reload, becomes hours, and hours in the same time are marked', async () => {
  const { page, close } = await staffAt('/comceptum/workorders');
  await openOrder(page, /Cadeaubonnen/);
  await page.getByRole('button', { name: 'Klok' }).click();
  const clock = page.getByRole('timer');
  await clock.waitFor();
  await page.reload();
  await clock.waitFor();
  // An hour goes by.
  await product.query("update order_timers set started_at = started_at - interval '1 hour'");
  await page.reload();
  await page.getByRole('timer').getByText(/1:0/).waitFor();
  await page.getByRole('button', { name: /^Stop/ }).click();
  await clock.waitFor({ state: 'detached' });
  const hours = page.getByRole('region', { name: /^Uren/ });
  await hours.getByText('Sanne de Wit').waitFor();

  await page.getByRole('button', { name: 'Uren', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Uren schrijven' });
  const written = await hours
    .getByText(/\d\d:\d\d–\d\d:\d\d/)
    .first()
    .locator('..')
    .innerText();
  const [day = ''] = /\d\d-\d\d-\d{4}/.exec(written) ?? [];
  const [start, end] = written.match(/\d\d:\d\d/g) ?? [];
  await dialog.getByLabel('Datum', { exact: true }).fill(day);
  for (const [field, time] of [
    ['Begintijd', start],
    ['Eindtijd', end],
  ] as const) {
    await dialog.getByLabel(field, { exact: true }).click();
    await dialog.getByLabel(field, { exact: true }).click();
    await page.keyboard.type((time ?? '').replace(':', ''));
  }
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => hours.getByText('overlapt').count()).toBe(2);
  await close();
});

test('what was typed when the connection went away is offered again in a new tab', async () => {
  const { page, close } = await staffAt('/comceptum/workorders/create');
  await page.getByLabel(/^Drukker/).fill('Drukkerij Zalland');
  await page.getByRole('button', { name: 'Regel toevoegen' }).click();
  await page
    .getByRole('group', { name: 'Regel toevoegen' })
    .getByLabel('Omschrijving')
    .fill('Half getypte regel');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByText('Niet bewaard').waitFor();
  expect(
    await page.getByRole('group', { name: 'Regel toevoegen' }).getByLabel('Omschrijving').inputValue(),
  ).toBe('Half getypte regel');
  await page.context().setOffline(false);

  const again = await page.context().newPage();
  await again.goto(`${product.at('generic')}/comceptum/workorders/create`);
  await again.getByRole('button', { name: 'Terugzetten' }).click();
  expect(await again.getByLabel(/^Drukker/).inputValue()).toBe('Drukkerij Zalland');
  expect(
    await again.getByRole('group', { name: 'Regel toevoegen' }).getByLabel('Omschrijving').inputValue(),
  ).toBe('Half getypte regel');
  await close();
});

test('two tabs that each make an order keep a draft each, and nothing of either is lost', async () => {
  const { page: first, close } = await staffAt('/comceptum/workorders/create');
  await first.getByLabel(/^Uitgever/).fill('Uitgeverij Eerst');
  const second = await first.context().newPage();
  await second.goto(`${product.at('generic')}/comceptum/workorders/create`);
  // What the first still has open is said to be there, and stays there.
  await second.getByText(/In een ander tabblad staat een concept/).waitFor();
  await second.getByText('Uitgeverij Eerst.').waitFor();
  await second.getByRole('button', { name: 'Daar laten' }).click();
  await second.getByLabel(/^Uitgever/).fill('Uitgeverij Tweede');
  await first.getByLabel(/^Uitgever/).fill('Uitgeverij Eerst en meer');
  expect(await second.getByLabel(/^Uitgever/).inputValue()).toBe('Uitgeverij Tweede');
  await first.close();
  await second.close();

  const third = await newTab(second.context());
  await third.getByText('Er zijn 2 concepten, dit is het nieuwste.').waitFor();
  await third.getByText('Uitgeverij Eerst en meer.').waitFor();
  await third.getByRole('button', { name: 'Terugzetten' }).click();
  expect(await third.getByLabel(/^Uitgever/).inputValue()).toBe('Uitgeverij Eerst en meer');
  await third.getByText('Uitgeverij Tweede.').waitFor();
  await third.getByRole('button', { name: 'Weggooien' }).click();
  await third.getByText('Uitgeverij Tweede.').waitFor({ state: 'detached' });
  await close();

  async function newTab(context: BrowserContext) {
    const page = await context.newPage();
    await page.goto(`${product.at('generic')}/comceptum/workorders/create`);
    return page;
  }
});

test('the letterhead is changed where an offer is made, also when nothing is missing, and stands on the paper', async () => {
  const { page, problems, close } = await staffAt('/comceptum/workorders');
  await openOrder(page, /Cadeaubonnen/);
  await page.getByRole('button', { name: 'Offerte sturen' }).click();
  const setting = async () => {
    await page.getByRole('button', { name: 'Briefhoofd instellen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Briefhoofd en offertes' });
    await dialog.getByLabel('Straat').waitFor();
    return dialog;
  };
  const first = await setting();
  await first.getByLabel(/^IBAN/).fill('NL00 BANK 0123');
  await first.getByRole('button', { name: 'Opslaan' }).click();
  await first.getByText(/IBAN/).nth(1).waitFor();
  for (const [field, words] of [
    ['Straat', 'Ambachtsweg 4'],
    ['Postcode', '8011 AB'],
    ['Plaats', 'Zwolle'],
    ['KvK-nummer', '68750110'],
    ['Btw-id', 'NL857587973B01'],
    ['IBAN', 'NL91 ABNA 0417 1643 00'],
  ] as const)
    await first.getByLabel(new RegExp(`^${field}`)).fill(words);
  await first.getByRole('button', { name: 'Opslaan' }).click();
  await first.waitFor({ state: 'hidden' });

  const second = await setting();
  expect(await second.getByLabel(/^IBAN/).inputValue()).toMatch(/^NL91/);
  await second.getByLabel('Straat').fill('Ambachtsweg 6');
  await second.getByRole('button', { name: 'Opslaan' }).click();
  await second.waitFor({ state: 'hidden' });
  expect(problems().filter((line) => !line.includes('400'))).toEqual([]);
  await close();
});

test('the job ticket is the paper, with the way back to the order, and nothing of the screen', async () => {
  const { page, close } = await staffAt('/comceptum/workorders');
  await openOrder(page, /Cadeaubonnen/);
  await page.emulateMedia({ media: 'print' });
  const ticket = page.locator('section').filter({ hasText: 'Werkbon' }).last();
  await ticket.waitFor();
  expect(await ticket.locator('svg').count()).toBe(1);
  expect(await ticket.innerText()).toContain('Cadeaubon met nummer');
  // No amounts on paper that lies about.
  expect(await ticket.innerText()).not.toContain('249');
  expect(await page.getByRole('button', { name: 'Offerte sturen' }).isVisible()).toBe(false);
  await close();
});
