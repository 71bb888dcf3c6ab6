import type { Settings } from './settings.ts';

/** What a finished login leaves in the tab's storage, as far as the portal reads it. */
export interface StoredLogin {
  readonly accessToken: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** Claims of the id token. */
  readonly profile: Readonly<Record<string, unknown>>;
}

const flagKey = 'balie.loggedIn';
const failureKey = 'balie.loginFailure';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const userKey = ({ issuer, clientId }: Settings) => `oidc.user:${issuer}:${clientId}`;

/** Reads the login that oidc-client-ts keeps in the tab, without loading that library. */
export function readStoredLogin(storage: Storage, settings: Settings): StoredLogin | null {
  return toStoredLogin(parseJson(storage.getItem(userKey(settings))));
}

/** Keeps what oidc-client-ts calls a user where that library keeps it. */
export function storeLogin(storage: Storage, settings: Settings, user: object): void {
  storage.setItem(userKey(settings), JSON.stringify(user));
}

/** The claims of a JWT, unverified; null where it is none. */
export function claimsOf(token: string): Record<string, unknown> | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const claims = parseJson(new TextDecoder().decode(bytes));
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** The parts that the portal needs of what oidc-client-ts calls a user; null when one of them is missing. */
export function toStoredLogin(user: unknown): StoredLogin | null {
  if (!isObject(user) || !isObject(user['profile'])) return null;
  const { access_token: accessToken, expires_at: expiresAt, profile } = user;
  if (typeof accessToken !== 'string' || typeof expiresAt !== 'number' || !isObject(profile)) return null;
  return { accessToken, expiresAt, profile };
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** A token is given up some seconds early, so that it cannot expire on its way to the server. */
const marginSeconds = 5;

/** Whether the token still holds. `now` in milliseconds. */
export function isUnexpired(login: StoredLogin, now: number): boolean {
  return login.expiresAt - marginSeconds > now / 1000;
}

/** Logged in means: a token that holds, and this flag (product 1.4). All tabs of the origin share it. */
export const loggedInFlag = {
  key: flagKey,
  isSet: (storage: Storage) => storage.getItem(flagKey) === 'true',
  set: (storage: Storage) => storage.setItem(flagKey, 'true'),
  clear: (storage: Storage) => storage.removeItem(flagKey),
};

/** Why a login went wrong: a code of the protocol or of ours, and what the provider wrote for people. */
export interface LoginFailure {
  readonly code: string;
  readonly description: string;
  /** Whom the provider signed in, where it said. */
  readonly address?: string;
}

/** Of whom the provider knows and we do not. */
export const unknownAccount = 'account_unknown';

/** The failure stays until the person asks for a new try: a reload of `/` must not start one. */
export const loginFailure = {
  read(storage: Storage): LoginFailure | null {
    const value = parseJson(storage.getItem(failureKey));
    if (!isObject(value)) return null;
    const { code, description, address } = value;
    if (typeof code !== 'string' || typeof description !== 'string') return null;
    return { code, description, ...(typeof address === 'string' ? { address } : {}) };
  },
  write: (storage: Storage, failure: LoginFailure) => storage.setItem(failureKey, JSON.stringify(failure)),
  clear: (storage: Storage) => storage.removeItem(failureKey),
};
