import type { FastifyInstance } from 'fastify';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, mountResource } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { intakeReasonText } from '../reasons.ts';
import * as repository from './intake-log.repository.ts';

/** What came in, and what became of it. */
export function intakeLogRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, intakeLog, {
    async list(ctx, query) {
      const page = await repository.list(ctx.db, ctx.scope, query);
      return { ...page, rows: page.rows.map((row) => spoken(ctx, row)) };
    },
    async find(ctx, id) {
      const found = await repository.findById(ctx.db, ctx.scope, id);
      return found ? spoken(ctx, found) : null;
    },
  });
  const permission = `${intakeLog.permission}.read`;
  app.get(
    `/api/${intakeLog.path}/:id/mail`,
    { config: { permission }, schema: { tags: [intakeLog.path] } },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { sha256, subject } = orNotFound(await repository.findMail(ctx.db, ctx.scope, idOf(request)));
      const filename = `${subject.slice(0, 100) || 'mail'}.eml`;
      return sendStored(reply, ctx.files, { sha256, mime: 'message/rfc822', filename });
    },
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof repository.findById>>>;

function spoken(ctx: Context, row: Found): Rec<typeof intakeLog> {
  return { ...row, reason: intakeReasonText(ctx.language, row.reasonCode) };
}
