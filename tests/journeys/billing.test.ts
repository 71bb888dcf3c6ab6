import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import { previousMonth } from '#contract/billing/periods.ts';
import { generateInvoices } from '#server/samples/generate.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

// From a price to the invoice: staff agree on a price, the customer uploads documents, a month passes, and a run makes
// an invoice of what was used; on every screen, and on paper, it is the same amount.
const customer = 'Woonstichting De Vechtstreek';
const price = 'Scan met spoed';
const last = previousMonth(dayOfInstant(new Date()));

openStage();

/** A month as the portal says it: `oktober 2026`. */
function monthName(month: string): string {
  return new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** What a cell says, with plain spaces. */
async function wordsOf(cell: Locator): Promise<string> {
  return (await cell.innerText()).replaceAll(/\s+/g, ' ').trim();
}

/** The amount in a text: `€ 1.234,50` without its sign and space, as it is found on paper too. */
function amountIn(text: string): string {
  return /-?\d[\d.]*,\d{2}/.exec(text)?.[0] ?? `no amount in ${text}`;
}

/** Staff make a price of € 1,25 for a document. */
async function makePrice(page: Page): Promise<void> {
  await page.goto(`${product.at('generic')}/fm/price-agreements`);
  await page.getByRole('button', { name: 'Prijsafspraak toevoegen' }).click();
  const form = page.getByRole('dialog', { name: 'Prijsafspraak toevoegen' });
  await form.getByLabel('Naam', { exact: true }).fill(price);
  await form.getByRole('radio', { name: 'Licentie' }).check();
  await form.getByLabel('Tarief').fill('1,25');
  await form.getByRole('radio', { name: 'Variabel' }).check();
  await form.getByRole('radio', { name: 'Document' }).check();
  await form.getByRole('radio', { name: 'Maand' }).check();
  await form.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByRole('row', { name: new RegExp(price) }).waitFor();
}

/** Opens a tab of the customer. */
async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto(`${product.at('generic')}/fm/customers`);
  await page.getByRole('table').getByRole('link', { name: customer }).click();
  await page.waitForURL(/\/fm\/customers\/[^/]+\/administrations/);
  const of = page
    .getByRole('navigation')
    .or(page.getByRole('tablist'))
    .locator(`a[href$="/${tab}"][href*="/fm/customers/"]`);
  await of.first().click();
  await page.waitForURL(new RegExp(`/fm/customers/[^/]+/${tab}`));
}

/** They give it to the customer. */
async function givePrice(page: Page): Promise<void> {
  await openTab(page, 'price-agreements');
  await page.getByRole('button', { name: 'Prijsafspraak toevoegen' }).click();
  const form = page.getByRole('dialog', { name: 'Prijsafspraak toevoegen' });
  await form.getByRole('combobox', { name: 'Prijsafspraak' }).click();
  await page.getByRole('option', { name: new RegExp(price) }).click();
  await form.getByRole('button', { name: 'Opslaan' }).click();
  await page.getByRole('row', { name: new RegExp(price) }).waitFor();
}

const taken = z.object({ result: z.array(z.object({ id: z.string() })) });
const documentRecord = z.object({ result: z.object({ documentId: z.string(), state: z.string() }) });

/** The customer uploads documents, which the product reads; gives their numbers. */
async function uploadAndRead(): Promise<string[]> {
  const token = await product.token('fm@balie.example');
  const headers = { authorization: `Bearer ${token}` };
  const numbers: string[] = [];
  for (const [at, sample] of generateInvoices({ seed: 5151, count: 2, layouts: ['classic'] }).entries()) {
    const body = new FormData();
    body.append('file', new Blob([await sample.pdf()], { type: 'application/pdf' }), `spoed-${at}.pdf`);
    const response = await fetch(`${product.at('generic')}/api/fmmodule/documents`, {
      method: 'POST',
      headers,
      body,
    });
    const id = taken.parse(await response.json()).result[0]?.id ?? '';
    const read = async () =>
      documentRecord.parse(
        await (await fetch(`${product.at('generic')}/api/fmmodule/documents/${id}`, { headers })).json(),
      ).result;
    await expect.poll(async () => (await read()).state, { timeout: 120_000 }).toBe('Herkend');
    numbers.push((await read()).documentId);
  }
  return numbers;
}

/** What was used today was used in the month that is to be billed: nobody waits for the next one. */
async function letMonthPass(): Promise<void> {
  await product.query(
    `update usage_events set at = ($1 || '-20T10:00:00Z')::timestamptz
     where document_id in (select id from documents where filename like 'spoed-%')`,
    [last],
  );
  await product.query(`update usage_days set total = 0, marked = 0, trial = 0`);
  await product.query(
    `insert into usage_days (company_id, day, kind, total, marked, trial)
     select company_id, day, kind, count(*), count(*) filter (where mark <> ''), count(*) filter (where mark = '' and is_trial)
     from usage_events group by 1, 2, 3
     on conflict (company_id, day, kind) do update set total = excluded.total, marked = excluded.marked, trial = excluded.trial`,
  );
}

