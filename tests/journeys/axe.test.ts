import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newPerson, signIn, startBrowser } from '../support/browser.ts';
import { type Product, startProduct } from '../support/product.ts';

// Every screen in both languages, light and dark: axe finds nothing serious, nothing scrolls sideways.
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
  '/404',
];
const widths = [360, 768, 992, 1170, 1600];

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** Pixels that the page scrolls sideways, once it stands still: a menu that moves aside is no finding. */
async function settledOverflow(page: Page): Promise<number> {
  const measure = async () => Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));
  if ((await measure()) <= 0) return 0;
  await page.waitForTimeout(500);
  return measure();
}

async function openFirstCompany(page: Page): Promise<string> {
  await page.goto(`${product.at('generic')}/management/companies`);
  await page.getByRole('row').nth(1).click();
  await page.waitForURL(/administrations/);
  return new URL(page.url()).pathname.replace(/\/administrations$/, '');
}

/** The path of a new relation of staff's own company: the demo has none. */
async function addRelation(): Promise<string> {
  const token = await product.token('beheer@balie.example');
  const answer = await fetch(`${product.at('generic')}/api/core/customer-relations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bakkerij De Korenmaat', tag: 'K-701', address: { street: 'Melkmarkt 12', city: 'Zwolle' } }),
  });
  const { result } = z.object({ result: z.object({ id: z.string() }) }).parse(await answer.json());
  return `/core/customer-relations/${result.id}`;
}

describe.each([
  ['nl', 'light'],
  ['en', 'dark'],
] as const)('in %s, %s', (language, colorScheme) => {
  test('axe finds nothing serious on any screen, and nothing scrolls sideways at any width', { timeout: 300_000 }, async () => {
    const { page, close } = await newPerson(browser, { colorScheme });
    await signIn(page, product, 'generic', 'beheer@balie.example');
    if (language === 'en') await page.getByRole('button', { name: /EN|English/ }).first().click();
    const company = await openFirstCompany(page);
    const tabs = [
      ...['administrations', 'users', 'modules', 'history', 'update'].map((tab) => `${company}/${tab}`),
      ...['contact-persons', 'history', 'update'].map((tab) => `${relation}/${tab}`),
    ];
    const found: string[] = [];
    for (const path of [...screens, ...tabs]) {
      await page.setViewportSize({ width: 1600, height: 1000 });
      await page.goto(`${product.at('generic')}${path}`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      // The live connection never rests; what loads, loads within this.
      await page.waitForTimeout(700);
      found.push(...(await seriousProblems(page)).map((problem) => `${path} ${problem}`));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await settledOverflow(page);
        if (overflow > 0) found.push(`${path} scrolls ${overflow} px sideways at ${width}`);
      }
    }
    expect(found).toEqual([]);
    await close();
  });
});
