import axe from 'axe-core';
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { permissionCatalogue } from '#contract/permissions.ts';
import type { Product } from './product.ts';

// How screens and dialogs are looked at: in Dutch and light by all of axe, in English and dark for contrast, and both
// times for overflow and texts that are none (decision 0072).

type Language = 'nl' | 'en';
type Scheme = 'light' | 'dark';

/** Phones, tablets, the width from which lists are tables, and the usual desks. */
const widths = [360, 768, 992, 1280, 1440, 1600];
// A dialog is a sheet of its own on phones, and lies on any other screen in one way.
const narrow = [360, 768];
const openDialog = '[role="dialog"], [role="alertdialog"]';
/** The connection of live events, which stays open. */
const events = '/api/identity/events';
/** The page counts as still after so long without a change; slower timers of a busy machine make it longer. */
const stillMs = 150;

/** The axe rules whose outcome depends on colours; all others depend on the structure. */
const contrast = ['color-contrast', 'link-in-text-block'] as const;

/** A page whose requests are counted, so that one can wait until it has settled instead of for a fixed time. */
export interface Watched {
  readonly page: Page;
  /** Waits until nothing loads, nothing is marked busy, and nothing on the page changes or moves any more. */
  settle(): Promise<void>;
}

/** Starts counting the requests of a page; call it before the page opens its first address. */
export function watch(page: Page): Watched {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().includes(events)) pending.add(request);
  });
  const forget = (request: Request) => pending.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
  const isQuiet = async () => (await isStill(page)) && pending.size === 0;
  return {
    page,
    async settle() {
      await expect
        .poll(isQuiet, { timeout: 30_000, interval: 20, message: `${page.url()} does not settle` })
        .toBe(true);
    },
  };
}

/** Whether nothing is busy, moves or changes for a moment; measured in the page, whose own work delays the answer. */
async function isStill(page: Page): Promise<boolean> {
  const still = `new Promise((resolve) => {
    let changes = 0;
    const observer = new MutationObserver((records) => { changes += records.length; });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(() => requestAnimationFrame(() => {
      observer.disconnect();
      const moving = document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime));
      resolve(changes === 0 && moving.length === 0 && document.querySelector('[aria-busy="true"]') === null);
    }), ${stillMs});
  })`;
  return z.boolean().parse(await page.evaluate(still));
}

/** Opens a screen of the portal by its router, without loading the page again. */
export async function goTo({ page, settle }: Watched, path: string): Promise<void> {
  await page.evaluate((to) => Reflect.get(globalThis, 'history').pushState({}, '', to), path);
  await settle();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/**
 * What axe finds in the open dialog, or on the page where none is open: the page behind a dialog was looked at. axe is
 * read once for a loaded page: to read it costs as much as its rules for contrast.
 */
export async function seriousProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const found = await page.evaluate(`(async () => {
    const { violations } = await axe.run(document.querySelector('${openDialog}') ?? document, ${JSON.stringify(options)});
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 160)));
  })()`);
  return z.array(z.string()).parse(found);
}

/** Pixels that the page scrolls sideways, once it stands still: a menu that moves aside is no finding. */
async function settledOverflow({ page, settle }: Watched): Promise<number> {
  const measure = async () =>
    Number(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    );
  if ((await measure()) <= 0) return 0;
  await settle();
  return measure();
}

/** The widths of the usual desks, at which a list shows every word. */
const desks = [1280, 1440];

/** Words that are cut off in view once it stands still, or lie where only scrolling sideways shows them. */
async function settledCuts(watched: Watched): Promise<string[]> {
  const found = await cutTexts(watched);
  if (found.length === 0) return found;
  await watched.settle();
  return cutTexts(watched);
}

