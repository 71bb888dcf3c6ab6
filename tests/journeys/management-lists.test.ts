import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { printedText, withoutSpaces } from '../support/printed.ts';
import { browser, product, openStage } from '../support/stage.ts';

openStage();

// What staff do with whole lists: take in a file, put something back from the trash, share a view.

/** A colleague of the provider, signed in, at a list. */
async function staffAt(path: string, email = 'beheer@balie.example') {
  const person = await newPerson(browser);
  await signIn(person.page, product, 'generic', email);
  await person.page.goto(`${product.at('generic')}${path}`);
  return person;
}

/** A file as Dutch Excel writes it: two good lines, and three of which each lacks something else. */
const relations = [
  'Relatienummer;Naam;Postcode;Plaats;E-mailadres;KvK-nummer',
  'K-701;Bakkerij De Korenmaat;8011 MC;Zwolle;info@korenmaat.example;',
  'K-702;;8011 MC;Zwolle;naamloos@korenmaat.example;',
  'K-703;Café Böhmer;7411 KT;Deventer;geen adres;',
  'K-704;Vos & Zonen;7411 KT;Deventer;vos@vos.example;1234',
  'K-705;Slagerij Ünal;8021 AP;Zwolle;info@unal.example;',
].join('\r\n');

async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: table }).getByRole('row').all();
  return Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
}

async function searchFor(page: Page, box: string, words: string, rows: number): Promise<void> {
  await page.getByRole('searchbox', { name: box }).fill(words);
  await page.waitForURL(/search=/);
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(rows);
}

test('of a file with three bad lines the good ones come in and the bad ones come back, with the reason', async () => {
  const { page, problems, close } = await staffAt('/core/customer-relations');
  await page.getByRole('button', { name: 'Relaties importeren uit een bestand' }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'relaties.csv',
    mimeType: 'text/csv',
    // Windows-1252: for these letters the same bytes as Latin 1.
    buffer: Buffer.from(relations, 'latin1'),
  });
  await page.getByText('2 van 5 regels kunnen erin').waitFor();
  const expected = [
    ['3', 'Naam', 'Geef een naam'],
    ['4', 'E-mailadres', expect.stringContaining('Geef een geldig e-mailadres')],
    ['5', 'KvK-nummer', 'Een KvK-nummer heeft 8 cijfers'],
  ];
  expect(await cellsOf(page, 'Regels die niet meegaan')).toEqual(expected);
  await page.getByRole('button', { name: '2 importeren' }).click();
  await page.getByText('2 relaties zijn geïmporteerd').waitFor();
  await page.getByText('3 regels zijn niet geïmporteerd').waitFor();
  expect(await cellsOf(page, 'Regels die niet meegaan')).toEqual(expected);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Mislukte regels downloaden' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/Relatienummer;Naam;.*;Reden$/);
  expect(lines[1]).toMatch(/^K-702;;.*Naam: Geef een naam$/);
  expect(lines[2]).toMatch(/^K-703;Café Böhmer;/);
  expect(lines[3]).toMatch(/^K-704;/);

  await page.getByRole('dialog').getByRole('button', { name: 'Sluiten' }).last().click();
  await searchFor(page, 'Zoek in klantrelaties', 'K-70', 2);
  await page.getByRole('row', { name: /Bakkerij De Korenmaat/ }).waitFor();
  await page.getByRole('row', { name: /Slagerij Ünal/ }).waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('a deleted relation comes back from the trash, with what it said', async () => {
  const { page, problems, close } = await staffAt('/core/customer-relations/create');
  await page.getByLabel('Naam', { exact: true }).fill('Kwekerij Van Putten');
  await page.getByLabel('Relatienummer').fill('K-801');
  await page.getByLabel('Plaats').fill('Hattem');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.waitForURL(/\/customer-relations$/);
  await searchFor(page, 'Zoek in klantrelaties', 'K-801', 1);
  await page.getByRole('link', { name: 'Kwekerij Van Putten' }).click();
  await page.getByRole('heading', { level: 1, name: /Kwekerij Van Putten/ }).waitFor();
  const { pathname } = new URL(page.url());
  await page.getByRole('button', { name: 'Verwijderen' }).click();
  const question = page.getByRole('dialog', { name: /verwijderen\?$/ });
  await question.getByText(/Kwekerij Van Putten/).waitFor();
  await question.getByRole('button', { name: 'Verwijderen' }).click();
  await page
    .getByRole('dialog', { name: 'succesvol' })
    .getByRole('button', { name: 'Sluiten' })
    .last()
    .click();
  expect(problems()).toEqual([]);

  await page.goto(`${product.at('generic')}/management/trash`);
  await page.getByRole('button', { name: 'Terugzetten: Kwekerij Van Putten' }).click();
  await page.getByText('Kwekerij Van Putten is teruggezet').waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Kwekerij Van Putten/ }).count()).toBe(0);
  await page.goto(`${product.at('generic')}${pathname}`);
  await page.getByRole('heading', { level: 1, name: /Kwekerij Van Putten/ }).waitFor();
  await page.getByText('Hattem').first().waitFor();
  await close();
});

