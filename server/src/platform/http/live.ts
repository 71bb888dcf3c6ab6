import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { mePath } from '#contract/identity/me.ts';
import type { Caller, Services } from '../context.ts';
import { noCompany } from '../db/ids.ts';
import { everyone, type LiveEvent } from '../jobs/live-events.ts';
import { type Authenticate, bearerTokenOf } from './caller.ts';
import { mountReaders } from './live-readers.ts';
import { problem } from './problem.ts';
import { parseInput } from './schemas.ts';

const heartbeatMs = 20_000;
const turnMs = 60_000;
// As long as a caller is remembered.
const audienceFreshForMs = 15_000;
// Far more than the pages that somebody can look at: a page that nobody sees lets its stream go.
const maxStreams = 10;

/** `since`: for how many milliseconds the screen has been connecting already; what changed meanwhile is sent first. */
const question = z.object({ since: z.coerce.number().min(0).optional() });

/** One event of the stream, as the JSON of its `data`. */
const liveMessage = z.object({
  /** The path of the resource that changed: fetch again what is shown of it. */
  resource: z.string().optional(),
  /** The record, where the listener may know it. */
  id: z.string().optional(),
  /** Events may have been missed: fetch everything again. */
  isGap: z.boolean().optional(),
  /** The build of the portal that this server gives: a page of another one asks to be reloaded. The first event. */
  build: z.string().optional(),
});

/** What decides who receives which event. */
export interface LiveOptions {
  /** Authenticates the listener again: an expired token or a withdrawn permission ends the stream. */
  readonly authenticate: Authenticate;
  /** The audience that somebody from outside the company is in, or null for none; undefined for the company's own people. */
  audienceOf(
    db: Services['db'],
    caller: Pick<Caller, 'userId' | 'companyId'>,
  ): Promise<string | null | undefined>;
  /** Whether a change of this resource may change what people may do. */
  changesRights(resource: string): boolean;
  /** Of the portal; absent or empty where the server gives none. */
  readonly build?: string | undefined;
}

/**
 * `GET /api/identity/events`: server-sent events that say what an open screen should fetch again. An event names
 * a resource, never content, and is sent to those who may read it now (`mountReaders`); people from outside only receive
 * events with their audience. `{ "resource": "identity/me" }` says that the listener's own permissions changed, and
 * `{ "isGap": true }` that events may have been missed (decision 0059). Mount it before the routes.
 *
 * A user has at most ten streams on one server process. The eleventh ends the oldest rather than being refused: the
 * page that somebody has just opened is the one that they look at, and the oldest is the likeliest to be forgotten, or
 * to be left by a machine that went to sleep. Its page, if there is one, comes back by itself.
 */
export function mountLive(app: FastifyInstance, services: Services, options: LiveOptions): void {
  const { events } = services;
  const accessOf = mountReaders(app);
  const open = new Map<string, Set<ServerResponse>>();
  app.addHook('preClose', async () => {
    for (const raw of [...open.values()].flatMap((streams) => [...streams])) raw.end();
  });
  const config = {
    permission: '',
    summary: 'Hear what changes, as server-sent events',
    description:
      'Each event is one line of JSON, a `LiveMessage`: which resource changed, never its content. `identity/me` says that the ' +
      "listener's own permissions changed. A comment comes every 20 s; the stream ends after a minute, or with the token, and is opened again.",
    file: 'text/event-stream',
    message: { name: 'LiveMessage', schema: liveMessage },
  };
  app.get('/api/identity/events', { config, schema: { querystring: question } }, async (request, reply) => {
    const { caller } = request;
    if (!caller) throw problem.unauthenticated();
    const { since } = parseInput(question, request.query);
    const audience = await options.audienceOf(services.db, caller);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write(': open\n\n');

    const sender = createSender(
      raw,
      services,
      { ...options, accessOf },
      { caller, audience, token: bearerTokenOf(request), ip: request.ip },
    );
    if (options.build) sender.write({ build: options.build });
    const stop = events.subscribe(sender.send);
    const missed = since === undefined ? [] : events.recent(since);
    if (missed === undefined) sender.write({ isGap: true });
    else {
      // Whether the page has seen a change from before the stream was opened is unknown.
      if (missed.some((event) => options.changesRights(event.resource) && concerns(caller, event)))
        sender.write(rightsChanged);
      missed.forEach(sender.send);
    }
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
    // The screen comes back with a fresh token.
    const turn = setTimeout(() => raw.end(), turnMs);
    const streams = open.get(caller.userId) ?? new Set();
    open.set(caller.userId, streams.add(raw));
    if (streams.size > maxStreams) [...streams][0]?.end();
    raw.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(turn);
      streams.delete(raw);
      if (streams.size === 0 && open.get(caller.userId) === streams) open.delete(caller.userId);
      stop();
    });
    return reply;
  });
}

const rightsChanged = { resource: mePath.replace('/api/', '') };

/** Who listens on one stream. */
interface Listener {
  readonly caller: Caller;
  readonly audience: string | null | undefined;
  readonly token: string;
  readonly ip: string;
}

type SenderOptions = LiveOptions & { readonly accessOf: ReturnType<typeof mountReaders> };

// The listener is authenticated again for each batch of events, mostly from memory; one batch at a time keeps their order.
function createSender(
  raw: ServerResponse,
  { db, log }: Services,
  options: SenderOptions,
  { token, ip, ...listener }: Listener,
) {
  let { caller, audience } = listener;
  let audienceUntil = performance.now() + audienceFreshForMs;
  let waiting: LiveEvent[] = [];
  let sending: Promise<void> | undefined;

  const write = (data: unknown) => {
    if (!raw.writableEnded) raw.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const isInAudience = (event: LiveEvent) =>
    audience === undefined ||
    event.audience === everyone ||
    (audience !== null && event.audience === audience);

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !raw.writableEnded) {
      const batch = waiting;
      waiting = [];
      const before = caller;
      caller = await options.authenticate(token, ip);
      if (performance.now() > audienceUntil) {
        audience = await options.audienceOf(db, caller);
        audienceUntil = performance.now() + audienceFreshForMs;
      }
      if (!isSame(before, caller)) write(rightsChanged);
      for (const event of batch.filter(isInAudience)) {
        const access = options.accessOf(caller, event);
        // Whether a record is within the part that they see is asked when the screen fetches again.
        const mayKnowId = access === 'all' && caller.isNarrowed !== true;
        if (access !== 'nothing') write({ resource: event.resource, id: mayKnowId ? event.id : undefined });
      }
    }
  }

  const send = (event: LiveEvent) => {
    if (!concerns(caller, event)) return;
    waiting.push(event);
    sending ??= sendAll()
      // Signed out, or unknown: the screen reconnects and fetches everything again.
      .catch((err: unknown) => {
        log.debug({ err }, 'a live stream ends');
        raw.end();
      })
      .finally(() => (sending = undefined));
  };
  return { write, send };
}

function concerns({ companyId, isProvider }: Caller, event: LiveEvent): boolean {
  return isProvider || event.companyId === companyId || event.companyId === noCompany;
}

// The lists come in the database's order, which may change without a reason.
function isSame(a: Caller, b: Caller): boolean {
  if (a.isNarrowed !== b.isNarrowed) return false;
  if (a === b || a.permissions === b.permissions) return true;
  const known = new Set(a.permissions);
  return (
    a.permissions.length === b.permissions.length &&
    b.permissions.every((permission) => known.has(permission))
  );
}
