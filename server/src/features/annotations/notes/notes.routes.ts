import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notes } from '#contract/annotations/annotations.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { idOf, listParameters, parentsOf, readListQuery } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { addNote, listNotes, removeNote } from './notes.service.ts';

const url = '/api/shared/entities/:entityId/notes';
const tags = [notes.path];

// Which right each takes depends on the owner: it is asked for inside.
export function noteRoutes(app: FastifyInstance, services: Services, kinds: readonly OwnerKind[]): void {
  const page = z.object({ result: z.array(notes.row), metadata: z.object({ count: z.int().optional() }) });
  app.get(
    url,
    { schema: { tags, querystring: listParameters, response: { 200: page } } },
    async (request) => {
      const { entityId } = parentsOf<typeof notes>(request);
      const { rows, count } = await listNotes(
        personalContextOf(services, request),
        kinds,
        entityId,
        readListQuery(notes, request),
      );
      return { result: rows, metadata: count === undefined ? {} : { count } };
    },
  );
  const one = z.object({ result: notes.record });
  app.post(url, { schema: { tags, body: notes.create, response: { 201: one } } }, async (request, reply) => {
    const { entityId } = parentsOf<typeof notes>(request);
    const { description } = parseInput(notes.create, request.body);
    return reply
      .code(201)
      .send({ result: await addNote(personalContextOf(services, request), kinds, entityId, description) });
  });
  app.delete(`${url}/:id`, { schema: { tags, response: { 204: z.null() } } }, async (request, reply) => {
    await removeNote(
      personalContextOf(services, request),
      kinds,
      parentsOf<typeof notes>(request).entityId,
      idOf(request),
    );
    return reply.code(204).send();
  });
}
