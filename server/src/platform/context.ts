import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '#contract/problem.ts';
import { type ScopeName, widestScope } from '#contract/permissions.ts';
import type { Scope } from './auth/scope.ts';
import type { Db, Tx } from './db/database.ts';
import { inOneCompany } from './db/one-company.ts';
import { inTransaction } from './db/transaction.ts';
import type { Files } from './files/files.ts';
import type { CallOut } from './http/call-out.ts';
import type { KeyedWork } from './http/keyed-work.ts';
import { problem } from './http/problem.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LiveEvents } from './jobs/live-events.ts';
import type { Mail } from './mail/mail.ts';
import type { Mailboxes } from './mail/mailboxes.ts';
import type { Sftp } from './sftp/sftp.ts';
import type { RecordLinks } from './resource/record-links.ts';

/** Who calls, with the rights as the database has them now (§A5). */
export interface Caller {
  readonly userId: string;
  readonly companyId: string;
  readonly companyName: string;
  /** Of the provider's own company: the only people for whom `.system` counts (§A3). */
  readonly isProvider: boolean;
  /** How many requests a minute all users of the company may make; null or absent: the usual number (§A13). */
  readonly companyRequestsPerMinute?: number | null;
  readonly name: string;
  readonly email: string;
  /** The sign-in session that the token came from, where it says so. */
  readonly sessionId?: string;
  /** The effective set of permission strings (§A3). */
  readonly permissions: readonly string[];
  /** Present for a program: `userId` and `name` are those of its service account, which is no user. */
  readonly program?: {
    /** The only administrations that it reaches; null for all of its company. */
    readonly administrationIds: readonly string[] | null;
  };
  /** They see only part of their company: events name no record to them. */
  readonly isNarrowed?: boolean;
}

/** The replaceable outside services, the same for every request. */
export interface Services {
  readonly db: Db;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly events: LiveEvents;
  /** Outgoing mail, or null where the operator has set up none. */
  readonly mail: Mail | null;
  readonly mailboxes: Mailboxes;
  readonly sftp: Sftp;
  /** Folders of the server below which files may be written, by the names that the operator gave them. */
  readonly deliveryFolders: Readonly<Record<string, string>>;
  /** Calls addresses that customers name. */
  readonly callOut: CallOut;
  readonly now: () => Date;
  /** What resources say about records of other resources. */
  readonly links: RecordLinks;
  /** Seals what the database may not know (§J1). */
  readonly secretKey: Uint8Array;
  readonly log: FastifyBaseLogger;
}

/** What a service works with: who, how far, and the world around it. Always the first argument. */
export interface Context extends Services {
  readonly caller: Caller;
  readonly scope: Scope;
  readonly language: Language;
  readonly requestId: string;
  /**
   * All or nothing; history, jobs and the change itself go in together. Where the request has an `Idempotency-Key` it
   * happens once: a retry gets what it returned then, which must be plain data (decision 0066). It runs again where
   * another transaction stood in its way; see `inTransaction`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * For what is looked up or checked before a transaction, and would come out differently behind it: a retry gets what it
   * returned when that transaction was committed. Never asks for `transaction` itself.
   */
  once<T>(work: () => Promise<T>): Promise<T>;
  /** The same caller, with the scope of another permission, or null without it. */
  reach(permission: string): Context | null;
  /** Like `reach`, but refuses with 403. */
  require(permission: string): Context;
}

// A list of permissions is the same object as long as the caller is remembered, and is asked the same few questions.
const reachOf = new WeakMap<Caller['permissions'], Map<string, ScopeName | null>>();

function widestOf(permissions: Caller['permissions'], permission: string): ScopeName | null {
  let known = reachOf.get(permissions);
  if (!known) reachOf.set(permissions, (known = new Map()));
  let reach = known.get(permission);
  if (reach === undefined) known.set(permission, (reach = widestScope(permissions, permission)));
  return reach;
}

/** The scope that the caller's permissions give for an action, or null without the permission (§A2). */
export function scopeFor(caller: Caller, permission: string): Scope | null {
  const reach = widestOf(caller.permissions, permission);
  const administrationIds = caller.program?.administrationIds;
  switch (reach) {
    case null:
      return null;
    case 'system':
      return administrationIds ? narrowed(caller, administrationIds) : { reach, userId: caller.userId };
    case 'company':
      if (administrationIds) return narrowed(caller, administrationIds);
      return { reach, userId: caller.userId, companyId: caller.companyId };
    case 'user':
      return {
        reach,
        userId: caller.userId,
        companyId: caller.companyId,
        ...(administrationIds ? { administrationIds } : {}),
      };
  }
}

function narrowed({ userId, companyId }: Caller, administrationIds: readonly string[]): Scope {
  return { reach: 'company', userId, companyId, administrationIds };
}

/** The same services for work of one company: its statements ask the server of that company alone (decision 0110). */
export function forCompany<S extends Pick<Services, 'db'>>(services: S, companyId: string): S {
  return { ...services, db: inOneCompany(services.db, companyId) };
}

/** What of a request goes into its context. */
type RequestFacts = Pick<Context, 'language' | 'requestId'> &
  Partial<Pick<Context, 'log'>> & { readonly keyed?: KeyedWork | undefined };

/** Puts a context together for one caller and one right; 403 without the right. */
export function createContext(
  services: Services,
  caller: Caller,
  permission: string,
  request: RequestFacts,
): Context {
  const scope = scopeFor(caller, permission);
  if (!scope) throw problem.forbidden();
  return contextWithin(services, caller, scope, request);
}

/** A context for what every signed-in user may do about themselves: its scope is `user`. */
export function createPersonalContext(services: Services, caller: Caller, request: RequestFacts): Context {
  return contextWithin(
    services,
    caller,
    { reach: 'user', userId: caller.userId, companyId: caller.companyId },
    request,
  );
}

function contextWithin(services: Services, caller: Caller, scope: Scope, request: RequestFacts): Context {
  const { keyed } = request;
  const db = caller.isProvider ? services.db : inOneCompany(services.db, caller.companyId);
  const reach = (other: string): Context | null =>
    scopeFor(caller, other) ? createContext(services, caller, other, request) : null;
  return {
    ...services,
    ...request,
    db,
    caller,
    scope,
    transaction: (work) => (keyed ? keyed.transaction(db, work) : inTransaction(db, work)),
    once: (work) => (keyed ? keyed.once(work) : work()),
    reach,
    require: (other) => {
      const context = reach(other);
      if (!context) throw problem.forbidden();
      return context;
    },
  };
}