async function cutTexts({ page }: Watched): Promise<string[]> {
  const found = await page.evaluate(`(() => {
    const cut = new Set();
    for (const box of document.querySelectorAll('main, main *')) {
      if (box.scrollWidth <= box.clientWidth + 1 || box.matches('input, textarea, select, select *, svg *')) continue;
      const { overflowX, clipPath } = getComputedStyle(box);
      if (overflowX === 'visible' || clipPath !== 'none') continue;
      const right = box.getBoundingClientRect().left + box.clientLeft + box.clientWidth;
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        const text = texts.currentNode;
        if (text.textContent.trim() === '' || text.parentElement.closest('.balie-hidden, option')) continue;
        range.selectNodeContents(text);
        for (const part of range.getClientRects()) if (part.right > right + 1) cut.add(text.textContent.trim());
      }
    }
    return [...cut];
  })()`);
  return z.array(z.string()).parse(found);
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

/** Switches the language of everything in view. */
async function switchTo({ page, settle }: Watched, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  await page.locator(`button[lang="${language}"]`).first().dispatchEvent('click');
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  await settle();
}

async function drawIn({ page, settle }: Watched, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await settle();
}

interface Look {
  readonly language: Language;
  readonly scheme: Scheme;
  /** The rules of axe; all of them where none are named. */
  readonly rules?: readonly string[];
  /** Where a screen is measured. */
  readonly widths: readonly number[];
}

/** Colours do not depend on the language, nor texts and widths on the theme: two looks see both of each. */
const looks: readonly Look[] = [
  { language: 'nl', scheme: 'light', widths },
  { language: 'en', scheme: 'dark', rules: contrast, widths: [360, ...desks] },
];

async function turnTo(watched: Watched, { language, scheme }: Look): Promise<void> {
  await switchTo(watched, language);
  await drawIn(watched, scheme);
}

/** What is wrong with what is in view: texts, axe, and overflow at these widths. */
async function problemsInView(watched: Watched, { rules }: Look, at: readonly number[]): Promise<string[]> {
  const { page } = watched;
  const found = [...(await rawTexts(page)), ...(await seriousProblems(page, rules))];
  for (const width of at) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await settledOverflow(watched);
    if (overflow > 0) found.push(`scrolls ${overflow} px sideways at ${width}`);
    if (desks.includes(width))
      found.push(...(await settledCuts(watched)).map((cut) => `cuts '${cut}' at ${width}`));
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
  return found;
}

/** Looks at screens by their paths, at all of them in one look after the other: to switch costs as much as a look. */
export async function lookAtScreens(watched: Watched, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await turnTo(watched, look);
    for (const path of paths) {
      await goTo(watched, path);
      found.push(...named(look, path, await problemsInView(watched, look, look.widths)));
    }
  }
  return found;
}

function named({ language }: Look, name: string, problems: readonly string[]): string[] {
  return problems.map((problem) => `${language}, ${name}: ${problem}`);
}

/** A dialog: where it is opened, and by which button. */
export type Opening = readonly [path: string, button: RegExp];

/**
 * Looks at dialogs as they open, and with everything that can be wrong in them; in the second look only at the latter,
 * which shows all that was there before. All are seen in one look after the other: to switch costs more than to open.
 */
export async function lookAtDialogs(watched: Watched, dialogs: readonly Opening[]): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await turnTo(watched, look);
    for (const dialog of dialogs) found.push(...(await lookAtDialog(watched, look, dialog)));
  }
  return found;
}

async function lookAtDialog(watched: Watched, look: Look, [path, name]: Opening): Promise<string[]> {
  const { page, settle } = watched;
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Escape');
  await settle();
  // What the dialog before left open is gone only when the page is loaded anew.
  if ((await page.locator(openDialog).count()) > 0) await page.goto(new URL(path, page.url()).href);
  await goTo(watched, path);
  await page.getByRole('button', { name }).first().click();
  await dialog.first().waitFor();
  await settle();
  const title = `${path} ${name.source}`;
  const save = dialog.getByRole('button', { name: /^(Opslaan|Save)$/ });
  const canSave = (await save.count()) > 0 && (await save.isEnabled());
  const found: string[] = [];
  if (look === looks[0] || !canSave)
    found.push(...named(look, title, await problemsInView(watched, look, narrow)));
  if (!canSave) return found;
  await save.click();
  await settle();
  if ((await dialog.count()) === 0) return found;
  return [...found, ...named(look, `${title}, refused`, await problemsInView(watched, look, narrow))];
}

/** The path of the first record of a list, which opens on this tab. */
export async function openFirst(watched: Watched, list: string, tab: string): Promise<string> {
  const { page } = watched;
  await goTo(watched, list);
  await page.locator('tbody').getByRole('row').first().getByRole('link').first().click();
  await page.waitForURL(new RegExp(`/${tab}$`));
  return new URL(page.url()).pathname.replace(new RegExp(`/${tab}$`), '');
}

/** The path of the first record of a list, from its link. */
export async function firstOf(watched: Watched, list: string): Promise<string> {
  await goTo(watched, list);
  const link = watched.page.locator('tbody').getByRole('row').first().getByRole('link').first();
  return (await link.getAttribute('href')) ?? '';
}

/** The path of a new relation of staff's own company: the demo has none. */
export async function addRelation(product: Product): Promise<string> {
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
