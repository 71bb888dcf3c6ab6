import type { FastifyInstance } from 'fastify';
import { type CallerLoader, findPerson, type Person, permissionsOf } from '#server/features/core/index.ts';
import {
  type Account,
  type AccountDirectory,
  createSubjectResolver,
  isOwnIssuer,
  loadPublicKeys,
  mountSignIn,
  resolveOwnSubject,
  type ResolveSubject,
  type SiteOptions,
} from '#server/features/identity/index.ts';
import { createTokenVerifier, InvalidToken, type VerifyToken } from '#server/platform/auth/access-token.ts';
import { createDiscovery, createLocalKeys, createRemoteKeys } from '#server/platform/auth/token-keys.ts';
import type { Services } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Authenticate } from '#server/platform/http/caller.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { Config } from './config.ts';

/** How people come in with the settings of this start: our own provider, or an external one. */
export interface SignIn {
  readonly directory: AccountDirectory;
  readonly authenticate: Authenticate;
  /** Where the portal of a site sends people to sign in. */
  issuerFor(ownIssuer: string): string;
  mount(app: FastifyInstance): Promise<void>;
}

/** The hosts of the settings, as sign-in asks for them. */
export function sitesOf(config: Config): SiteOptions {
  return { brandFor: (hostname) => config.hosts.get(hostname) ?? null, publicScheme: config.publicScheme };
}

/** Puts sign-in together: who the users are comes from core, whether a token counts from the provider's keys. */
export function createSignIn(config: Config, services: Services, callers: CallerLoader, fontUrl: string | null): SignIn {
  const directory = directoryOf(services.db);
  const { audience, clientId, issuer, permissionsClaim } = config.oidc;
  const sites = sitesOf(config);
  if (issuer === undefined) {
    const keys = createLocalKeys(() => loadPublicKeys(services.db));
    const verify = createTokenVerifier({ isIssuer: (given) => isOwnIssuer(sites, given), audience, keys });
    return {
      directory,
      authenticate: authenticateBy(verify, resolveOwnSubject, callers),
      issuerFor: (ownIssuer) => ownIssuer,
      mount: (app) =>
        mountSignIn(app, { ...sites, db: services.db, directory, clientId, audience, permissionsClaim, secretKey: services.secretKey, now: services.now, fontUrl }),
    };
  }
  const discovery = createDiscovery(issuer);
  const verify = createTokenVerifier({ isIssuer: (given) => given === issuer, audience, keys: createRemoteKeys(discovery) });
  const resolve = createSubjectResolver({ db: services.db, directory, discovery });
  return {
    directory,
    authenticate: authenticateBy(verify, resolve, callers),
    issuerFor: () => issuer,
    mount: async () => undefined,
  };
}

function authenticateBy(verify: VerifyToken, resolve: ResolveSubject, callers: CallerLoader): Authenticate {
  return async (token) => {
    const verified = await verify(token).catch((error: unknown) => {
      if (error instanceof InvalidToken) throw problem.unauthenticated();
      throw error;
    });
    const userId = await resolve(verified, token);
    if (userId === null) throw problem.unauthenticated();
    return callers.load(userId, verified.sessionEpoch);
  };
}

/** The users of core, as sign-in knows them. */
export function directoryOf(db: Db): AccountDirectory {
  return {
    findByEmail: async (email) => accountOf(await findPerson(db, { email })),
    findById: async (id) => accountOf(await findPerson(db, { id })),
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
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    isActive: person.is_active,
    isCompanyActive: person.is_company_active,
    sessionEpoch: person.session_epoch,
  };
}
