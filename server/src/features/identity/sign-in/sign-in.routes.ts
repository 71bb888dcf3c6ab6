import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Interaction, type default as Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Db } from '#server/platform/db/database.ts';
import { accountPaths, type RequestNewPassword } from '../links/account-paths.ts';
import type { CallOut } from '#server/platform/http/call-out.ts';
import { type ShownPasskey, shownPasskey } from '#contract/identity/security.ts';
import { keyedHash } from '#server/platform/auth/seal.ts';
import type { NotifySecurity } from '../devices/security-mail.job.ts';
import { type Account, mayEnter } from '../directory.ts';
import { type BegunJourney, directoryCallback } from '../directories/directory-journeys.ts';
import {
  beginAtDirectory,
  type DirectoryOutcome,
  directoryResultOf,
  finishAtDirectory,
} from '../directories/directory-sign-in.ts';
import { hasDirectories } from '../directories/directories.repository.ts';
import { DirectoryFailure } from '../directories/openid.ts';
import { passkeyHosts, passkeyMethods } from '../passkeys/passkeys.rules.ts';
import type { PasskeyAsk } from '../pages/passkey-form.ts';
import { OidcState } from '../provider/oidc-state.repository.ts';
import { choosePasswordPage, signInPage } from '../pages/forms.ts';
import { recoveryCodesPage } from '../pages/factor-pages.ts';
import { advanceFactor, beginFactor, type FactorStep, factorStepOf, showFactor } from './sign-in.factor.ts';
import { messagePage, type PageFrame } from '../pages/page.ts';
import { fill } from '#contract/texts.ts';
import { type Texts, textsOf } from '../pages/texts.ts';
import { accountIdOf } from '../provider/provider.ts';
import { mustHaveFactor } from '../second-factor/second-factor.service.ts';
import { isFromOwnPage, languageOfPage, sendPage, siteOfRequest } from './sign-in.frame.ts';
import { originOf } from './sign-in-events.repository.ts';
import {
  choosePassword,
  signIn,
  signInByPasskey,
  type SignInDeps,
  type SignInOutcome,
} from './sign-in.service.ts';
import { providerPath, type Site, type SiteOptions } from '../sites.ts';

/** What the pages of sign-in are made of. */
export interface SignInRouteParts extends SignInDeps {
  readonly secretKey: Uint8Array;
  readonly sites: SiteOptions;
  readonly assets: PageFrame['assets'];
  providerFor(site: Site): Provider;
  readonly requestNewPassword: RequestNewPassword | null;
  readonly notifySecurity: NotifySecurity | null;
  readonly callOut: CallOut;
}

// What the database cannot keep is as good as nothing typed.
const field = z
  .string()
  .max(1000)
  .refine((text) => !text.includes('\0'))
  .catch('');
const signInBody = z.object({ email: field, password: field });
const changeBody = z.object({ new_password: field, new_password_again: field });
const codeBody = z.object({ code: field });
const passkeyBody = z.object({ passkey: z.string().min(1) });
const pendingChange = z.object({ accountId: z.string() });
const changeWithinSeconds = 900;
const formLimit = 16 * 1024;

/** One request on one interaction: everything the handlers below need. */
interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly site: Site;
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly frame: PageFrame;
  readonly texts: Texts;
}

/** The hosted login page and what belongs to it. */
export function signInRoutes(app: FastifyInstance, parts: SignInRouteParts): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimit },
    async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  const url = `${providerPath}/interaction/:uid`;
  const options = { config: { public: 'sign-in' }, schema: { hide: true } };
  app.get(url, options, (request, reply) => visit(parts, request, reply, showForm));
  app.post(url, options, (request, reply) => visit(parts, request, reply, takeForm));
  app.get(directoryCallback, options, (request, reply) => comeBack(parts, request, reply));
}

async function visit(
  parts: SignInRouteParts,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (parts: SignInRouteParts, visit: Visit) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const site = siteOfRequest(parts.sites, request);
  const provider = parts.providerFor(site);
  const interaction = await interactionOf(provider, request, reply);
  const frame = {
    variant: site.variant,
    language: languageOfPage(request, interaction?.params['ui_locales']),
    assets: parts.assets,
  };
  const texts = textsOf(frame.language);
  if (!interaction || interaction.prompt.name !== 'login') {
    // Back after signing in comes here. The portal knows whether they still are; without cookies it would come back.
    const hasSession = (request.headers.cookie ?? '').includes(`${provider.cookieName('session')}=`);
    if (!interaction && request.method === 'GET' && hasSession) return reply.redirect('/', 303);
    const message = { title: texts.expiredTitle, text: texts.expired, link: '/' };
    return sendPage(reply, 410, messagePage(frame, message));
  }
  return handle(parts, { request, reply, site, provider, interaction, frame, texts });
}

