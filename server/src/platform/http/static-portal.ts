import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from './problem.ts';

/** Settings of the pages of one host. */
export interface PageSettings {
  /** Name of the brand; its icons and manifest stand under `/brand/{variant}/`. */
  readonly variant: string;
  /** What an open page compares with the build that the server gives later. */
  readonly build: string;
  /** Title of the page until a screen gives its own. */
  readonly title: string;
  /** Colour of the browser's bar. */
  readonly themeColor: string;
  /** Address of the OpenID provider, and what the portal asks of it. */
  readonly issuer: string;
  /** The provider's discovery document where it is known here, so that no browser needs to ask for it. */
  readonly provider?: Readonly<Record<string, string>> | null;
  readonly clientId: string;
  readonly audience: string;
  readonly permissionsClaim: string;
  /** The share of people's actions that is traced; absent: none, and pages send nothing of it. */
  readonly tracing?: number;
}

interface PortalOptions {
  /** Where the build put the portal: `dist/portal`. */
  readonly folder: string;
  /** The settings of a host's pages; null for a host that is not ours. `host` is as the browser sent it, with its port. */
  readonly settingsFor: (host: string) => PageSettings | null;
  /** Cookie of who signed in at our own provider, and whether its session still signs in without a password. */
  readonly session?: { readonly cookie: string; readonly isLive: (value: string) => Promise<boolean> };
}

const config = { public: 'static' };
const appFiles = /<!--balie:app (.*?)-->/;
const signInFiles = /<!--balie:sign-in (.*?)-->/;
/** Where the portal keeps the chosen light or dark for the first paint; see `applyColorScheme` in portal/src/boot. */
const schemeCookie = /(?:^|; )balie_scheme=(light|dark)(?:;|$)/;

// They say nothing about a script or a picture, and weigh as much as a small one.
const headersOfPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
const yearInSeconds = 365 * 24 * 3600;

/**
 * Serves the portal: hashed files for a year and compressed beforehand, everything that a browser opens as a page
 * with the settings of its host. Paths under `/api` that nobody serves stay 404.
 */
export async function mountPortal(
  app: FastifyInstance,
  { folder, settingsFor, session }: PortalOptions,
): Promise<void> {
  await app.register(async (pages) => {
    await pages.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });

    const hashed = `public, max-age=${yearInSeconds}, immutable`;
    serveFolder(pages, 'assets', hashed);
    // The same names after every build: a day is long enough.
    serveFolder(pages, 'brand', 'public, max-age=86400');

    pages.get('/service-worker.js', { config }, (_request, reply) =>
      // A worker goes by the policy of its own file: it fetches what it keeps.
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; script-src 'self'; connect-src 'self'")
        .sendFile('service-worker.js'),
    );
    pages.get('/silent-callback.html', { config }, (_request, reply) =>
      // Its frame stands in our own page; nobody else may put it in one.
      reply
        .header('cache-control', 'no-cache')
        .header('content-security-policy', "default-src 'none'; script-src 'self'; frame-ancestors 'self'")
        .sendFile('silent-callback.html'),
    );
    pages.get('/*', { config }, async (request, reply) => {
      if (!isPage(request)) return reply.callNotFound();
      const settings = settingsFor(request.host.toLowerCase());
      if (settings === null) throw problem.of('unknown-host');
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      const isBack = request.url.startsWith(loginAnswer);
      const isKnown = isBack || (await hasLiveSession(request, session));
      const opened = isKnown ? openFor(page) : page;
      // Whose session is alive needs no login; the copy for offline is of anybody.
      const html = isKnown && !isBack ? opened : opened.replace(signInFiles, '$1');
      return sendPage(request, reply, html, settings);
    });
  });
}

function serveFolder(app: FastifyInstance, name: string, cacheControl: string): void {
  app.get<{ Params: { '*': string } }>(`/${name}/*`, { config }, (request, reply) => {
    for (const header of headersOfPages) reply.removeHeader(header);
    return reply.header('cache-control', cacheControl).sendFile(`${name}/${request.params['*']}`);
  });
}

