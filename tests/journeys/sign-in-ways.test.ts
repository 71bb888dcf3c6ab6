import { expect, test } from 'vitest';
import { codeAt } from '#server/features/identity/testing/codes.ts';
import { addAuthenticator, newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

// The ways to sign in beside a password; tests/stories/directory.test.ts has the directory of a company.

openStage();

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
