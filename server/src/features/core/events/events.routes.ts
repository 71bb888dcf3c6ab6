import type { FastifyInstance } from 'fastify';
import { eventsPage, eventsPath, eventsQuery } from '#contract/core/events.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { HistoryKind } from '#server/platform/resource/slice.ts';
import { listEvents } from './events.service.ts';

export function eventRoutes(app: FastifyInstance, services: Services, kinds: readonly HistoryKind[]): void {
  const schema = { querystring: eventsQuery, response: { 200: eventsPage } };
  const config = {
    resource: { path: eventsPath, name: 'event' },
    summary: 'List what happened since, for programs',
    programs: true,
  } as const;
  // Permission depends on the kind; checked in the service.
  app.get(`/api/${eventsPath}`, { config, schema }, (request) =>
    listEvents(personalContextOf(services, request), kinds, parseInput(eventsQuery, request.query)),
  );
}
