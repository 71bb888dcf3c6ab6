import type { FastifyInstance } from 'fastify';
import {
  portalUserCommand,
  portalUserCommandAnswer,
  portalUsers,
} from '#contract/carpetline/portal-users.ts';
import { invitationAnswer } from '#contract/core/invitations.ts';
import { inviteUser } from '#server/features/core/index.ts';
import type { Invitations } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { findById } from './portal-users.repository.ts';
import { createPending } from './portal-users.service.ts';

/** Passwords are in these requests: nothing of them is stored in the clear. */
export function keepSecret(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, secret: true };
  });
}

export function portalUserRoutes(
  app: FastifyInstance,
  services: Services,
  invitations: Invitations | null,
): void {
  void app.register(async (scope) => {
    keepSecret(scope);
    const { permission, path: tag } = portalUsers;
    const command = {
      right: 'create',
      body: portalUserCommand,
      answer: portalUserCommandAnswer,
      status: 201,
    } as const;
    const action = actionsOf(scope, services, {
      name: 'portal account',
      path: 'carpetline/users',
      permission,
      tag,
    });
    action('POST', '', command, async (ctx, { body }) => ({ result: await createPending(ctx, body) }));
    actionsOf(scope, services, portalUsers)(
      'POST',
      '/:id/invite',
      { right: 'create', answer: invitationAnswer },
      async (ctx, input) => {
        const { id, companyId } = orNotFound(await findById(ctx.db, ctx.scope, input.id));
        return { result: await inviteUser(ctx, invitations, id, companyId, input.request.host) };
      },
    );
  });
}
