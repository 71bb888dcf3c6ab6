import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { everyone, type LiveEvent } from '../jobs/live-events.ts';
import { problem } from './problem.ts';

const heartbeatMs = 20_000;
const turnMs = 60_000;

/** The audience that somebody from outside the company is in, or null for none; undefined for the company's own people. */
type AudienceOf = (db: Services['db'], userId: string) => Promise<string | null | undefined>;

/**
 * `GET /api/identity/events`: server-sent events that tell an open screen what to fetch again. An event names
 * a resource, never content, and goes to people of its company and to the provider's staff; to people from outside
 * only what they are the audience of.
 */
export function mountLive(app: FastifyInstance, { db, events }: Services, audienceOf: AudienceOf): void {
  const open = new Set<ServerResponse>();
  app.addHook('preClose', async () => {
    for (const raw of open) raw.end();
  });
  app.get('/api/identity/events', { config: { permission: '' } }, async (request, reply) => {
    const { caller } = request;
    if (!caller) throw problem.unauthenticated();
    const audience = await audienceOf(db, caller.userId);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.write(': open\n\n');
    const stop = events.subscribe((event: LiveEvent) => {
      if (event.companyId !== caller.companyId && !caller.isProvider) return;
      if (audience !== undefined && event.audience !== everyone && (audience === null || event.audience !== audience)) return;
      raw.write(`data: ${JSON.stringify({ resource: event.resource, id: event.id })}\n\n`);
    });
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
