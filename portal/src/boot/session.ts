import type { Session, SessionState, SessionUser } from '#portal/kit/data/session.tsx';
import type { Settings } from './settings.ts';
import type { SignIn } from './sign-in.ts';
import { claimsOf, isUnexpired, loggedInFlag, type StoredLogin } from './stored-login.ts';

/** A minute before its token expires the session asks for the next one. */
const renewAheadMs = 60_000;
/** Longer timers overflow in browsers. */
const maxTimerMs = 2_000_000_000;

/** The provider knows the person, and nobody here belongs to them; the message is for people. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount';
}

interface SessionParts {
  readonly settings: Settings;
  readonly login: StoredLogin;
  /** Loads the OpenID client, which the first page does without. */
  readonly signIn: () => Promise<SignIn>;
  readonly language: () => string;
}

/**
 * A session over a login that holds. Fetches the permissions where the token does not carry them (§A11), or where another
 * provider made it. Rejects with `UnknownAccount` for whom nobody here belongs to.
 */
export async function createSession({ settings, login, signIn, language }: SessionParts): Promise<Session> {
  let current = login;
  let state = await stateOf(current, settings);
  let renewing: Promise<boolean> | null = null;
  let isLeaving = false;
  const listeners = new Set<() => void>();

  async function renewOnce(): Promise<boolean> {
    const next = await (await signIn()).renew();
    if (next === null) return false;
    current = next;
    state = await stateOf(next, settings);
    for (const listener of listeners) listener();
    scheduleRenewal();
    return true;
  }

  function renew(): Promise<boolean> {
    renewing ??= renewOnce().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  // The token may be minutes old; what the server grants now is newer.
  async function refresh(): Promise<void> {
    const permissions = await fetchPermissions(current).catch(() => null);
    if (permissions === null || isSame(permissions, state.permissions)) return;
    state = { ...state, permissions };
    for (const listener of listeners) listener();
  }

  function scheduleRenewal() {
    const wait = current.expiresAt * 1000 - Date.now() - renewAheadMs;
    // Failures are ignored: the next call finds the token expired and renews it.
    if (wait > 0) setTimeout(() => void renew().catch(() => undefined), Math.min(wait, maxTimerMs));
  }

  function leave(how: (client: SignIn) => Promise<void>) {
    if (isLeaving) return;
    isLeaving = true;
    // The provider cannot be reached: the page stays, with what the person typed.
    void signIn()
      .then(how)
      .catch(() => {
        isLeaving = false;
      });
  }

  scheduleRenewal();
  return {
    state: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    accessToken: () => (isUnexpired(current, Date.now()) ? current.accessToken : undefined),
    renew,
    refresh,
    login: () =>
      leave((client) => client.begin(location.pathname + location.search + location.hash, language())),
    logout() {
      loggedInFlag.clear(localStorage);
      leave((client) => client.end());
    },
  };
}

async function stateOf(login: StoredLogin, settings: Settings): Promise<SessionState> {
  // Whom another provider signs in may be unknown here, whatever the token says.
  const inToken = permissionsIn(login.accessToken, settings.permissionsClaim);
  const asked = inToken === null || isExternal(settings) ? await fetchPermissions(login) : null;
  const permissions = asked ?? inToken ?? [];
  return { user: userOf(login.profile), permissions };
}

function isExternal({ issuer }: Settings): boolean {
  return new URL(issuer, location.origin).origin !== location.origin;
}

function userOf(profile: StoredLogin['profile']): SessionUser {
  const text = (name: string) => {
    const value = profile[name];
    return typeof value === 'string' ? value : '';
  };
  const name = text('name') || text('nickname') || text('email');
  return {
    id: text('sub'),
    name,
    nickname: text('nickname') || text('preferred_username'),
    email: text('email'),
    picture: text('picture'),
  };
}

/** The permission strings in a JWT's claim, or null where it has none (or is no JWT). */
export function permissionsIn(accessToken: string, claim: string): string[] | null {
  const list = claimsOf(accessToken)?.[claim];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : null;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(b);
  return a.length === set.size && a.every((permission) => set.has(permission));
}

/** What the server grants; null where it does not say. */
async function fetchPermissions({ accessToken }: StoredLogin): Promise<string[] | null> {
  try {
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch('/api/identity/me', { headers });
    const answer: unknown = await response.json();
    if (response.status === 403) {
      const detail: unknown = Reflect.get(Object(answer), 'detail');
      throw new UnknownAccount(typeof detail === 'string' ? detail : '');
    }
    const list: unknown = Reflect.get(Object(Reflect.get(Object(answer), 'result')), 'permissions');
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : null;
  } catch (error) {
    if (error instanceof UnknownAccount) throw error;
    // Without the list the screens show what needs no right; the server decides anyway.
    return null;
  }
}
