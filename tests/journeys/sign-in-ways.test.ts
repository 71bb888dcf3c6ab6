import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  type CompanyDirectory,
  startDirectory,
} from '#server/features/identity/testing/company-directory.ts';
import { codeAt } from '#server/features/identity/testing/codes.ts';
import { addAuthenticator, newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

// The ways to sign in beside a password: a passkey, and the directory of a company.

openStage(async () => ({ BALIE_WEBHOOK_ALLOW: '127.0.0.0/8' }));

const email = 'daan@vechtstreek.example';

test('a passkey is added, signs in, is refused as a copy, and its loss leaves a recovery code', async () => {
  const { page, problems, close } = await newPerson(browser);
  const device = await addAuthenticator(page);
  const byPasskey = page.getByRole('button', { name: 'Passkey gebruiken' });
  const leave = async (brand: 'fm' | 'carpetline' = 'fm') => {
    // As on another day: neither the session nor the tokens of the tab are left.
    await page.evaluate('sessionStorage.clear(); localStorage.clear()');
    await page.context().clearCookies();
    await page.goto(product.at(brand));
    await page.getByLabel('Wachtwoord', { exact: true }).waitFor();
  };

  await signIn(page, product, 'fm', email);
  await page.goto(`${product.at('fm')}/account/security`);
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await page.getByLabel('Naam').fill('Laptop kantoor');
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).click();
  const codes = page.getByRole('dialog', { name: 'Herstelcodes' });
  const code = await codes.locator('code').first().innerText();
  await codes.getByRole('button', { name: 'Ik heb ze bewaard' }).click();
  await page.getByText('werkt op fm.localhost').waitFor();
  // The browser itself refuses a second one on the same device.
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).click();
  await page.getByText('Op dit apparaat staat al een passkey van u.').waitFor();

  await leave();
  await byPasskey.click();
  await page.getByText('Daan').first().waitFor();
  expect(problems()).toEqual([]);

  await device.copy();
  await leave();
  await byPasskey.click();
  await page.getByText('Van deze passkey lijkt een kopie in gebruik.').waitFor();

  // The device is lost, and on another host it would not work either.
  await device.lose();
  await leave('carpetline');
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(await product.password());
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click();
  await page.getByText('Uw passkey werkt niet op dit adres.').waitFor();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verder' }).click();
  await page.getByText('Daan').first().waitFor();
  await close();
}, 180_000);

test('an app for codes is added, other devices are signed out, and the next sign-in asks for a code', async () => {
  const who = 'werk@balie.example';
  const [here, there] = [await newPerson(browser), await newPerson(browser)];
  for (const { page } of [here, there]) await signIn(page, product, 'generic', who);
  const { page, problems, close } = here;
  await page.goto(`${product.at('generic')}/account/security`);
  await page.getByRole('button', { name: 'App voor codes toevoegen' }).click();
  const form = page.getByRole('dialog', { name: 'App voor codes toevoegen' });
  const secret = (await form.locator('code').innerText()).replaceAll(/\s/g, '');
  await form.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, new Date()));
  await form.getByRole('button', { name: 'Bevestigen' }).click();
  await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click();
  await page.getByText('10 van 10 over').waitFor();
  await page.getByRole('button', { name: 'Alle andere beëindigen' }).click();
  await page.getByText('Daar bent u uitgelogd').waitFor();
  await page.locator('button[lang="en"]').first().click();
  await page.getByText('10 of 10 left').waitFor();
  expect(problems()).toEqual([]);
  await close();

  const password = there.page.getByLabel('Wachtwoord', { exact: true });
  await expect
    .poll(
      async () => {
        await there.page.goto(`${product.at('generic')}/account/security`);
        // Until its session is known to be gone, the portal opens.
        return password.waitFor({ timeout: 8000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(true);
  await there.page.getByLabel('E-mailadres').fill(who);
  await password.fill(await product.password());
  await there.page.getByRole('button', { name: 'Inloggen', exact: true }).click();
  // Each code counts once: that of the next half minute is taken too.
  await there.page.getByLabel('Code').fill(codeAt(secret, new Date(Date.now() + 30_000)));
  await there.page.getByRole('button', { name: 'Verder' }).click();
  await there.page.getByRole('heading', { level: 1 }).first().waitFor();
  await there.close();
}, 120_000);

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
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link', { name: 'To my company' }).click(),
    ]);
    return tab;
  };
  const tab = await confirm();
  await dialog.getByText('Your company did not say that you used a second factor.').waitFor();
  await tab.close();
  directory.how = { amr: ['pwd', 'mfa'] };
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), confirm()]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  await close();
  await directory.close();
}, 120_000);
