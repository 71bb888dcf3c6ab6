import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newPerson, signIn } from '../support/browser.ts';
import { browser, product, openStage } from '../support/stage.ts';

// From a build to a client: the build server tells of a build, staff roll it out to 30 %, and clients ask.
const secret = 'the-secret-of-the-build-server';
const customer = 'Gemeente Vechtdal';

openStage(async () => ({ BALIE_BUILD_SECRET: secret }));

async function sendBuild(version: string, build: string): Promise<string> {
  const started = promisify(execFile)(
    process.execPath,
    ['docs/send-build.mjs', product.at('generic'), version, build],
    {
      env: { ...process.env, BALIE_BUILD_SECRET: secret },
    },
  );
  started.child.stdin?.end('Sneller openen van grote facturen.');
  return (await started).stdout.trim();
}

async function makeRelease(page: Page, version: string): Promise<void> {
  await page.goto(`${product.at('generic')}/fm/releases`);
  await page.getByText(`Nieuwe build: ${version}`).waitFor();
  await page.getByRole('button', { name: 'Release aanmaken' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release aanmaken' });
  await dialog.getByText('Weet u zeker dat u deze release wilt aanmaken?').waitFor();
  await dialog.getByRole('button', { name: 'Release aanmaken' }).click();
  await page.getByRole('heading', { level: 1, name: version }).waitFor();
}

async function rollOut(page: Page, name: string, percentage: string): Promise<void> {
  await page.getByLabel('Naam', { exact: true }).fill(name);
  await page
    .getByRole('treeitem', { name: /^Alle klanten/ })
    .getByText('Alle klanten')
    .click();
  await page.getByLabel('Uitrol in golven').fill(percentage);
  await page.getByRole('radio', { name: 'Actief', exact: true }).check();
  await save(page);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Opslaan' }).first().click();
  await page.getByText('Release bewaard').first().waitFor();
}

/** Makes a key for a customer as staff do, and gives it. */
async function makeKey(page: Page): Promise<string> {
  await page.goto(`${product.at('generic')}/fm/customers`);
  await page.getByRole('table').getByRole('link', { name: customer }).click();
  await page.getByRole('link', { name: /^Updatesleutels/ }).click();
  await page.getByRole('button', { name: 'Sleutel maken' }).click();
  const form = page.getByRole('dialog', { name: 'Sleutel maken' });
  await form.getByLabel('Naam', { exact: true }).fill('Werkplekken');
  await form.getByRole('button', { name: 'Sleutel maken' }).click();
  const shown = page.getByRole('dialog', { name: 'Sleutel Werkplekken' });
  const key = await shown.getByLabel('Sleutel', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  return key;
}

const audience = z.object({
  result: z.array(z.object({ companyName: z.string(), userId: z.string().nullable(), reason: z.string() })),
});

/** What the preview says of the customer's users: who gets it. */
async function preview(releaseId: string): Promise<Map<string, boolean>> {
  const response = await fetch(`${product.at('generic')}/api/fm/releases/${releaseId}/audience`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await product.token('beheer@balie.example')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ top: 250 }),
  });
  const { result } = audience.parse(await response.json());
  const rows = result.filter(({ companyName, userId }) => companyName === customer && userId !== null);
  return new Map(rows.map(({ userId, reason }) => [userId ?? '', reason === 'gets-it']));
}

/** What a client of the customer is told: the version, or null. */
async function asks(
  key: string,
  user: string,
  version: string,
  build = '20261118.3',
): Promise<string | null> {
  const query = new URLSearchParams({ version, build, user });
  const response = await fetch(`${product.at('generic')}/api/fm/updates?${query.toString()}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (response.status === 204) return null;
  return z.object({ result: z.object({ version: z.string() }) }).parse(await response.json()).result.version;
}

test('a new build becomes a release, is rolled out to 30 %, and clients get what the preview said', async () => {
  const { page, problems, close } = await newPerson(browser);
  await signIn(page, product, 'generic', 'beheer@balie.example');
  expect(await sendBuild('5.4.0', '20261121.1')).toBe('taken in: 5.4.0 (20261121.1)');
  expect(await sendBuild('5.4.0', '20261121.1')).toBe('known already: 5.4.0 (20261121.1)');

  await makeRelease(page, '5.4.0');
  const releaseId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await rollOut(page, 'Winterrelease', '30');
  await page.getByRole('button', { name: 'Wie krijgt dit?' }).click();
  // Who is among the 30 % hangs on the release's id: this customer may have nobody there.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Iedereen/ })
    .click();
  await page.getByRole('dialog').getByText(customer).first().waitFor();
  await page.keyboard.press('Escape');

  const key = await makeKey(page);
  const getting = async () => {
    const said = await preview(releaseId);
    const told = new Map<string, boolean>();
    for (const user of said.keys()) told.set(user, (await asks(key, user, '5.2.0')) === '5.4.0');
    expect(told).toEqual(said);
    return [...told].filter(([, gets]) => gets).map(([user]) => user);
  };
  const first = await getting();

  await page.goto(`${product.at('generic')}/fm/releases/${releaseId}`);
  await page.getByLabel('Uitrol in golven').fill('100');
  await save(page);
  const everybody = await getting();
  expect(everybody).toEqual(expect.arrayContaining(first));
  expect(everybody.length).toBe(5);

  // One of them takes it: that is what the release then says of itself.
  expect(await asks(key, everybody[0] ?? '', '5.4.0', '20261121.1')).toBeNull();
  await page.reload();
  await page.getByText('1 van 12').first().waitFor();
  expect(problems()).toEqual([]);
  await close();
}, 240_000);

test('a key of nobody is refused, and so is a build that nobody signed', async () => {
  const refused = await fetch(`${product.at('generic')}/api/fm/updates?version=5.2.0&build=1`, {
    headers: { authorization: 'Bearer bu_wrong' },
  });
  expect(refused.status).toBe(401);
  const unsigned = await fetch(`${product.at('generic')}/api/fm/builds`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(unsigned.status).toBe(401);
});
