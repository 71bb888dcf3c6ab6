import {
  ErrorResponse,
  ErrorTimeout,
  UserManager,
  WebStorageStateStore,
  type OidcMetadata,
  type User,
} from 'oidc-client-ts';
import type { Settings } from './settings.ts';
import { isOwnProvider, signInSilently } from './silent-sign-in.ts';
import { toStoredLogin, type LoginFailure, type StoredLogin } from './stored-login.ts';

/** The four things the portal asks of an OpenID provider. */
export interface SignIn {
  /** Finishes the login whose answer stands in the address. Throws when it went wrong. */
  readonly finish: () => Promise<{ readonly login: StoredLogin; readonly target: string }>;
  /** A fresh token without leaving the page, or null when the provider wants to see the person. Throws without an answer. */
  readonly renew: () => Promise<StoredLogin | null>;
  /** Leaves for the login page; `target` is where the person comes back to. Throws when it cannot be reached. */
  readonly begin: (target: string, language: string) => Promise<void>;
  /** Forgets the tokens and ends the provider's session, which leads back to the origin. */
  readonly end: () => Promise<void>;
}

const silentSeconds = 10;

// What an external provider said of itself when the login began, so that its end needs no second question.
const metadataKey = 'balie.provider';

/** The provider that the settings name, through authorization code and PKCE (§A11). */
export function createSignIn(settings: Settings): SignIn {
  const fresh = managerFor(settings);
  return {
    async finish() {
      const asked = sessionStorage.getItem(metadataKey);
      const user = await (asked === null ? fresh : managerFor(settings, asked)).signinCallback();
      if (!user) throw new Error('the address holds no answer to a login');
      return { login: loginOf(user), target: targetOf(user.state) };
    },
    async renew() {
      if (isOwnProvider(settings)) return signInSilently(settings);
      try {
        const user = await fresh.signinSilent();
        return user ? loginOf(user) : null;
      } catch (error) {
        if (error instanceof ErrorResponse) return null;
        // A frame that never answers: the provider lets no frame in, or nobody is there. Only the first needs a login.
        if (error instanceof ErrorTimeout) {
          await fetch(fresh.settings.metadataUrl, { cache: 'no-store' });
          return null;
        }
        throw error;
      }
    },
    async begin(target, language) {
      if (settings.provider === '') {
        sessionStorage.setItem(metadataKey, JSON.stringify(await fresh.metadataService.getMetadata()));
      }
      await fresh.signinRedirect({ state: { target }, ui_locales: language });
    },
    async end() {
      // Our own provider has the browser drop pictures and pages where it ends the session; another one cannot.
      if (!isOwnProvider(settings)) await fetch('/signed-out', { method: 'POST' }).catch(() => undefined);
      try {
        await fresh.signoutRedirect();
      } catch {
        // No way to the provider, or it knows no such thing: at least this side has forgotten.
        await fresh.removeUser();
        location.assign('/');
      }
    },
  };
}

function managerFor(settings: Settings, provider = settings.provider): UserManager {
  const metadata: Partial<OidcMetadata> | null = provider === '' ? null : JSON.parse(provider);
  const origin = location.origin;
  // Both kinds of state live and die with the tab.
  const store = new WebStorageStateStore({ store: sessionStorage });
  return new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    scope: 'openid profile email',
    extraQueryParams: { audience: settings.audience },
    redirect_uri: `${origin}/callback`,
    silent_redirect_uri: `${origin}/silent-callback.html`,
    post_logout_redirect_uri: `${origin}/`,
    userStore: store,
    stateStore: store,
    // The session renews by itself where it is used; see session.ts.
    automaticSilentRenew: false,
    silentRequestTimeoutInSeconds: silentSeconds,
    ...(metadata ? { metadata } : {}),
  });
}

function loginOf(user: User): StoredLogin {
  const login = toStoredLogin(user);
  if (login === null) throw new Error('the provider gave no access token that expires');
  return login;
}

function targetOf(state: unknown): string {
  const target: unknown =
    typeof state === 'object' && state !== null ? Reflect.get(state, 'target') : undefined;
  // Only a path of this origin; `//host` would be another one.
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) ? target : '/';
}

/**
 * A failed login in words that can be shown. Only an answer that belongs to a login of this tab may bring a text
 * of its own: anybody can craft a link to `/callback`.
 */
export function failureOf(error: unknown): LoginFailure {
  if (error instanceof ErrorResponse) {
    return { code: error.error ?? 'unknown', description: error.error_description ?? '' };
  }
  if (error instanceof TypeError) return { code: 'unreachable', description: '' };
  return { code: 'unknown', description: '' };
}
