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

/** `since`: for how many milliseconds the screen has been asking already; what changed meanwhile is told first. */
const question = z.object({ since: z.coerce.number().min(0).optional() });

/** What deciding who hears of what needs. */
export interface LiveOptions {
  /** Finds out again who listens: a token that has ended, or a right that was taken away, ends what is heard. */
  readonly authenticate: Authenticate;
  /** The audience that somebody from outside the company is in, or null for none; undefined for the company's own people. */
  audienceOf(db: Services['db'], userId: string): Promise<string | null | undefined>;
  /** Whether a change of this resource may change what people may do. */
  changesRights(resource: string): boolean;
}

/**
 * `GET /api/identity/events`: server-sent events that tell an open screen what to fetch again. An event names a
 * resource, never content, and is told to who may read it now (`mountReaders`); to people from outside only what they
 * are the audience of. `{ "resource": "identity/me" }` says that the listener's own rights changed, and
 * `{ "isGap": true }` that more may have happened than can be told (decision 0059). Mount it before the routes.
 *
 * A user has at most ten streams on one server process. The eleventh ends the oldest rather than being refused: the
 * page that somebody has just opened is the one that they look at, and the oldest is the likeliest to be forgotten, or
 * to be left by a machine that went to sleep. Its page, if there is one, comes back by itself.
 */
export function mountLive(app: FastifyInstance, services: Services, options: LiveOptions): void {
  const { events } = services;
  const hearingOf = mountReaders(app);
  const open = new Map<string, Set<ServerResponse>>();
  app.addHook('preClose', async () => {
    for (const raw of [...open.values()].flatMap((streams) => [...streams])) raw.end();
  });
  app.get('/api/identity/events', { config: { permission: '' } }, async (request, reply) => {
    const { caller } = request;
    if (!caller) throw problem.unauthenticated();
    const { since } = parseInput(question, request.query);
    const audience = await options.audienceOf(services.db, caller.userId);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write(': open\n\n');

    const teller = createTeller(
      raw,
      services,
      { ...options, hearingOf },
      { caller, audience, token: bearerTokenOf(request) },
    );
    const stop = events.subscribe(teller.tell);
    const missed = since === undefined ? [] : events.recent(since);
    if (missed === undefined) teller.write({ isGap: true });
    else {
      // Of a change before the stream was opened nobody knows whether the page has seen it.
      if (missed.some((event) => options.changesRights(event.resource) && concerns(caller, event)))
        teller.write(rightsChanged);
      missed.forEach(teller.tell);
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
}

type TellerOptions = LiveOptions & { readonly hearingOf: ReturnType<typeof mountReaders> };

// Who listens is looked up again for each lot of events, mostly from memory: one at a time, so that their order stays.
function createTeller(
  raw: ServerResponse,
  { db, log }: Services,
  options: TellerOptions,
  { token, ...listener }: Listener,
) {
  let { caller, audience } = listener;
  let audienceUntil = performance.now() + audienceFreshForMs;
  let untold: LiveEvent[] = [];
  let telling: Promise<void> | undefined;

  const write = (data: unknown) => {
    if (!raw.writableEnded) raw.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  const isInAudience = (event: LiveEvent) =>
    audience === undefined ||
    event.audience === everyone ||
    (audience !== null && event.audience === audience);

  async function tellAll(): Promise<void> {
    while (untold.length > 0 && !raw.writableEnded) {
      const lot = untold;
      untold = [];
      const before = caller;
      caller = await options.authenticate(token);
      if (performance.now() > audienceUntil) {
        audience = await options.audienceOf(db, caller.userId);
        audienceUntil = performance.now() + audienceFreshForMs;
      }
      if (!isSame(before, caller)) write(rightsChanged);
      for (const event of lot.filter(isInAudience)) {
        const hearing = options.hearingOf(caller, event);
        if (hearing !== 'nothing')
          write({ resource: event.resource, id: hearing === 'all' ? event.id : undefined });
      }
    }
  }

  const tell = (event: LiveEvent) => {
    if (!concerns(caller, event)) return;
    untold.push(event);
    telling ??= tellAll()
      // Nobody any more, or nobody knows: the screen comes back, and asks for everything again.
      .catch((err: unknown) => {
        log.debug({ err }, 'a live stream ends');
        raw.end();
      })
      .finally(() => (telling = undefined));
  };
  return { write, tell };
}

function concerns({ companyId, isProvider }: Caller, event: LiveEvent): boolean {
  return isProvider || event.companyId === companyId || event.companyId === noCompany;
}

// The lists come in the database's order, which may change without a reason.
function isSame(one: Caller, other: Caller): boolean {
  if (one === other || one.permissions === other.permissions) return true;
  const held = new Set(one.permissions);
  return (
    one.permissions.length === other.permissions.length &&
    other.permissions.every((permission) => held.has(permission))
  );
}
