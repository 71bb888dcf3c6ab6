import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { default as Provider, ProviderContext } from 'oidc-provider';
import type { Db } from '#server/platform/db/database.ts';
import type { CallOut } from '#server/platform/http/call-out.ts';
import { SteadyStore } from '#server/platform/http/steady-store.ts';
import { placeOf } from './attempts.repository.ts';
import { deviceKeptSeconds } from '../devices/devices.repository.ts';
import { deviceCookie, noteDevice } from '../devices/devices.service.ts';
import type { NotifySecurity } from '../devices/security-mail.job.ts';
import type { AccountDirectory, ProgramDirectory } from '../directory.ts';
import { accountRoutes } from '../links/account.routes.ts';
import type { RequestNewPassword } from '../links/account-paths.ts';
import { forgetExpired } from '../provider/oidc-state.repository.ts';
import { signOutPage } from '../pages/forms.ts';
import { messagePage, type PageFrame } from '../pages/page.ts';
import { textsOf } from '../pages/texts.ts';
import { createProvider, sessionSeconds, userIdOf } from '../provider/provider.ts';
import { mountRelatedOrigins } from '../passkeys/passkeys.routes.ts';
import { saveSession } from '../second-factor/sessions.repository.ts';
import { mountAssets } from './sign-in.assets.ts';
import { languageOfPage, pageHeaders, siteOfRequest } from './sign-in.frame.ts';
import { originOf } from './sign-in-events.repository.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { loadSigningKeys, type SigningKey } from '../provider/signing-keys.ts';
import { providerPath, type Site, type SiteOptions } from '../sites.ts';

/** What the embedded sign-in needs; plain values and functions, so that `app` can wire it. */
export interface SignInOptions extends SiteOptions {
  readonly db: Db;
  readonly directory: AccountDirectory;
  readonly programs: ProgramDirectory;
  readonly clientId: string;
  readonly audience: string;
  readonly permissionsClaim: string;
  /** The installation's key; encrypts the signing keys at rest. */
  readonly secretKey: Uint8Array;
  readonly now: () => Date;
  /** Has a new password mailed to whom an address belongs to; null where no mail goes out. */
  readonly requestNewPassword: RequestNewPassword | null;
  /** Has people told of what happens to their sign-in; null where no mail goes out. */
  readonly notifySecurity: NotifySecurity | null;
  /** Calls the directories of companies. */
  readonly callOut: CallOut;
  /** Address of the portal's Inter, so that it is fetched once; null for the system's font. */
  readonly fontUrl?: string | null;
  /** Requests that one place may make to sign-in in a minute, in one process; an office shares one. */
  readonly requestsPerMinute?: number;
}

// What a directory says of a second factor may be of this morning: it is asked again (§A20).
const ownFactors = new Set(['otp', 'rec', 'pop']);
const forgetEveryMs = 10 * 60_000;
const keysFreshForMs = 5_000;

