import Provider, { errors, interactionPolicy, type ProviderContext, type Session } from 'oidc-provider';
import { ConnectionLost, retryAfterSeconds } from '#server/platform/db/connection-lost.ts';
import type { Db } from '#server/platform/db/database.ts';
import {
  type Account,
  type AccountDirectory,
  fullName,
  mayEnter,
  type ProgramDirectory,
} from '../directory.ts';
import { findSession } from '../second-factor/sessions.repository.ts';
import { OidcState } from './oidc-state.repository.ts';
import { programClaims, ProgramClients, takeProgramSecrets } from './program-clients.ts';
import { permissionClaim } from './permission-claim.ts';
import { clearSiteData } from '../sign-in/signed-out.routes.ts';
import { signingAlgorithm, type SigningKey } from './signing-keys.ts';
import { providerPath, type Site } from '../sites.ts';

/** Access tokens live ten minutes; the portal renews them in a silent frame. */
const accessTokenSeconds = 600;
/** A sign-in lasts a working day, however busy: then the password is asked again. */
export const sessionSeconds = 12 * 3600;

/** What one provider needs; `renderError` and `renderLogout` write whole pages. */
export interface ProviderParts {
  readonly db: Db;
  readonly directory: AccountDirectory;
  readonly programs: ProgramDirectory;
  readonly signingKeys: readonly SigningKey[];
  readonly clientId: string;
  readonly audience: string;
  readonly permissionsClaim: string;
  renderError(ctx: ProviderContext, error: Error): void;
  renderLogout(ctx: ProviderContext, form: string): void;
  onServerError(error: Error): void;
  /** Somebody signed in: their session begins. */
  onSignedIn(ctx: ProviderContext, session: Session): Promise<void>;
}

/** The cookie by which the provider knows who signed in before. */
export const sessionCookie = 'balie_session';

// The library wants resource indicators to be absolute addresses, and an audience such as `balie-api` is none.
const resource = 'urn:balie:api';
const scopes = 'openid profile email';

/**
 * Who is signed in, as the provider remembers it: the user and the epoch of the sign-in. When the epoch was raised
 * the account is not found any more, and with it every session, grant and code of before is worth nothing.
 */
export function accountIdOf(account: Pick<Account, 'userId' | 'sessionEpoch'>): string {
  return `${account.userId}.${account.sessionEpoch}`;
}

/** The user of what `accountIdOf` wrote. */
export function userIdOf(accountId: string): string {
  return accountId.slice(0, accountId.lastIndexOf('.'));
}

/** Claims of the access token beside the standard ones. */
export async function accessTokenClaims(
  parts: Pick<ProviderParts, 'directory' | 'permissionsClaim'>,
  account: Account,
): Promise<Record<string, unknown>> {
  const permissions = await parts.directory.permissionsOf(account.userId);
  return {
    [parts.permissionsClaim]: permissionClaim(permissions),
    session_epoch: account.sessionEpoch,
  };
}

/**
 * The OpenID provider of one host (decision 0009). All its state is in the database, so it may be dropped and made
 * again.
 */
export function createProvider(site: Site, parts: ProviderParts): Provider {
  const provider = new Provider(site.issuer, {
    adapter: (kind: string) =>
      kind === 'Client' ? new ProgramClients(parts.programs) : new OidcState(parts.db, kind),
    jwks: { keys: parts.signingKeys },
    clients: [clientOf(site, parts.clientId)],
    routes: { authorization: '/auth', token: '/token', jwks: '/jwks', end_session: '/session/end' },
    scopes: ['openid'],
    claims: {
      openid: ['sub'],
      profile: ['name', 'nickname', 'picture'],
      email: ['email', 'email_verified'],
    },
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async (_: unknown, accountId: string) => userIdOf(accountId),
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic'],
    pkce: { required: () => true },
    cookies: {
      names: { session: sessionCookie, interaction: 'balie_sign_in', resume: 'balie_sign_in_resume' },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    clientBasedCORS: (_: unknown, origin: string) => origin === site.origin,
    extraParams: {
      audience: async (_: unknown, value: string | undefined) => {
        if (value !== undefined && value !== parts.audience)
          throw new errors.InvalidTarget('unknown audience');
      },
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_: unknown, asked: string) => {
          if (asked !== resource) throw new errors.InvalidTarget('unknown resource');
          return resourceServer(parts.audience);
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx: ProviderContext, form: string) => logout(provider, site, parts, ctx, form),
        postLogoutSuccessSource: async (ctx: ProviderContext) => ctx.redirect(`${site.origin}/`),
      },
    },
    interactions: {
      url: async (_: unknown, interaction: { uid: string }) =>
        `${providerPath}/interaction/${interaction.uid}`,
      policy: policyThatNoticesEndedSessions(),
    },
    findAccount: (_: unknown, accountId: string) => findAccount(parts, accountId),
    extraTokenClaims: async (
      ctx: ProviderContext,
      token: { kind: string; accountId: string; sessionUid?: string },
    ) => {
      if (token.kind === 'ClientCredentials') return programClaims(parts.programs, ctx);
      const account = await parts.directory.findById(userIdOf(token.accountId));
      // `sid` names the session, so that a change of password can keep the one it came from; it opens nothing.
      if (!account) return undefined;
      const how = await howOf(parts, account, token.sessionUid);
      return { ...(await accessTokenClaims(parts, account)), sid: token.sessionUid, ...how };
    },
    loadExistingGrant: (ctx: ProviderContext) => grantFor(provider, ctx),
    expiresWithSession: async () => true,
    ttl: {
      AccessToken: accessTokenSeconds,
      IdToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Interaction: 3600,
      Grant: sessionSeconds,
      Session: (_: unknown, session: { loginTs?: number }) => sessionSecondsLeft(session.loginTs),
    },
    renderError: async (ctx: ProviderContext, _: unknown, error: Error) => parts.renderError(ctx, error),
  });
  takeProgramSecrets(provider, parts.programs);
  // The scheme and host that browsers use are set for it by the mount; nothing of them is taken from clients.
  provider.proxy = true;
  provider.on('server_error', (ctx, error) => {
    if (error instanceof ConnectionLost) ctx.set('retry-after', String(retryAfterSeconds));
    parts.onServerError(error);
  });
  provider.use(noteSignIn(parts));
  provider.use(clearAfterSignOut);
  provider.use(leaveWithoutSession(site));
  return provider;
}

