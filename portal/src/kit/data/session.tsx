import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';

/** Who is signed in, according to the sign-in service. */
export interface SessionUser {
  /** The subject of the token: keys everything that is stored per person. */
  readonly id: string;
  readonly name: string;
  readonly nickname: string;
  readonly email: string;
  /** Address of a picture, or an empty text: then the initials stand in. */
  readonly picture: string;
}

/** What may change while the page is open: a renewed token may carry other permissions. */
export interface SessionState {
  readonly user: SessionUser;
  /** The permissions the screens go by; the server recomputes its own (§A5). */
  readonly permissions: readonly string[];
}

/** The signed-in person and the few things the portal can ask of the sign-in service. */
export interface Session {
  /** The state now; the same object until something changes. */
  readonly state: () => SessionState;
  /** Calls back after every change of the state; returns a function that unsubscribes. */
  readonly subscribe: (onChange: () => void) => () => void;
  /** The access token, or undefined when it has expired. */
  readonly accessToken: () => string | undefined;
  /**
   * Renews the token in the background; false when that needs a login. Concurrent calls share one try.
   * Rejects when the provider cannot be reached: then a login would not help either.
   */
  readonly renew: () => Promise<boolean>;
  /** Asks the server for the current permissions, and notifies subscribers when they changed. Never rejects. */
  readonly refresh: () => Promise<void>;
  /** Leaves for the login page and remembers where to come back to. */
  readonly login: () => void;
  /** Forgets tokens and caches, ends the provider's session and returns to the origin. */
  readonly logout: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Makes a session known to everything below it. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session itself, for what acts on it: log out, renew. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** The person and the rights; draws again when they change. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}
