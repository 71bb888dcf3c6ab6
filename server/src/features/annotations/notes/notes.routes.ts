import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notes } from '#contract/annotations/annotations.ts';
import type { Services } from '#server/platform/context.ts';
import { personalContextOf } from '#server/platform/http/caller.ts';
import { urlOf } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { OwnerKind } from '#server/platform/resource/slice.ts';
import { entityOf, mountChildRecords } from '../child-records.routes.ts';
import { addNote, notesService } from './notes.service.ts';

export function noteRoutes(app: FastifyInstance, services: Services, kinds: readonly OwnerKind[]): void {
  mountChildRecords(app, services, kinds, notes, notesService);
  const created = z.object({ result: notes.record });
  const schema = { body: notes.create, response: { 201: created } };
  app.post(urlOf(notes), { config: { resource: notes, programs: true }, schema }, async (request, reply) => {
    const ctx = personalContextOf(services, request);
    const { description } = parseInput(notes.create, request.body);
    return reply.code(201).send({ result: await addNote(ctx, kinds, entityOf(request), description) });
  });
}
