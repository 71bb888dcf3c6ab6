import type { FastifyInstance } from 'fastify';
import { documents } from '#contract/documents/documents.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findOriginal } from './documents.repository.ts';

const permission = `${documents.permission}.read`;

export function documentRoutes(app: FastifyInstance, services: Services): void {
  app.get(
    `/api/${documents.path}/:id/original`,
    { config: { permission }, schema: { tags: [documents.path] } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const original = orNotFound(await findOriginal(ctx.db, ctx.scope, idOf(request)));
      return sendStored(reply, ctx.files, original);
    },
  );
}
