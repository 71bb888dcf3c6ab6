import '#server/platform/testing/matchers.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify';
import pino from 'pino';
import { z } from 'zod';
import { buildUser, type UserSeed } from '#server/features/core/testing/factories.ts';
import { buildProgram, type ProgramSeed } from '#server/features/core/testing/service-accounts.ts';
import { createCallerLoader, createProgramLoader } from '#server/features/core/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#server/platform/testing/database.ts';
import { buildApp, databaseCheck } from '../build-app.ts';
import { readConfig } from '../config.ts';
import { jobKinds } from '../job-kinds.ts';
import { portOf } from '../listen.ts';
import { createSignIn, sitesOf } from '../sign-in.ts';
import type { TrustedProxies } from '../trusted-proxies.ts';
import { openWorld } from '../world.ts';
import { OneCompanyRule } from './one-company.ts';
import { loseAnswers, postTwice, replaysPosts } from './replay.ts';

/** Calls the API as one person. */
export interface TestClient {
  readonly userId: string;
  readonly companyId: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(
    url: string,
    payload?: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  put(
    url: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  patch(
    url: string,
    payload: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  delete(url: string): Promise<LightMyRequestResponse>;
}

/** A route as it was mounted. */
export interface TestRoute {
  readonly method: string;
  readonly url: string;
  readonly isPublic: boolean;
  /** As its config has it: alternatives stand between `|`; empty where any signed-in user may call it. */
  readonly permission: string;
  /** The schema of its body; absent where it takes none, or reads it by itself. */
  readonly body: z.ZodType | undefined;
  /** The names of its query parameters, as far as its schema tells. */
  readonly parameters: readonly string[];
  /** Why a POST may happen twice under one `Idempotency-Key`; absent: it happens once. */
  readonly repeatable: string | undefined;
  /** Whether it asks for a fresh second factor. */
  readonly isFresh: boolean;
}

/** The whole HTTP side on a database of its own, for route tests. */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly routes: readonly TestRoute[];
  readonly services: Services;
  /** As the product runs. */
  readonly db: Db;
  readonly database: TestDatabase;
  /** Where its files are, to look behind them. */
  readonly dataFolder: string;
  /** A new person with these rights, and a client that calls as them: `asUser({ may: ['core.groups.read'] })`. */
  asUser(seed?: UserSeed): Promise<TestClient>;
  /** A new program with a key, and a client that calls with it. */
  asProgram(seed?: ProgramSeed): Promise<TestClient & { readonly key: string }>;
  /** Calls with this token or key. */
  withToken(token: string): TestApp['anonymous'];
  /** Calls without a token. */
  readonly anonymous: Pick<TestClient, 'get' | 'post' | 'put' | 'patch' | 'delete'>;
  close(): Promise<void>;
}

/** Frozen unless a test says otherwise: Saturday 21 November 2026, 14:05 in Amsterdam. */
export const testNow = new Date('2026-11-21T13:05:00.000Z');

/** Outside services of a test in the place of the real ones; there is no outgoing mail unless it brings some. */
export interface TestOptions extends Partial<
  Pick<Services, 'mail' | 'mailboxes' | 'sftp' | 'deliveryFolders' | 'callOut'>
> {
  readonly now?: () => Date;
  readonly buildSecret?: string;
  /** Of the portal that open pages are told of; none unless a test says otherwise. */
  readonly build?: string;
  /** None unless a test says otherwise. */
  readonly trustedProxies?: TrustedProxies;
  /** One login of the database for everything, as where `DATABASE_OWNER_URL` is not given. */
  readonly hasOneLogin?: boolean;
  /** Settings that differ from the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the HTTP side for a test file; close it in `afterAll`. */
export async function testApp({
  now = () => testNow,
  buildSecret,
  build = '',
  trustedProxies = 0,
  hasOneLogin = false,
  env = {},
  ...outside
}: TestOptions = {}): Promise<TestApp> {
  const database = hasOneLogin
    ? await createOneLoginDatabase()
    : await createTestDatabase({
        name: 'with_jobs',
        build: ({ owner, app }) => installJobs(owner, app.user ?? 'balie_app', jobKinds),
      });
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-app-'));
  const log = pino({ level: 'error' });
  const secretKey = new Uint8Array(32).fill(7);
  const world = await openWorld({ database: database.app, dataFolder, secretKey, log, works: false, now });
  const services: Services = { ...world.services, ...outside };
  const config = readConfig(env);
  // Most tests inject, as if the server listened on the usual port.
  const listening: { server?: Server } = {};
  const sites = sitesOf(config, () => (listening.server && portOf(listening.server)) ?? 80);
  const signIn = createSignIn(
    config,
    services,
    { load: (...who) => createCallerLoader(services.db).load(...who), forget: () => undefined },
    {
      byKey: (...who) => createProgramLoader(services.db, now).byKey(...who),
      bySecret: (...who) => createProgramLoader(services.db, now).bySecret(...who),
      forget: () => undefined,
    },
    sites,
    null,
  );
  // Nothing is cached between calls: a test changes rights and looks at once. A user's id does for a token.
  const authenticate = (token: string, ip: string) =>
    isId(token) ? createCallerLoader(services.db).load(token) : signIn.authenticate(token, ip);
  const routes: TestRoute[] = [];
  const app = await buildApp({
    onRoute: (route) => routes.push(...describeRoute(route)),
    services,
    authenticate,
    sites,
    publicScheme: config.publicScheme,
    trustedProxies,
    fontUrl: '/assets/letters.woff2',
    buildSecret,
    securityContacts: config.securityContacts,
    build,
    checks: { database: databaseCheck(services.db) },
    operated: { dataFolder, files: { to: 'folder' }, backup: undefined, pointInTime: config.pointInTime },
    invitations: signIn.invitations,
    mountIdentity: async (api) => signIn.mountApi(api),
    mountPublic: (pages) => signIn.mount(pages),
  });
  listening.server = app.server;
  await app.ready();
  if (replaysPosts) await loseAnswers(database.owner);
  const once = routes.filter(
    ({ method, isPublic, repeatable }) => method === 'POST' && !isPublic && repeatable === undefined,
  );
  const isOnce = (url: string) =>
    once.some((route) => new RegExp(`^${route.url.replaceAll(/:\w+/g, '[^/?]+')}(\\?.*)?$`).test(url));
  const rule = new OneCompanyRule();
  const client = (token: string | undefined, by: Watch = unwatched) => clientOf(app, token, isOnce, by);
  return {
    app,
    routes,
    services,
    db: services.db,
    database,
    dataFolder,
    anonymous: client(undefined),
    async asUser(seed = {}) {
      const user = await buildUser(services.db, seed);
      const { is_provider: isProvider } = await services.db
        .selectFrom('companies')
        .select('is_provider')
        .where('id', '=', user.companyId)
        .executeTakeFirstOrThrow();
      const watch: Watch = (what, ask) => rule.watch({ what, isProvider }, ask);
      return { ...client(user.id, watch), userId: user.id, companyId: user.companyId };
    },
    async asProgram(seed = {}) {
      const { id: userId, companyId, key } = await buildProgram(services.db, seed);
      return { ...client(key), userId, companyId, key };
    },
    withToken: client,
    async close() {
      await app.close();
      await world.close();
      try {
        await rule.check(database.owner);
      } finally {
        await database.drop();
      }
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

// Documentation brings its own files and HEAD comes with every GET.
function describeRoute(route: RouteOptions): TestRoute[] {
  const { method, url, config, schema } = route;
  if (url.startsWith('/docs')) return [];
  const methods = (Array.isArray(method) ? method : [method]).filter((name) => name !== 'HEAD');
  const { querystring } = schema ?? {};
  const parameters = querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
  return methods.map((name) => ({
    method: name,
    url,
    isPublic: config?.public !== undefined,
    permission: config?.permission ?? '',
    body: schema?.body instanceof z.ZodType ? schema.body : undefined,
    parameters,
    repeatable: config?.repeatable,
    // Set by a hook of the scope, which comes later.
    get isFresh() {
      return route.config?.fresh !== undefined;
    },
  }));
}

// Migrated as where one login owns the tables and works with them: triggers keep what is only added to.
async function createOneLoginDatabase(): Promise<TestDatabase> {
  const { owner, drop } = await createEmptyDatabase();
  await migrate(owner, owner.user ?? '');
  await installJobs(owner, owner.user ?? '', jobKinds);
  return { owner, app: owner, drop };
}

type Watch = (what: string, ask: () => Promise<LightMyRequestResponse>) => Promise<LightMyRequestResponse>;
const unwatched: Watch = (_what, ask) => ask();

function clientOf(
  app: FastifyInstance,
  token: string | undefined,
  isOnce: (url: string) => boolean,
  watch: Watch,
): TestApp['anonymous'] {
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: InjectOptions['payload'],
    headers = {},
  ) =>
    watch(
      `${method} ${url}`,
      async () =>
        await app.inject({
          method,
          url,
          headers: {
            host: 'localhost',
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
          },
          ...(payload === undefined ? {} : { payload }),
        }),
    );
  return {
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, payload, headers) =>
      replaysPosts && isOnce(url)
        ? postTwice((keyed) => call('POST', url, payload, keyed), headers)
        : call('POST', url, payload, headers),
    put: (url, payload, headers) => call('PUT', url, payload, headers),
    patch: (url, payload, headers) => call('PATCH', url, payload, headers),
    delete: (url) => call('DELETE', url),
  };
}
