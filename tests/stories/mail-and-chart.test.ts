import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ublOf, type UblSeed } from '#server/features/documents/testing/ubl.ts';
import { xafOf } from '#server/features/invoicing/testing/xaf.ts';
import { type SmtpServer, startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, openStage, product } from '../support/stage.ts';

// An approver decides from a mail on a phone, over SMTP; and a chart comes from an audit file and is booked on.
let post: SmtpServer;
let companyId = '';
const [petra, daan, staff] = ['fm@balie.example', 'daan@vechtstreek.example', 'beheer@balie.example'];
const administration = z.object({ id: z.string(), name: z.string() });
let books: z.output<typeof administration>;

// Registered first, run last: the product stops before the server that takes its mail.
afterAll(() => post.close());
openStage(async () => {
  post = await startSmtpServer();
  return { SMTP_URL: post.url, MAIL_FROM: 'Balie <balie@balie.example>' };
});
beforeAll(async () => {
  companyId = z.object({ companyId: z.string() }).parse(await call(daan, 'GET', 'identity/me')).companyId;
  const path = `core/companies/${companyId}/administrations`;
  books = z
    .array(administration)
    .min(1)
    .parse(await call(staff, 'GET', path))[0] ?? { id: '', name: '' };
  await product.query(
    `update administrations set kvk_number = '12345678', vat_id = '' where company_id = $1 and id = $2`,
    [companyId, books.id],
  );
});

test('an approver decides from the mail about one invoice, on a phone and without signing in', async () => {
  const { page, close } = await newPerson(browser);
  await signIn(page, product, 'fm', daan);
  await page.goto(`${product.at('fm')}/fmmodule/approval-flows/${companyId}`);
  const settings = page.getByRole('region', { name: 'Herinneren en doorzetten' });
  await settings.getByRole('switch', { name: 'Elke beurt mailen' }).check({ force: true });
  await settings.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByText('Instellingen bewaard').waitFor();
  await close();
  const me = z.object({ id: z.string() }).parse(await call(petra, 'GET', 'identity/me'));
  const flow = `fmmodule/approval-flows/${companyId}`;
  const otherwise = [{ mode: 'one', userIds: [me.id] }];
  await call(daan, 'PUT', flow, { draft: { rules: [], otherwise, fourEyes: null } });
  await call(daan, 'POST', `${flow}/put-in-use`, {});
  const [first, second] = [await send({ number: 'MAIL-1' }), await send({ number: 'MAIL-2' })];

  // Turns are mailed every five minutes.
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const;
  const guest = await newPerson(browser, phone);
  await guest.page.goto(await linkOf('MAIL-1'));
  await guest.page.getByText('U keurt als Petra Huisman').waitFor();
  await guest.page.getByAltText('Eerste pagina van de factuur').waitFor();
  expect(await widthOf(guest.page)).toBe(360);
  await guest.page.getByRole('button', { name: 'Goedkeuren' }).click();
  await guest.page.getByRole('heading', { name: 'Goedgekeurd' }).waitFor();
  expect(await statusOf(first)).toBe('ReadyForProcessing');
  await guest.page.goto(await linkOf('MAIL-1'));
  await guest.page.getByText(/Petra Huisman besloot op .*, via de mail/).waitFor();

  // Somebody corrects the other one meanwhile: its link decides nothing.
  const other = await linkOf('MAIL-2');
  await call(daan, 'PUT', `fmmodule/invoices/${second}/booking`, {
    lines: [{ ledger: { number: '4300' }, debit: 10_000 }],
  });
  await guest.page.goto(other);
  await guest.page.getByText('Er is niets besloten.', { exact: false }).first().waitFor();
  expect(await guest.page.getByRole('button', { name: 'Goedkeuren' }).count()).toBe(0);
  expect(await statusOf(second)).toBe('Concept');
  await guest.close();
}, 600_000);

