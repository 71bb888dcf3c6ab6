import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { seriousProblems } from '../support/looks.ts';
import { browser, product, openStage } from '../support/stage.ts';

openStage();

// A carpet from the order of a portal user, on a telephone, to its completion by staff.

const password = 'Tapijt-2026-portaal';
const phone = { viewport: { width: 360, height: 780 }, hasTouch: true };

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${product.at('carpetline')}${path}`);
}

/** Staff give a relation a user with a generated password; gives that. */
async function addPortalUser(page: Page, email: string, relation: RegExp): Promise<string> {
  await open(page, '/carpetline/user-customer-relations/create');
  await page.getByRole('combobox', { name: 'Klantrelatie' }).fill('zwolle');
  await page.getByRole('option', { name: relation }).click();
  await page.getByLabel('Voornaam').fill('Mila');
  await page.getByLabel('Achternaam').fill('van Dalen');
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByRole('radio', { name: 'Wachtwoord' }).check();
  await page.getByRole('button', { name: 'Wachtwoord genereren' }).click();
  const generated = await page.getByLabel('Gegenereerd wachtwoord').inputValue();
  expect(generated).toMatch(/^[A-Za-z0-9]{15}$/);
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByRole('link', { name: /Mila van Dalen/ }).waitFor();
  return generated;
}

async function firstSignIn(page: Page, email: string, given: string): Promise<void> {
  await page.goto(product.at('carpetline'));
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(given);
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(password);
  await page.getByLabel('Nieuw wachtwoord, nog een keer').fill(password);
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  await page.locator('main').first().waitFor({ state: 'attached', timeout: 30_000 });
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Fills in a line; its shape and what belongs to that are the caller's. */
async function addLine(page: Page, name: string, shape: string, fillIn: () => Promise<void>): Promise<void> {
  // Where no line is open the button opens one; it is the bar's while one is.
  if (!(await page.getByLabel('Kwaliteit en kleur').isVisible()))
    await page.getByRole('button', { name: 'Tapijt toevoegen' }).click();
  await page.getByLabel('Kwaliteit en kleur').fill(name);
  await page.getByRole('radio', { name: shape, exact: true }).check();
  await fillIn();
  await choose(page, 'Halffabricaat', 'Banderen');
  await choose(page, 'Artikel', 'B-110 Leerband 5 cm');
  await page.getByRole('radio', { name: 'Cognac' }).check();
  await page.getByRole('button', { name: 'Tapijt toevoegen' }).click();
  await page.getByRole('listitem').filter({ hasText: name }).waitFor();
}

async function placeOrder(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Order plaatsen' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Order plaatsen' }).waitFor();
  await page.getByLabel(/^Referentie/).fill('Woning Diezerpoort');
  await page.getByLabel('Tapijtleverancier').fill('Desso');
  await page.getByRole('radio', { name: 'Verzenden' }).check();
  expect(await page.getByRole('button', { name: 'Bestellen' }).count()).toBe(0);
  // What is wrong stands at its field, and nothing is lost.
  await page.getByRole('button', { name: 'Tapijt toevoegen' }).click();
  await page.getByText('kwaliteit en kleur', { exact: false }).first().waitFor();
  await addLine(page, 'Desso Harmony 2915', 'Recht', async () => {
    await page.getByLabel('Lengte').fill('300');
    await page.getByLabel('Breedte').fill('240');
    await page.getByRole('img', { name: 'Recht tapijt van 300 bij 240 centimeter' }).waitFor();
  });
  await addLine(page, 'Jabo 1626', 'Rond', () => page.getByLabel('Diameter').fill('180'));
  await addLine(page, 'Interface Heuga', 'Afwijkend', () =>
    page.getByTestId('drawing').setInputFiles({
      name: 'erker.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4 erker'),
    }),
  );
  await page.getByRole('button', { name: 'Bestellen' }).click();
}

/** The same carpets once more, after one colour was taken out of the catalogue: that line is chosen again, the rest stands. */
async function orderAgain(page: Page, number: string): Promise<void> {
  await product.query(
    "update semi_finishes set articles = jsonb_path_query_array(articles, '$[*] ? (@.articleNumber != \"B-110\")') where description = 'Banderen'",
  );
  await open(page, `/carpetline/orders/${number}`);
  const again = page.getByRole('link', { name: 'Opnieuw bestellen' });
  if (!(await again.isVisible())) await page.getByRole('button', { name: 'Meer acties' }).click();
  await page.getByText('Opnieuw bestellen').click();
  await page.getByRole('heading', { level: 1, name: 'Order plaatsen' }).waitFor();
  const lines = page.getByRole('listitem');
  await lines.first().waitFor();
  expect(await lines.filter({ hasText: 'niet meer leverbaar' }).count()).toBe(3);
  // The drawing came along.
  expect(await lines.filter({ hasText: 'erker.pdf' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Bestellen' }).click();
  await page.getByText('3 velden kloppen nog niet.').waitFor();
  for (const at of [1, 2, 3]) {
    await page.getByRole('button', { name: `Regel ${at} wijzigen` }).click();
    await choose(page, 'Artikel', 'B-040 Katoenband 4 cm');
    await page.getByRole('radio', { name: 'Zand' }).check();
    await page.getByRole('button', { name: 'Regel overnemen' }).click();
    await page.getByRole('button', { name: `Regel ${at} wijzigen` }).waitFor();
  }
  await page.getByRole('button', { name: 'Bestellen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tapijtorders' }).waitFor();
  await page.getByText('Woning Diezerpoort').nth(1).waitFor();
}

test('a portal user orders three carpets on a telephone, staff make them, and nobody else sees them', async () => {
  const staff = await newPerson(browser);
  await signIn(staff.page, product, 'carpetline', 'tapijt@balie.example');
  const given = await addPortalUser(staff.page, 'mila@vandalen.example', /Van Dalen Interieurs/);

  const mila = await newPerson(browser, phone);
  await firstSignIn(mila.page, 'mila@vandalen.example', given);
  await open(mila.page, '/carpetline/orders');
  await placeOrder(mila.page);
  const link = mila.page.getByRole('link', { name: /Woning Diezerpoort|^\d+$/ }).first();
  await link.waitFor();
  await mila.page.getByText('Woning Diezerpoort').first().click();
  await mila.page.getByRole('heading', { level: 1, name: /Woning Diezerpoort/ }).waitFor();
  const number = mila.page.url().split('/').at(-1) ?? '';
  expect(await mila.page.getByText('erker.pdf').count()).toBeGreaterThan(0);
  expect(await seriousProblems(mila.page)).toEqual([]);

  await open(staff.page, `/carpetline/orders/${number}`);
  await staff.page.getByRole('button', { name: 'Tapijt ontvangen' }).click();
  const received = staff.page.getByRole('dialog', { name: 'Tapijt ontvangen' });
  await received.getByRole('button', { name: 'Tapijt ontvangen', exact: true }).click();
  await staff.page.getByRole('button', { name: 'Gereed melden' }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Gereed melden' }).click();

  // She sees it without asking again.
  const timeline = mila.page.getByRole('region', { name: 'Verloop' });
  await timeline.getByText('Gereed').waitFor({ timeout: 20_000 });
  expect(await timeline.getByRole('listitem').count()).toBe(3);
  expect(await mila.page.getByRole('link', { name: 'Bewerken' }).count()).toBe(0);

  await orderAgain(mila.page, number);

  const other = await newPerson(browser);
  await signIn(other.page, product, 'carpetline', 'portaal@balie.example');
  await open(other.page, `/carpetline/orders/${number}`);
  await other.page.getByText('Oeps, de data kon niet worden gevonden!').first().waitFor();
  await open(other.page, '/carpetline/orders');
  await other.page.getByText('Slaapkamer Berkelstraat').first().waitFor();
  expect(await other.page.getByText('Woning Diezerpoort').count()).toBe(0);
  for (const person of [staff, mila, other]) await person.close();
});
