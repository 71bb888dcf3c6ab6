import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './browser.ts';
import { startDemo } from './demo.ts';
import { type Product, startProduct } from './product.ts';

/** The product with the demo companies, from the first step of a file to its last. */
export let product: Product;
/** Where its people sit; files that follow each other share it, never its people. */
export let browser: Browser;

/**
 * Gives a file of journeys a product of its own, before the hooks that follow it. Files share this module, so each calls
 * it once.
 */
export function openStage(env: () => Promise<Readonly<Record<string, string>>> = async () => ({})): void {
  beforeAll(async () => {
    [product, browser] = await Promise.all([startDemo({ env: await env() }), startBrowser()]);
  }, 300_000);
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await product.stop();
  });
}

/** Starts the product again on the data that it leaves. */
export async function restartProduct(): Promise<void> {
  const { dataFolder } = product;
  await product.stop({ keep: true });
  product = await startProduct({ demo: true, dataFolder });
}
