import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  type CompanyDirectory,
  startDirectory,
} from '#server/features/identity/testing/company-directory.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

openStage(async () => ({ BALIE_WEBHOOK_ALLOW: '127.0.0.0/8' }));

const email = 'daan@vechtstreek.example';
const patience = 90_000;

/** Staff set the directory of Daan's company, and vouch for its domain. */
async function setDirectory({ issuer, clientId, clientSecret }: CompanyDirectory): Promise<void> {
  const { page, problems, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.goto(`${product.at('generic')}/management/companies`);
  await page
    .getByRole('table', { name: 'Bedrijven' })
    .getByRole('link', { name: /Vechtstreek/ })
    .click();
  await page.getByRole('navigation', { name: 'Onderdelen' }).getByRole('link', { name: 'Inloggen' }).click();
  await page.getByRole('button', { name: 'Directory instellen' }).click();
  const form = page.getByRole('dialog', { name: /^Directory instellen/ });
  await form.getByLabel('Adres (issuer)').fill(issuer);
  await form.getByLabel('Client-id').fill(clientId);
  await form.getByLabel('Geheim van de client').fill(clientSecret);
  await form.getByLabel('Domeinen').fill('vechtstreek.example');
  await form.getByRole('radio', { name: 'Ja' }).check();
  await form.getByRole('button', { name: 'Opslaan' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'vechtstreek.example bewijzen' }).click();
  await page.getByText('Bewezen', { exact: true }).waitFor();
  expect(problems()).toEqual([]);
  await close();
}

/** Types an address on the login page, and goes where it leads: to the directory and back. */
async function throughDirectory(page: Page, address: string, { issuer }: CompanyDirectory): Promise<void> {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  await page.goto(product.at('fm'));
  await page.getByLabel('E-mailadres').fill(address);
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect
    .poll(() => seen.some((url) => url.startsWith(`${issuer}/auth`)), { timeout: 15_000 })
    .toBe(true);
}

test('a company signs in by its own directory, which lets in nobody else and is asked again before a step', async () => {
  const directory = await startDirectory(
    (['generic', 'fm', 'carpetline'] as const).map((brand) => `${product.at(brand)}/oidc/directory/callback`),
  );
  await setDirectory(directory);
  // Whether anybody has an address shows nowhere: each of the domain leads to the directory.
  const people = [
    { address: 'niemand@vechtstreek.example', sub: 's-1', email: 'niemand@vechtstreek.example' },
    { address: email, sub: 's-2', email: 'tapijt@balie.example' },
  ];
  for (const { address, ...person } of people) {
    directory.person = { ...person, email_verified: true };
    const stranger = await newPerson(browser);
    await throughDirectory(stranger.page, address, directory);
    await stranger.page.getByText('Uw bedrijf kent u, maar hier is geen account voor u.').waitFor();
    await stranger.close();
  }

  directory.person = { sub: 's-3', email, email_verified: true };
  const { page, close } = await newPerson(browser);
  await throughDirectory(page, email, directory);
  await page.getByText('Daan').first().waitFor();
  await page.goto(`${product.at('fm')}/account/security`);
  await page.getByText('via uw bedrijf').waitFor();
  await page.locator('button[lang="en"]').first().click();

  // A directory that says nothing of a second factor has not asked for one.
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm at your company' });
  const confirm = async () => {
    const link = dialog.getByRole('link', { name: 'To my company' });
    // Told apart: a link that does not come, and a tab, of which one hears when its first answer is there. That is after
    // the directory and the product have answered each other, which takes long on a busy machine.
    await link.waitFor();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page', { timeout: patience }),
      link.click(),
    ]);
    return tab;
  };
  const tab = await confirm();
  await dialog.getByText('Your company did not say that you used a second factor.').waitFor();
  await tab.close();
  directory.how = { amr: ['pwd', 'mfa'] };
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const [file] = await Promise.all([page.waitForEvent('download', { timeout: patience }), confirm()]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  await close();
  await directory.close();
}, 240_000);