function isPage({ url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (path === '/index.html') return true;
  // A missing file must not look like a page, above all to a script tag.
  const isFile = /\.\w+$/.test(path);
  return !isFile && !/^\/api(\/|$)/.test(path) && takesPage(headers);
}

// Browsers name what they fetch for; a program that takes anything, or does not say, gets what stands at an address.
function takesPage({ accept = '*/*', 'sec-fetch-dest': fetchedFor }: FastifyRequest['headers']): boolean {
  return accept.includes('text/html') || (accept.includes('*/*') && fetchedFor === undefined);
}

/** Back from a login: the app is very likely next. */
const loginAnswer = '/callback?code=';

/** Signed in before at our own provider. The copy for offline is of nobody. */
async function hasLiveSession(
  { url, headers }: FastifyRequest,
  session: PortalOptions['session'],
): Promise<boolean> {
  if (session === undefined || url.startsWith('/index.html')) return false;
  const start = `${session.cookie}=`;
  const value = (headers.cookie ?? '')
    .split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length);
  if (!value) return false;
  // The page is worth more than this guess.
  return session.isLive(value).catch(() => false);
}

/** The page with the shell's empty frame in view at once, and with the files of the app to fetch beside it. */
function openFor(page: string): string {
  return page.replace('<html ', '<html data-boot="entering" ').replace(appFiles, '$1');
}

function sendPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  html: string,
  settings: PageSettings,
): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const scheme = schemeCookie.exec(headers.cookie ?? '')?.[1];
  const page = html
    .replace('<!--balie:head-->', () => headOf(settings, nonce))
    .replace('<html ', scheme === undefined ? '<html ' : `<html data-mantine-color-scheme="${scheme}" `)
    .replaceAll('%balie.nonce%', nonce)
    .replaceAll('%balie.title%', () => escapeHtml(settings.title))
    .replaceAll('%balie.icon%', () => iconOf(settings));
  reply
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyOf(settings, nonce))
    .header('referrer-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8');
  if (!/\bbr\b/.test(String(headers['accept-encoding']))) return reply.send(page);
  // Every answer is another one, so this is made on the spot: 4 kB in a fifth of a millisecond.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
  return reply.header('content-encoding', 'br').send(brotliCompressSync(page, { params }));
}

/** Scripts are files of ours only; style elements need the nonce of this one answer. */
function policyOf({ issuer }: PageSettings, nonce: string): string {
  const provider = new URL(issuer).origin;
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    // Profile pictures are wherever the provider keeps them.
    "img-src 'self' blob: data: https:",
    "font-src 'self'",
    `connect-src 'self' ${provider}`,
    `frame-src 'self' blob: ${provider}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self' ${provider}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const brandOf = ({ variant }: PageSettings) => `/brand/${encodeURIComponent(variant)}`;
const iconOf = (settings: PageSettings) => `${brandOf(settings)}/icon.svg`;

function headOf(settings: PageSettings, nonce: string): string {
  const brand = brandOf(settings);
  const meta = {
    variant: settings.variant,
    build: settings.build,
    issuer: settings.issuer,
    ...(settings.provider ? { provider: JSON.stringify(settings.provider) } : {}),
    'client-id': settings.clientId,
    audience: settings.audience,
    'permissions-claim': settings.permissionsClaim,
    ...(settings.tracing === undefined ? {} : { tracing: String(settings.tracing) }),
  };
  return [
    `<title>${escapeHtml(settings.title)}</title>`,
    `<meta name="theme-color" content="${escapeHtml(settings.themeColor)}">`,
    ...Object.entries(meta).map(
      ([name, value]) => `<meta name="balie:${name}" content="${escapeHtml(value)}">`,
    ),
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<link rel="icon" type="image/svg+xml" href="${iconOf(settings)}">`,
    `<link rel="apple-touch-icon" href="${brand}/apple.png">`,
    `<link rel="manifest" href="${brand}/manifest.webmanifest">`,
  ].join('\n    ');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
