import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startBrowser } from './browser.ts';
import { startDemo } from './demo.ts';
import type { Product } from './product.ts';

// A file of journeys that imports this plays on a product and in a browser of its own: each file loads it anew.

/** The product with the demo companies, from the file's first step to its last. */
export let product: Product;
/** Where its people sit. */
export let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
