import lighthouse, { desktopConfig } from 'lighthouse';
import { chromium } from 'playwright-core';
import { z } from 'zod';
import { newPerson, signIn } from '../tests/support/browser.ts';
import { startProduct } from '../tests/support/product.ts';

// The invoice list of the demo company as somebody sees it who comes back with a cold cache: signed in at the
// provider, without tokens in this tab, so that the silent login is part of what is measured.
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const debuggingPort = 9333;
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const figures = [
  { audit: 'first-contentful-paint', label: 'first paint', show: seconds },
  { audit: 'largest-contentful-paint', label: 'largest', show: seconds },
  { audit: 'total-blocking-time', label: 'blocking', show: (ms: number) => `${Math.round(ms)} ms` },
  { audit: 'cumulative-layout-shift', label: 'shift', show: (value: number) => value.toFixed(3) },
] as const;
/** All that makes a cache cold; the cookies stay, they are the session. */
const forgotten = [
  'file_systems',
  'shader_cache',
  'service_workers',
  'cache_storage',
  'local_storage',
  'indexeddb',
  'websql',
] as const;

/** The channel of live events never falls silent, so the page never counts as loaded: this long is looked at. */
const loadedWithinMs = 15_000;

/** The median of one figure over all rounds. */
function medianOf(all: readonly (readonly number[])[], index: number): number {
  const sorted = all.map((one) => one[index] ?? 0).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const product = await startProduct({ demo: true });

const unread = z.object({ metadata: z.object({ count: z.literal(0) }) });

/** The demo's documents are read while it runs; rows that still come in would be measured as a page that jumps. */
async function demoRead(): Promise<void> {
  const headers = {
    authorization: `Bearer ${await product.token('fm@balie.example')}`,
    accept: 'application/json',
  };
  const filter = encodeURIComponent("state in ('Nieuw', 'Bezig')");
  for (let tries = 0; tries < 300; tries += 1) {
    const reply = await fetch(
      `${product.at('generic')}/api/fmmodule/documents?$top=1&$count=true&$filter=${filter}`,
      { headers },
    );
    if (unread.safeParse(await reply.json()).success) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
const browser = await chromium.launch({
  executablePath: process.env['BALIE_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    `--remote-debugging-port=${debuggingPort}`,
  ],
});
try {
  // Lighthouse opens its own tab in the browser's default profile: the cookies of the session go there.
  const person = await newPerson(browser);
  await signIn(person.page, product, 'fm', 'fm@balie.example');
  await person.page.getByRole('heading', { level: 1 }).first().waitFor();
  await demoRead();
  const cookies = (await person.page.context().cookies()).map(({ name, value, domain, path }) => ({
    name,
    value,
    domain,
    path,
  }));
  const session = await browser.newBrowserCDPSession();
  await session.send('Storage.setCookies', { cookies });
  await person.close();
  for (const [name, config] of [
    ['mobile', undefined],
    ['desktop', desktopConfig],
  ] as const) {
    const scores: number[][] = [];
    const times: number[][] = [];
    let transferred = 0;
    for (let round = 0; round < rounds; round += 1) {
      const result = await lighthouse(
        product.at('fm'),
        {
          port: debuggingPort,
          onlyCategories: [...categories],
          clearStorageTypes: [...forgotten],
          maxWaitForLoad: loadedWithinMs,
          output: 'json',
          logLevel: 'error',
        },
        config,
      );
      if (!result) throw new Error('lighthouse gave nothing');
      const { lhr } = result;
      scores.push(categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)));
      times.push(figures.map(({ audit }) => lhr.audits[audit]?.numericValue ?? 0));
      transferred = lhr.audits['total-byte-weight']?.numericValue ?? 0;
      const failed = Object.values(lhr.audits).filter(
        (audit) => audit.score === 0 && audit.scoreDisplayMode === 'binary',
      );
      if (round === 0 && failed.length > 0)
        process.stdout.write(`${name}: ${failed.map((audit) => audit.id).join(', ')}\n`);
    }
    const points = categories.map((category, index) => `${category} ${medianOf(scores, index)}`);
    const measured = figures.map(({ label, show }, index) => `${label} ${show(medianOf(times, index))}`);
    process.stdout.write(
      `${name.padEnd(8)} ${points.join(', ')}; ${measured.join(', ')}; ` +
        `${Math.round(transferred / 1024)} kB in all; median of ${rounds}\n`,
    );
  }
} finally {
  await browser.close();
  await product.stop();
}
