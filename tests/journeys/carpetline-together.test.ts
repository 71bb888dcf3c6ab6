import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

openStage();

// Carpets by keyboard alone, two people at one order, and what comes back from the trash.

async function person(email: string, path: string) {
  const someone = await newPerson(browser);
  await signIn(someone.page, product, 'carpetline', email);
  await someone.page.goto(`${product.at('carpetline')}${path}`);
  return someone;
}

// How what has the focus is called: by its label, its name, or what stands in it.
const wordsOfFocus = `(({ labels, ariaLabel, innerText }) => [...(labels ?? [])].map((label) => label.innerText).join(' ') || ariaLabel || innerText)(document.activeElement)`;

/** Goes on with the Tab key until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    const words = await page.evaluate(wordsOfFocus);
    if (typeof words === 'string' && name.test(words.trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not come to ${name}`);
}

async function typeAt(page: Page, field: RegExp, words: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(words);
}

/** Opens a list of choices, goes down to the one wanted and takes it. */
async function chooseAt(page: Page, field: RegExp, option: RegExp): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  const wanted = page.getByRole('option', { name: option });
  for (let step = 0; step < 20; step += 1) {
    if ((await wanted.getAttribute('data-combobox-selected')) !== null) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await wanted.waitFor({ state: 'hidden' });
}

async function pressAt(page: Page, button: RegExp): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

test('three carpets are ordered without a mouse', async () => {
  const { page, problems, close } = await person('portaal@balie.example', '/carpetline/orders');
  await page.getByRole('heading', { level: 1, name: 'Tapijtorders' }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('heading', { level: 1, name: 'Order plaatsen' }).waitFor();
  await typeAt(page, /^Referentie/, 'Zonder muis');
  await typeAt(page, /^Tapijtleverancier/, 'Desso');
  await tabTo(page, /^(?:Ophalen|Verzenden)$/);
  await page.keyboard.press('Space');

  const finish = async () => {
    await chooseAt(page, /^Halffabricaat/, /Banderen/);
    await chooseAt(page, /^Artikel/, /B-040/);
    await tabTo(page, /^Zand$/);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await pressAt(page, /^Tapijt toevoegen$/);
  };
  const line = (words: string) => page.getByRole('listitem').filter({ hasText: words }).waitFor();

  await typeAt(page, /^Kwaliteit en kleur/, 'Desso Harmony');
  await typeAt(page, /^Lengte/, '300');
  await typeAt(page, /^Breedte/, '240');
  await finish();
  await line('Leem');

  await pressAt(page, /^Tapijt toevoegen$/);
  await typeAt(page, /^Kwaliteit en kleur/, 'Jabo');
  await tabTo(page, /^Recht$/);
  await page.keyboard.press('ArrowRight');
  await typeAt(page, /^Diameter/, '180');
  await finish();
  await line('⌀ 180 cm');

  await pressAt(page, /^Tapijt toevoegen$/);
  await typeAt(page, /^Kwaliteit en kleur/, 'Interface');
  await tabTo(page, /^Recht$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const chooser = page.waitForEvent('filechooser');
  await pressAt(page, /^Bestand kiezen$/);
  await (
    await chooser
  ).setFiles({ name: 'erker.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 erker') });
  await finish();
  await line('erker.pdf');

  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { level: 1, name: 'Tapijtorders' }).waitFor();
  await page.getByText('Zonder muis').first().waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('two people who change one order are told, see both versions, and lose nothing', async () => {
  const [lotte, staff] = [
    await person('portaal@balie.example', '/carpetline/orders'),
    await person('tapijt@balie.example', '/carpetline/orders'),
  ];
  await lotte.page.getByText('Zonder muis').first().click();
  await lotte.page.getByRole('link', { name: 'Bewerken' }).click();
  await lotte.page.getByRole('button', { name: 'Regel 3 wijzigen' }).waitFor();
  const address = lotte.page.url();
  await staff.page.goto(address);

  await staff.page.getByRole('button', { name: 'Regel 3 verwijderen' }).click();
  await staff.page.getByLabel(/^Opmerking/).fill('Van de werkvloer');
  await staff.page.getByRole('button', { name: 'Opslaan' }).click();
  await staff.page.getByRole('button', { name: 'Tapijt ontvangen' }).waitFor();

  await lotte.page.getByRole('button', { name: 'Regel 1 wijzigen' }).click();
  await lotte.page.getByLabel('Breedte').fill('250');
  await lotte.page.getByRole('button', { name: 'Regel overnemen' }).click();
  await lotte.page.getByRole('button', { name: 'Opslaan' }).click();
  const lines = lotte.page.getByRole('row', { name: /Orderregels/ });
  await lines.getByRole('radio', { name: /300 × 250 cm.*erker\.pdf/s }).check();
  await lines.getByRole('radio', { name: /300 × 240 cm/ }).waitFor();
  // Only the other one wrote a remark: it is taken over without a question.
  expect(await lotte.page.getByRole('row', { name: /Opmerking/ }).count()).toBe(0);
  await lotte.page.getByRole('button', { name: 'Bewaren met deze keuze' }).click();

  await lotte.page.getByRole('heading', { level: 1, name: /Zonder muis/ }).waitFor();
  // The drawing that the other took off is back with the line.
  await lotte.page.getByText('erker.pdf').first().waitFor();
  await lotte.page.getByText('Recht, 300 × 250 cm').waitFor();
  await lotte.page.getByText('Van de werkvloer').waitFor();
  for (const one of [lotte, staff]) await one.close();
});

test('an order that goes to the trash and comes back is so on the screen of the portal user', async () => {
  const [lotte, staff] = [
    await person('portaal@balie.example', '/carpetline/orders'),
    await person('beheer@balie.example', '/management/trash'),
  ];
  const row = lotte.page.getByText('Slaapkamer Berkelstraat');
  await row.first().waitFor();
  const token = await product.token('tapijt@balie.example');
  const headers = { authorization: `Bearer ${token}` };
  const api = `${product.at('generic')}/api`;
  const found: unknown = await (
    await fetch(`${api}/carpetline/orders?query=Berkelstraat`, { headers })
  ).json();
  const id = String(Reflect.get(Object(Reflect.get(Object(found), 'result')[0]), 'id'));
  expect((await fetch(`${api}/carpetline/orders/${id}`, { method: 'DELETE', headers })).status).toBe(204);
  await row.first().waitFor({ state: 'detached', timeout: 20_000 });

  await staff.page.reload();
  await staff.page.getByRole('button', { name: /Berkelstraat/ }).click();
  await row.first().waitFor({ timeout: 20_000 });
  for (const one of [lotte, staff]) await one.close();
});
