import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify';
import { sql } from 'kysely';
import { offerSettingsWrite } from '#contract/workorders/offers.ts';
import { annotationsPlugin } from '#server/features/annotations/index.ts';
import { carpetlinePlugin, unsubscribePages, portalAudience } from '#server/features/carpetline/index.ts';
import { changesRights, mountCore } from '#server/features/core/index.ts';
import { documentsPlugin } from '#server/features/documents/index.ts';
import { billingPlugin } from '#server/features/billing/index.ts';
import { mountPublicEndpoints } from '#server/features/releases/index.ts';
import {
  createFreshFactor,
  type Invitations,
  mountSignedOut,
  siteOf,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import { approvalLinkPages, invoiceHooks, invoicingPlugin } from '#server/features/invoicing/index.ts';
import {
  changeOfferSettings,
  findLetterhead,
  offerPages,
  readOfferSettings,
  workOrdersPlugin,
} from '#server/features/workorders/index.ts';
import { partsOf } from '#server/platform/resource/slice.ts';
import { mountMovedAddresses, movedTo } from './moved-addresses.ts';
import { mountSecurityTxt } from './security-txt.ts';
import { personalTables } from './personal-data.ts';
import { slices } from './slices.ts';
import { statusRoutes } from './status/status.routes.ts';
import type { Operated } from './status/status.service.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Authenticate, mountCaller } from '#server/platform/http/caller.ts';
import { mountCacheControl } from '#server/platform/http/cache-control.ts';
import { connectionLimits, type ConnectionTimes } from '#server/platform/http/connections.ts';
import { mountEtags } from '#server/platform/http/etags.ts';
import { mountDeprecation } from '#server/platform/http/deprecation.ts';
import { maxHeaderBytes, mountAddressLimit, mountErrors, sendProblem } from '#server/platform/http/errors.ts';
import { type Check, mountHealth } from '#server/platform/http/health.ts';
import { mountIdempotency } from '#server/platform/http/idempotency.ts';
import { mountJsonBodies } from '#server/platform/http/json-bodies.ts';
import { measureRequests } from '#server/platform/http/metrics.ts';
import { mountLive } from '#server/platform/http/live.ts';
import { mountOpenApi } from '#server/platform/http/openapi/mount-openapi.ts';
import { type Problem, problem } from '#server/platform/http/problem.ts';
import { mountCompanyRateLimit, mountRateLimit } from '#server/platform/http/rate-limit.ts';
import { mountSchemas } from '#server/platform/http/schemas.ts';
import { traceRequests } from '#server/platform/http/trace-requests.ts';
import type { Tracing } from '#server/platform/tracing/tracing.ts';
import { mountSecurityHeaders } from '#server/platform/http/security-headers.ts';
import { type TrustedProxies, trustOf } from './trusted-proxies.ts';

/** What the HTTP side is made of. */
export interface Parts {
  readonly services: Services;
  readonly authenticate: Authenticate;
  /** The addresses that are ours, for pages and links; a request to any other host is 421 (§A10). */
  readonly sites: SiteOptions;
  /** By which people outside reach us; absent: `http`. */
  readonly publicScheme?: 'http' | 'https';
  /** Whose word counts for where a request comes from. */
  readonly trustedProxies: TrustedProxies;
  readonly checks: Readonly<Record<string, Check>>;
  /** What the status page tells about; absent: there is none. */
  readonly operated?: Operated;
  /** For a test that cannot wait for slow clients. */
  readonly connections?: ConnectionTimes;
  /** Hears of every route, for the test that walks them all. */
  readonly onRoute?: (route: RouteOptions) => void;
  /** The secret that signs the build server's webhook; without it the webhook is refused. */
  readonly buildSecret?: string | undefined;
  /** Where vulnerabilities are reported; absent: nowhere. */
  readonly securityContacts?: readonly string[];
  /** Whether requests are measured for Prometheus. */
  readonly isMeasured?: boolean;
  /** Makes a span for each request; absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** The build of the portal, of which open pages are told; absent: none. */
  readonly build?: string;
  /** Where the portal's letters are, for pages outside of it; absent: the system's. */
  readonly fontUrl?: string | null;
  /** The max number of requests a minute of one user; absent: no limit. */
  readonly requestsPerMinute?: number;
  /** Makes invitations; null where another provider keeps the passwords. */
  readonly invitations: Invitations | null;
  /** Sign-in and pages, mounted outside the guard of `/api`. */
  readonly mountPublic?: (app: FastifyInstance) => Promise<void>;
  readonly mountIdentity?: (app: FastifyInstance) => Promise<void>;
}

/** The complete HTTP side, not yet listening. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { services } = parts;
  const loggerInstance: FastifyBaseLogger = services.log;
  const app = Fastify({
    loggerInstance,
    trustProxy: trustOf(parts.trustedProxies),
    rewriteUrl: ({ url = '/' }) => movedTo(url),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 4 * 1024 * 1024,
    forceCloseConnections: 'idle',
    ...connectionLimits(parts.connections),
    // An address that cannot be read comes by no hook.
    frameworkErrors: (_error, request, reply) =>
      void sendProblem(request, reply, unknownHost(parts.sites, request) ?? problem.of('bad-request')),
    // A part of an address may be as long as an address: the route it stands in answers for it, not the portal's page.
    routerOptions: { maxParamLength: maxHeaderBytes, ignoreTrailingSlash: true },
  });
  // Everything here speaks JSON or sends files; a bare text is no request of ours.
  app.removeContentTypeParser('text/plain');
  mountJsonBodies(app);
  if (parts.onRoute) app.addHook('onRoute', parts.onRoute);
  mountErrors(app);
  await mountSecurityHeaders(app, { isHttps: parts.publicScheme === 'https' });
  mountEtags(app);
  mountCacheControl(app);
  mountHosts(app, parts.sites);
  mountAddressLimit(app);
  mountSchemas(app);
  mountRequestLog(app);
  if (parts.isMeasured) measureRequests(app);
  if (parts.tracing) traceRequests(app, parts.tracing);
  mountDeprecation(app);
  mountMovedAddresses(app);
  await mountOpenApi(app);
  mountHealth(app, parts.checks);
  await app.register(async (api) => {
    mountCaller(api, parts.authenticate, createFreshFactor(services.db, services.now));
    if (parts.requestsPerMinute !== undefined) {
      await mountRateLimit(api, parts.requestsPerMinute);
      mountCompanyRateLimit(api, parts.requestsPerMinute);
    }
    mountIdempotency(api, services);
    mountLive(api, services, {
      authenticate: parts.authenticate,
      audienceOf: portalAudience,
      changesRights,
      build: parts.build,
    });
    await parts.mountIdentity?.(api);
    for (const { mount } of slices) mount(api, services);
    mountCore(api, services, {
      invitations: parts.invitations,
      slices,
      sites: parts.sites,
      personal: personalTables,
    });
    annotationsPlugin(api, services, partsOf(slices, 'owner'));
    workOrdersPlugin(api, services, parts.sites);
    carpetlinePlugin(api, services, parts.sites, parts.invitations, {
      find: findLetterhead,
      read: (ctx) => readOfferSettings(ctx),
      change: (ctx, body) => changeOfferSettings(ctx, offerSettingsWrite.parse(body)),
    });
    documentsPlugin(api, services, invoiceHooks);
    invoicingPlugin(api, services);
    billingPlugin(api, services);
    if (parts.operated) statusRoutes(api, services, parts.operated);
  });
  await approvalLinkPages(app, services, parts.sites, parts.fontUrl ?? null);
  await offerPages(app, services, parts.sites, parts.fontUrl ?? null);
  await mountPublicEndpoints(app, services, parts.buildSecret, parts.sites);
  await unsubscribePages(app, services, parts.fontUrl ?? null);
  mountSignedOut(app);
  mountSecurityTxt(app, {
    contacts: parts.securityContacts ?? [],
    sites: parts.sites,
    now: services.now,
  });
  await parts.mountPublic?.(app);
  return app;
}

/** Readiness of the database: it answers and the schema is ours. */
export function databaseCheck(db: Db): Check {
  return async () => (await sql`select 1`.execute(db)).rows.length === 1;
}

// Before anything else looks at a request. Supervisors ask for health by whatever address they reach us.
function mountHosts(app: FastifyInstance, sites: SiteOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    const unknown = request.routeOptions.config.public === 'health' ? null : unknownHost(sites, request);
    if (unknown === null) return done();
    sendProblem(request, reply, unknown);
  });
}

function unknownHost(sites: SiteOptions, { host }: FastifyRequest): Problem | null {
  return siteOf(sites, host) ? null : problem.of('unknown-host', { sentence: 'unknown-host' });
}

// One line a request; never a query, header or body, which may contain names, tokens and document text.
function mountRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.caller?.userId,
      },
      'request',
    );
    done();
  });
}