test('a chart comes from an audit file, its VAT is confirmed, and an invoice is booked on it', async () => {
  const { page, close } = await newPerson(browser, { viewport: { width: 1280, height: 900 } });
  await signIn(page, product, 'fm', daan);
  await page.goto(`${product.at('fm')}/fmmodule/charts/${books.id}/imports`);
  await choose(page, 'ander.xaf', xafOf({ kvk: '87654321', vatId: '' }));
  await page
    .getByText(/KvK|administratie/)
    .filter({ hasText: '87654321' })
    .first()
    .waitFor();
  await choose(page, 'boekjaar.xaf', xafOf({ vatId: '', purchases: 60 }));
  await page.getByText(/rekeningen 7/).waitFor();

  await page.getByRole('link', { name: /Btw-codes/ }).click();
  await page.getByText('btw-codes zijn afgeleid uit boekingen', { exact: false }).waitFor();
  for (const name of ['Inkoop hoog', 'Inkoop laag']) {
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText('afgeleid').waitFor();
    await row.getByText(name).click();
    await page
      .getByRole('dialog', { name: 'Btw-code bewerken' })
      .getByRole('button', { name: 'Opslaan' })
      .click();
    await expect.poll(() => row.getByText('afgeleid').count()).toBe(0);
  }

  const supplier = { supplier: 'Leverancier 1 &amp; Zn', kvk: '40000001', iban: 'NL20INGB0001234567' };
  await send({
    ...supplier,
    number: 'F-900',
    lines: [{ description: 'Onderhoud', cents: 10_000 }],
  });
  await page.goto(`${product.at('fm')}/fmmodule/invoices`);
  await page.getByLabel('Welke facturen').selectOption({ label: 'Alle' });
  await page.getByRole('row').filter({ hasText: 'Leverancier 1' }).first().click();
  const lines = page.getByRole('region', { name: 'Boekingsregels' });
  // As the purchases of the file have it.
  await lines.getByText('Groen en beplanting').waitFor();
  await page.getByRole('button', { name: 'Bewerken' }).click();
  const cell = (name: string) => page.getByRole('gridcell', { name });
  await cell('Grootboekrekening, regel 1').click();
  await page.keyboard.type('schoon');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect.poll(() => cell('Grootboekrekening, regel 1').textContent()).toContain('4310 Schoonmaak');
  await page.keyboard.press('Control+s');
  await page.getByText('Boeking opgeslagen').waitFor();
  await lines.getByText('Schoonmaak').waitFor();
  await close();
});

/** The newest link in the mails about an invoice. */
async function linkOf(number: string): Promise<string> {
  const link = () =>
    post.received
      .map(({ text }) => text)
      .filter((text) => text.includes(number))
      .flatMap((text) => /http:\S+\/approve\/\S+/.exec(text)?.[0] ?? [])
      .at(-1);
  await expect.poll(link, { timeout: 420_000, interval: 1000 }).toBeDefined();
  return link() ?? '';
}

const widthOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

async function choose(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'application/xml', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
}

/** Uploads an invoice; gives its id once it is made. */
async function send(seed: UblSeed): Promise<string> {
  const form = new FormData();
  const xml = ublOf({ buyer: books.name, ...seed });
  form.append('file', new Blob([xml], { type: 'application/xml' }), `${seed.number}.xml`);
  const [document] = z
    .array(z.object({ id: z.string() }))
    .parse(await call(petra, 'POST', 'fmmodule/documents', form));
  const invoiceId = async () =>
    z
      .object({ invoiceId: z.string().nullable() })
      .parse(await call(petra, 'GET', `fmmodule/documents/${document?.id}`)).invoiceId;
  await expect.poll(invoiceId, { timeout: 60_000 }).not.toBeNull();
  return (await invoiceId()) ?? '';
}

async function statusOf(id: string): Promise<string> {
  return z.object({ statusValue: z.string() }).parse(await call(daan, 'GET', `fmmodule/invoices/${id}`))
    .statusValue;
}

/** Calls the API as a person; gives the result. */
async function call(email: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const isFile = body instanceof FormData;
  const reply = await fetch(`http://localhost:${product.port}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await product.token(email)}`,
      ...(body !== undefined && !isFile && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  return text === '' ? undefined : z.object({ result: z.unknown() }).parse(JSON.parse(text)).result;
}
