import type { FastifyInstance } from 'fastify';
import { documents } from '#contract/documents/documents.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { mimeOf } from '#server/platform/files/sniff.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findOriginal } from './documents.repository.ts';

export function documentRoutes(app: FastifyInstance, services: Services): void {
  actionsOf(app, services, documents)(
    'GET',
    '/:id/original',
    { right: 'read', file: Object.values(mimeOf) },
    async (ctx, { id, reply }) =>
      sendStored(reply, ctx.files, orNotFound(await findOriginal(ctx.db, ctx.scope, id))),
  );
}
