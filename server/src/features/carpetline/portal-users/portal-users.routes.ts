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
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { findById } from './portal-users.repository.ts';
import { createPending } from './portal-users.service.ts';

const permission = `${portalUsers.permission}.create`;
const tags = [portalUsers.path];

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
    const schema = { tags, body: portalUserCommand, response: { 201: portalUserCommandAnswer } };
    scope.post('/api/carpetline/users', { config: { permission }, schema }, async (request, reply) => {
      const result = await createPending(
        contextOf(services, request, permission),
        parseInput(portalUserCommand, request.body),
      );
      return reply.code(201).send({ result });
    });
    const answer = { tags, response: { 200: invitationAnswer } };
    scope.post(
      `/api/${portalUsers.path}/:id/invite`,
      { config: { permission, repeatable: 'invites the same user again' }, schema: answer },
      async (request) => {
        const ctx = contextOf(services, request, permission);
        const { id, companyId } = orNotFound(await findById(ctx.db, ctx.scope, idOf(request)));
        return { result: await inviteUser(ctx, invitations, id, companyId, request.host) };
      },
    );
  });
}
