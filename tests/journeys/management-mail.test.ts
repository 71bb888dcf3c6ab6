import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type SmtpServer, startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

// Ways to a password where the product mails, over SMTP, as it runs.
let post: SmtpServer;

// Registered first, run last: the product stops before the server that takes its mail.
afterAll(() => post.close());
openStage(async () => {
  post = await startSmtpServer();
  return { SMTP_URL: post.url, MAIL_FROM: 'Balie <balie@balie.example>' };
});
beforeEach(() => void post.received.splice(0));

/** The link in the only mail that came for an address. */
async function linkFor(address: string, kind: 'invitation' | 'password'): Promise<string> {
  await expect.poll(() => post.received.map(({ to }) => to), { timeout: 15_000 }).toEqual([address]);
  const { text = '', source = '' } = post.received[0] ?? {};
  // From the brand whose host it leads to, at the address of the settings.
  expect(source).toMatch(/^From: .+ <balie@balie\.example>\r?$/m);
  const [link = ''] =
    new RegExp(`http://(?:\\w+\\.)?localhost:\\d+/oidc/account/${kind}/[\\w?=-]+`).exec(text) ?? [];
  return link;
}

async function choosePassword(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill(password);
  await page.getByLabel('Nieuw wachtwoord, nog een keer').fill(password);
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  await page.getByText('Uw wachtwoord is opgeslagen').first().waitFor();
}

async function comeIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(product.at('generic'));
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

test('an invitation comes by mail, lets its user in, and his page tells how it stands', async () => {
  const sanne = await newPerson(browser);
  await signIn(sanne.page, product, 'generic', 'beheer@balie.example');
  await sanne.page.goto(`${product.at('generic')}/management/companies`);
  await sanne.page.getByRole('table').getByRole('link', { name: 'Hofstede Tapijten' }).click();
  await sanne.page
    .getByRole('navigation', { name: 'Onderdelen' })
    .getByRole('link', { name: /^Gebruikers/ })
    .click();
  await sanne.page.getByRole('button', { name: 'Gebruiker toevoegen' }).click();
  const form = sanne.page.getByRole('dialog', { name: 'Gebruiker toevoegen' });
  await form.getByLabel('Voornaam').fill('Ria');
  await form.getByLabel('Achternaam').fill('Mulder');
  await form.getByLabel('E-mailadres').fill('ria@hofstede.example');
  await form.getByRole('button', { name: 'Opslaan' }).click();
  const invitation = sanne.page.getByRole('dialog', { name: 'Ria Mulder uitnodigen' });
  await invitation.getByRole('button', { name: 'Uitnodigen' }).click();
  await invitation.getByText('De uitnodiging is verstuurd naar ria@hofstede.example').waitFor();
  // The inviter never sees what lets Ria in.
  expect(await invitation.getByLabel('Link').count()).toBe(0);
  await invitation.getByRole('button', { name: 'Sluiten' }).last().click();
  await sanne.page.getByRole('link', { name: 'Ria' }).click();
  await sanne.page.getByText(/nog te gebruiken tot/).waitFor();

  const ria = await newPerson(browser);
  await choosePassword(ria.page, await linkFor('ria@hofstede.example', 'invitation'), 'Populier-2026');
  await comeIn(ria.page, 'ria@hofstede.example', 'Populier-2026');
  await sanne.page.reload();
  await sanne.page.getByText(/gebruikt op/).waitFor();
  await Promise.all([sanne.close(), ria.close()]);
});

test('a forgotten password is replaced by a link in the mail, and strangers get the same answer', async () => {
  const answers: string[] = [];
  const joris = await newPerson(browser);
  for (const address of ['niemand@balie.example', 'joris@balie.example']) {
    await joris.page.goto(product.at('generic'));
    await joris.page.getByRole('link', { name: 'Wachtwoord vergeten?' }).click();
    await joris.page.getByLabel('E-mailadres').fill(address);
    await joris.page.getByRole('button', { name: 'Link sturen' }).click();
    await joris.page.getByText('Kijk in uw e-mail').first().waitFor();
    answers.push(await joris.page.locator('body').innerText());
  }
  expect(answers[0]).toBe(answers[1]);
  const link = await linkFor('joris@balie.example', 'password');
  await choosePassword(joris.page, link, 'Kastanje-2026');
  await comeIn(joris.page, 'joris@balie.example', 'Kastanje-2026');
  await joris.page.goto(link);
  await joris.page.getByText('Deze link werkt niet meer').first().waitFor();
  await joris.close();
});
