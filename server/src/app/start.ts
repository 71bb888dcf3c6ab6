import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { brands } from '#contract/brands.ts';
import { createCallerLoader, createProgramLoader, forgetOnChanges } from '#server/features/core/index.ts';
import {
  isLiveSession,
  ownMetadata,
  sessionCookie,
  siteOf,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import { type ConnectionSettings, createDb, createPool } from '#server/platform/db/database.ts';
import type { ArchivingCluster } from '#server/platform/db/embedded/types.ts';
import { hasSchema, migrationNames, pendingMigrations } from '#server/platform/db/migrate.ts';
import { diskCheck } from '#server/platform/files/disk-check.ts';
import { openFiles } from '#server/platform/files/open-files.ts';
import { serveMetrics } from '#server/platform/http/metrics.ts';
import { mountPortal } from '#server/platform/http/static-portal.ts';
import { giveBackJobs } from '#server/platform/jobs/jobs.ts';
import { backupKinds } from './backups/backup-jobs.ts';
import type { ArchiveWorld } from './backups/point-in-time.ts';
import { archiveLast, pointInTimeKinds } from './backups/point-in-time-jobs.ts';
import { StartProblem } from '#server/platform/start-problem.ts';
import { startTracing } from '#server/platform/tracing/settings.ts';
import type { Tracing } from '#server/platform/tracing/tracing.ts';
import { buildApp, databaseCheck } from './build-app.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { hasDemoPeople, loadDemo, newPassword } from './demo/demo.ts';
import { demoLogins } from './demo/people.ts';
import { jobKinds } from './job-kinds.ts';
import { asStartProblem, portOf, refuseTakenPort } from './listen.ts';
import { createLog, quietly } from './log.ts';
import { measureOperation } from './operating-metrics.ts';
import { readSecretKey, secretFile } from './secret-key.ts';
import { createSignIn, type SignIn, sitesOf } from './sign-in.ts';
import { migrateAll } from './migrate-all.ts';
import { proxyNote } from './trusted-proxies.ts';
import { endOnUnhandled } from './unhandled.ts';
import { portalBuild, productVersion } from './status/version.ts';
import { startWorker } from './worker-process.ts';
import { openWorld, type World } from './world.ts';

const portalFolder = fileURLToPath(new URL('../../../dist/portal', import.meta.url));

// Figures are for this machine only.
const metricsHost = '127.0.0.1';

/** What stops when the product stops, in reverse order of starting. */
type Undo = () => Promise<unknown>;

/**
 * Starts the product and keeps it running until a signal. A failed start undoes what it had started.
 *
 * @throws StartProblem with one sentence for the operator
 */
export async function start(
  env: Readonly<Record<string, string | undefined>>,
  { isRestart = false } = {},
): Promise<void> {
  const config = readConfig(env);
  const note = proxyNote(env['TRUST_PROXY']);
  if (note !== null) say(note);
  const undos: Undo[] = [];
  const stop = onceInOrder(undos);
  const end = () => void stop().then(() => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  // From the supervisor on Windows, which has no signals.
  process.on('message', (message) => {
    if (message === 'stop') end();
  });
  try {
    await startParts(config, undos, isRestart);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(config: Config, undos: Undo[], isRestart: boolean): Promise<void> {
  const began = performance.now();
  const log = createLog(config.logLevel);
  endOnUnhandled(log);
  const tracing = await startTracing(config.tracing, { process: 'server', version: productVersion }, log);
  if (tracing) undos.push(() => tracing.close());
  await refuseTakenPort(config.port, config.host);
  if (config.metricsPort !== undefined) await refuseTakenPort(config.metricsPort, metricsHost);
  const database = await openDatabase(config, say, (why) => {
    log.fatal({ err: why }, 'the database ended');
    process.stderr.write(`${why.sentence()}\n`);
    process.exit(1);
  });
  const { archiving } = database;
  const archive = config.pointInTime && archiving && { settings: config.pointInTime, cluster: archiving };
  undos.push(async () => {
    await database.stop();
    if (archive) await archiveLast(await archiveWorldOf(config, archive.cluster), archive.settings, 10_000);
  });
  for (const note of database.notes) say(note);
  // After the database, which may refuse this data folder and then leaves it as it is.
  const secretKey = await readSecretKey(config.dataFolder, config.secretKey);

  const kinds = [...jobKinds, ...backupKinds(config.backup), ...pointInTimeKinds(config.pointInTime)];
  if (config.migrates) await migrateAll(database, kinds, say);
  else await refuseUnmigrated(database.app);
  if (config.databaseUrl === undefined) await giveBackJobs(database.owner);

  const world = await openWorld({
    database: database.app,
    dataFolder: config.dataFolder,
    files: config.files,
    isArchived: archive !== undefined,
    secretKey,
    log,
    mail: config.mail,
    deliveryFolders: config.deliveryFolders,
    callAllowed: config.callAllowed,
    works: false,
  });
  undos.push(() => world.close());
  const password = config.isDemo ? await prepareDemo(config, world, database.app) : undefined;
  const callers = createCallerLoader(world.services.db);
  const programs = createProgramLoader(world.services.db, world.services.now);
  forgetOnChanges(callers, world.services.events);
  forgetOnChanges(programs, world.services.events);
  const fontUrl = await fontAddress();
  // With PORT=0 the port is known once the server listens.
  const listening: { port?: number | undefined } = {};
  const sites = sitesOf(config, () => listening.port ?? config.port);
  const signIn = createSignIn(config, world.services, callers, programs, sites, fontUrl);
  const app = await createApp(config, world, signIn, sites, fontUrl, tracing);
  undos.push(() => closeWithin(app, 10_000));
  await quietly(app.log, () => app.listen({ port: config.port, host: config.host })).catch(
    (error: unknown) => {
      throw asStartProblem(error, config.port, config.host);
    },
  );
  listening.port = portOf(app.server);
  if (config.metricsPort !== undefined) {
    const { metricsPort } = config;
    measureOperation(world.services, config);
    const metrics = await serveMetrics(metricsPort, metricsHost).catch((error: unknown) => {
      throw asStartProblem(error, metricsPort, metricsHost);
    });
    undos.push(async () => metrics.close());
  }
  const worker = startWorker(
    {
      database: database.app,
      dataFolder: config.dataFolder,
      files: config.files,
      backup: config.backup,
      archive,
      hasOwnKey: config.secretKey === undefined,
      secretKeyHex: Buffer.from(secretKey).toString('hex'),
      mail: config.mail,
      deliveryFolders: config.deliveryFolders,
      callAllowed: config.callAllowed,
      sites: sites.allSites(),
      tracing: config.tracing,
      logLevel: config.logLevel,
    },
    log,
  );
  undos.push(() => worker.stop());
  const obstacle = await signIn.obstacle();
  if (obstacle !== null) say(obstacle);
  if (isRestart) return say(`Ready again in ${inSeconds(performance.now() - began)}.`);
  sayReady(sites, performance.now() - began, {
    isDemo: password !== undefined,
    password: signIn.hasPasswords ? password : undefined,
    isEmpty: await hasNobody(world),
  });
}

async function archiveWorldOf(
  { dataFolder, files }: Config,
  cluster: ArchivingCluster,
): Promise<ArchiveWorld> {
  return {
    cluster,
    dataFolder,
    files: await openFiles(dataFolder, files),
    now: () => new Date(),
    secretKey: async () => undefined,
  };
}

// What `npm run migrate` was not asked for yet must not be met halfway a request.
async function refuseUnmigrated(app: ConnectionSettings): Promise<void> {
  const db = createDb(createPool({ ...app, max: 1 }));
  try {
    const [found] = (await hasSchema(db)) ? await pendingMigrations(db) : await migrationNames();
    if (found !== undefined) throw new StartProblem('schema-older', { found });
  } finally {
    await db.destroy();
  }
}

async function createApp(
  config: Config,
  { services }: World,
  signIn: SignIn,
  sites: SiteOptions,
  fontUrl: string | null,
  tracing: Tracing | undefined,
): Promise<FastifyInstance> {
  return buildApp({
    fontUrl,
    services,
    authenticate: signIn.authenticate,
    sites,
    publicScheme: config.publicScheme,
    trustedProxies: config.trustedProxies,
    buildSecret: config.buildSecret,
    securityContacts: config.securityContacts,
    isMeasured: config.metricsPort !== undefined,
    tracing,
    requestsPerMinute: config.requestsPerMinute,
    operated: config,
    build: portalBuild,
    checks: {
      database: databaseCheck(services.db),
      migrations: async () => (await pendingMigrations(services.db)).length === 0,
      queue: () => services.jobs.isReady(),
      disk: diskCheck(config.dataFolder),
    },
    invitations: signIn.invitations,
    mountIdentity: async (api) => signIn.mountApi(api),
    mountPublic: async (app) => {
      await signIn.mount(app);
      await mountPortal(app, {
        folder: portalFolder,
        settingsFor: (host) => pageSettings(config, signIn, sites, host),
        // An external provider keeps its cookies to itself.
        ...(config.oidc.issuer === undefined
          ? {
              session: {
                cookie: sessionCookie,
                isLive: (id) => isLiveSession({ ...services, directory: signIn.directory }, id),
              },
            }
          : {}),
      });
    },
  });
}

// Who is still sending or reading then is not waited for: a slow client could keep the product from ending.
async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const impatient = setTimeout(() => app.server.closeAllConnections(), ms);
  await app.close().finally(() => clearTimeout(impatient));
}

function pageSettings(config: Config, signIn: SignIn, sites: SiteOptions, host: string) {
  const site = siteOf(sites, host);
  if (!site) return null;
  const brand = brands[site.variant];
  const { audience, clientId, permissionsClaim } = config.oidc;
  const issuer = signIn.issuerFor(site.issuer);
  // An external provider is asked by the browser itself.
  const provider = config.oidc.issuer === undefined ? ownMetadata(issuer) : null;
  return {
    variant: site.variant,
    build: portalBuild,
    title: brand.title,
    themeColor: brand.palette[7],
    issuer,
    provider,
    clientId,
    audience,
    permissionsClaim,
    ...(config.tracing ? { tracing: config.tracing.share } : {}),
  };
}

function onceInOrder(undos: Undo[]): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  return () =>
    (stopping ??= (async () => {
      for (const undo of undos.toReversed()) {
        await undo().catch((error: unknown) =>
          say(`While stopping: ${error instanceof Error ? error.message : String(error)}`),
        );
      }
    })());
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

// Pages outside the portal share its font, so that it is fetched once.
async function fontAddress(): Promise<string | null> {
  const names = await readdir(join(portalFolder, 'assets')).catch(() => []);
  const font = names.find((name) => /^inter-latin-wght-normal-.*\.woff2$/.test(name));
  return font === undefined ? null : `/assets/${font}`;
}

// One password for all demo logins, random per data folder and shown at every start. Undefined where the database has no
// demo people, or come from a backup of another data folder, with the password of that folder.
async function prepareDemo(
  { dataFolder }: Config,
  { services }: World,
  database: ConnectionSettings,
): Promise<string | undefined> {
  const password = () => secretFile(dataFolder, 'demo-password', newPassword);
  // Its transactions are long: not for the pool of requests.
  const db = createDb(createPool({ ...database, max: 2 }));
  try {
    await loadDemo({ ...services, db }, password, say);
  } finally {
    await db.destroy();
  }
  const isOurs = existsSync(join(dataFolder, 'demo-password')) && (await hasDemoPeople(services.db));
  return isOurs ? password() : undefined;
}

async function hasNobody({ services }: World): Promise<boolean> {
  return (await services.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

function sayReady(
  sites: SiteOptions,
  ms: number,
  people: { isDemo: boolean; password: string | undefined; isEmpty: boolean },
): void {
  say('');
  for (const { variant, origin } of sites.allSites().toReversed()) {
    say(`  ${brands[variant].title.padEnd(11)} ${origin}/`);
  }
  if (people.isEmpty) {
    say('');
    say('  There are no users yet. Make the first one with');
    say('  npm run invite -- <e-mail> "<first and last name>" "<company>"');
  }
  if (people.isDemo) {
    say('');
    say(
      people.password === undefined
        ? '  Demo users, by their e-mail address at the identity provider'
        : `  Demo logins, all with the password  ${people.password}`,
    );
    for (const { email, what } of demoLogins) say(`  ${email.padEnd(25)} ${what}`);
  }
  say('');
  say(`Ready in ${inSeconds(ms)}. Stop with Ctrl-C.`);
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
