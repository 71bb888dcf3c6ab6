import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, type Person, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

// From approved to booked, paid and inspected, as the people of a customer do it.

const uploader = 'fm@balie.example';
const finance = 'daan@vechtstreek.example';
const staff = ['beheer@balie.example', 'joris@balie.example'] as const;
let folder: string;
afterAll(() => rm(folder, { recursive: true, force: true }));
openStage(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-booked-'));
  return { BALIE_DELIVERY_FOLDERS: `boeken=${folder}` };
});

/** What a test needs of an invoice. */
interface Sample {
  readonly id: string;
  readonly documentId: string;
  readonly companyId: string;
  readonly creditor: { readonly name: string };
  readonly creditorId: string;
  readonly invoiceDate: string;
  readonly exclAmount: number;
  readonly totalAmount: number;
  readonly warnings: readonly { readonly severity: string }[];
}
let samples: readonly Sample[];
let asFinance: string;

async function call<T>(
  path: string,
  options: { readonly token?: string; readonly method?: string; readonly body?: object } = {},
): Promise<T> {
  const { token = asFinance, method = 'GET', body } = options;
  const response = await fetch(`${product.at('generic')}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(response.status, `${path} ${text}`).toBe(200);
  return JSON.parse(text).result;
}

// Booked invoices in euro of Dutch suppliers; the rest is done by hand.
beforeAll(async () => {
  asFinance = await product.token(finance);
  const rows = await call<{ id: string }[]>('fmmodule/invoices?$top=50');
  const all = await Promise.all(rows.map(({ id }) => call<Sample>(`fmmodule/invoices/${id}`)));
  samples = all
    .filter(
      ({ totalAmount, exclAmount, warnings }) =>
        totalAmount > 0 && exclAmount > 0 && warnings.every(({ severity }) => severity === 'info'),
    )
    .slice(0, 2);
  if (samples.length < 2) throw new Error('the demo has too few invoices that can be approved');
  for (const { id, exclAmount } of samples)
    await call(`fmmodule/invoices/${id}/booking`, {
      method: 'PUT',
      body: { lines: [{ ledger: { number: '4300' }, debit: exclAmount }] },
    });
}, 60_000);

const statusOf = async ({ id }: Sample): Promise<string> =>
  (await call<{ statusValue: string }>(`fmmodule/invoices/${id}`)).statusValue;
const sampleAt = (index: number): Sample => {
  const found = samples[index];
  if (!found) throw new Error(`no invoice ${index}`);
  return found;
};
const open = (page: Page, path: string) => page.goto(`${product.at('fm')}/${path}`);

/** A person of the customer at a browser, signed in. */
async function at(email: string): Promise<Person> {
  const person = await newPerson(browser);
  await signIn(person.page, product, 'fm', email);
  return person;
}

async function approve(page: Page, { creditor, documentId }: Sample): Promise<void> {
  await page.getByRole('row').filter({ hasText: creditor.name }).first().click();
  await page.getByText(documentId).first().waitFor();
  await page.getByLabel('Automatisch').first().uncheck();
  const approved = page.waitForResponse((response) => response.url().endsWith('/approve'));
  await page
    .getByLabel('Beslissen')
    .getByRole('button', { name: /Goedkeuren/ })
    .click();
  expect((await approved).status()).toBe(200);
}

async function choose(page: Page, dialog: Locator, label: string, option: RegExp): Promise<void> {
  await dialog.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function changeSettings(page: Page, change: (dialog: Locator) => Promise<void>): Promise<void> {
  await open(page, 'fmmodule/delivery-settings');
  await page.getByText('Vechtstreek Wonen').first().click();
  const dialog = page.getByRole('dialog', { name: /Aflevering instellen/ });
  await change(dialog);
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function deliverNow(page: Page): Promise<void> {
  await open(page, 'fmmodule/deliveries');
  await page.getByRole('button', { name: 'Nu afleveren' }).first().click();
  const dialog = page.getByRole('dialog', { name: /Nu afleveren/ });
  await choose(page, dialog, 'Administratie', /Vechtstreek Wonen/);
  await dialog.getByRole('button', { name: 'Nu afleveren' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function download(page: Page, name: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return readFile(await (await started).path(), 'utf8');
}

/** A field of yes and no. */
const yesNo = (dialog: Locator, name: string, answer: 'Ja' | 'Nee') =>
  dialog.getByRole('radiogroup', { name }).getByRole('radio', { name: answer }).check();

// All accounts but one come from a file; that one is typed.
async function mapAccounts(page: Page, typed: string): Promise<void> {
  const [{ id } = { id: '' }] = await call<{ id: string }[]>('fmmodule/delivery-settings');
  const codes = await call<{ ours: string }[]>(`fmmodule/delivery-settings/${id}/codes?kind=account`);
  const lines = codes
    .filter(({ ours }) => ours !== typed)
    .map(({ ours }) => `Grootboekrekening;${ours};${ours}00`);
  await page.getByRole('button', { name: 'CSV inlezen' }).click();
  const dialog = page.getByRole('dialog', { name: 'CSV inlezen' });
  await dialog.getByLabel('Bestand met codes').setInputFiles({
    name: 'codes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Soort;Onze code;Code in het pakket', ...lines].join('\r\n')),
  });
  await dialog.getByText(/gewijzigd/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: new RegExp(`Code in het pakket van ${typed}`) }).dblclick();
  await page.keyboard.type(`${typed}00`);
  await page.keyboard.press('Enter');
  await page.getByText(`${typed}00`, { exact: true }).waitFor();
}

test('approved, refused for what is missing, mended, booked, and processed by its receipt', async () => {
  const invoice = sampleAt(0);
  const petra = await at(uploader);
  await approve(petra.page, invoice);
  const daan = await at(finance);
  const { page } = daan;
  await changeSettings(page, async (dialog) => {
    await dialog.getByLabel('Inkoopdagboek in het pakket').fill('60');
    await yesNo(dialog, 'Verwerkt na terugmelding', 'Ja');
    await yesNo(dialog, 'Elke code gekoppeld', 'Ja');
  });
  await deliverNow(page);
  await page.getByRole('row').filter({ hasText: 'Gestopt' }).first().click();
  await page.getByText(/grootboekrekening is nog niet gekoppeld/).waitFor();
  const here = page.url();
  await page.getByRole('link', { name: 'Naar de codes van het pakket' }).click();
  await mapAccounts(page, '4300');
  await page.goto(here);
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await page.getByText(/het nummer in het boekhoudpakket niet bekend/).waitFor();
  await page.getByText(invoice.creditor.name, { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Crediteur wijzigen' }).click();
  await page.getByLabel(/Vechtstreek Wonen/).fill('20000');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByText(/20000/).first().waitFor();
  await page.goto(here);
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  const xml = await download(page, 'Bestand ophalen');
  const parsed = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(xml);
  const credit = (invoice.totalAmount / 100).toFixed(2);
  expect(parsed.eExact.GLEntries.GLEntry.FinEntryLine).toContainEqual(
    expect.objectContaining({ GLAccount: { '@_code': '430000' } }),
  );
  expect(parsed.eExact.GLEntries.GLEntry.FinEntryLine).toContainEqual(
    expect.objectContaining({
      Creditor: { '@_code': '20000', '@_number': '20000' },
      Amount: expect.objectContaining({ Credit: credit }),
    }),
  );
  await page.getByText('1 factuur wacht op de terugmelding van het pakket.').waitFor({ timeout: 20_000 });

  await open(page, 'fmmodule/deliveries');
  await page.getByRole('button', { name: 'Terugmelding' }).click();
  const dialog = page.getByRole('dialog', { name: /Terugmelding inlezen/ });
  await choose(page, dialog, 'Administratie', /Vechtstreek Wonen/);
  await dialog.getByLabel('Bestand kiezen').setInputFiles({
    name: 'geboekt.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Boekstuk;Document\r\n26600001;${invoice.documentId}\r\n`),
  });
  await expect.poll(() => dialog.getByLabel('Geboekte nummers').inputValue()).toContain(invoice.documentId);
  await dialog.getByRole('button', { name: 'Inlezen' }).click();
  await dialog.getByText('1 factuur verwerkt.').waitFor();
  await expect.poll(() => statusOf(invoice)).toBe('Processed');
  expect(petra.problems().concat(daan.problems())).toEqual([]);
  await Promise.all([petra.close(), daan.close()]);
});