/** Staff have the concept of the last month counted anew, look it over, and make it final. */
async function makeFinal(page: Page): Promise<void> {
  await page.goto(`${product.at('generic')}/fm/billing-runs`);
  await page
    .getByRole('table')
    .getByRole('link', { name: monthName(last) })
    .click();
  await page.getByRole('button', { name: 'Opnieuw uitrekenen' }).click();
  await page.getByRole('button', { name: 'Ter controle' }).click({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Definitief maken' }).click();
  const sure = page.getByRole('dialog', { name: /definitief maken\?/ });
  await sure.getByRole('button', { name: 'Definitief maken' }).click();
  await page.getByRole('button', { name: `PDF van ${customer} downloaden` }).waitFor({ timeout: 120_000 });
}

/** Presses a button that saves a file; gives its bytes. */
async function save(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const waiting: Promise<Download> = page.waitForEvent('download');
  await button.click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const reader = startPdf();
  try {
    const document = await reader.open(bytes);
    const pages = [];
    for (let page = 1; page <= document.pageCount; page += 1)
      pages.push((await document.text(page)).characters.join(''));
    await document.close();
    return pages.join(' ').replaceAll(/\s+/g, ' ');
  } finally {
    await reader.close();
  }
}

test('a price, its use, the run and the papers say the same amount, and so does the screen of the customer', async () => {
  const staff = await newPerson(browser);
  const { page } = staff;
  await signIn(page, product, 'generic', 'beheer@balie.example');
  await makePrice(page);
  await givePrice(page);
  const numbers = await uploadAndRead();
  await letMonthPass();
  await makeFinal(page);

  // The line of the new price opens the documents behind it, the uploaded ones among them, and they come to its amount.
  await page
    .getByRole('row', { name: new RegExp(customer) })
    .getByRole('button', { expanded: false })
    .first()
    .click();
  const lines = page.getByRole('table', { name: `Regels van ${customer}` });
  const line = lines.getByRole('row', { name: new RegExp(price) });
  const lineAmount = amountIn(await wordsOf(line.getByRole('cell').last()));
  await line.getByRole('button', { name: /documenten tonen/ }).click();
  const behind = page.getByRole('dialog', { name: /Scans/ });
  for (const number of numbers) {
    await behind.getByRole('searchbox').fill(number);
    await behind.getByRole('row', { name: new RegExp(number) }).waitFor();
  }
  await behind.getByRole('searchbox').fill('');
  const sum = behind.getByRole('row', { name: /^Totaal/ });
  // Another agreement prices scans too; behind this line stands what this one makes of them.
  await expect.poll(async () => amountIn(await wordsOf(sum))).toBe(lineAmount);
  await page.keyboard.press('Escape');

  const inclVat = amountIn(await wordsOf(lines.getByRole('row', { name: /^Inclusief btw/ })));
  const exclVat = amountIn(await wordsOf(lines.getByRole('row', { name: /^Exclusief btw/ })));
  const pdf = await save(page, page.getByRole('button', { name: `PDF van ${customer} downloaden` }));
  const paper = await textOfPdf(pdf.bytes);
  for (const said of [inclVat, exclVat, lineAmount, customer, pdf.name.replace('.pdf', '')])
    expect(paper).toContain(said);
  const ubl = await save(page, page.getByRole('button', { name: `UBL van ${customer} downloaden` }));
  const payable = inclVat.replaceAll('.', '').replace(',', '.');
  expect(ubl.bytes.toString()).toContain(
    `<cbc:PayableAmount currencyID="EUR">${payable}</cbc:PayableAmount>`,
  );
  expect(staff.problems()).toEqual([]);

  // The report and the invoices tab say what was used; the customer's own screen says the same.
  await openTab(page, 'invoices');
  const month = (of: Page) =>
    of.getByRole('table', { name: 'Scans' }).getByRole('row', { name: new RegExp(`^${monthName(last)}`) });
  await month(page).waitFor();
  const used = await wordsOf(month(page));
  const totals = async (of: Page) => wordsOf(of.getByRole('region', { name: 'Vaste kosten per cyclus' }));
  const fixed = await totals(page);
  await staff.close();

  const own = await newPerson(browser);
  await signIn(own.page, product, 'fm', 'fm@balie.example');
  await own.page.getByRole('link', { name: 'Verbruik en kosten' }).first().click();
  await month(own.page).waitFor();
  expect(await wordsOf(month(own.page))).toBe(used);
  expect(await totals(own.page)).toBe(fixed);
  const invoice = own.page.getByRole('row', {
    name: new RegExp(/F\d{4}-\d+/.exec(pdf.name)?.[0] ?? pdf.name),
  });
  expect(await wordsOf(invoice)).toContain(inclVat);
  const same = await save(own.page, invoice.getByRole('button', { name: /PDF/ }));
  expect(same.bytes.equals(pdf.bytes)).toBe(true);
  expect(own.problems()).toEqual([]);
  await own.close();
}, 300_000);

test('a fixed amount shows the agreements that it is made of, and an amount of use its documents with their originals', async () => {
  const { page, problems, close } = await newPerson(browser);
  await signIn(page, product, 'fm', 'fm@balie.example');
  await page.goto(`${product.at('fm')}/fmmodule/usage`);
  const perMonth = page.getByRole('button', { name: /Per maand: opbouw tonen/ });
  const amount = amountIn(await wordsOf(perMonth));
  await perMonth.click();
  const made = page.getByRole('dialog', { name: /Vaste kosten per cyclus/ });
  expect(amountIn(await wordsOf(made.getByRole('row', { name: /^Totaal/ })))).toBe(amount);
  await page.keyboard.press('Escape');

  await page
    .getByRole('button', { name: new RegExp(`^€.*Scans, ${monthName(last)}.*documenten tonen`) })
    .first()
    .click();
  const behind = page.getByRole('dialog', { name: /Scans/ });
  // A browser that draws no PDF downloads it; the new tab may have done so before anybody could listen to it alone.
  const context = page.context();
  const shown = new Promise<void>((resolve) => {
    context.once('download', () => resolve());
    context.once('page', (tab) => {
      tab.waitForURL(/^blob:/).then(resolve, () => undefined);
    });
  });
  await behind
    .getByRole('button', { name: /origineel openen/ })
    .first()
    .click();
  await shown;
  expect(problems()).toEqual([]);
  await close();
}, 120_000);
