import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';

// Without the background flags Chromium asks addresses that nobody here wants it to ask.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let started: Browser | undefined;

/** Headless Chromium, where `npm test` found it: one for all files of a worker, which ends with the worker. */
export async function startBrowser(): Promise<Browser> {
  if (started?.isConnected()) return started;
  started = await launchBrowser();
  return started;
}

/** Headless Chromium of one's own, with these flags too; whoever launches it closes it. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const executablePath = process.env['BALIE_CHROMIUM'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, headless: true, args: [...flags, ...more] });
}

/** A device of this page that keeps passkeys; without it a test cannot sign. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const lose = () => devtools.send('WebAuthn.clearCredentials', { authenticatorId });
  return {
    /** The device loses its passkeys. */
    lose,
    /** Goes on as a copy that counted less than the device. */
    async copy() {
      const [credential] = (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
      if (!credential) throw new Error('the authenticator has no passkey');
      await lose();
      await devtools.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount: 0 },
      });
    },
  };
}

/** A person at a browser of his own; what goes wrong on the page is kept. */
export interface Person {
  readonly page: Page;
  /** Errors of scripts and of the console since the last look. */
  problems(): string[];
  close(): Promise<void>;
}

/** Opens a fresh browser profile. */
export async function newPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: 1600, height: 1000 },
    locale: 'nl-NL',
    ...options,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return { page, problems: () => problems.splice(0), close: () => context.close() };
}

/** Signs in on the login page of a brand and waits for the portal. */
export async function signIn(
  page: Page,
  product: Product,
  brand: Parameters<Product['at']>[0],
  email: string,
): Promise<void> {
  await page.goto(product.at(brand));
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(await product.password());
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.locator('main').first().waitFor({ state: 'attached', timeout: 30_000 });
}