test('a delivery that failed is started again when its folder is there', async () => {
  const invoice = sampleAt(1);
  const petra = await at(uploader);
  await approve(petra.page, invoice);
  await product.query(
    `insert into creditor_numbers (company_id, administration_id, creditor_id, number, origin)
     select $1, a.id, $2, '20002', 0 from administrations a where a.company_id = $1`,
    [invoice.companyId, invoice.creditorId],
  );
  const daan = await at(finance);
  const { page } = daan;
  await changeSettings(page, async (dialog) => {
    await yesNo(dialog, 'Verwerkt na terugmelding', 'Nee');
    await choose(page, dialog, 'Aflevering', /Map op de server/);
    await choose(page, dialog, 'Map van de beheerder', /boeken/);
    await dialog.getByLabel(/Submap/).fill('in');
  });
  // Where the folder of the company should be lies a file.
  const place = join(folder, invoice.companyId);
  await writeFile(place, 'in the way');
  await deliverNow(page);
  await page.getByRole('row').filter({ hasText: 'Mislukt' }).first().click();
  await page.getByText('De ontvanger was niet bereikbaar.').waitFor();
  await rm(place);
  await mkdir(place);
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await page.getByRole('button', { name: 'Opnieuw proberen' }).waitFor({ state: 'detached' });
  const [file = ''] = await readdir(join(place, 'in'));
  expect(await readFile(join(place, 'in', file), 'utf8')).toContain('20002');
  await expect.poll(() => statusOf(invoice)).toBe('Processed');
  await Promise.all([petra.close(), daan.close()]);
});