async function interactionOf(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

async function showForm(parts: SignInRouteParts, visited: Visit): Promise<FastifyReply> {
  const { reply, frame, interaction } = visited;
  const elsewhere = await directoryResultOf(parts, interaction.uid);
  if (elsewhere) return takeDirectoryResult(parts, visited, elsewhere);
  const step = await factorStepOf(parts, interaction.uid);
  if (step) return showFactor(parts, { reply, frame, ask: passkeyAskOf(parts, visited) }, step);
  const account = await changingAccount(parts, interaction);
  if (account)
    return sendPage(reply, 200, choosePasswordPage(frame, { email: account.email, problems: [] }, 'change'));
  const hint = interaction.params['login_hint'];
  return sendSignIn(parts, visited, 200, { email: typeof hint === 'string' ? hint : '', error: null });
}

async function takeForm(parts: SignInRouteParts, visited: Visit): Promise<FastifyReply> {
  const { request, reply, site, frame, texts } = visited;
  if (!isFromOwnPage(request, site)) {
    const message = { title: texts.refusedTitle, text: texts.refused, link: '/' };
    return sendPage(reply, 403, messagePage(frame, message));
  }
  const step = await factorStepOf(parts, visited.interaction.uid);
  if (step) return takeFactor(parts, visited, step);
  const account = await changingAccount(parts, visited.interaction);
  return account ? takeNewPassword(parts, visited, account) : takeSignIn(parts, visited);
}

async function takeSignIn(parts: SignInRouteParts, visited: Visit): Promise<FastifyReply> {
  const { request, reply, texts } = visited;
  const shown = passkeyOf(request.body);
  if (shown) return takePasskey(parts, visited, shown);
  const { email, password } = signInBody.parse(request.body ?? {});
  const typed = email.trim();
  const journey = await journeyOf(parts, visited, typed);
  if (journey === 'failed')
    return sendSignIn(parts, visited, 502, { email: typed, error: texts.directoryFailed });
  if (journey) return leaveForDirectory(visited, journey);
  if (typed === '' || password === '') {
    return sendSignIn(parts, visited, 400, { email: typed, error: texts.fillIn });
  }
  const outcome = await signIn(parts, { email, password, from: originOf(request) });
  request.log.info({ outcome: outcome.kind }, 'sign-in');
  switch (outcome.kind) {
    case 'in':
      return proceed(parts, visited, outcome.account);
    case 'must-change':
      await rememberChange(parts.db, visited.interaction, outcome.account);
      return reply.redirect(request.url, 303);
    case 'wrong':
      return sendSignIn(parts, visited, 401, { email: typed, error: wrongText(texts, outcome.left) });
    case 'locked':
    case 'user-inactive':
    case 'company-inactive':
      return refuse(parts, visited, outcome);
  }
}

// Whose company signs in at its own directory goes there, whatever else was typed.
async function journeyOf(
  parts: SignInRouteParts,
  { request, site, interaction }: Visit,
  email: string,
): Promise<BegunJourney | 'failed' | null> {
  try {
    return await beginAtDirectory(parts, { email, site, interaction: interaction.uid });
  } catch (error) {
    if (!(error instanceof DirectoryFailure)) throw error;
    request.log.warn({ reason: error.message }, 'the directory of a company does not answer');
    return 'failed';
  }
}

// Not by a redirect: browsers follow none from a form to somewhere else (`form-action`).
function leaveForDirectory({ reply, frame, texts }: Visit, { url, cookie }: BegunJourney): FastifyReply {
  reply.header('set-cookie', cookie).header('refresh', `0; url=${url}`);
  const message = { title: texts.directoryTitle, text: texts.directoryWhy, link: url };
  return sendPage(reply, 200, messagePage(frame, { ...message, linkText: texts.directoryGo }));
}

// Back from a directory. The page of the interaction goes on, since only that knows whose browser it is.
async function comeBack(parts: SignInRouteParts, request: FastifyRequest, reply: FastifyReply) {
  const site = siteOfRequest(parts.sites, request);
  const { cookie = '' } = request.headers;
  const log = (reason: string) => request.log.warn({ reason }, 'a sign-in at a directory failed');
  const back = await finishAtDirectory(parts, request.query, cookie, originOf(request), log);
  if (back?.kind === 'interaction') return reply.redirect(`${providerPath}/interaction/${back.uid}`, 303);
  const language = languageOfPage(request);
  const frame = { variant: site.variant, language, assets: parts.assets };
  const texts = textsOf(language);
  const title = back ? texts.stepUpTitle : texts.expiredTitle;
  const text = back ? texts.stepUp[back.outcome] : texts.expired;
  return sendPage(reply, back ? 200 : 410, messagePage(frame, { title, text, link: '/' }));
}

async function takeDirectoryResult(
  parts: SignInRouteParts,
  visited: Visit,
  outcome: DirectoryOutcome,
): Promise<FastifyReply> {
  const { request, texts } = visited;
  request.log.info({ outcome: outcome.kind }, 'sign-in at a directory');
  switch (outcome.kind) {
    case 'in':
      return enterFromDirectory(parts, visited, outcome);
    case 'unknown':
      return sendSignIn(parts, visited, 403, { email: '', error: texts.directoryUnknown });
    case 'failed':
      return sendSignIn(parts, visited, 502, { email: '', error: texts.directoryFailed });
    case 'user-inactive':
    case 'company-inactive':
      return refuse(parts, visited, { kind: outcome.kind });
  }
}

// A second factor that the company asks for is the directory's, or else one of ours, as for who has a password.
async function enterFromDirectory(
  parts: SignInRouteParts,
  visited: Visit,
  { account, methods }: Extract<DirectoryOutcome, { kind: 'in' }>,
): Promise<FastifyReply> {
  if (methods.includes('mfa') || !mustHaveFactor(account, parts.now()))
    return finish(visited, account, methods);
  await beginFactor(parts, visited.interaction.uid, account, 'dir');
  return visited.reply.redirect(visited.request.url, 303);
}

async function sendSignIn(
  parts: SignInRouteParts,
  visited: Visit,
  status: number,
  form: { readonly email: string; readonly error: string | null },
): Promise<FastifyReply> {
  const page = {
    passkey: passkeyAskOf(parts, visited),
    forgotten: forgottenUrl(parts),
    hasDirectories: await hasDirectories(parts.db),
  };
  return sendPage(visited.reply, status, signInPage(visited.frame, { ...form, ...page }));
}

// Without a password: the passkey says who it is.
async function takePasskey(
  parts: SignInRouteParts,
  visited: Visit,
  shown: ShownPasskey,
): Promise<FastifyReply> {
  const { request, texts } = visited;
  const outcome = await signInByPasskey(parts, {
    site: visited.site,
    shown,
    challenge: passkeyAskOf(parts, visited).challenge,
    from: originOf(request),
  });
  request.log.info({ outcome: outcome.kind }, 'sign-in by passkey');
  switch (outcome.kind) {
    case 'in':
      return finish(visited, outcome.account, passkeyMethods);
    case 'unknown':
      return sendSignIn(parts, visited, 401, { email: '', error: texts.passkeyUnknown });
    case 'elsewhere':
      return sendSignIn(parts, visited, 403, { email: '', error: texts.directoryOnly });
    case 'wrong':
    case 'cloned': {
      const error = outcome.kind === 'cloned' ? texts.passkeyCloned : texts.passkeyWrong;
      return sendSignIn(parts, visited, 401, { email: '', error });
    }
    case 'user-inactive':
    case 'company-inactive':
      return refuse(parts, visited, { kind: outcome.kind });
  }
}

// The page stays the same while it is open, so its challenge is made of it: it is nobody else's, and counts until the
// sign-in is done.
function passkeyAskOf(
  { secretKey, sites }: Pick<SignInRouteParts, 'secretKey' | 'sites'>,
  { site, interaction }: Pick<Visit, 'site' | 'interaction'>,
): PasskeyAsk {
  return {
    challenge: keyedHash(secretKey, 'passkey sign-in', interaction.uid),
    ...passkeyHosts(site, sites),
  };
}

function passkeyOf(body: unknown): ShownPasskey | null {
  const form = passkeyBody.safeParse(body);
  if (!form.success) return null;
  try {
    return shownPasskey.parse(JSON.parse(form.data.passkey));
  } catch {
    return null;
  }
}

// Without outgoing mail there is nobody who could send the link.
function forgottenUrl({ requestNewPassword }: SignInRouteParts): string | null {
  return requestNewPassword === null ? null : accountPaths.forgotten;
}

function wrongText(texts: Texts, left: number): string {
  return `${texts.wrong} ${left === 1 ? texts.attemptsLeftOne : fill(texts.attemptsLeft, { count: left })}`;
}

function refuse(
  parts: SignInRouteParts,
  { reply, request, frame, texts }: Visit,
  outcome: Extract<SignInOutcome, { kind: 'locked' | 'user-inactive' | 'company-inactive' }>,
): FastifyReply {
  const again = { link: request.url, linkText: texts.again };
  switch (outcome.kind) {
    case 'locked': {
      const seconds = Math.max(1, Math.ceil((outcome.until - parts.now().getTime()) / 1000));
      const minutes = Math.ceil(seconds / 60);
      const text = minutes === 1 ? texts.lockedOne : fill(texts.locked, { count: minutes });
      reply.header('retry-after', seconds);
      return sendPage(reply, 429, messagePage(frame, { title: texts.lockedTitle, text, ...again }));
    }
    case 'company-inactive':
      return sendPage(
        reply,
        403,
        messagePage(frame, { title: texts.companyInactiveTitle, text: texts.companyInactive, ...again }),
      );
    case 'user-inactive':
      return sendPage(
        reply,
        403,
        messagePage(frame, { title: texts.userInactiveTitle, text: texts.userInactive, ...again }),
      );
  }
}

async function takeNewPassword(
  parts: SignInRouteParts,
  visited: Visit,
  account: Account,
): Promise<FastifyReply> {
  const body = changeBody.parse(visited.request.body ?? {});
  const choice = { password: body.new_password, again: body.new_password_again };
  const problems = await choosePassword(parts, account, choice, originOf(visited.request));
  if (problems.length > 0) {
    return sendPage(
      visited.reply,
      400,
      choosePasswordPage(visited.frame, { email: account.email, problems }, 'change'),
    );
  }
  await changes(parts.db).destroy(visited.interaction.uid);
  return proceed(parts, visited, account);
}

// The password was right: on to the second factor, where there is one or the company asks for it.
async function proceed(parts: SignInRouteParts, visited: Visit, account: Account): Promise<FastifyReply> {
  if (!(await beginFactor(parts, visited.interaction.uid, account))) return finish(visited, account, ['pwd']);
  return visited.reply.redirect(visited.request.url, 303);
}

async function takeFactor(parts: SignInRouteParts, visited: Visit, step: FactorStep): Promise<FastifyReply> {
  const { request, reply, frame, texts } = visited;
  const shown = passkeyOf(request.body);
  const ask = passkeyAskOf(parts, visited);
  const typed = shown
    ? { shown, site: visited.site, challenge: ask.challenge }
    : codeBody.parse(request.body ?? {});
  const next = await advanceFactor(parts, visited.interaction.uid, step, typed, {
    from: originOf(request),
    variant: visited.site.variant,
    language: frame.language,
  });
  request.log.info({ outcome: next.kind }, 'second factor');
  switch (next.kind) {
    case 'done':
      return finish(visited, step.account, next.methods);
    case 'wrong':
      return showFactor(parts, { reply, frame, ask }, step, texts[next.why]);
    case 'codes':
      return sendPage(reply, 200, recoveryCodesPage(frame, next.codes));
    case 'locked':
      return refuse(parts, visited, next);
  }
}

// Back to the provider, which now knows who it is.
async function finish(
  { provider, interaction, reply }: Visit,
  account: Account,
  amr: readonly string[],
): Promise<FastifyReply> {
  if (interaction.session?.uid !== undefined) {
    // Somebody else's session, or one that was ended: the provider would ask to confirm leaving it first.
    await (await provider.Session.findByUid(interaction.session.uid))?.destroy();
    interaction.session = undefined;
  }
  interaction.result = { login: { accountId: accountIdOf(account), amr } };
  await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)));
  return reply.redirect(interaction.returnTo, 303);
}

// Who has shown the password that was given to him may choose one, for a quarter of an hour, on this page only.
const changes = (db: Db) => new OidcState(db, 'PasswordChange');

async function rememberChange(db: Db, interaction: Interaction, account: Account): Promise<void> {
  await changes(db).upsert(
    interaction.uid,
    { accountId: accountIdOf(account), at: Date.now() },
    changeWithinSeconds,
  );
}

async function changingAccount(parts: SignInRouteParts, interaction: Interaction): Promise<Account | null> {
  const pending = await changes(parts.db).find(interaction.uid);
  if (!pending) return null;
  const { accountId } = pendingChange.parse(pending);
  const account = await parts.directory.findById(accountId.split('.')[0] ?? '');
  return account && mayEnter(account) && accountIdOf(account) === accountId ? account : null;
}
