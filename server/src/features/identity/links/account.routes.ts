import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { email } from '#contract/resource.ts';
import { countUse, placeOf } from '../sign-in/attempts.repository.ts';
import { type AttemptPolicy } from '../sign-in/attempts.rules.ts';
import { choosePasswordPage, forgottenPage } from '../pages/forms.ts';
import { messagePage, type PageFrame } from '../pages/page.ts';
import { fill } from '#contract/texts.ts';
import { textsOf } from '../pages/texts.ts';
import { isFromOwnPage, languageOfPage, sendPage, siteOfRequest } from '../sign-in/sign-in.frame.ts';
import { originOf } from '../sign-in/sign-in-events.repository.ts';
import type { SignInDeps } from '../sign-in/sign-in.service.ts';
import type { Site, SiteOptions } from '../sites.ts';
import { accountPaths, type RequestNewPassword } from './account-paths.ts';
import type { LinkPurpose } from './links.repository.ts';
import { openLink, redeemLink } from './links.service.ts';

/** What the pages for choosing a password are made of. */
export interface AccountRouteParts extends SignInDeps {
  readonly sites: SiteOptions;
  readonly assets: PageFrame['assets'];
  readonly requestNewPassword: RequestNewPassword | null;
}

const minute = 60_000;
const policies = {
  /** Links opened from one place, right or wrong: far more than people do, far less than guessing takes. */
  link: { allowed: 100, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute },
  /** Requests for a new password from one place. */
  place: { allowed: 20, firstLockMs: minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute },
  /** Mails to one address: nobody is to be flooded by somebody else. */
  address: { allowed: 3, firstLockMs: 5 * minute, longestMs: 60 * minute, forgetAfterMs: 60 * minute },
} as const satisfies Record<string, AttemptPolicy>;

const token = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
// What the database cannot keep is as good as nothing typed.
const field = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0'))
  .catch('');
const choice = z.object({ new_password: field, new_password_again: field });
const request = z.object({ email: field });

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly site: Site;
  readonly frame: PageFrame;
}

/** The pages of invitations and forgotten passwords; mount where forms are parsed. */
export function accountRoutes(app: FastifyInstance, parts: AccountRouteParts): void {
  const options = { config: { public: 'sign-in' }, schema: { hide: true } };
  const page =
    (handle: (parts: AccountRouteParts, visit: Visit) => Promise<FastifyReply>) =>
    (request: FastifyRequest, reply: FastifyReply) => {
      const site = siteOfRequest(parts.sites, request);
      const frame = { variant: site.variant, language: languageOfPage(request), assets: parts.assets };
      return handle(parts, { request, reply, site, frame });
    };
  for (const purpose of ['invitation', 'password'] as const) {
    app.get(
      accountPaths[purpose],
      options,
      page((parts, visit) => showChoice(parts, visit, purpose)),
    );
    app.post(
      accountPaths[purpose],
      options,
      page((parts, visit) => takeChoice(parts, visit, purpose)),
    );
  }
  app.get(accountPaths.forgotten, options, page(showForgotten));
  app.post(accountPaths.forgotten, options, page(takeForgotten));
}

async function showChoice(
  parts: AccountRouteParts,
  visit: Visit,
  purpose: LinkPurpose,
): Promise<FastifyReply> {
  const lockedUntil = await countPlace(parts, visit, 'link');
  if (lockedUntil !== null) return sayTooOften(parts, visit, lockedUntil);
  const given = token.safeParse(visit.request.params);
  const account = given.success ? await openLink(parts, purpose, given.data.token) : null;
  if (!account) return sayGone(visit);
  return sendPage(
    visit.reply,
    200,
    choosePasswordPage(visit.frame, { email: account.email, problems: [] }, purpose),
  );
}

