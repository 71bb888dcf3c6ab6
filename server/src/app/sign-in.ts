import type { FastifyInstance } from 'fastify';
import { users } from '#contract/core/users.ts';
import {
  type CallerLoader,
  endSessions,
  findSecondFactorFrom,
  followDirectoryGroups,
  saveLanguage,
  findPerson,
  isApiKey,
  type Person,
  permissionsOf,
  programDirectory,
  type ProgramLoader,
} from '#server/features/core/index.ts';
import {
  type Account,
  type AccountDirectory,
  createInvitations,
  createSessionCheck,
  createSite,
  createSubjectResolver,
  type Invitations,
  isOwnIssuer,
  type IsSignedIn,
  loadPublicKeys,
  mountMe,
  mountPassword,
  mountSecurity,
  mountSignIn,
  newPasswordJob,
  type NotifySecurity,
  resolveOwnSubject,
  securityMailJob,
  secretClaim,
  type RequestNewPassword,
  type ResolveSubject,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import { createTokenVerifier, InvalidToken, type VerifyToken } from '#server/platform/auth/access-token.ts';
import { createDiscovery, createLocalKeys, createRemoteKeys } from '#server/platform/auth/token-keys.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Authenticate } from '#server/platform/http/caller.ts';
import { Problem, problem } from '#server/platform/http/problem.ts';
import type { LiveEvents } from '#server/platform/jobs/live-events.ts';
import type { Config } from './config.ts';

/** How people come in with the settings of this start: our own provider, or an external one. */
export interface SignIn {
  readonly directory: AccountDirectory;
  readonly authenticate: Authenticate;
  /** Where the portal of a site sends people to sign in. */
  issuerFor(ownIssuer: string): string;
  /** Makes invitations; null where another provider keeps the passwords. */
  readonly invitations: Invitations | null;
  /** Whether our own passwords count. */
  readonly hasPasswords: boolean;
  /** What keeps people from signing in now, as one sentence for the operator; null when nothing does. */
  obstacle(): Promise<string | null>;
  /** The pages of sign-in, outside the guard of the API. */
  mount(app: FastifyInstance): Promise<void>;
  /** What the API answers about the caller. */
  mountApi(api: FastifyInstance): void;
}

/**
 * The addresses of the settings. A host without a port of its own has the usual port of https, or with http the port
 * that the server listens on. Nothing of a request goes into an address (decision 0069).
 *
 * @param listensOn asked each time: with `PORT=0` the port is known once the server listens
 */
export function sitesOf(config: Config, listensOn = () => config.port): SiteOptions {
  const { publicScheme } = config;
  const hosts = [...config.hosts].map(([host, variant]) => {
    const [hostname = '', port] = host.split(':');
    return { hostname, port: port === undefined ? undefined : Number(port), variant };
  });
  return {
    allSites() {
      const otherwise = publicScheme === 'https' ? 443 : listensOn();
      return hosts.map(({ hostname, port = otherwise, variant }) =>
        createSite(publicScheme, variant, hostname, port),
      );
    },
  };
}

/** Puts sign-in together: who the users are comes from core, whether a token counts from the provider's keys. */
export function createSignIn(
  config: Config,
  services: Services,
  callers: CallerLoader,
  programs: ProgramLoader,
  sites: SiteOptions,
  fontUrl: string | null,
): SignIn {
  const directory = directoryOf(services.db, services.events, services.now);
  const { audience, clientId, issuer, permissionsClaim } = config.oidc;
  const { db, now, jobs, mail } = services;
  const notifySecurity: NotifySecurity | null =
    mail && ((tx, notice) => jobs.send(tx, securityMailJob, notice));
  const mountApi = (api: FastifyInstance) => {
    mountMe(api, directory);
    const hasOwnSignIn = issuer === undefined;
    mountPassword(api, { db, directory, now, hasOwnSignIn });
    mountSecurity(api, {
      db,
      directory,
      sites,
      now,
      hasOwnSignIn,
      secretKey: services.secretKey,
      callOut: services.callOut,
      notifySecurity,
    });
  };
  if (issuer === undefined) {
    const requestNewPassword: RequestNewPassword | null =
      mail && ((request) => jobs.send(db, newPasswordJob, request));
    const keys = createLocalKeys(() => loadPublicKeys(services.db));
    const verify = createTokenVerifier({ isIssuer: (given) => isOwnIssuer(sites, given), audience, keys });
    return {
      directory,
      authenticate: orByKey(
        programs,
        authenticateBy(verify, resolveOwnSubject, callers, {
          programs,
          isSignedIn: createSessionCheck(db, now),
        }),
      ),
      issuerFor: (ownIssuer) => ownIssuer,
      hasPasswords: true,
      obstacle: async () => null,
      invitations: createInvitations({ ...sites, directory, now }),
      mountApi,
      mount: (app) =>
        mountSignIn(app, {
          ...sites,
          db,
          directory,
          programs: programDirectory(db, now),
          clientId,
          audience,
          permissionsClaim,
          secretKey: services.secretKey,
          now,
          requestNewPassword,
          notifySecurity,
          callOut: services.callOut,
          fontUrl,
        }),
    };
  }
  const discovery = createDiscovery(issuer);
  const verify = createTokenVerifier({
    isIssuer: (given) => given === issuer,
    audience,
    keys: createRemoteKeys(discovery),
  });
  const resolve = createSubjectResolver({ db, directory, discovery });
  return {
    directory,
    authenticate: orByKey(
      programs,
      authenticateBy(verify, tellUnknown(resolve, services.log), externalCallers(callers)),
    ),
    issuerFor: () => issuer,
    hasPasswords: false,
    obstacle: () => obstacleOf(discovery),
    invitations: null,
    mountApi,
    mount: async () => undefined,
  };
}

/** What an external provider keeps people from signing in by, as one sentence for the operator; null when nothing. */
export function obstacleOf(discovery: () => Promise<unknown>): Promise<string | null> {
  return discovery().then(
    () => null,
    (error: unknown) =>
      `The identity provider does not answer as it should, so nobody can sign in until it does: ${error instanceof Error ? reasonOf(error) : String(error)}.`,
  );
}

// `fetch` keeps what went wrong in the cause.
function reasonOf(error: Error): string {
  const { cause, message } = error;
  return cause instanceof Error && cause.message !== '' ? `${message} (${cause.message})` : message;
}

// A program calls with a key, whoever signs people in.
function orByKey(programs: ProgramLoader, authenticate: Authenticate): Authenticate {
  return (token, ip) => (isApiKey(token) ? programs.byKey(token, ip) : authenticate(token, ip));
}

// `own` looks up the session of a token, and the program; only those of our own provider are known here.
function authenticateBy(
  verify: VerifyToken,
  resolve: ResolveSubject,
  callers: Pick<CallerLoader, 'load'>,
  own?: { readonly isSignedIn: IsSignedIn; readonly programs: ProgramLoader },
): Authenticate {
  return async (token, ip) => {
    const verified = await verify(token).catch((error: unknown) => {
      if (error instanceof InvalidToken) throw problem.unauthenticated();
      throw error;
    });
    const secretId = verified.claims[secretClaim];
    if (own && typeof secretId === 'string') return own.programs.bySecret(verified.subject, secretId, ip);
    const userId = await resolve(verified, token);
    if (userId === null) throw problem.unauthenticated();
    const caller = await callers.load(userId, verified.sessionEpoch);
    const { sid } = verified.claims;
    if (typeof sid !== 'string') return caller;
    if (own && !(await own.isSignedIn(sid, userId))) throw problem.unauthenticated();
    return { ...caller, sessionId: sid };
  };
}

// Once for each token that is asked about: the portal shows a page and asks no more. No address: that of somebody whom we
// do not know is stored nowhere in clear.
function tellUnknown(resolve: ResolveSubject, log: Services['log']): ResolveSubject {
  return async (verified, token) => {
    try {
      return await resolve(verified, token);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'account-unknown')
        log.warn(
          { reason: error.extras.sentence, issuer: verified.issuer, subject: verified.subject },
          'the identity provider knows somebody who has no account here',
        );
      throw error;
    }
  };
}

