import type { FastifyInstance } from 'fastify';
import { administrations, allAdministrations } from '#contract/core/administrations.ts';
import { mailboxTestAnswer, mailboxTestBody } from '#contract/core/mailbox-test.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, mountResource } from '#server/platform/http/mount-resource.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { companyIdOf } from '../companies/company-id.ts';
import { listAll } from './administrations.repository.ts';
import { testMailbox } from './mailbox-test.service.ts';

export function administrationRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, allAdministrations, {
    list: (ctx, query) => listAll(ctx.db, ctx.scope, query),
  });

  const permission = `${administrations.permission}.update`;
  const schema = {
    tags: [administrations.path],
    body: mailboxTestBody,
    response: { 200: mailboxTestAnswer },
  };
  app.post(
    '/api/core/companies/:companyId/administrations/:id/test-mailbox',
    { config: { permission, repeatable: 'tries to sign in, and keeps nothing' }, schema },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return {
        result: await testMailbox(
          ctx,
          idOf(request),
          companyIdOf(request),
          parseInput(mailboxTestBody, request.body),
        ),
      };
    },
  );
}