async function takeChoice(
  parts: AccountRouteParts,
  visit: Visit,
  purpose: LinkPurpose,
): Promise<FastifyReply> {
  const { request, reply, site, frame } = visit;
  const texts = textsOf(frame.language);
  if (!isFromOwnPage(request, site))
    return say(visit, 403, { title: texts.refusedTitle, text: texts.linkRefused });
  const lockedUntil = await countPlace(parts, visit, 'link');
  if (lockedUntil !== null) return sayTooOften(parts, visit, lockedUntil);
  const given = token.safeParse(request.params);
  if (!given.success) return sayGone(visit);
  const { new_password: password, new_password_again: again } = choice.parse(request.body ?? {});
  const outcome = await redeemLink(parts, purpose, given.data.token, { password, again }, originOf(request));
  request.log.info({ outcome: outcome.kind, purpose }, 'password chosen by link');
  switch (outcome.kind) {
    case 'dead':
      return sayGone(visit);
    case 'wrong':
      return sendPage(
        reply,
        400,
        choosePasswordPage(frame, { email: outcome.account.email, problems: outcome.problems }, purpose),
      );
    case 'done':
      return say(visit, 200, {
        title: texts.passwordSetTitle,
        text: texts.passwordSet,
        linkText: texts.submit,
      });
  }
}

async function showForgotten({ requestNewPassword }: AccountRouteParts, visit: Visit): Promise<FastifyReply> {
  if (requestNewPassword === null) return sayOff(visit);
  return sendPage(visit.reply, 200, forgottenPage(visit.frame, { email: '', error: null }));
}

async function takeForgotten(parts: AccountRouteParts, visit: Visit): Promise<FastifyReply> {
  const { request: asked, reply, site, frame } = visit;
  const texts = textsOf(frame.language);
  if (parts.requestNewPassword === null) return sayOff(visit);
  if (!isFromOwnPage(asked, site)) return say(visit, 403, { title: texts.refusedTitle, text: texts.refused });
  const typed = request.parse(asked.body ?? {}).email;
  const address = email.safeParse(typed);
  if (!address.success)
    return sendPage(reply, 400, forgottenPage(frame, { email: typed.trim(), error: texts.forgottenFillIn }));
  const lockedUntil = await countPlace(parts, visit, 'place');
  if (lockedUntil !== null) return sayTooOften(parts, visit, lockedUntil);
  // An address over its limit gets the same answer, whether it is known or not.
  const use = await countUse(parts.db, ['new-password', address.data], policies.address, parts.now());
  const { origin, variant } = site;
  if (use.isAllowed)
    await parts.requestNewPassword({ email: address.data, origin, variant, language: frame.language });
  return say(visit, 200, { title: texts.forgottenSentTitle, text: texts.forgottenSent });
}

/** Counts a use of these pages from the place of the request; the moment until which it is refused, or null. */
async function countPlace(
  parts: AccountRouteParts,
  { request }: Visit,
  kind: 'link' | 'place',
): Promise<number | null> {
  const use = await countUse(parts.db, [`account-${kind}`, placeOf(request.ip)], policies[kind], parts.now());
  return use.isAllowed ? null : use.lockedUntil;
}

function sayTooOften(parts: AccountRouteParts, visit: Visit, lockedUntil: number): FastifyReply {
  const texts = textsOf(visit.frame.language);
  visit.reply.header('retry-after', Math.max(1, Math.ceil((lockedUntil - parts.now().getTime()) / 1000)));
  return say(visit, 429, { title: texts.lockedTitle, text: texts.tooOften });
}

function sayGone(visit: Visit): FastifyReply {
  const { linkGoneTitle, linkGone } = textsOf(visit.frame.language);
  return say(visit, 410, { title: linkGoneTitle, text: linkGone });
}

function sayOff(visit: Visit): FastifyReply {
  const { forgottenOffTitle, forgottenOff } = textsOf(visit.frame.language);
  return say(visit, 404, { title: forgottenOffTitle, text: forgottenOff });
}

function say(
  { reply, frame }: Visit,
  status: number,
  message: { readonly title: string; readonly text: string; readonly linkText?: string },
): FastifyReply {
  const texts = textsOf(frame.language);
  const linkText = message.linkText ?? fill(texts.back, { brand: texts.brand[frame.variant] });
  return sendPage(reply, status, messagePage(frame, { ...message, link: '/', linkText }));
}
