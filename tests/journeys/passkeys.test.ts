import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

openStage();

const email = 'daan@vechtstreek.example';

test('a passkey is added, signs in, is refused as a copy, and its loss leaves a recovery code', async () => {
  const { page, problems, close } = await newPerson(browser);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
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

  // A copy has counted less than the device.
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
  const [credential] = credentials;
  if (!credential) throw new Error('the authenticator has no passkey');
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  await devtools.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...credential, signCount: 0 },
  });
  await leave();
  await byPasskey.click();
  await page.getByText('Van deze passkey lijkt een kopie in gebruik.').waitFor();

  // The device is lost, and on another host it would not work either.
  await devtools.send('WebAuthn.clearCredentials', { authenticatorId });
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