function clientOf({ origin }: Site, clientId: string): object {
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${origin}/callback`, `${origin}/silent-callback.html`],
    post_logout_redirect_uris: [`${origin}/`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    // Not to hide people from a client: it is the library's way to keep our account id apart from `sub`.
    subject_type: 'pairwise',
    id_token_signed_response_alg: signingAlgorithm,
  };
}

function resourceServer(audience: string): object {
  return {
    scope: '',
    audience,
    accessTokenFormat: 'jwt',
    accessTokenTTL: accessTokenSeconds,
    jwt: { sign: { alg: signingAlgorithm } },
  };
}

/** How strong a sign-in was: with a second factor, or without. */
export const acrValues = { factor: 'urn:balie:second-factor', password: 'urn:balie:password' } as const;

async function howOf({ db }: ProviderParts, { userId }: Account, sessionUid: string | undefined) {
  const session = sessionUid === undefined ? undefined : await findSession(db, sessionUid, userId);
  if (!session) return {};
  return {
    amr: session.methods,
    acr: session.methods.includes('mfa') ? acrValues.factor : acrValues.password,
  };
}

async function findAccount({ directory }: ProviderParts, accountId: string) {
  const account = await directory.findById(userIdOf(accountId));
  if (!account || !mayEnter(account) || accountIdOf(account) !== accountId) return undefined;
  return {
    accountId,
    claims: async () => ({
      sub: account.userId,
      name: fullName(account),
      nickname: account.firstName,
      email: account.email,
      email_verified: true,
    }),
  };
}

// Without this a session of somebody who was switched off would be taken for a broken request.
function policyThatNoticesEndedSessions(): object {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    .checks.push(
      new interactionPolicy.Check(
        'session_ended',
        'the session has ended',
        'login_required',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  return policy;
}

// The portal is ours, so nobody is asked whether it may know the user: there is no consent page.
async function grantFor(provider: Provider, { oidc }: ProviderContext) {
  const { account, client, session } = oidc;
  if (!account || !client || !session) return undefined;
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (existing?.accountId === account.accountId) return existing;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes);
  await grant.save();
  return grant;
}

function sessionSecondsLeft(loginTs: number | undefined): number {
  if (loginTs === undefined) return 3600;
  return Math.max(1, loginTs + sessionSeconds - Math.floor(Date.now() / 1000));
}

// With a valid id_token_hint of the same person the request can only come from our portal: nobody is asked twice.
async function logout(
  provider: Provider,
  site: Site,
  parts: ProviderParts,
  ctx: ProviderContext,
  form: string,
) {
  const { session, entities } = ctx.oidc;
  const hinted = entities.IdTokenHint?.payload.sub;
  if (!session?.accountId || hinted !== userIdOf(session.accountId)) return parts.renderLogout(ctx, form);
  const target = afterLogout(site, ctx);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
  ctx.status = 303;
  ctx.redirect(target);
}

// The login page leads back here, and only now has the session its id.
function noteSignIn(parts: ProviderParts) {
  return async (ctx: ProviderContext, next: () => Promise<void>): Promise<void> => {
    await next();
    const session = ctx.oidc?.route === 'resume' ? ctx.oidc.session : undefined;
    if (session?.accountId !== undefined) await parts.onSignedIn(ctx, session);
  };
}

// Nothing of the person stays in the browser for the next one, whichever way they left.
async function clearAfterSignOut(ctx: ProviderContext, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.status >= 300 && ctx.status < 400 && ctx.oidc?.route.startsWith('end_session'))
    ctx.set(...clearSiteData);
}

// Without a session the library answers with a form that submits itself; there is nothing left to end.
function leaveWithoutSession(site: Site) {
  return async (ctx: ProviderContext, next: () => Promise<void>): Promise<void> => {
    await next();
    if (ctx.status !== 200 || ctx.oidc?.route !== 'end_session' || ctx.oidc.session?.accountId) return;
    ctx.status = 303;
    ctx.redirect(afterLogout(site, ctx));
  };
}

function afterLogout(site: Site, { oidc }: ProviderContext): string {
  // The library has checked the address against the registered ones by now.
  const target = new URL(oidc.session?.state?.postLogoutRedirectUri ?? `${site.origin}/`);
  const state = oidc.session?.state?.state;
  if (state !== undefined) target.searchParams.set('state', state);
  return target.href;
}
