import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { permissionCatalogue } from '#contract/permissions.ts';
import { newPerson, signIn, startBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

// Every screen and dialog in both languages, light and dark: axe finds nothing serious, nothing scrolls sideways, and
// every text is a text.
let product: Product;
let browser: Browser;
let relation: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ demo: true }), startBrowser()]);
  relation = await addRelation();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const screens = [
  '/',
  '/fmmodule/invoices',
  '/management/companies',
  '/management/companies/create',
  '/core/groups',
  '/core/groups/create',
  '/core/modules',
  '/core/customer-relations',
  '/core/customer-relations/create',
  '/management/trash',
  '/account/password',
  '/fmmodule/invoicerecognition',
  '/fmmodule/intake-log',
  '/fmmanagement/documents',
  '/fmmanagement/triggers',
  '/fmmanagement/board',
  '/comceptum/workorders',
  '/comceptum/workorders/create',
  '/comceptum/export-times',
  '/carpetline/orders',
  '/carpetline/orders/create',
  '/carpetline/board',
  '/carpetline/closing-days',
  '/carpetline/semi-finishes',
  '/carpetline/semi-finishes/create',
  '/carpetline/user-customer-relations',
  '/carpetline/user-customer-relations/create',
  '/fm/releases',
  '/fm/customers',
  '/fm/price-agreements',
  '/fm/report',
  '/fm/billing-runs',
  '/fm/billing-settings',
  '/fmmodule/usage',
  '/404',
];
const widths = [360, 768, 992, 1170, 1600];
// A dialog is a sheet of its own on phones, and lies on any other screen in one way.
const narrow = [360, 768];

async function seriousProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** Pixels that the page scrolls sideways, once it stands still: a menu that moves aside is no finding. */
async function settledOverflow(page: Page): Promise<number> {
  const measure = async () =>
    Number(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    );
  if ((await measure()) <= 0) return 0;
  await page.waitForTimeout(500);
  return measure();
}

/** The path of the first record of a list, which opens on this tab. */
async function openFirst(page: Page, list: string, tab: string): Promise<string> {
  await page.goto(`${product.at('generic')}${list}`);
  await page.locator('tbody').getByRole('row').first().getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/${tab}$`));
  return new URL(page.url()).pathname.replace(new RegExp(`/${tab}$`), '');
}

/** The path of the first record of a list, from its link. */
async function firstOf(page: Page, list: string): Promise<string> {
  await page.goto(`${product.at('generic')}${list}`);
  const link = page.locator('tbody').getByRole('row').first().getByRole('link').first();
  return (await link.getAttribute('href')) ?? '';
}

/** What stands on the page and is no text: keys of texts, and values that are none. */
async function rawTexts(page: Page): Promise<string[]> {
  const words = await page.locator('body').innerText();
  const raw =
    words.match(
      /\b(undefined|NaN|null)\b|\[object \w+\]|\b(core|kit|shell|identity|invoicing|documents|documentsWork|workorders|annotations|carpetline|releases|billing)\.[a-z]\w*\.\w+/g,
    ) ?? [];
  // Rights are shown by their code beside their name.
  return raw.filter((one) => !permissionCatalogue.some((permission) => permission.startsWith(one)));
}

/** Looks at what is in view: by axe in light and dark, for raw texts, and at these widths. */
async function look(page: Page, name: string, at = widths): Promise<string[]> {
  const found: string[] = (await rawTexts(page)).map((problem) => `${name}: ${problem}`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The app hears of it, and draws once more.
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
    await page.waitForTimeout(200);
    // Nothing but the colours is another in the dark.
    const problems = await seriousProblems(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
    found.push(...problems.map((problem) => `${name}, ${colorScheme}: ${problem}`));
  }
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await settledOverflow(page);
    if (overflow > 0) found.push(`${name} scrolls ${overflow} px sideways at ${width}`);
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
  return found;
}

/** A dialog: where it is opened, and by which button. */
type Opening = readonly [path: string, button: RegExp];

/** Looks at dialogs as they open, and with everything that can be wrong in them. */
async function lookAtDialogs(page: Page, dialogs: readonly Opening[]): Promise<string[]> {
  const found: string[] = [];
  for (const [path, name] of dialogs) {
    await page.goto(`${product.at('generic')}${path}`);
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').first().waitFor();
    // A dialog fades in, and what it asks for comes within this.
    await page.waitForTimeout(700);
    found.push(...(await look(page, `${path} ${name.source}`, narrow)));
    const save = page.getByRole('dialog').getByRole('button', { name: /^(Opslaan|Save)$/ });
    if ((await save.count()) === 0 || !(await save.isEnabled())) continue;
    // With everything that can be wrong in it.
    await save.click();
    await page.waitForTimeout(500);
    if ((await page.getByRole('dialog').count()) > 0)
      found.push(...(await look(page, `${path} ${name.source}, refused`, narrow)));
  }
  return found;
}

/** The path of a new relation of staff's own company: the demo has none. */
async function addRelation(): Promise<string> {
  const token = await product.token('beheer@balie.example');
  const answer = await fetch(`${product.at('generic')}/api/core/customer-relations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Bakkerij De Korenmaat',
      tag: 'K-701',
      address: { street: 'Melkmarkt 12', city: 'Zwolle' },
    }),
  });
  const { result } = z.object({ result: z.object({ id: z.string() }) }).parse(await answer.json());
  return `/core/customer-relations/${result.id}`;
}

