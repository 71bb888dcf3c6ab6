import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../context.ts';
import { everyone, type LiveEvent } from '../jobs/live-events.ts';
import { problem } from './problem.ts';
import { parseInput } from './schemas.ts';

const heartbeatMs = 20_000;
const turnMs = 60_000;

/** `since`: for how many milliseconds the screen has been asking already; what changed meanwhile is told first. */
const question = z.object({ since: z.coerce.number().min(0).optional() });

/** The audience that somebody from outside the company is in, or null for none; undefined for the company's own people. */
type AudienceOf = (db: Services['db'], userId: string) => Promise<string | null | undefined>;

/**
 * `GET /api/identity/events`: server-sent events that tell an open screen what to fetch again. An event names
 * a resource, never content, and goes to people of its company and to the provider's staff; to people from outside
 * only what they are the audience of. `{ "isGap": true }` says that more may have happened than can be told.
 */
export function mountLive(app: FastifyInstance, { db, events }: Services, audienceOf: AudienceOf): void {
  const open = new Set<ServerResponse>();
  app.addHook('preClose', async () => {
    for (const raw of open) raw.end();
  });
  app.get('/api/identity/events', { config: { permission: '' } }, async (request, reply) => {
    const { caller } = request;
    if (!caller) throw problem.unauthenticated();
    const { since } = parseInput(question, request.query);
    const audience = await audienceOf(db, caller.userId);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.write(': open\n\n');
    const write = (data: unknown) => raw.write(`data: ${JSON.stringify(data)}\n\n`);
    const tell = (event: LiveEvent) => {
      if (event.companyId !== caller.companyId && !caller.isProvider) return;
      if (audience !== undefined && event.audience !== everyone && (audience === null || event.audience !== audience)) return;
      write({ resource: event.resource, id: event.id });
    };
    const stop = events.subscribe(tell);
    const missed = since === undefined ? [] : events.recent(since);
    if (missed === undefined) write({ isGap: true });
    else missed.forEach(tell);
    const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
    // The screen comes back with a fresh token, so that a right that was taken away ends here too.
    const turn = setTimeout(() => raw.end(), turnMs);
    open.add(raw);
    raw.on('close', () => {
      clearInterval(heartbeat);
      clearTimeout(turn);
      open.delete(raw);
      stop();
    });
    return reply;
  });
}
