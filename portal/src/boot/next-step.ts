/** What the first script finds when a page opens. */
export interface Found {
  /** Path of the address, without query. */
  readonly path: string;
  /** The tab holds a token that has not expired. */
  readonly hasToken: boolean;
  /** Somebody logged in on this origin and did not log out. */
  readonly isFlagged: boolean;
  /** The server saw the session cookie of our own provider. */
  readonly isExpected: boolean;
  /** A login went wrong and nobody asked for a new one. */
  readonly hasFailure: boolean;
  readonly isOnline: boolean;
}

/**
 * What to do before anything else is fetched: `enter` the app, `finish` a login at `/callback`, `renew` in
 * silence while the app comes, `ask` in silence and fetch nothing until there is an answer, go to `login`, `explain` a
 * failed login at `/`, or open the `offline` shell.
 */
export type Step = 'enter' | 'finish' | 'renew' | 'ask' | 'login' | 'explain' | 'offline';

const isHome = (path: string) => path === '/' || /^\/v\/\w+\/?$/.test(path);

/** The order of these lines is the rule (§A11, decision 0014): a failed login never starts the next one by itself. */
export function nextStep(found: Found): Step {
  const { path, hasToken, isFlagged, isExpected, hasFailure, isOnline } = found;
  if (path === '/callback') return 'finish';
  if (hasToken && isFlagged) return 'enter';
  if (hasFailure && isHome(path)) return 'explain';
  if (!isOnline) return 'offline';
  if (isExpected) return 'renew';
  // The session may have ended. Without the flag a silent try would only cost a round trip.
  return isFlagged ? 'ask' : 'login';
}