describe.each(['nl', 'en'] as const)('in %s, light and dark', (language) => {
  test(
    'axe finds nothing serious on any screen, and nothing scrolls sideways at any width',
    { timeout: 1_200_000 },
    async () => {
      const { page, close } = await newPerson(browser);
      await signIn(page, product, 'generic', 'beheer@balie.example');
      if (language === 'en')
        await page
          .getByRole('button', { name: /EN|English/ })
          .first()
          .click();
      const company = await openFirst(page, '/management/companies', 'administrations');
      const user = await openFirst(page, `${company}/users`, 'permissions');
      const group = await openFirst(page, '/core/groups', 'permissions');
      const customer = await openFirst(page, '/fm/customers', 'administrations');
      const tabs = [
        ...['administrations', 'users', 'modules', 'history', 'update'].map((tab) => `${company}/${tab}`),
        ...['permissions', 'history'].map((tab) => `${user}/${tab}`),
        ...['permissions', 'users', 'history', 'update'].map((tab) => `${group}/${tab}`),
        ...['contact-persons', 'history', 'update'].map((tab) => `${relation}/${tab}`),
        await firstOf(page, '/fm/releases'),
        ...['administrations', 'price-agreements', 'invoices', 'update-keys', 'history'].map(
          (tab) => `${customer}/${tab}`,
        ),
      ];
      const found: string[] = [];
      for (const path of [...screens, ...tabs]) {
        await page.goto(`${product.at('generic')}${path}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        // The live connection never rests; what loads, loads within this.
        await page.waitForTimeout(700);
        found.push(...(await look(page, path)));
      }
      expect(found).toEqual([]);
      await close();
    },
  );

  test('the same holds for every dialog of management', { timeout: 1_200_000 }, async () => {
    const { page, close } = await newPerson(browser);
    await signIn(page, product, 'generic', 'beheer@balie.example');
    if (language === 'en')
      await page
        .getByRole('button', { name: /EN|English/ })
        .first()
        .click();
    const company = await openFirst(page, '/management/companies', 'administrations');
    const user = await openFirst(page, `${company}/users`, 'permissions');
    const group = await openFirst(page, '/core/groups', 'permissions');
    const dialogs: readonly Opening[] = [
      [`${company}/administrations`, /^(Administratie toevoegen|Add administration)$/],
      [`${company}/administrations`, /^(Bewerk|Edit) /],
      [`${company}/administrations`, /^(Verwijder|Delete) ./],
      [`${company}/users`, /^(Gebruiker toevoegen|Add user)$/],
      [`${company}/users`, /(uitnodigen$|^Invite )/],
      [`${company}/modules`, /^(Module toevoegen|Add module)$/],
      [user, /^(Bewerken|Edit)( E)?$/],
      [group, /^(Kopiëren|Copy)$/],
      [group, /^(Verwijderen|Delete)$/],
      ['/core/modules', /^(Module toevoegen|Add module)$/],
      ['/core/customer-relations', /(uit een bestand$|from a file$)/],
      [`${relation}/contact-persons`, /^(Contactpersoon toevoegen|Add contact person)$/],
      [relation, /^(Verwijderen|Delete)$/],
      ['/', /(Zoek op alles|Search everything)/],
    ];
    expect(await lookAtDialogs(page, dialogs)).toEqual([]);
    await close();
  });

  test('the same holds for every dialog of releases and customers', { timeout: 1_200_000 }, async () => {
    const { page, close } = await newPerson(browser);
    await signIn(page, product, 'generic', 'beheer@balie.example');
    if (language === 'en')
      await page
        .getByRole('button', { name: /EN|English/ })
        .first()
        .click();
    const release = await firstOf(page, '/fm/releases');
    const customer = await openFirst(page, '/fm/customers', 'administrations');
    const dialogs: readonly Opening[] = [
      ['/fm/releases', /^(Release aanmaken|Create release)$/],
      ['/fm/releases', /^(Instellingen voor uitzetten|Settings for switching off)$/],
      [release, /^(Wie krijgt dit\?|Who gets this\?)$/],
      [release, /^\d+ (van|of) \d+ (op|on) /],
      [release, /^(Historie|History)$/],
      [release, /^(Verwijderen|Delete)$/],
      [`${customer}/administrations`, /^(Bekijk|Look at) /],
      [`${customer}/update-keys`, /^(Sleutel maken|Make key)$/],
      [`${customer}/price-agreements`, /^(Prijsafspraak toevoegen|Add price agreement)$/],
      ['/fm/price-agreements', /^(Prijsafspraak toevoegen|Add price agreement)$/],
      ['/fm/billing-runs', /^(Factuurrun maken|Make invoice run)$/],
      ['/fm/report', /(opbouw tonen|show what it is made of)$/],
      ['/fm/report', /(documenten tonen|show documents)$/],
    ];
    expect(await lookAtDialogs(page, dialogs)).toEqual([]);
    await close();
  });
});