test("an inspector's day: invited for a period, sees the archive of it and nothing else, until it ends", async () => {
  const { companyId, documentId, creditor, invoiceDate } = sampleAt(0);
  const sanne = await at(staff[0]);
  await open(sanne.page, `fmmodule/archive?companyId=${companyId}`);
  await sanne.page.getByRole('button', { name: 'Inspecteurs' }).click();
  const dialog = sanne.page.getByRole('dialog', { name: 'Inspecteurs' });
  await dialog.getByLabel('Voornaam').fill('Iris');
  await dialog.getByLabel('Achternaam').fill('Belasting');
  await dialog.getByLabel('E-mailadres').fill('iris@inspectie.example');
  const year = invoiceDate.slice(0, 4);
  await dialog.getByRole('textbox', { name: 'Factuurdatum van' }).fill(`01-01-${year}`);
  await dialog.getByRole('textbox', { name: 'Factuurdatum tot en met' }).fill(`31-12-${year}`);
  await dialog.getByRole('button', { name: 'Toevoegen', exact: true }).click();
  const invitation = sanne.page.getByRole('dialog', { name: /Iris Belasting uitnodigen/ });
  await invitation.getByRole('button', { name: 'Uitnodigen' }).click();
  const link = await invitation.getByLabel('Link').inputValue();

  const iris = await newPerson(browser);
  const { page } = iris;
  await page.goto(link);
  await page.getByLabel('Nieuw wachtwoord', { exact: true }).fill('Populier-2026');
  await page.getByLabel('Nieuw wachtwoord, nog een keer').fill('Populier-2026');
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  await page.getByText('Uw wachtwoord is opgeslagen').first().waitFor();
  await page.goto(product.at('fm'));
  await page.getByLabel('E-mailadres').fill('iris@inspectie.example');
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Populier-2026');
  await page.getByRole('button', { name: 'Inloggen' }).click();
  const menu = page.getByRole('navigation').getByRole('link');
  await menu.filter({ hasText: 'Archief' }).click();
  expect(await menu.allInnerTexts()).toEqual(['Archief', 'Ideeën', 'Hulp']);
  const search = page.getByRole('searchbox').or(page.getByPlaceholder(/Zoek in alles/));
  await search.first().fill(creditor.name);
  await page.getByRole('link').filter({ hasText: creditor.name }).first().click();
  await page.getByText(documentId).first().waitFor();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als PDF' }).click();
  expect((await readFile(await (await started).path())).subarray(0, 5).toString()).toBe('%PDF-');
  await open(page, 'fmmodule/invoices');
  await page
    .getByText(/geen rechten/)
    .first()
    .waitFor();

  await open(sanne.page, `fmmodule/archive?companyId=${companyId}`);
  await sanne.page.getByRole('button', { name: 'Inspecteurs' }).click();
  await sanne.page.getByRole('button', { name: /Toegang van Iris Belasting/ }).click();
  await sanne.page.getByText('Beëindigd').waitFor();
  await open(page, 'fmmodule/archive');
  await page.getByLabel('Wachtwoord', { exact: true }).waitFor();
  await Promise.all([sanne.close(), iris.close()]);
});

