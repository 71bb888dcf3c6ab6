import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#contract/problem.ts';
import { languageOf } from '#server/platform/http/language.ts';
import { problem } from '#server/platform/http/problem.ts';
import { type Site, siteOf, type SiteOptions } from '../sites.ts';

// Nothing inline, nothing from elsewhere, in no frame; forms only go back to ourselves.
const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'",
  // Not `no-referrer`: with that browsers send `Origin: null` with the form, and the check of the origin is lost.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

/** The headers of every page of sign-in. */
export function pageHeaders(): readonly (readonly [string, string])[] {
  return Object.entries(securityHeaders);
}

/** Sends a page of sign-in. */
export function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  for (const [name, value] of pageHeaders()) reply.header(name, value);
  return reply.code(status).type('text/html; charset=utf-8').send(body);
}

/** The site that a request is for; 421 when the host is not ours (§A10). */
export function siteOfRequest(options: SiteOptions, request: FastifyRequest): Site {
  const site = siteOf(options, request.host);
  if (!site) throw problem.of('unknown-host');
  return site;
}

/** The language of a page: chosen on the page, else the one that the portal was in, else the browser's. */
export function languageOfPage(request: FastifyRequest, uiLocales?: unknown): Language {
  const chosen = new URL(request.url, 'http://page').searchParams.get('lang');
  if (chosen === 'nl' || chosen === 'en') return chosen;
  if (typeof uiLocales === 'string') {
    const first = uiLocales.split(' ').map((tag) => tag.slice(0, 2).toLowerCase());
    const known = first.find((tag) => tag === 'nl' || tag === 'en');
    if (known === 'nl' || known === 'en') return known;
  }
  return languageOf(request);
}

/**
 * Whether a form was sent from our own page. Browsers send `Origin` with every form; what sends neither that nor
 * `Sec-Fetch-Site` is no browser, and has no cookies of somebody else to misuse.
 */
export function isFromOwnPage(request: FastifyRequest, site: Site): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin === site.origin;
  const fetchSite = request.headers['sec-fetch-site'];
  return fetchSite === undefined || fetchSite === 'same-origin';
}
