import type { FastifyInstance } from 'fastify';
import { type Caller, scopeFor } from '../context.ts';
import { noCompany } from '../db/ids.ts';
import type { LiveEvent } from '../jobs/live-events.ts';
import { urlOf } from './mount-resource.ts';

/** What a listener receives of an event: all of it, only that something of the resource changed, or nothing. */
export type EventAccess = 'all' | 'resource' | 'nothing';

/**
 * Who may read a resource receives its events: the permissions are those of the routes that answer `GET` for it, so that
 * there is no second list. The routes below its own count too (a `lookup`). Events of what cannot be read by itself, such
 * as a lock, go to those who may use its routes: those below its path, or those that name its events. Without routes
 * nobody receives them (decision 0070). Mount it before the routes.
 */
export function mountReaders(app: FastifyInstance): (caller: Caller, event: LiveEvent) => EventAccess {
  const routes: Route[] = [];
  const known = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.public === undefined)
      routes.push({
        url,
        isRead: [method].flat().includes('GET'),
        right: config?.permission ?? '',
        events: config?.events,
      });
  });

  function permissionsToRead(resource: string): readonly string[] {
    let rights = known.get(resource);
    if (!rights)
      known.set(
        resource,
        (rights = [...new Set(routesOf(resource, routes).flatMap(({ right }) => right.split('|')))]),
      );
    return rights;
  }

  return (caller, event) => {
    const accesses = permissionsToRead(event.resource).map((right) => accessBy(right.trim(), caller, event));
    if (accesses.includes('all')) return 'all';
    return accesses.includes('resource') ? 'resource' : 'nothing';
  };
}

interface Route {
  readonly url: string;
  readonly isRead: boolean;
  /** What the route asks for; empty where it looks at the record itself. */
  readonly right: string;
  /** The resource of live events that whoever may use the route receives. */
  readonly events: string | undefined;
}

// Another resource's routes stand below one record of this one: `core/companies/{companyId}/users`.
function routesOf(resource: string, routes: readonly Route[]): readonly Route[] {
  const own = urlOf({ path: resource });
  const found = routes.filter(
    ({ url, events }) =>
      events === resource ||
      url === own ||
      (url.startsWith(`${own}/`) && !/^:\w+Id\b/.test(url.slice(own.length + 1))),
  );
  const reading = found.filter(({ isRead }) => isRead);
  return reading.length > 0 ? reading : found;
}

function accessBy(right: string, caller: Caller, { companyId }: LiveEvent): EventAccess {
  const isOurs = companyId === caller.companyId || (companyId === noCompany && caller.isProvider);
  // The route lets everybody in and looks at the record: whoever may read it is of its company, or of the provider.
  if (right === '') return isOurs || caller.isProvider ? 'resource' : 'nothing';
  switch (scopeFor(caller, right)?.reach) {
    case 'system':
      return 'all';
    case 'company':
      return isOurs ? 'all' : 'nothing';
    case 'user':
      // Whose record it is the event does not say.
      return isOurs ? 'resource' : 'nothing';
    case undefined:
      return 'nothing';
  }
}