// Somebody who was bound once, and is gone or switched off now: signing in again would bring them back here.
function externalCallers({ load }: Pick<CallerLoader, 'load'>): Pick<CallerLoader, 'load'> {
  return {
    async load(userId, epoch) {
      try {
        return await load(userId, epoch);
      } catch (error) {
        if (error instanceof Problem && error.kind === 'unauthenticated')
          throw problem.of('account-unknown', { sentence: 'account-inactive' });
        throw error;
      }
    },
  };
}

/** The users of core, as sign-in knows them. With `events` every process is notified when sessions end. */
export function directoryOf(
  db: Db,
  events?: Pick<LiveEvents, 'publish'>,
  now: () => Date = () => new Date(),
): AccountDirectory {
  return {
    async endSessions(tx, userId) {
      const { companyId, sessionEpoch } = await endSessions(tx, userId);
      await events?.publish(tx, { resource: users.path, companyId, id: userId });
      return sessionEpoch;
    },
    async saveLanguage(userId, language) {
      await saveLanguage(db, userId, language);
    },
    findByEmail: async (email) => accountOf(await findPerson(db, { email })),
    findById: async (id) => accountOf(await findPerson(db, { id })),
    secondFactorFrom: (companyId) => findSecondFactorFrom(db, companyId),
    followGroups: (id, values) => followDirectoryGroups({ db, events, now }, id, values),
    permissionsOf: async (id) => {
      const person = await findPerson(db, { id });
      return person ? permissionsOf(person) : [];
    },
  };
}

function accountOf(person: Person | undefined): Account | null {
  if (!person) return null;
  return {
    userId: person.id,
    companyId: person.company_id,
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    isActive: person.is_active,
    isCompanyActive: person.is_company_active,
    isProvider: person.is_provider,
    sessionEpoch: person.session_epoch,
    language: person.language,
    secondFactorFrom: person.second_factor_from,
  };
}
