import type { FastifyInstance } from 'fastify';
import { administrations, allAdministrations } from '#contract/core/administrations.ts';
import { mailboxTestAnswer, mailboxTestBody } from '#contract/core/mailbox-test.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { listAll } from './administrations.repository.ts';
import { testMailbox } from './mailbox-test.service.ts';

export function administrationRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, allAdministrations, {
    list: (ctx, query) => listAll(ctx.db, ctx.scope, query),
  });

  const test = {
    right: 'update',
    body: mailboxTestBody,
    result: mailboxTestAnswer.shape.result,
    config: { repeatable: 'tries to sign in, and stores nothing' },
  };
  actionsOf(app, services, administrations)('POST', '/:id/test-mailbox', test, (ctx, { id, parents, body }) =>
    testMailbox(ctx, id, parents.companyId, body),
  );
}
