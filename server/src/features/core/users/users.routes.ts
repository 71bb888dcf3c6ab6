import type { FastifyInstance } from 'fastify';
import { invitationAnswer, invitationState, startingPasswordAnswer } from '#contract/core/invitations.ts';
import { allUsers, userPermissionsAnswer, users } from '#contract/core/users.ts';
import type { Invitations } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, mountResource } from '#server/platform/http/mount-resource.ts';
import { companyIdOf } from '../companies/company-id.ts';
import { findInvitation, inviteUser } from './invite.service.ts';
import { giveStartingPassword } from './starting-password.service.ts';
import { listEffective } from './user-permissions.service.ts';
import { listAll } from './users.repository.ts';

const one = '/api/core/companies/:companyId/users/:id';
const tags = [users.path];

export function userRoutes(app: FastifyInstance, services: Services, invitations: Invitations | null): void {
  mountResource(app, services, allUsers, { list: (ctx, query) => listAll(ctx.db, ctx.scope, query) });

  const reading = `${users.permission}.read`;
  app.get(
    `${one}/permissions`,
    { config: { permission: reading }, schema: { tags, response: { 200: userPermissionsAnswer } } },
    async (request) => {
      const ctx = contextOf(services, request, reading);
      return { result: await listEffective(ctx, idOf(request), companyIdOf(request)) };
    },
  );

  app.get(
    `${one}/invite`,
    { config: { permission: reading }, schema: { tags, response: { 200: invitationState } } },
    async (request) => {
      const ctx = contextOf(services, request, reading);
      return { result: await findInvitation(ctx, invitations, idOf(request), companyIdOf(request)) };
    },
  );

  const inviting = `${users.permission}.invite`;
  // The answers contain the link or the password, so they are not stored.
  const config = { permission: inviting, secret: true };
  app.post(
    `${one}/invite`,
    {
      config: { ...config, repeatable: 'invites the same user again' },
      schema: { tags, response: { 200: invitationAnswer } },
    },
    async (request, reply) => {
      const ctx = contextOf(services, request, inviting);
      reply.header('cache-control', 'no-store');
      return {
        result: await inviteUser(ctx, invitations, idOf(request), companyIdOf(request), request.host),
      };
    },
  );

  app.post(
    `${one}/starting-password`,
    { config, schema: { tags, response: { 200: startingPasswordAnswer } } },
    async (request, reply) => {
      const ctx = contextOf(services, request, inviting);
      reply.header('cache-control', 'no-store');
      return {
        result: {
          password: await giveStartingPassword(
            ctx,
            idOf(request),
            companyIdOf(request),
            invitations !== null,
          ),
        },
      };
    },
  );
}
