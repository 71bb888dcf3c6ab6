import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Caller,
  type Context,
  createContext,
  createPersonalContext,
  scopeFor,
  type Services,
} from '../context.ts';
import { keyedWorkOf } from './idempotency.ts';
import { languageOf } from './language.ts';
import { problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set for every route that is not public. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The route needs no token, for this reason. Everything else does. */
    public?: string;
    /** The permission that the route asks for; walked by the isolation test. */
    permission?: string;
    /** What comes in or goes out is a secret: under an `Idempotency-Key` it is stored sealed, and its answer not at all. */
    secret?: boolean;
    /** The route is about people, for this reason: programs are refused. One without a permission is, unless it says `programs`. */
    people?: string;
    /** The route asks people who have a second factor for a fresh one, and refuses programs; or these requests do. */
    fresh?: true | ((request: FastifyRequest) => boolean);
    /** The route takes no permission, and programs may use it. */
    programs?: true;
    /** A POST that no key makes happen once, because it may happen twice, for this reason. */
    repeatable?: string;
    /** The resource of live events that whoever may use the route receives, where its own path does not say it. */
    events?: string;
  }
}

/** Finds out who calls from a bearer token, and from which address; a problem when nobody does. */
export type Authenticate = (token: string, ip: string) => Promise<Caller>;

/**
 * How it stands with somebody's second factor: shown lately, or not asked of who has none; to be shown again here; or at
 * the directory of their company, which signs them in (§A20).
 */
export type Freshness = 'fresh' | 'asked' | 'directory';

/** Every route below needs a token, unless its config says `public` and why. */
export function mountCaller(
  app: FastifyInstance,
  authenticate: Authenticate,
  freshnessOf: (caller: Caller) => Promise<Freshness>,
): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public !== undefined) return;
    request.caller = await authenticate(bearerTokenOf(request), request.ip);
    // Before anything of the request is read: who may not, learns nothing about what is wrong with it.
    const { permission = '', people, programs, fresh = false } = request.routeOptions.config;
    const asksFresh = typeof fresh === 'function' ? fresh(request) : fresh;
    if (request.caller.program && (people !== undefined || asksFresh || (permission === '' && !programs)))
      throw problem.of('forbidden', { sentence: 'for-people' });
    if (permission !== '' && !mayAny(request.caller, permission)) throw problem.forbidden();
    const freshness = asksFresh ? await freshnessOf(request.caller) : 'fresh';
    if (freshness === 'asked') throw problem.of('step-up', { sentence: 'step-up' });
    if (freshness === 'directory') throw problem.of('step-up-directory', { sentence: 'step-up-directory' });
  });
}

/** The token of a request; a problem without one. */
export function bearerTokenOf({ headers }: FastifyRequest): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw problem.unauthenticated();
  return token;
}

// Of routes, so there are only so many.
const alternativesOf = new Map<string, readonly string[]>();

// Any one of the alternatives between `|` suffices.
function mayAny(caller: Caller, text: string): boolean {
  let alternatives = alternativesOf.get(text);
  if (!alternatives)
    alternativesOf.set(text, (alternatives = text.split('|').map((permission) => permission.trim())));
  return alternatives.some((permission) => scopeFor(caller, permission) !== null);
}

/** The context of a request for one right; 403 without it. */
export function contextOf(services: Services, request: FastifyRequest, permission: string): Context {
  if (!request.caller) throw problem.unauthenticated();
  return createContext(services, request.caller, permission, factsOf(request));
}

/** The context of a request about the caller, which needs no permission; see `createPersonalContext`. */
export function personalContextOf(services: Services, request: FastifyRequest): Context {
  if (!request.caller) throw problem.unauthenticated();
  return createPersonalContext(services, request.caller, factsOf(request));
}

function factsOf(request: FastifyRequest) {
  return {
    language: languageOf(request),
    requestId: request.id,
    log: request.log,
    keyed: keyedWorkOf(request),
  };
}
