import type { FastifyInstance } from 'fastify';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findMail } from './intake-log.repository.ts';

/** The mail of an entry, as it came in. */
export function intakeLogRoutes(app: FastifyInstance, services: Services): void {
  const permission = `${intakeLog.permission}.read`;
  app.get(
    `/api/${intakeLog.path}/:id/mail`,
    { config: { permission, resource: intakeLog, file: 'message/rfc822' } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { sha256, subject } = orNotFound(await findMail(ctx.db, ctx.scope, idOf(request)));
      const filename = `${subject.slice(0, 100) || 'mail'}.eml`;
      return sendStored(reply, ctx.files, { sha256, mime: 'message/rfc822', filename });
    },
  );
}
