import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#server/platform/processes/free-port.ts';
import { addAuthenticator, launchBrowser, newPerson } from '../support/browser.ts';
import { startDemo } from '../support/demo.ts';
import { type HttpsFront, startHttpsFront } from '../support/https-front.ts';
import type { Product } from '../support/product.ts';

// Passkeys as operators have them: over https, on three named hosts that have no name in common (decision 0135).
const hosts = { generic: 'balie-portaal.test', fm: 'facturen-fm.test', carpetline: 'karpetten.test' };
const foreign = 'elders.test';
const email = 'daan@vechtstreek.example';
let product: Product;
let front: HttpsFront;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  front = await startHttpsFront(Object.values(hosts), [foreign], port);
  [product, browser] = await Promise.all([
    startDemo({
      env: {
        PORT: String(port),
        PUBLIC_SCHEME: 'https',
        TRUST_PROXY: '1',
        // The first is the one that passkeys are made for.
        BALIE_HOSTS: Object.entries(hosts)
          .map(([brand, host]) => `${brand}=${host}`)
          .join(','),
      },
    }),
    launchBrowser(...front.flags),
  ]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await front.close();
  await product.stop();
});

const at = (brand: keyof typeof hosts) => `https://${hosts[brand]}`;

async function typePassword(page: Page, brand: keyof typeof hosts): Promise<void> {
  await page.goto(at(brand));
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(await product.password());
  await page.getByRole('button', { name: 'Inloggen', exact: true }).click();
}

/** As on another day: neither the session nor the tokens of a tab are left on any host. */
async function comeBack(page: Page, brand: keyof typeof hosts): Promise<void> {
  await page.evaluate('sessionStorage.clear(); localStorage.clear()');
  await page.context().clearCookies();
  await page.goto(at(brand));
  await page.getByLabel('Wachtwoord', { exact: true }).waitFor();
}

test('over https a passkey of one host signs in on the others, and on no foreign one', async () => {
  const { page, problems, close } = await newPerson(browser);
  const device = await addAuthenticator(page);
  const byPasskey = page.getByRole('button', { name: 'Passkey gebruiken' });
  const isIn = () => page.getByText('Daan').first().waitFor();

  await typePassword(page, 'fm');
  await isIn();
  await page.goto(`${at('fm')}/account/security`);
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await page.getByLabel('Naam').fill('Laptop kantoor');
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).click();
  const codes = page.getByRole('dialog', { name: 'Herstelcodes' });
  const code = await codes.locator('code').first().innerText();
  await codes.getByRole('button', { name: 'Ik heb ze bewaard' }).click();
  await page.getByText('Ze werken op Balie, FM en Carpetline.').waitFor();

  for (const brand of ['carpetline', 'generic', 'fm'] as const) {
    await comeBack(page, brand);
    await byPasskey.click();
    await isIn();
    expect(new URL(page.url()).host).toBe(hosts[brand]);
  }
  expect(problems()).toEqual([]);

  // The browser asks our first host whether it knows the page that asks for its passkeys; it does not.
  const related = await page.goto(`${at('generic')}/.well-known/webauthn`);
  expect(await related?.json()).toEqual({ origins: Object.values(hosts).map((host) => `https://${host}`) });
  await page.goto(`https://${foreign}/`);
  const refusal = await page.evaluate(
    `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(32), rpId: '${hosts.generic}' } })
      .then(() => 'signed', (error) => error.name)`,
  );
  expect(refusal).toBe('SecurityError');

  await device.copy();
  await comeBack(page, 'carpetline');
  await byPasskey.click();
  await page.getByText('Van deze passkey lijkt een kopie in gebruik.').waitFor();

  // The device is lost: a recovery code takes its place, on a host where the passkey was not made.
  await device.lose();
  await comeBack(page, 'generic');
  await typePassword(page, 'generic');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Verder' }).click();
  await isIn();
  await close();
}, 240_000);