/** The embedded OpenID provider of every host, with its hosted login page, under `/oidc`. */
export async function mountSignIn(app: FastifyInstance, options: SignInOptions): Promise<void> {
  const { db, now } = options;
  let signingKeys = await loadSigningKeys(db, options.secretKey, now());
  let keysLoadedAt = now().getTime();
  const assets = await mountAssets(app, options.fontUrl ?? null);
  const providers = new Map<string, Provider>();
  const requests = new WeakMap<object, FastifyRequest>();

  const frameOf = (site: Site, ctx: ProviderContext): PageFrame => {
    const request = requests.get(ctx.req);
    return { variant: site.variant, language: request ? languageOfPage(request) : 'nl', assets };
  };
  const providerFor = (site: Site): Provider => {
    const present = providers.get(site.issuer);
    if (present) return present;
    const made = createProvider(site, {
      ...options,
      signingKeys,
      renderError: (ctx, error) => {
        const isOurs = ctx.status >= 500;
        if (!isOurs) app.log.info({ error: error.message }, 'sign-in refused');
        const frame = frameOf(site, ctx);
        const texts = textsOf(frame.language);
        const message = isOurs
          ? { title: texts.failedTitle, text: texts.failed }
          : error.name === 'SessionNotFound'
            ? { title: texts.expiredTitle, text: texts.expired }
            : { title: texts.refusedTitle, text: texts.refused };
        writePage(ctx, messagePage(frame, { ...message, link: '/' }));
      },
      renderLogout: (ctx, form) => writePage(ctx, signOutPage(frameOf(site, ctx), form)),
      onServerError: (err) => app.log.error({ err }, 'sign-in failed'),
      async onSignedIn(ctx, { uid, accountId = '', amr = [], loginTs = 0 }) {
        const request = requests.get(ctx.req);
        if (!request) return;
        const at = new Date(loginTs * 1000);
        await saveSession(db, {
          ...originOf(request),
          uid,
          userId: userIdOf(accountId),
          at,
          methods: amr,
          hasSecondFactor: amr.some((method) => ownFactors.has(method)),
          expiresAt: new Date(at.getTime() + sessionSeconds * 1000),
        });
        const token = await noteDevice(options, {
          userId: userIdOf(accountId),
          cookie: ctx.cookies.get(deviceCookie, { signed: false }),
          at,
          from: originOf(request),
          variant: site.variant,
          language: languageOfPage(request),
        });
        ctx.cookies.set(deviceCookie, token, {
          signed: false,
          path: providerPath,
          httpOnly: true,
          sameSite: 'lax',
          secure: site.origin.startsWith('https:'),
          maxAge: deviceKeptSeconds * 1000,
        });
      },
    });
    providers.set(site.issuer, made);
    return made;
  };

  // Keys are replaced while we run (`npm run rotate-keys`); a provider keeps those that it was made with.
  const followKeys = async () => {
    if (Math.abs(now().getTime() - keysLoadedAt) < keysFreshForMs) return;
    keysLoadedAt = now().getTime();
    const loaded = await loadSigningKeys(db, options.secretKey, now());
    if (kidsOf(loaded) === kidsOf(signingKeys)) return;
    signingKeys = loaded;
    providers.clear();
  };

  // Wrong passwords are counted elsewhere, for all processes; this keeps the rest of sign-in from being flooded.
  const limit = {
    max: options.requestsPerMinute ?? 600,
    timeWindow: 60_000,
    store: SteadyStore,
    keyGenerator: placeOfRequest,
  };
  await app.register(async (pages) => {
    await pages.register(rateLimit, limit);
    pages.addHook('onRequest', followKeys);
    mountRelatedOrigins(pages, options);
    signInRoutes(pages, { ...options, sites: options, assets, providerFor });
    accountRoutes(pages, { ...options, sites: options, assets });
  });
  await app.register(async (raw) => {
    await raw.register(rateLimit, limit);
    raw.addHook('onRequest', followKeys);
    // The provider reads bodies itself.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', (_, __, done) => done(null));
    raw.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${providerPath}/*`,
      config: { public: 'sign-in' },
      schema: { hide: true },
      handler: async (request, reply) => {
        const site = siteOfRequest(options, request);
        requests.set(request.raw, request);
        return handOver(providerFor(site), site, request, reply);
      },
    });
  });

  const timer = setInterval(() => {
    forgetExpired(db, now()).catch((err: unknown) => app.log.warn({ err }, 'expired sign-ins stay a while'));
  }, forgetEveryMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

// The provider is a server of its own: it gets the raw request, below its mount, from a proxy that is us.
async function handOver(
  provider: Provider,
  site: Site,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { protocol, host } = new URL(site.origin);
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  raw.headers['x-forwarded-host'] = host;
  const originalUrl = raw.url ?? providerPath;
  Object.assign(raw, { originalUrl, url: originalUrl.slice(providerPath.length) });
  // Until the provider says otherwise.
  reply.raw.setHeader('cache-control', 'no-store');
  reply.hijack();
  await provider.callback()(raw, reply.raw);
}

function kidsOf(keys: readonly SigningKey[]): string {
  return keys.map(({ kid }) => kid).join();
}

function placeOfRequest({ ip }: FastifyRequest): string {
  return placeOf(ip);
}

function writePage(ctx: ProviderContext, body: string): void {
  for (const [name, value] of pageHeaders()) ctx.set(name, value);
  ctx.type = 'html';
  ctx.body = body;
}
