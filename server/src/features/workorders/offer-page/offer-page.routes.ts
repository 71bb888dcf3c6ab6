import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  countUse,
  languageOfPage,
  pageStyle,
  placeOf,
  siteOf,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { SteadyStore } from '#server/platform/http/steady-store.ts';
import { languageOf } from '../offers/offer-mails.ts';
import { hashOfToken, offerUrl } from '../offers/offer-links.ts';
import { offerDocument, type OfferFrame, offerMessage, type Retry } from './offer-page.html.ts';
import {
  acceptForm,
  answerOffer,
  declineForm,
  type GivenAnswer,
  openOffer,
  type ShownOffer,
} from './offer-page.service.ts';

const minute = 60_000;
// Tokens cannot be guessed; this limits attempts. People follow a dead link only a few times.
const deadLinks = { allowed: 60, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute };
const answers = { allowed: 30, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute };
const perMinute = 120;
const formLimit = 16 * 1024;

// Only our own style sheet, script, fonts and the logo. The address is secret: no referrer is sent.
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
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
  readonly frame: OfferFrame;
}

type Handle = (visit: Visit, shown: ShownOffer) => Promise<FastifyReply>;

/** The customer's pages of offers, outside the guard of the API: the token in the address is all that it takes. */
export async function offerPages(
  app: FastifyInstance,
  services: Services,
  sites: SiteOptions,
  fontUrl: string | null,
): Promise<void> {
  const css = await pageStyle(fontUrl, new URL('./offer.css', import.meta.url));
  const script = await readFile(new URL('./offer.js', import.meta.url), 'utf8');
  const assets = [
    { path: '/offer/assets/offer.css', type: 'text/css', text: css },
    { path: '/offer/assets/offer.js', type: 'text/javascript', text: script },
  ] as const;
  const [styleUrl, scriptUrl] = [versioned(assets[0]), versioned(assets[1])];
  const keyGenerator = ({ ip }: FastifyRequest) => placeOf(ip);
  await app.register(async (pages) => {
    await pages.register(rateLimit, { max: perMinute, timeWindow: minute, store: SteadyStore, keyGenerator });
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimit },
      async (_: FastifyRequest, body: string) => formOf(body),
    );
    const options = { config: { public: 'offer link' }, schema: { hide: true } };
    for (const { path, type, text } of assets)
      pages.get(path, options, async (_, reply) =>
        reply
          .type(`${type}; charset=utf-8`)
          .header('cache-control', 'public, max-age=31536000, immutable')
          .send(text),
      );
    const frameOf = (request: FastifyRequest): OfferFrame => {
      const site = siteOf(sites, request.host);
      if (!site) throw problem.of('unknown-host');
      return {
        variant: site.variant,
        language: languageOfPage(request),
        style: styleUrl,
        script: scriptUrl,
        mails: services.mail !== null,
      };
    };
    // Rate limits answer with a page: the caller is a person, not a program.
    pages.setErrorHandler((error, request, reply) => {
      if (Reflect.get(Object(error), 'statusCode') !== 429) throw error;
      return sendMessage({ reply, frame: frameOf(request) }, 429, 'busy');
    });
    const page = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
      const frame = frameOf(request);
      const { token } = z.object({ token: z.string().default('') }).parse(request.params);
      return visit({ services, request, reply, token, frame }, handle);
    };
    const url = offerUrl(':token');
    pages.get(url, options, page(show));
    // An address that lost its token on the way is a dead link like any other.
    pages.get(offerUrl(''), options, page(show));
    pages.get(`${url}/pdf`, options, page(sendPdf));
    pages.get(`${url}/logo`, options, page(sendLogo));
    pages.post(`${url}/accept`, options, page(takeAcceptance));
    pages.post(`${url}/decline`, options, page(takeRefusal));
    pages.post(`${url}/calculate`, options, page(calculate));
    // Whoever opens the address of a form that came back reads the offer again; what lies deeper is no offer at all.
    for (const form of ['accept', 'decline', 'calculate'])
      pages.get(`${url}/${form}`, options, page(backToOffer));
    pages.get(offerUrl('*'), options, page(show));
  });
}

function versioned({ path, text }: { readonly path: string; readonly text: string }): string {
  return `${path}?v=${createHash('sha256').update(text).digest('base64url').slice(0, 12)}`;
}

// A customer may tick several options, and picks one of each choice: `choice-2=5` is the line at position 5.
function formOf(body: string) {
  const form = new URLSearchParams(body);
  const first = (name: string) => form.get(name) ?? '';
  const named = { name: first('name'), confirm: first('confirm'), reason: first('reason') };
  const choice = [...form].flatMap(([name, position]) => {
    const group = /^choice-(?<group>\d{1,3})$/.exec(name)?.groups?.['group'];
    return group === undefined ? [] : [{ group, position }];
  });
  return { ...named, option: form.getAll('option'), choice };
}