test('a payment is made by one person and released by another, each with a fresh second factor', async () => {
  const invoice = sampleAt(1);
  // Not by who booked it.
  const token = await product.token(staff[0]);
  const accounts = await call<{ id: string; creditorId: string }[]>('fmmodule/bank-accounts?$top=250', {
    token,
  });
  const account = accounts.find(({ creditorId }) => creditorId === invoice.creditorId);
  const checked = { method: 'called', note: 'Gebeld' };
  await call(`fmmodule/bank-accounts/${account?.id}/confirm`, { token, method: 'POST', body: checked });
  const [maker, releaser] = await Promise.all([withPasskey(staff[0]), withPasskey(staff[1])]);
  await open(maker.page, 'fmmodule/payment-settings');
  await maker.page.getByText('Vechtstreek Wonen').first().click();
  const settings = maker.page.getByRole('dialog', { name: /Betalen instellen/ });
  await settings.getByRole('radio', { name: 'Ja' }).check();
  await choose(maker.page, settings, 'Betaalt het boekhoudpakket deze facturen ook?', /Nee/);
  await settings.getByLabel('Naam van de rekening').fill('Vechtstreek Wonen');
  await settings.getByLabel('Rekening waarvan betaald wordt').fill('NL39 RABO 0300 0652 64');
  await settings.getByRole('button', { name: 'Opslaan' }).click();
  await settings.waitFor({ state: 'detached' });

  await open(releaser.page, 'fmmodule/payment-settings');
  await releaser.page.getByText('Vechtstreek Wonen').first().click();
  const confirm = releaser.page.getByRole('button', { name: 'Rekening bevestigen' });
  await confirm.click();
  await releaser.page.getByText('Klopt deze rekening?').waitFor();
  await confirm.last().click();
  await releaser.page.getByText(/Bevestigd door Joris Kamp/).waitFor();

  await open(maker.page, 'fmmodule/payments');
  await maker.page.getByRole('button', { name: 'Betaling maken' }).first().click();
  const form = maker.page.getByRole('dialog', { name: /Betaling maken/ });
  await choose(maker.page, form, 'Administratie', /Vechtstreek Wonen/);
  await form.getByRole('button', { name: 'Maken' }).click();
  await maker.page.getByText('1 factuur, 1 overboeking').waitFor();
  // As ten minutes later: each step that money follows from asks again.
  await product.query(`update sign_in_sessions set second_factor_at = now() - interval '10 minutes'`);
  await maker.page.getByRole('button', { name: 'Samenstellen' }).click();
  await showPasskey(maker.page);
  await maker.page.getByText('Een ander moet vrijgeven').waitFor();
  expect(await maker.page.getByRole('button', { name: 'Vrijgeven' }).count()).toBe(0);

  await releaser.page.goto(maker.page.url());
  await releaser.page.getByRole('button', { name: 'Vrijgeven' }).click();
  await showPasskey(releaser.page);
  const xml = await download(releaser.page, 'Bestand ophalen');
  const { CstmrCdtTrfInitn: file } = new XMLParser({ parseTagValue: false }).parse(xml).Document;
  expect(file.GrpHdr).toMatchObject({ NbOfTxs: '1', CtrlSum: (invoice.totalAmount / 100).toFixed(2) });
  expect(file.PmtInf.DbtrAcct.Id.IBAN).toBe('NL39RABO0300065264');
  expect(await download(releaser.page, 'Bestand ophalen')).toBe(xml);
  expect(
    maker
      .problems()
      .concat(releaser.problems())
      .filter((line) => !line.includes('403')),
  ).toEqual([]);
  await Promise.all([maker.close(), releaser.close()]);
});

/** A person who has added a passkey, on a device of Chromium's own. */
async function withPasskey(email: string): Promise<Person> {
  const person = await at(email);
  const { page } = person;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await open(page, 'account/security');
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await page.getByLabel('Naam').fill('Laptop kantoor');
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Herstelcodes' })
    .getByRole('button', { name: /bewaard/ })
    .click();
  return person;
}

async function showPasskey(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Geef uw code' });
  await dialog.getByRole('button', { name: 'Passkey gebruiken' }).click();
  await dialog.waitFor({ state: 'detached' });
}
