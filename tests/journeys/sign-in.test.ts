import { expect, test } from 'vitest';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

openStage();

test('a wrong password says so and lets nobody in, the right one does', async () => {
  const { page, close } = await newPerson(browser);
  await page.goto(product.at('fm'));
  await page.getByLabel('E-mailadres').fill('fm@balie.example');
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Verkeerd-1');
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.getByText('E-mailadres en wachtwoord horen niet bij elkaar').waitFor();
  await page.getByLabel('Wachtwoord', { exact: true }).fill(await product.password());
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.getByText('Petra Huisman').first().waitFor();
  await close();
});

test('a reload stays signed in, another tab of the same browser too, and the target path is kept', async () => {
  const { page, problems, close } = await newPerson(browser);
  await page.goto(`${product.at('generic')}/management/companies`);
  await page.getByLabel('E-mailadres').fill('beheer@balie.example');
  await page.getByLabel('Wachtwoord', { exact: true }).fill(await product.password());
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.getByText('Sanne de Wit').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/management/companies');
  await page.reload();
  await page.getByText('Sanne de Wit').first().waitFor();
  const other = await page.context().newPage();
  await other.goto(product.at('generic'));
  await other.getByText('Sanne de Wit').first().waitFor();
  expect(problems()).toEqual([]);
  await close();
});

test('whose session has ended is at the login page before anything of the app was fetched or drawn', async () => {
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.getByText('Sanne de Wit').first().waitFor();
  // The cookie stays in the browser, what it names is gone.
  await product.query("delete from oidc_state where kind = 'Session'");
  const tab = await page.context().newPage();
  const fetched: string[] = [];
  tab.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  // The frame of the app is drawn when the page says that somebody enters.
  await tab.addInitScript(
    "new MutationObserver(() => document.documentElement?.dataset.boot === 'entering' && sessionStorage.setItem('seen', 'frame')).observe(document, { attributes: true, childList: true, subtree: true })",
  );
  await tab.goto(`${product.at('generic')}/management/companies`);
  await tab.getByLabel('Wachtwoord', { exact: true }).waitFor();
  const scripts = fetched.filter((path) => path.startsWith('/assets/') && path.endsWith('.js'));
  expect(scripts.filter((path) => !/\/(index|boot|sign-in)/.test(path))).toEqual([]);
  expect(await tab.evaluate("sessionStorage.getItem('seen')")).toBeNull();
  // Who signs in now comes where he was going.
  await tab.getByLabel('Wachtwoord', { exact: true }).fill(await product.password());
  await tab.getByLabel('E-mailadres').fill('beheer@balie.example');
  await tab.getByRole('button', { name: 'Inloggen' }).click();
  await tab.getByText('Sanne de Wit').first().waitFor();
  expect(new URL(tab.url()).pathname).toBe('/management/companies');
  await close();
});

test('signing out ends the session: the next visit asks for the password again', async () => {
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await page.getByText('Sanne de Wit').first().click();
  await page.getByRole('button', { name: 'Uitloggen' }).click();
  // The address of the portal is left and reached again on the way; a visit before that would be interrupted.
  await page.getByLabel('Wachtwoord', { exact: true }).waitFor();
  await page.goto(`${product.at('generic')}/management/companies`);
  await page.getByLabel('Wachtwoord', { exact: true }).waitFor();
  await close();
});

test('pictures of documents are asked for again each time, and are gone from the browser after signing out', async () => {
  const { page, close } = await newPerson(browser);
  const asked = page.waitForRequest((request) => request.url().includes('/api/fmmodule/images?'));
  await signIn(page, product, 'fm', 'fm@balie.example');
  // The demo is still being recognised for a while.
  await page.getByRole('row').nth(1).click({ timeout: 90_000 });
  await page.locator('img[src^="blob:"]').first().waitFor();
  const request = await asked;
  const url = request.url();
  const { authorization = '' } = await request.allHeaders();
  const look = (cache: 'default' | 'only-if-cached') =>
    page.evaluate(
      async (asking) => {
        const { url, authorization, cache } = asking;
        const answer = await fetch(url, { cache, mode: 'same-origin', headers: { authorization } }).catch(
          () => null,
        );
        return answer?.status ?? 0;
      },
      { url, authorization, cache },
    );
  await expect.poll(() => look('only-if-cached')).toBe(200);
  const again = page.waitForResponse(url);
  expect(await look('default')).toBe(200);
  expect((await again).status()).toBeOneOf([200, 304]);

  await page.getByText('Petra Huisman').first().click();
  const left = page.waitForResponse((response) => response.url().includes('/oidc/session/end'));
  await page.getByRole('button', { name: 'Uitloggen' }).click();
  expect((await (await left).allHeaders())['clear-site-data']).toBe('"cache"');
  await page.getByLabel('Wachtwoord', { exact: true }).waitFor();
  expect(await look('only-if-cached')).not.toBe(200);
  await close();
});

test('offline the shell still opens', async () => {
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', 'fm@balie.example');
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.context().setOffline(true);
  await page.reload();
  await page.locator('header').first().waitFor();
  await close();
});
