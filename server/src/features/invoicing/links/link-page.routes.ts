import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  countUse,
  languageOfPage,
  pageStyle,
  placeOf,
  sessionUserOf,
  siteOf,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { sentenceOf } from '#server/platform/http/errors.ts';
import { Problem, problem } from '#server/platform/http/problem.ts';
import { SteadyStore } from '#server/platform/http/steady-store.ts';
import { linkDocument, type LinkFrame, linkMessage, type LinkNotice } from './link-page.html.ts';
import { decideByLink, type OpenedLink, openLink, renewLink, undoByLink } from './links.service.ts';

const minute = 60_000;
// Tokens cannot be guessed; this limits attempts, and how many mails one link asks for.
const deadLinks = { allowed: 60, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute };
const renewals = { allowed: 3, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute };
const perMinute = 120;
const formLimit = 16 * 1024;

// Only our own style sheet, fonts and the page's picture. The address is secret: no referrer is sent.
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
};

interface Visit {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly token: string;
  readonly frame: LinkFrame;
}

type Handle = (visit: Visit, opened: OpenedLink) => Promise<FastifyReply>;

const form = z.object({ reason: z.string().trim().max(2000).default('') });
const pathOf = (token: string) => `/approve/${token}`;

/** The pages of links in mails, outside the guard of the API: the token in the address is all that it takes. */
export async function approvalLinkPages(
  app: FastifyInstance,
  services: Services,
  sites: SiteOptions,
  fontUrl: string | null,
): Promise<void> {
  const css = await pageStyle(fontUrl, new URL('./link.css', import.meta.url));
  const cssPath = '/approve/assets/link.css';
  const style = `${cssPath}?v=${createHash('sha256').update(css).digest('base64url').slice(0, 12)}`;
  await app.register(async (pages) => {
    await pages.register(rateLimit, {
      max: perMinute,
      timeWindow: minute,
      store: SteadyStore,
      keyGenerator: ({ ip }: FastifyRequest) => placeOf(ip),
    });
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    const options = { config: { public: 'approval link' }, schema: { hide: true } };
    pages.get(cssPath, options, async (_, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(css),
    );
    const frameOf = (request: FastifyRequest): LinkFrame => {
      const site = siteOf(sites, request.host);
      if (!site) throw problem.of('unknown-host');
      return { variant: site.variant, language: languageOfPage(request), style };
    };
    pages.setErrorHandler((error, request, reply) => {
      if (Reflect.get(Object(error), 'statusCode') !== 429) throw error;
      return send(reply.header('retry-after', 60), 429, linkMessage(frameOf(request), 'busy'));
    });
    const page = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { token } = z.object({ token: z.string().default('') }).parse(request.params);
      return visit({ services, request, reply, token, frame: frameOf(request) }, handle);
    };
    const url = pathOf(':token');
    pages.get(url, options, page(show));
    pages.get(`${url}/page`, options, page(sendPage));
    pages.post(`${url}/approve`, options, page(approve));
    pages.post(`${url}/reject`, options, page(reject));
    pages.post(`${url}/undo`, options, page(undo));
    pages.post(`${url}/renew`, options, page(renew));
    // Who loads the address of a form again sees the invoice again: nothing is decided by opening.
    for (const verb of ['approve', 'reject', 'undo', 'renew'])
      pages.get(`${url}/${verb}`, options, page(back));
  });
}

async function visit(at: Visit, handle: Handle): Promise<FastifyReply> {
  const { services, request, reply, token, frame } = at;
  const signedInAs = await sessionUserOf(services.db, request.headers.cookie, services.now());
  const opened = await openLink(services, token, signedInAs);
  if (!opened) {
    const use = await countUse(
      services.db,
      ['approval-link', placeOf(request.ip)],
      deadLinks,
      services.now(),
    );
    return use.isAllowed
      ? send(reply, 404, linkMessage(frame, 'gone'))
      : send(reply.header('retry-after', 60), 429, linkMessage(frame, 'busy'));
  }
  // In the person's language until another is chosen.
  const isChosen = /[?&]lang=(?:nl|en)\b/.test(request.url);
  const language = isChosen ? frame.language : opened.person.language;
  return handle({ ...at, frame: { ...frame, language } }, opened);
}

const show: Handle = async (at, opened) => draw(at, opened, {});

const back: Handle = async ({ reply, token, frame }) =>
  withHeaders(reply).redirect(`${pathOf(token)}?lang=${frame.language}`, 303);

const sendPage: Handle = async ({ services, reply }, { state, invoice }) => {
  const sha256 = /^([0-9a-f]{64})\.jpg$/.exec(invoice?.invoicePicture ?? '')?.[1];
  const bytes = state.kind === 'open' && sha256 ? await services.files.get(sha256) : null;
  if (!bytes) throw problem.notFound();
  return withHeaders(reply).type('image/jpeg').send(bytes);
};

const approve: Handle = async (at, opened) =>
  attempt(at, opened, () => decideByLink(at.services, opened, { approve: true }));

const reject: Handle = async (at, opened) => {
  const { reason } = form.parse(at.request.body ?? {});
  if (reason === '') return draw(at, opened, { isReasonMissing: true }, 400);
  return attempt(at, opened, () => decideByLink(at.services, opened, { approve: false, comments: reason }));
};

const undo: Handle = async (at, opened) => attempt(at, opened, () => undoByLink(at.services, opened));

const renew: Handle = async (at, opened) => {
  const { services } = at;
  const { companyId, invoiceId, userId } = opened.link;
  const use = await countUse(
    services.db,
    ['approval-link-renew', `${companyId} ${invoiceId} ${userId}`],
    renewals,
    services.now(),
  );
  if (!use.isAllowed) return send(at.reply.header('retry-after', 60), 429, linkMessage(at.frame, 'busy'));
  await renewLink(services, opened);
  return draw(at, opened, { isRenewed: true });
};

/** Does what a form asks for, and shows the page as it is then; a refusal stands above it. */
async function attempt(at: Visit, opened: OpenedLink, act: () => Promise<void>): Promise<FastifyReply> {
  const { services, request, reply, token, frame } = at;
  // What closes a link for its page closes it for its forms; an undo has rules of its own.
  const isClosed = opened.state.kind !== 'open' && opened.state.kind !== 'used';
  if (isClosed) return draw(at, opened, {}, 409);
  try {
    await act();
    request.log.info({ link: opened.link.id }, 'a link was used');
    return withHeaders(reply).redirect(`${pathOf(token)}?lang=${frame.language}`, 303);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const again = (await openLink(services, token, undefined)) ?? opened;
    return draw(at, again, { refusal: sentenceOf(error, frame.language) }, 409);
  }
}

function draw(
  { reply, token, frame }: Visit,
  opened: OpenedLink,
  notice: LinkNotice,
  status = 200,
): FastifyReply {
  return send(reply, status, linkDocument(frame, opened, pathOf(token), notice));
}

function send(reply: FastifyReply, status: number, body: string): FastifyReply {
  return withHeaders(reply).code(status).type('text/html; charset=utf-8').send(body);
}

function withHeaders(reply: FastifyReply): FastifyReply {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply;
}