test('a view that one shares, a colleague finds in another browser', async () => {
  const sanne = await staffAt('/management/companies');
  await searchFor(sanne.page, 'Zoek op naam of domein', 'drukkerij', 1);
  await sanne.page.getByRole('button', { name: 'Weergave: Alle bedrijven' }).click();
  await sanne.page.getByRole('menuitem', { name: 'Bewaren als weergave' }).click();
  const form = sanne.page.getByRole('dialog', { name: 'Weergave bewaren' });
  await form.getByLabel('Naam van de weergave').fill('Drukkers');
  await form.getByRole('radio', { name: 'Voor mijn bedrijf' }).check();
  await form.getByRole('button', { name: 'Opslaan' }).click();
  await sanne.page.getByRole('button', { name: 'Weergave: Drukkers' }).waitFor();
  await sanne.close();

  const { page, problems, close } = await staffAt('/management/companies', 'joris@balie.example');
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Weergave: Alle bedrijven' }).click();
  const view = page.getByRole('menuitemradio', { name: /^Drukkers/ });
  await view.getByText('Gedeeld door Sanne de Wit').waitFor();
  await view.click();
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(1);
  await page.getByRole('row', { name: /Drukkerij Zalland/ }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Zoek op naam of domein' }).inputValue()).toBe(
    'drukkerij',
  );
  // It stands in the address: a reload keeps it.
  await page.reload();
  await page.getByRole('button', { name: 'Weergave: Drukkers' }).waitFor();
  await expect.poll(() => page.locator('tbody').getByRole('row').count()).toBe(1);
  // Whoever did not make it cannot take it away.
  await page.getByRole('button', { name: 'Weergave: Drukkers' }).click();
  await page.getByRole('menuitem', { name: 'Bewaren als weergave' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /verwijderen/ }).count()).toBe(0);
  expect(problems()).toEqual([]);
  await close();
});

test('a list goes to paper with its heads, white, also from a dark screen', async () => {
  const { page, close } = await staffAt('/management/companies');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.getByRole('row', { name: /Drukkerij Zalland/ }).waitFor();
  for (const head of ['Naam', 'Domeinnaam', 'Relatienummer', 'Gebruikers', 'Actief'])
    expect(await page.getByRole('columnheader').getByText(head, { exact: true }).isVisible(), head).toBe(
      true,
    );
  for (const button of [/Bedrijf toevoegen/, /Zoek op alles/])
    expect(await page.getByText(button).first().isVisible(), button.source).toBe(false);
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  // Rows that open in a dialog are buttons on screen: on paper their names stand too.
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Drukkerij Zalland B.V.' }).click();
  const name = page.getByRole('cell', { name: 'Zalland Drukwerk', exact: true });
  await name.waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await name.getByText('Zalland Drukwerk').isVisible()).toBe(true);
  expect(await page.getByText('Administratie toevoegen').isVisible()).toBe(false);
  await close();
});

test('a phone prints the whole table of a list and the values of a record, upright and sideways', async () => {
  const { page, close } = await staffAt('/management/companies');
  await page.setViewportSize({ width: 360, height: 740 });
  const row = page.getByRole('row', { name: /Drukkerij Zalland/ });
  await row.waitFor();
  // The number of users has no place in the two lines of a row on a phone.
  expect(await page.getByText('Relatienummer').first().isVisible()).toBe(false);
  for (const landscape of [false, true]) {
    const printed = await printedText(page, { landscape });
    for (const words of ['Naam', 'Domeinnaam', 'Relatienummer', 'Gebruikers', 'zalland.example', '10482'])
      expect(printed).toContain(withoutSpaces(words));
    expect(printed).not.toContain(withoutSpaces('Bedrijf toevoegen'));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.at('generic')}/fm/report`);
  await page.getByRole('row', { name: /^Totaal/ }).waitFor();
  const heads = await page.getByRole('columnheader').allInnerTexts();
  const sums = await page.locator('tfoot td').allInnerTexts();
  const amounts = await page.locator('tbody td button > :first-child').allInnerTexts();
  expect(amounts.length).toBeGreaterThan(0);
  for (const landscape of [false, true]) {
    const printed = await printedText(page, { landscape });
    for (const words of [...heads, ...sums, ...amounts]) expect(printed).toContain(withoutSpaces(words));
  }
  await close();
});
