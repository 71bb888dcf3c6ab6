import { companies } from '#contract/core/companies.ts';
import { companyModules } from '#contract/core/company-modules.ts';
import { groups } from '#contract/core/groups.ts';
import { modules } from '#contract/core/modules.ts';
import { serviceAccounts } from '#contract/core/service-accounts.ts';
import { users } from '#contract/core/users.ts';
import type { Caller } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { problem } from '#server/platform/http/problem.ts';
import type { LiveEvents } from '#server/platform/jobs/live-events.ts';
import { findPerson, type Person } from './rights.repository.ts';
import { effectivePermissions } from './rights.rules.ts';

// Rights that were taken away stop working within this time on every process (§A5 allows a minute).
const freshForMs = 15_000;
const maxCached = 10_000;

/** Loads a user with their permissions, fresh enough (§A5). */
export interface CallerLoader {
  /**
   * @param epoch the session's epoch where the token carries one; a raised one ends the session
   * @throws Problem `unauthenticated` for an unknown or switched-off user, `company-inactive` (§A8)
   */
  load(userId: string, epoch?: number): Promise<Caller>;
  /** Forgets what is cached, after a change of rights in this process. */
  forget(): void;
}

export function createCallerLoader(db: Db, now: () => number = Date.now): CallerLoader {
  const cache = new Map<string, { person: Person; caller: Caller; until: number }>();
  return {
    async load(userId, epoch) {
      let entry = cache.get(userId);
      // A token of a later epoch than is known here was made after a change that this process has yet to see.
      if (!entry || entry.until <= now() || (epoch ?? 0) > entry.person.session_epoch) {
        const person = isId(userId) ? await findPerson(db, { id: userId }) : undefined;
        if (!person) throw problem.unauthenticated();
        entry = { person, caller: callerOf(person), until: now() + freshForMs };
        if (cache.size >= maxCached) cache.clear();
        cache.set(userId, entry);
      }
      const { person, caller } = entry;
      if (!person.is_company_active) throw problem.of('company-inactive', { sentence: 'company-inactive' });
      if (!person.is_active || (epoch !== undefined && epoch !== person.session_epoch))
        throw problem.unauthenticated();
      return caller;
    },
    forget: () => cache.clear(),
  };
}

const decisive: ReadonlySet<string> = new Set(
  [companies, companyModules, groups, modules, serviceAccounts, users].map(({ path }) => path),
);

/** Whether a change of this resource may change who may do what. */
export function changesRights(resource: string): boolean {
  return decisive.has(resource);
}

/**
 * Forgets what is cached as soon as any process changes who may do what. A message can get lost: then the age above
 * does it. Answers what ends it.
 */
export function forgetOnChanges(
  callers: Pick<CallerLoader, 'forget'>,
  events: Pick<LiveEvents, 'subscribe'>,
): () => void {
  return events.subscribe(({ resource }) => {
    if (changesRights(resource)) callers.forget();
  });
}

/** All that an inspector may, whatever they were given (§C25). */
export const inspectorRights = ['fmmodule.archive.read.company'] as const;

/** The effective permission strings of a person (§A3). */
export function permissionsOf(person: Person): string[] {
  return effectivePermissions({
    permissions: person.inspector ? inspectorRights : person.permissions,
    hasAccessToEverything: person.has_access_to_everything && person.inspector === null,
    isProvider: person.is_provider,
    companyModules: person.company_modules,
    userModules: person.modules,
  });
}

function callerOf(person: Person): Caller {
  return {
    userId: person.id,
    companyId: person.company_id,
    companyName: person.company_name,
    isProvider: person.is_provider,
    companyRequestsPerMinute: person.requests_per_minute,
    name: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
    permissions: permissionsOf(person),
    isNarrowed: person.administrations.length > 0 || person.inspector !== null,
  };
}