async function visit(visit: Visit, handle: Handle): Promise<FastifyReply> {
  const { services, request, token } = visit;
  const shown = await openOffer(services, token);
  if (!shown) {
    const use = await countUse(services.db, ['offer-link', placeOf(request.ip)], deadLinks, services.now());
    return use.isAllowed ? sendMessage(visit, 404, 'gone') : sendMessage(visit, 429, 'busy');
  }
  // The page is in the language of the offer until the customer chooses another.
  const isChosen = /[?&]lang=(?:nl|en)\b/.test(request.url);
  const language = isChosen ? visit.frame.language : languageOf(shown.offer);
  return handle({ ...visit, frame: { ...visit.frame, language } }, shown);
}

async function show(visit: Visit, shown: ShownOffer): Promise<FastifyReply> {
  return send(visit, 200, offerDocument(visit.frame, shown, offerUrl(visit.token), null));
}

async function backToOffer({ reply, token, frame }: Visit): Promise<FastifyReply> {
  return withHeaders(reply).redirect(`${offerUrl(token)}?lang=${frame.language}`, 303);
}

async function sendPdf({ services, reply }: Visit, { offer }: ShownOffer): Promise<FastifyReply> {
  const bytes = await services.files.get(offer.pdfSha256);
  if (!bytes) throw problem.notFound();
  return withHeaders(reply)
    .type('application/pdf')
    .header('content-disposition', `attachment; filename="${offer.name}"`)
    .send(bytes);
}

async function sendLogo({ services, reply }: Visit, { settings }: ShownOffer): Promise<FastifyReply> {
  const bytes = settings.logoSha256 === null ? null : await services.files.get(settings.logoSha256);
  if (!bytes) throw problem.notFound();
  return withHeaders(reply).type('image/png').send(bytes);
}

async function takeAcceptance(visit: Visit, shown: ShownOffer): Promise<FastifyReply> {
  const form = acceptForm(shown.offer.lines).safeParse(visit.request.body);
  if (!form.success) return again(visit, shown, 'accept', form.error.issues);
  return take(visit, shown, { kind: 'accepted', ...form.data });
}

async function takeRefusal(visit: Visit, shown: ShownOffer): Promise<FastifyReply> {
  const form = declineForm.safeParse(visit.request.body);
  if (!form.success) return again(visit, shown, 'decline', form.error.issues);
  return take(visit, shown, { kind: 'declined', ...form.data });
}

async function take(visit: Visit, shown: ShownOffer, given: GivenAnswer): Promise<FastifyReply> {
  const { services, request, reply, token, frame } = visit;
  const use = await countUse(
    services.db,
    ['offer-answer', hashOfToken(token) ?? ''],
    answers,
    services.now(),
  );
  if (!use.isAllowed) return sendMessage(visit, 429, 'busy');
  if (!(await answerOffer(services, shown, given, request.ip))) return sendMessage(visit, 404, 'gone');
  request.log.info({ offer: shown.offer.id, answer: given.kind }, 'an offer was answered');
  return withHeaders(reply).redirect(`${offerUrl(token)}?lang=${frame.language}`, 303);
}

/** The same page, with the sums of what is ticked; nothing is stored. */
async function calculate(visit: Visit, shown: ShownOffer): Promise<FastifyReply> {
  return again(visit, shown, 'accept', []);
}

const typed = z.object({
  name: z.string(),
  confirm: z.string(),
  reason: z.string(),
  option: z.array(z.string()),
  choice: z.array(z.object({ group: z.string(), position: z.string() })),
});
const fields = ['choice', 'name', 'confirm', 'reason'] as const;
const messages = ['choiceRequired', 'nameRequired', 'confirmRequired', 'reasonRequired', 'tooLong'] as const;

function again(
  visit: Visit,
  shown: ShownOffer,
  form: Retry['form'],
  issues: readonly z.core.$ZodIssue[],
): FastifyReply {
  // Answered meanwhile, by them or a colleague: the page says so.
  if (shown.offer.answer !== null)
    return send(visit, 200, offerDocument(visit.frame, shown, offerUrl(visit.token), null));
  const given = typed.safeParse(visit.request.body);
  const { name = '', confirm = '', reason = '', option = [], choice = [] } = given.success ? given.data : {};
  const problems: Record<string, (typeof messages)[number]> = {};
  for (const { path, message } of issues) {
    const field = fields.find((known) => known === path[0]);
    if (field) problems[field] ??= messages.find((known) => known === message) ?? 'nameRequired';
  }
  const retry: Retry = {
    form,
    values: {
      name,
      reason,
      chosen: [...option, ...choice.map(({ position }) => position)],
      isConfirmed: confirm === 'yes',
    },
    problems,
  };
  const status = issues.length === 0 ? 200 : 400;
  return send(visit, status, offerDocument(visit.frame, shown, offerUrl(visit.token), retry));
}

function sendMessage(
  visit: Pick<Visit, 'reply' | 'frame'>,
  status: number,
  message: 'gone' | 'busy',
): FastifyReply {
  if (status === 429 && !visit.reply.hasHeader('retry-after')) visit.reply.header('retry-after', 60);
  return send(visit, status, offerMessage(visit.frame, message));
}

function send({ reply }: Pick<Visit, 'reply'>, status: number, body: string): FastifyReply {
  return withHeaders(reply).code(status).type('text/html; charset=utf-8').send(body);
}

function withHeaders(reply: FastifyReply): FastifyReply {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  return reply;
}
